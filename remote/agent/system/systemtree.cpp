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

} // namespace stepscope::agent
