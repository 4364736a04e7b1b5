#pragma once

#include "remote/agent/system/systemtree.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope::agent {

/// Where nvpmodel keeps the mode that it set.
inline constexpr const char* kPowerModeFile = "/var/lib/nvpmodel/status";

/// A power mode of nvpmodel.conf: "< POWER_MODEL ID=0 NAME=MAXN >".
struct PowerMode
{
    int id = 0;
    std::string name;
};
std::vector<PowerMode> powerModes(const SystemTree& tree);

/// The number in nvpmodel's status, "pmode:0003"; nullopt when there is none.
std::optional<int> powerModeId(std::string_view status);

/// The name of the mode that is set, its number where it has no name; empty where nvpmodel tells none.
std::string currentPowerMode(const SystemTree& tree);

/// A clock's limits, as files: equal ones lock it, as jetson_clocks does.
struct ClockLimits
{
    std::string lowest;
    std::string highest;
};
/// Of the cores' clocks and the GPU's; paths within the tree.
std::vector<ClockLimits> clockLimits(const SystemTree& tree);

/// All clocks are locked; nullopt when none tells its limits.
std::optional<bool> clocksAreLocked(const SystemTree& tree);

} // namespace stepscope::agent
