#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <string>

namespace stepscope::widgets {

/// The state of the pointer over the labels of rows and the headers of groups: what it is over, and a drag.
struct RowDragState
{
    static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

    std::size_t row = kNone;    ///< the label under the pointer: index into Rows::all()
    std::size_t group = kNone;  ///< the header or triangle under the pointer: index into Rows::groups()
    bool overPin = false;       ///< a click pins or unpins the row
    bool overEdge = false;      ///< a drag changes the height of the row
    std::string dragged;        ///< name of the row or group that is moved; empty = none
    bool dragsGroup = false;    ///< `dragged` is a group
    std::optional<int> dropsAt; ///< y of the place of the drop, px of the canvas
    bool operator==(const RowDragState&) const = default;
};

} // namespace stepscope::widgets
