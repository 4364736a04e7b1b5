#pragma once

#include "remote/agent/system/systemtree.h"

#include <string>
#include <string_view>
#include <vector>

namespace stepscope::agent {

/// A device that sets its own clock: its folder below /sys/class/devfreq, and the name its device tree gives it.
struct DevfreqNode
{
    std::string folder; ///< with cur_freq, min_freq, max_freq
    std::string name;   ///< "gp10b"; the end of the folder's name where the device tree tells none
};

std::vector<DevfreqNode> devfreqNodes(const SystemTree& tree);

/// The folder of a Jetson's GPU; empty when there is none.
std::string findGpuNode(const SystemTree& tree);

} // namespace stepscope::agent
