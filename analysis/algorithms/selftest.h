#pragma once

#include "analysis/algorithms/sensorfit.h"
#include "analysis/trace/traceview.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace stepscope::analysis {

/// What the self-test found of one channel.
struct SensorFinding
{
    std::string name, quantity, unit;
    double periodSeconds = 0;               ///< at which it was read
    std::optional<SensorResponse> response; ///< none: it did not follow the load
};

/// The op whose spans are the phases of the load.
inline constexpr std::string_view kLoadOp = "load";

/// From the recording of a load of known shape (`stepscope-agent load`): power of all rails, utilization of the GPU, of
/// the first core of each cluster. Empty when there are no phases of a load in it.
std::vector<SensorFinding> testSensors(const trace::TraceView& view, const std::function<bool()>& cancelled = {});

/// What the agent keeps of it (remote/agent/measuredsensors.h): rails and GPU that followed the load closely.
std::string toSensorLines(const std::vector<SensorFinding>& findings, const std::string& board);

/// For people: a table, at most 100 columns, and what to make of it.
std::string toText(const std::vector<SensorFinding>& findings);
/// For programs; seconds, null = not known.
std::string toJson(const std::vector<SensorFinding>& findings);

} // namespace stepscope::analysis
