#pragma once

#include <string_view>

namespace stepscope::agent {

/// A Jetson model.
struct KnownBoard
{
    std::string_view name;    ///< "Jetson TX2"; empty = unknown board
    std::string_view cluster; ///< of all cores; empty if they differ
};

/// Looks the board up by the device tree: the module's part number in its list of compatible names (each ends with a
/// zero), or its model name.
KnownBoard knownBoard(std::string_view model, std::string_view compatible);

} // namespace stepscope::agent
