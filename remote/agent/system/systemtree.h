#pragma once

#include "remote/format/result.h"

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope::agent {

/// The system's files, or those of a described board: a folder that replaces the root of /proc, /sys and /etc.
/// Allocates; not for use while sampling.
class SystemTree
{
public:
    explicit SystemTree(std::string root = {});
    /// Every path that is asked for is added to `asked`, which must outlive the tree and its copies. One thread.
    SystemTree(std::string root, std::set<std::string>& asked);

    /// True for a described board.
    [[nodiscard]] bool isDescribed() const { return !m_root.empty(); }
    /// Error NotFound if a described board has no folder, or one without proc and sys.
    [[nodiscard]] format::Result<void> check() const;
    [[nodiscard]] std::string path(std::string_view absolute) const;
    [[nodiscard]] bool exists(std::string_view absolute) const;
    /// The first 64 KiB of a file without trailing white space and zeros; nullopt when it cannot be read.
    [[nodiscard]] std::optional<std::string> readText(std::string_view absolute) const;
    /// A number of the device tree (four bytes, most significant first).
    [[nodiscard]] std::optional<std::uint32_t> readCell(std::string_view absolute) const;
    /// Names in a folder, sorted, without . and ..
    [[nodiscard]] std::vector<std::string> list(std::string_view absolute) const;

private:
    std::string m_root;
    std::set<std::string>* m_asked = nullptr;
};

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
