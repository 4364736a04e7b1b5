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
    std::string cluster; ///< "A57", "Denver2", on a PC the processor's name; empty where not known
};

/// What the machine is. Empty texts where it does not tell.
struct Board
{
    std::string hostname;
    std::string board;                ///< "Jetson TX2"
    std::string model;                ///< as the device tree says
    std::string soc;                  ///< "tegra186"
    std::string l4t;                  ///< "32.7.1"
    std::string jetpack;              ///< "4.6.1"
    std::string powerMode;            ///< "MAXN": that of nvpmodel
    std::optional<bool> clocksLocked; ///< as by jetson_clocks; nullopt where no clock tells its limits
    std::string kernel;
    std::string machine;
    std::int64_t memoryBytes = 0;
    std::vector<Core> cores; ///< present ones, online or not
};

Board recogniseBoard(const SystemTree& tree);

/// "0,3-5" as numbers; what is no list of cores yields nothing. At most 4096 cores.
std::vector<int> parseCoreList(std::string_view text);

} // namespace stepscope::agent
