#pragma once

#include <string_view>

namespace stepscope::format {

/// A rail's place: what contains it and what it feeds. A contained rail is never added to the one that contains it.
struct RailPlace
{
    std::string_view parent; ///< label of the containing rail; empty = none
    std::string_view role;   ///< system, cpu, gpu, memory, soc, other
};

/// By the label that the driver gives; what is not known is "other" without a parent.
RailPlace railPlace(std::string_view label);

} // namespace stepscope::format
