#pragma once

#include "analysis/statistics/bootstrap.h"
#include "analysis/trace/traceview.h"

#include <cstddef>
#include <optional>
#include <string>

namespace stepscope::analysis {

/// Profiling overhead: durations of steps while the agent sampled, compared with those while sampling was paused; and
/// of steps with recorded ops, compared with those without.
struct Overhead
{
    std::size_t sampledSteps = 0, pausedSteps = 0;        ///< untraced, completely in a block of the one type
    double sampledMeanSeconds = 0, pausedMeanSeconds = 0; ///< without the slowest and fastest tenth of each block
    double slowdown = 0;                                  ///< 0.01 = a step takes 1 % longer
    double slowdownLow = 0, slowdownHigh = 0;             ///< 95 % interval
    std::size_t tracedSteps = 0, untracedSteps = 0;       ///< without the first kSkippedSteps
    double tracingSlowdown = 0;                           ///< 0.3 = a step with recorded ops takes 30 % longer
    std::optional<Interval> tracingInterval;              ///< 95 %
    std::optional<double> agentCpuFraction;               ///< of a core, while it sampled
    std::optional<double> agentRssBytes;
    std::string reason; ///< why there is no slowdown; empty when there is one
};

/// For a recording with pauses of sampling (header.pauses). The interval is a bootstrap over groups of four blocks
/// (sampled, paused, paused, sampled), which cancels linear drift.
Overhead measureOverhead(const trace::TraceView& view);

std::string toText(const Overhead& overhead);
std::string toJson(const Overhead& overhead);

} // namespace stepscope::analysis
