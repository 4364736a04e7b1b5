#pragma once

#include <string>
#include <string_view>

namespace stepscope::format {

/// The place of a power rail in the board's tree. The power of a rail is part of its parent's power, so sums must not
/// include both.
struct RailPlace
{
    std::string_view parent; ///< label of the containing rail; empty = none
    std::string_view role;   ///< system, cpu, gpu, memory, soc, other
};

/// The place of a rail by its label in the driver. An unknown label has the role "other" and no parent. A label can
/// have different places on different boards; `board` is the device name of the header ("Jetson AGX Thor"), empty =
/// unknown.
RailPlace railPlace(std::string_view board, std::string_view label);
inline RailPlace railPlace(std::string_view label)
{
    return railPlace({}, label);
}
/// Whether railPlace() knows the label, on any board.
bool isKnownRail(std::string_view label);

/// Display name of a rail's power: its label, or label + " power" if the label alone is ambiguous ("GPU" on AGX
/// Xavier).
std::string railTitle(std::string_view label);

} // namespace stepscope::format
