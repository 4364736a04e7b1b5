#pragma once

#include "analysis/steps/detection/period.h"
#include "analysis/trace/traceview.h"

#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace stepscope::analysis {

/// A stretch that contains no steps like the others.
struct Regime
{
    trace::TimeRange range{};
    std::string name{}; ///< start-up, end, pause, other steps, other work, unknown
    std::string what{}; ///< description with figures, for display
};

/// Steps detected in a recording, and the comparison with its marks.
struct PeriodReport
{
    PeriodFinding finding{};             ///< times in s after `origin`
    std::int64_t origin = 0;             ///< ns
    std::vector<std::string> channels{}; ///< used for the detection
    std::vector<Regime> regimes{};       ///< in order of time
    /// Mean duration of the marked steps in the stretches with detected steps; empty without marks.
    std::optional<double> markedSeconds{};
    /// Share of the marked steps in the time of the detection that lie in these stretches, 0..1; empty without marks
    /// or detected steps. A small one means that something else repeats, such as the preparation of the training.
    std::optional<double> markedShare{};
};

/// The channels for the detection: GPU, CPU and memory of the training, mean of the cores, rails, system memory; at
/// most six, each with at most 100,000 samples from the middle of the recording.
std::vector<PeriodChannel> periodChannels(const trace::TraceView& view, std::int64_t origin);

/// Describes the stretches before, between and after the runs of steps: their activity relative to the steps, steps of
/// another duration in them, and whether they occur at regular distances.
std::vector<Regime> nameRegimes(const PeriodFinding& finding, std::span<const PeriodChannel> channels,
                                std::int64_t origin);

/// For the whole recording; for the part after the recorded ops if they end in its first half, since recording ops
/// slows steps down.
PeriodReport reportPeriod(const trace::TraceView& view, const std::stop_token& stop = {});

} // namespace stepscope::analysis
