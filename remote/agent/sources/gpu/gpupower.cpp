#include "remote/agent/sources/gpu/gpupower.h"

#include "remote/agent/system/systemtree.h"

#include <array>

namespace stepscope::agent {

void DeviceSleep::open(const SystemTree& tree, const std::string& folder)
{
    m_file = PersistentFile(tree.path(folder + "/power/runtime_status"));
    m_isReadable = m_file.open() == 0;
}

DeviceSleep::State DeviceSleep::state(std::int64_t now)
{
    if (!m_isReadable)
        return State::Unknown;
    std::array<char, 32> buffer;
    const std::string_view text = m_file.read(buffer, now);
    // "unsupported": the device is always powered.
    if (text.starts_with("active") || text.starts_with("unsupported"))
        return State::Awake;
    return text.starts_with("suspended") ? State::Asleep : State::Changing;
}

std::vector<std::string> gpuFolders(const SystemTree& tree)
{
    std::vector<std::string> folders;
    // JetPack 4 and some of 5; 5 to 7; any with its own clock.
    for (const char* const folder : {"/sys/devices/gpu.0", "/sys/devices/platform/gpu.0"}) {
        if (tree.exists(folder))
            folders.emplace_back(folder);
    }
    if (const std::string node = findGpuNode(tree); !node.empty() && tree.exists(node + "/device"))
        folders.push_back(node + "/device");
    return folders;
}

} // namespace stepscope::agent
