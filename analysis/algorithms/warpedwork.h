#pragma once

#include "analysis/algorithms/attribution.h"
#include "analysis/algorithms/workpieces.h"

#include <cstddef>
#include <string>
#include <vector>

namespace stepscope::analysis {

/// Work of steps whose ops nobody recorded: that of the steps with ops, laid onto them by their marks. So power is
/// attributed from steps that recording did not slow.
struct WarpedWork
{
    Work work;
    std::vector<trace::TimeRange> stretches; ///< the untraced steps, neighbours joined
    std::size_t steps = 0;                   ///< untraced
    std::size_t patterns = 0;                ///< traced steps that their ops are taken from
    double stretch = 0;                      ///< duration of traced steps / of untraced ones
    double scatter = 0; ///< s in an untraced step: how far ops of traced steps are from each other's place
    std::string reason; ///< why there is none; empty when there is
};

/// Of the marked steps that lie wholly in the range and are alike. Each untraced step takes the ops of several traced
/// steps at once, evenly shrunk to its length and weighted so that together they are one: what is expected to run at
/// each moment. Regressing on what is expected does not bias the figures, as regressing on one step's ops, which run a
/// little earlier or later in another, would (Berkson 1950).
WarpedWork warpedWork(const trace::TraceView& view, trace::TimeRange range, std::size_t mostKinds,
                      const Cancelled& cancelled = {});

/// The account from steps that recording did not slow.
struct UntracedAttribution
{
    Attribution attribution; ///< kinds, channels and seconds are of the untraced steps
    std::size_t patterns = 0;
    double stretch = 0;
    double scatter = 0; ///< s
};

/// Of the steps in the range; its attribution's reason says why there is none. `known`: see accountsOf().
UntracedAttribution attributeUntraced(const trace::TraceView& view, trace::TimeRange range,
                                      std::span<const ChannelAccount> known = {}, const Cancelled& cancelled = {});

} // namespace stepscope::analysis
