#pragma once

#include "analysis/text/message.h"
#include "analysis/trace/traceview.h"

#include <array>
#include <cstddef>
#include <optional>
#include <stop_token>
#include <string>

namespace stepscope::ui {

/// Means over consecutive times of equal length up to the latest record, for a small line; NaN = not measured.
struct Sparkline
{
    static constexpr std::size_t kPoints = 60;
    static constexpr double kSecondsPerPoint = 2;
    std::array<float, kPoints> values{};
};

/// The figures of one device for the fleet page, by the analyses of the report.
///
/// While the run goes on they cover the last ten seconds, or the last three steps if these take longer, at most two
/// minutes. Those of an ended run cover the same window as the report of its recording.
struct DeviceFigures
{
    bool isWhole = false; ///< of the whole run
    std::size_t steps = 0;
    double seconds = 0; ///< since the start of the run
    std::optional<double> stepsPerSecond, samplesPerSecond;
    std::optional<double> watts;       ///< of the whole system: VDD_IN, or the sum of the outermost rails
    std::optional<double> celsius;     ///< of the hottest zone: the latest value, of a whole run the largest
    std::string hottest{};             ///< its name
    std::optional<double> gpu;         ///< utilization, 0..1
    std::optional<double> memoryBytes; ///< largest use of the system in the window
    std::optional<double> totalBytes;  ///< memory of the device
    bool throttles = false;            ///< in the window
    analysis::Message failure{};       ///< how the training failed; empty while it runs and after success
    std::string title{};               ///< board and training: "Jetson TX2, resnet50"
    Sparkline wattsLine, gpuLine, stepsLine;
};

/// O(steps of the window + points x channels x log samples), some milliseconds. `isLive`: the run goes on.
[[nodiscard]] DeviceFigures deviceFigures(const trace::TraceView& view, bool isLive, const std::stop_token& stop = {});

} // namespace stepscope::ui
