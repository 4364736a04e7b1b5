#pragma once

#include "remote/agent/system/systemtree.h"

#include <string>
#include <string_view>
#include <vector>

namespace stepscope::agent {

/// A device with frequency scaling: its folder below /sys/class/devfreq and its name in the device tree.
struct DevfreqNode
{
    std::string folder; ///< with cur_freq, min_freq, max_freq
    std::string name;   ///< "gp10b"; the end of the folder's name if the device tree has none
};

std::vector<DevfreqNode> devfreqNodes(const SystemTree& tree);

/// The folder of a Jetson's GPU; empty without one.
std::string findGpuNode(const SystemTree& tree);

} // namespace stepscope::agent
