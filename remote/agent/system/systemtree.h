#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope::agent {

/// The system's files, or a described board's: a folder that is put in front of /proc, /sys and /etc.
/// For what happens once, at the start: it allocates.
class SystemTree
{
public:
    explicit SystemTree(std::string root = {});

    /// Not this machine but a tree of files that describes one.
    [[nodiscard]] bool isDescribed() const { return !m_root.empty(); }
    [[nodiscard]] std::string path(std::string_view absolute) const { return m_root + std::string(absolute); }
    [[nodiscard]] bool exists(std::string_view absolute) const;
    /// First 64 KiB of a file without the white space (and zeros) at its end; nullopt when it cannot be read.
    [[nodiscard]] std::optional<std::string> readText(std::string_view absolute) const;
    /// A number of the device tree (four bytes, most significant first).
    [[nodiscard]] std::optional<std::uint32_t> readCell(std::string_view absolute) const;
    /// Names in a folder, sorted, without . and ..
    [[nodiscard]] std::vector<std::string> list(std::string_view absolute) const;

private:
    std::string m_root;
};

} // namespace stepscope::agent
