#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <string>

namespace stepscope::widgets {

/// What a hand is about to do with the label of a row or with the header of a group.
struct RowHand
{
    static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

    std::size_t row = kNone;   ///< whose label is below the pointer: index into Rows::all()
    std::size_t group = kNone; ///< whose header or triangle is below the pointer: index into Rows::groups()
    bool overPin = false;      ///< a click pins or unpins
    bool overEdge = false;     ///< a drag changes the height
    std::string dragged;       ///< name of the row or group that is being moved; empty = none
    bool dragsGroup = false;
    std::optional<int> dropsAt; ///< px of the canvas: it would be put here
    bool operator==(const RowHand&) const = default;
};

} // namespace stepscope::widgets
