#pragma once

#include "remote/agent/system/systemtree.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope::agent {

struct Core
{
    int number = 0;
    std::string cluster; ///< "A57", "Denver2", on a PC the processor's name; empty = unknown
    std::string caches;  ///< "L1i 48 KB, L1d 32 KB, L2 2 MB"
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
    std::string gpu;         ///< "Pascal, 256 CUDA cores"
    std::string storage;     ///< "31.3 GB eMMC"
    std::vector<Core> cores; ///< all present cores, online or offline
};

Board identifyBoard(const SystemTree& tree);

/// The numbers of a list such as "0,3-5"; empty if the text is not a list of cores. At most 4096 cores.
std::vector<int> parseCoreList(std::string_view text);

/// The JetPack version of an L4T release (NVIDIA's JetPack archive): "32.7.1" -> "4.6.1". Empty = unknown.
std::string_view jetpackOf(std::string_view l4t);

/// A Jetson model.
struct KnownBoard
{
    std::string_view name;    ///< "Jetson TX2"; empty = unknown board
    std::string_view cluster; ///< of all cores; empty if they differ
    std::string_view gpu;     ///< by NVIDIA's data sheets of the modules
};

/// Looks the board up by the device tree: the module's part number in its list of compatible names (each ends with a
/// zero), or its model name.
KnownBoard knownBoard(std::string_view model, std::string_view compatible);

} // namespace stepscope::agent
