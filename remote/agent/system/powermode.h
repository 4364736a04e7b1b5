#pragma once

#include "remote/agent/system/systemtree.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope::agent {

/// nvpmodel's file with the current mode.
inline constexpr const char* kPowerModeFile = "/var/lib/nvpmodel/status";

/// A power mode of nvpmodel.conf: "< POWER_MODEL ID=0 NAME=MAXN >".
struct PowerMode
{
    int id = 0;
    std::string name;
};
std::vector<PowerMode> powerModes(const SystemTree& tree);

/// The number in nvpmodel's status, "pmode:0003"; nullopt without one.
std::optional<int> powerModeId(std::string_view status);

/// The name of the current mode, or its number if it has no name; empty without nvpmodel.
std::string currentPowerMode(const SystemTree& tree);

/// The files with a clock's limits. Equal limits lock the clock, as jetson_clocks does.
struct ClockLimits
{
    std::string lowest;
    std::string highest;
    std::string available; ///< the list of its frequencies; the file may not exist
    bool isGpu = false;    ///< in Hz; those of cores are in kHz
};
/// Limits of the clocks of the cores online and of the GPU; paths of the system, which lead to the tree.
std::vector<ClockLimits> clockLimits(const SystemTree& tree);

/// The numbers of a list of frequencies, ascending; empty if there is no list.
std::vector<std::int64_t> availableFrequencies(const ClockLimits& limits);

/// True if all clocks are locked; nullopt if none has limits.
std::optional<bool> clocksAreLocked(const SystemTree& tree);

} // namespace stepscope::agent
