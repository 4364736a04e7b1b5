#pragma once

#include <string>
#include <string_view>

namespace stepscope::format {

/// A rail's place: what contains it and what it feeds. A contained rail is never added to the one that contains it.
struct RailPlace
{
    std::string_view parent; ///< label of the containing rail; empty = none
    std::string_view role;   ///< system, cpu, gpu, memory, soc, other
};

/// By the label that the driver gives; what is not known is "other" without a parent. The same label has another place
/// on another board: board is the name that the header's device gives ("Jetson AGX Thor"), empty where not known.
RailPlace railPlace(std::string_view board, std::string_view label);
inline RailPlace railPlace(std::string_view label)
{
    return railPlace({}, label);
}

/// What a rail's power is called: its label, or "GPU power" where the label alone would be taken for another thing
/// (AGX Xavier).
std::string railTitle(std::string_view label);

} // namespace stepscope::format
