#pragma once

#include "analysis/algorithms/period.h"
#include "analysis/trace/traceview.h"

#include <optional>
#include <string>
#include <vector>

namespace stepscope::analysis {

/// A stretch that is no such step as the others.
struct Regime
{
    trace::TimeRange range{};
    std::string name{}; ///< start-up, end, pause, other steps, other work
    std::string what{}; ///< in words, with figures
};

/// Steps found in a recording without its marks, and the marks beside them.
struct PeriodReport
{
    PeriodFinding finding{};             ///< times in s after `origin`
    std::int64_t origin = 0;             ///< ns
    std::vector<std::string> channels{}; ///< that were looked at together
    std::vector<Regime> regimes{};       ///< by time
    /// Mean length of the marked steps in the stretches in which steps were found; empty without marks.
    std::optional<double> markedSeconds{};
};

/// The channels by which steps are told: GPU, memory of the training, mean of the cores, rails, memory; at most six,
/// each with at most 300,000 samples (of the middle of the recording).
std::vector<PeriodChannel> periodChannels(const trace::TraceView& view, std::int64_t origin);

/// Names what lies before, between and after the runs of steps: by how busy the channels are there against the steps,
/// whether steps of another length are found there, and whether such stretches come at even distances.
std::vector<Regime> nameRegimes(const PeriodFinding& finding, std::span<const PeriodChannel> channels,
                                std::int64_t origin);

/// Of all of the recording, or of what is behind the recorded ops when they end in its first half.
PeriodReport reportPeriod(const trace::TraceView& view, const std::function<bool()>& cancelled = {});

} // namespace stepscope::analysis
