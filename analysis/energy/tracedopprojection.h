#pragma once

#include "analysis/energy/attributedops.h"
#include "analysis/text/message.h"

#include <cstddef>
#include <span>
#include <stop_token>
#include <vector>

namespace stepscope::analysis {

/// Self times of steps without recorded ops: those of steps with recorded ops, projected onto them between their marks.
/// Power can so be attributed from steps that recording did not slow down.
struct TracedOpProjection
{
    SelfTimeTrace selfTimes;                 ///< groups and columns are those of the traced steps
    std::vector<trace::TimeRange> stretches; ///< the untraced steps that received ops, neighbours joined
    std::size_t usedSteps = 0;               ///< untraced, with ops: all, or some of a long recording
    std::vector<trace::TimeRange> all;       ///< all untraced steps of similar duration, neighbours joined
    std::size_t steps = 0;                   ///< of `all`
    std::size_t patternSteps = 0;            ///< traced steps whose ops are projected
    double durationRatio = 0;                ///< mean duration of traced steps / of untraced steps
    double opScatter = 0;   ///< s in an untraced step: standard deviation of the ops' positions between traced steps
    double hostScale = 1;   ///< by which time without a running kernel is multiplied
    double kernelScale = 1; ///< by which time with one is multiplied
    /// By group: standard error of `seconds`, as a share. From the scatter between traced steps, and from the part of
    /// the time whose slowdown by the recording is not known op by op.
    std::vector<double> secondsErrors;
    Message reason; ///< why there is no projection; empty when there is one
};

/// Uses the marked steps of similar duration that lie completely in the ranges. `traced` are the ops in them, in groups
/// of GroupBy::Op. Recording ops slows down the CPU's part of a step and not the kernels: time
/// without a running kernel is scaled so that mean durations agree; without kernels all time is. Each untraced step
/// takes the ops of several traced steps, scaled to its length and weighted so that they sum to one step: the expected
/// occupancy at each moment. Regression on the expected occupancy is unbiased (Berkson 1950); regression on the ops of
/// a single step would be biased, since ops run a little earlier or later in another step. Of a long recording, only
/// steps with about 80,000 samples receive ops: runs of eight adjacent steps, evenly distributed.
TracedOpProjection projectTracedOps(const trace::TraceView& view, std::span<const trace::TimeRange> ranges,
                                    const AttributedOps& traced, const std::stop_token& stop = {});
inline TracedOpProjection projectTracedOps(const trace::TraceView& view, trace::TimeRange range,
                                           const AttributedOps& traced, const std::stop_token& stop = {})
{
    return projectTracedOps(view, std::span<const trace::TimeRange>(&range, 1), traced, stop);
}

} // namespace stepscope::analysis
