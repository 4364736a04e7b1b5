#pragma once

#include "remote/agent/sampling/samplingplan.h"

#include <string>
#include <string_view>

namespace stepscope::agent {

/// Applies the results of a self-test of this target's sensors. Format of ~/.stepscope/sensors, one line per sensor:
///
///     board <TAB> Jetson TX2
///     VDD_IN <TAB> window ns <TAB> lag ns <TAB> update ns      ("-" = unknown)
///
/// Channels of these names without values from the driver get these values, marked as measured. Invalid lines are
/// skipped, and the whole file if it is of another board.
void applyMeasuredSensors(SamplingPlan& plan, const Board& board, std::string_view text);
/// The text of ~/.stepscope/sensors; empty without the file.
std::string readMeasuredSensors();

} // namespace stepscope::agent
