#pragma once

#include "analysis/algorithms/bootstrap.h"
#include "analysis/trace/traceview.h"

#include <optional>
#include <string>

namespace stepscope::analysis {

/// What sampling costs a training: its steps while the agent sampled, against those while it slept.
struct Overhead
{
    std::size_t sampledSteps = 0, pausedSteps = 0;        ///< wholly within a block of the one kind, ops not traced
    double sampledMeanSeconds = 0, pausedMeanSeconds = 0; ///< without the slowest and quickest tenth of each block
    double slowdown = 0;                                  ///< 0.01 = a step takes 1 % longer
    double slowdownLow = 0, slowdownHigh = 0;             ///< 95 % interval
    std::size_t tracedSteps = 0, untracedSteps = 0;       ///< by turns, wherever there are traced ones
    double tracingSlowdown = 0;                           ///< 0.3 = a step whose ops are traced takes 30 % longer
    std::optional<Interval> tracingInterval;              ///< 95 %
    std::optional<double> agentCpuFraction;               ///< of a core, while it sampled
    std::optional<double> agentRssBytes;
    std::string reason; ///< why nothing can be told; empty when it can
};

/// Of a recording made with pauses (header.pauses). The interval is by bootstrap over groups of four blocks (A B B A).
Overhead measureOverhead(const trace::TraceView& view);

std::string toText(const Overhead& overhead);
std::string toJson(const Overhead& overhead);

} // namespace stepscope::analysis
