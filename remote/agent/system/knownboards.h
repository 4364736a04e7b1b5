#pragma once

#include <string_view>

namespace stepscope::agent {

/// A Jetson, and what all its cores are where they are all alike.
struct KnownBoard
{
    std::string_view name; ///< "Jetson TX2"; empty = none that is known
    std::string_view cluster;
};

/// By the device tree: its list of compatible names (each ends with a zero) holds the module's part number, its model
/// a name.
KnownBoard knownBoard(std::string_view model, std::string_view compatible);

} // namespace stepscope::agent
