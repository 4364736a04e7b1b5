#pragma once

#include "remote/simulator/board/treenodes.h"

#include <cstdlib>
#include <string>
#include <string_view>

namespace stepscope::testing {

/// The node at a path of a tree that is not mounted; 0 = none.
inline std::uint64_t nodeAt(const simulator::TreeNodes& nodes, std::string_view path)
{
    std::uint64_t at = simulator::TreeNodes::kRoot;
    while (at != 0 && !path.empty()) {
        path.remove_prefix(std::min(path.find_first_not_of('/'), path.size()));
        const std::string_view part = path.substr(0, path.find('/'));
        path.remove_prefix(part.size());
        if (!part.empty())
            at = nodes.child(at, part);
    }
    return at;
}

inline std::string textAt(const simulator::TreeNodes& nodes, std::string_view path)
{
    const std::uint64_t node = nodeAt(nodes, path);
    return node == 0 ? "(" + std::string(path) + " does not exist)" : nodes.read(node, 0).bytes;
}

inline long long numberAt(const simulator::TreeNodes& nodes, std::string_view path)
{
    return std::strtoll(textAt(nodes, path).c_str(), nullptr, 10);
}

} // namespace stepscope::testing
