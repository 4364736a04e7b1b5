#pragma once

#include "remote/agent/samplingplan.h"

#include <string>
#include <string_view>

namespace stepscope::agent {

/// What a self-test found of this target's sensors, kept in ~/.stepscope/sensors, a line a sensor:
///
///     board <TAB> Jetson TX2
///     VDD_IN <TAB> window ns <TAB> lag ns <TAB> update ns      ("-" = not known)
///
/// Channels of those names that the driver says nothing of get these values, marked as measured. Lines that are not
/// understood, and all of them when they are of another board, are passed over.
void applyMeasuredSensors(SamplingPlan& plan, const Board& board, std::string_view text);
/// The file's text; empty when there is none.
std::string readMeasuredSensors();

} // namespace stepscope::agent
