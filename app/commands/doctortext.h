#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace stepscope::app {

/// The result of the agent's probe (FORMAT.md: device, sources, channels) as text of at most 100 columns. Targets are
/// not trusted: values that are missing or of another type are left out.
std::string doctorText(const std::string& target, const nlohmann::json& probe);

/// The sensor facts of each channel (FORMAT.md: resolution, period, averaging window, update interval, duration of a
/// read, latency, origin) as a table of at most 100 columns. Channels with equal facts share a row. `-` = not known.
/// Targets are not trusted: values that are missing or of another type count as not known.
std::string sensorTable(const nlohmann::json& channels);

} // namespace stepscope::app
