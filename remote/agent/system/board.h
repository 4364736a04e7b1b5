#pragma once

#include "remote/agent/system/systemtree.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stepscope::agent {

struct Core
{
    int number = 0;
    std::string cluster; ///< "A57", "Denver2", on a PC the processor's name; empty = unknown
};

/// Describes the machine. Empty texts = unknown.
struct Board
{
    std::string hostname;
    std::string board;                ///< "Jetson TX2"
    std::string model;                ///< from the device tree
    std::string soc;                  ///< "tegra186"
    std::string l4t;                  ///< "32.7.1"
    std::string jetpack;              ///< "4.6.1"
    std::string powerMode;            ///< of nvpmodel, "MAXN"
    std::optional<bool> clocksLocked; ///< by jetson_clocks; nullopt if no clock has limits
    std::string kernel;
    std::string machine;
    std::int64_t memoryBytes = 0;
    std::vector<Core> cores; ///< all present cores, online or offline
};

Board identifyBoard(const SystemTree& tree);

/// The numbers of a list such as "0,3-5"; empty if the text is not a list of cores. At most 4096 cores.
std::vector<int> parseCoreList(std::string_view text);

} // namespace stepscope::agent
