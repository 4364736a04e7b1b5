#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace stepscope::app {

/// What is known of each channel's sensor (FORMAT.md: resolution, period, window, update, cost of reading, lag,
/// origin), as a table of at most 100 columns; channels of which the same is known share a row. `-` = not known. The
/// bytes come from a target: what is missing or of another type is not known.
std::string sensorTable(const nlohmann::json& channels);

} // namespace stepscope::app
