#pragma once

#include "analysis/sensors/sensorfit.h"
#include "analysis/trace/traceview.h"

#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope::analysis {

/// The result of the self-test for one channel.
struct SensorFinding
{
    std::string name, quantity, unit;
    double periodSeconds = 0;               ///< sampling period
    std::optional<SensorResponse> response; ///< none: the channel does not follow the load
};

/// Name of the op whose spans are the phases of the load.
inline constexpr std::string_view kLoadOp = "load";

/// Evaluates the recording of a load of known shape (`stepscope-agent load`): power of all rails, utilization of the
/// GPU and of the first core of each cluster. Empty when the recording has no phases of a load, or when cancelled.
std::vector<SensorFinding> testSensors(const trace::TraceView& view, const std::stop_token& stop = {});

/// Whether the channel is a rail or the GPU and follows the load closely: explained variance of at least 0.9.
[[nodiscard]] bool isMeasured(const SensorFinding& finding);

/// The file that the agent stores on the device: lag, window and update interval of the measured sensors.
std::string toSensorLines(const std::vector<SensorFinding>& findings, const std::string& board);

/// A table for display, at most 100 columns wide.
std::string toText(const std::vector<SensorFinding>& findings);
/// JSON; times in seconds, null = not known.
std::string toJson(const std::vector<SensorFinding>& findings);

} // namespace stepscope::analysis
