#pragma once

#include "remote/link/run/runcontrol.h"
#include "ui/parts/capture.h"

#include <nlohmann/json_fwd.hpp>

#include <vector>

/// Conversions of the answers of targets to the types of the window. Targets are not trusted: values that are missing
/// or of another type are left out.
namespace stepscope::app {

QList<ui::RemoteRun> shownRuns(const std::vector<link::RunInfo>& runs);
ui::CleaningPlan shownPlan(const link::CleanedTarget& received, const link::CleanedTarget& all,
                           const std::vector<link::RunInfo>& runs);
/// The result of the agent's probe.
ui::DeviceFacts shownFacts(const nlohmann::json& probe);

} // namespace stepscope::app
