#include "remote/agent/system/gpunode.h"

#include <algorithm>
#include <array>

namespace stepscope::agent {

std::vector<DevfreqNode> devfreqNodes(const SystemTree& tree)
{
    std::vector<DevfreqNode> nodes;
    const std::string folder = "/sys/class/devfreq/";
    for (const std::string& node : tree.list(folder)) {
        std::string name = tree.readText(folder + node + "/device/of_node/name").value_or("");
        if (name.empty())
            name = node.substr(node.rfind('.') + 1);
        nodes.push_back({folder + node, std::move(name)});
    }
    return nodes;
}

std::string findGpuNode(const SystemTree& tree)
{
    // Thor's GPU has several clocks; the one of its processing clusters corresponds to the GPU clock of other boards.
    constexpr std::array<std::string_view, 8> kNames{"gp10b", "gv11b", "ga10b", "gb10b",
                                                     "gm20b", "gpu",   "gpu0",  "gpu-gpc-0"};
    for (const DevfreqNode& node : devfreqNodes(tree)) {
        const std::string_view folder = std::string_view(node.folder).substr(node.folder.rfind('/') + 1);
        const std::string_view suffix = folder.substr(folder.rfind('.') + 1);
        const auto isGpu = [&](std::string_view name) { return node.name == name || suffix == name; };
        if (std::any_of(kNames.begin(), kNames.end(), isGpu))
            return node.folder;
    }
    for (const char* usual :
         {"/sys/devices/17000000.gp10b/devfreq/17000000.gp10b", "/sys/devices/57000000.gpu/devfreq/57000000.gpu",
          "/sys/devices/17000000.gv11b/devfreq/17000000.gv11b",
          "/sys/devices/platform/17000000.ga10b/devfreq/17000000.ga10b",
          "/sys/devices/platform/17000000.gpu/devfreq/17000000.gpu"}) {
        if (tree.exists(std::string(usual) + "/cur_freq"))
            return usual;
    }
    return {};
}

} // namespace stepscope::agent
