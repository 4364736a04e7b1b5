#pragma once

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
    std::size_t patterns = 0;                ///< traced steps that they are taken from, in turn
    double stretch = 0;                      ///< duration of traced steps / of untraced ones
    double scatter = 0;  ///< s in an untraced step: how far ops of traced steps are from each other's place
    std::string reason;  ///< why there is none; empty when there is
};

/// Of the marked steps that lie wholly in the range and are alike. Each untraced step takes the ops of one traced step,
/// evenly shrunk to its length; the traced ones are taken in turn, so that what differs between them evens out. `work`
/// has the same kinds, in the same order, as that of the traced steps.
WarpedWork warpedWork(const trace::TraceView& view, trace::TimeRange range, std::size_t mostKinds,
                      const Cancelled& cancelled = {});

} // namespace stepscope::analysis
