#pragma once

#include "remote/link/runinfo.h"
#include "ui/capture.h"

#include <nlohmann/json_fwd.hpp>

#include <vector>

/// What targets tell, as the window shows it.
namespace stepscope::app {

QList<ui::RemoteRun> shownRuns(const std::vector<link::RunInfo>& runs);
/// Of the agent's probe; what is missing or of another type is left out: the target is not trusted.
ui::DeviceFacts shownFacts(const nlohmann::json& probe);

} // namespace stepscope::app
