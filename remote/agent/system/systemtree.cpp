#include "remote/agent/system/systemtree.h"

#include <algorithm>
#include <array>
#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

namespace stepscope::agent {

SystemTree::SystemTree(std::string root)
    : m_root(std::move(root))
{
    while (!m_root.empty() && m_root.back() == '/')
        m_root.pop_back();
}

SystemTree::SystemTree(std::string root, std::set<std::string>& asked)
    : SystemTree(std::move(root))
{
    m_asked = &asked;
}

format::Result<void> SystemTree::check() const
{
    using format::Error;
    if (!isDescribed() || exists("/proc") || exists("/sys"))
        return {};
    if (!exists("/"))
        return format::failure(Error::Code::NotFound, "the folder " + m_root + " was not found (--sysroot)");
    return format::failure(Error::Code::NotFound, "the folder " + m_root +
                                                      " has neither proc nor sys in it, so that it describes no board "
                                                      "(--sysroot)");
}

std::string SystemTree::path(std::string_view absolute) const
{
    if (m_asked != nullptr)
        m_asked->emplace(absolute);
    return m_root + std::string(absolute);
}

bool SystemTree::exists(std::string_view absolute) const
{
    return access(path(absolute).c_str(), F_OK) == 0;
}

std::optional<std::string> SystemTree::readText(std::string_view absolute) const
{
    constexpr std::size_t kLimit = 65536;
    const int descriptor = open(path(absolute).c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        return std::nullopt;
    std::string text(kLimit, '\0');
    std::size_t size = 0;
    while (size < kLimit) {
        const ssize_t got = read(descriptor, text.data() + size, kLimit - size);
        if (got <= 0)
            break;
        size += static_cast<std::size_t>(got);
    }
    close(descriptor);
    text.resize(size);
    while (!text.empty() && (text.back() == '\0' || text.back() == '\n' || text.back() == ' '))
        text.pop_back();
    return text;
}

std::optional<std::uint32_t> SystemTree::readCell(std::string_view absolute) const
{
    const int descriptor = open(path(absolute).c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        return std::nullopt;
    std::array<unsigned char, 4> bytes{};
    const ssize_t got = read(descriptor, bytes.data(), bytes.size());
    close(descriptor);
    if (got != static_cast<ssize_t>(bytes.size()))
        return std::nullopt;
    std::uint32_t value = 0;
    for (const unsigned char byte : bytes)
        value = value << 8U | byte;
    return value;
}

std::vector<std::string> SystemTree::list(std::string_view absolute) const
{
    std::vector<std::string> names;
    DIR* folder = opendir(path(absolute).c_str());
    if (folder == nullptr)
        return names;
    while (const dirent* entry = readdir(folder)) {
        const std::string_view name = entry->d_name;
        if (name != "." && name != "..")
            names.emplace_back(name);
    }
    closedir(folder);
    std::sort(names.begin(), names.end());
    return names;
}

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
