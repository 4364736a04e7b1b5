#pragma once

#include "analysis/energy/attribution.h"
#include "analysis/energy/selftime.h"

#include <cstddef>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace stepscope::analysis {

/// Self times of steps without recorded ops: those of steps with recorded ops, projected onto them between their marks.
/// Power can so be attributed from steps that recording did not slow down.
struct TracedOpProjection
{
    SelfTimeTrace selfTimes;
    std::vector<trace::TimeRange> stretches; ///< the untraced steps that received ops, neighbours joined
    std::size_t usedSteps = 0;               ///< untraced, with ops: all, or some of a long recording
    std::vector<trace::TimeRange> all;       ///< all untraced steps of similar duration, neighbours joined
    std::size_t steps = 0;                   ///< of `all`
    std::size_t patternSteps = 0;            ///< traced steps whose ops are projected
    double durationRatio = 0;                ///< mean duration of traced steps / of untraced steps
    double opScatter = 0; ///< s in an untraced step: standard deviation of the ops' positions between traced steps
    std::string reason;   ///< why there is no projection; empty when there is one
};

/// Uses the marked steps of similar duration that lie completely in the range. Each untraced step takes the ops of
/// several traced steps, scaled evenly to its length and weighted so that they sum to one step: the expected occupancy
/// at each moment. Regression on the expected occupancy is unbiased (Berkson 1950); regression on the ops of a single
/// step would be biased, since ops run a little earlier or later in another step. Of a long recording, only steps with
/// about 80,000 samples receive ops: runs of eight adjacent steps, evenly distributed.
TracedOpProjection projectTracedOps(const trace::TraceView& view, trace::TimeRange range, std::size_t maximumGroups,
                                    const std::stop_token& stop = {});

/// Attribution from steps without recorded ops.
struct UntracedAttribution
{
    Attribution attribution;   ///< groups, channels and seconds are of the untraced steps
    std::size_t usedSteps = 0; ///< that the figures of the ops are computed from; evenly distributed
    std::size_t patternSteps = 0;
    double durationRatio = 0;
    double opScatter = 0; ///< s
};

/// For the untraced steps in the range; the reason of its attribution says why there is none. Where only some of the
/// steps receive ops, their figures are scaled to the time of all. For `fittedAccounts` see
/// accountsOf().
UntracedAttribution attributeUntraced(const trace::TraceView& view, trace::TimeRange range,
                                      std::span<const ChannelAccount> fittedAccounts = {},
                                      const std::stop_token& stop = {});

} // namespace stepscope::analysis
