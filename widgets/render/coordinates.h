#pragma once

#include "analysis/trace/model.h"

#include <cstdint>

/// Time <-> pixel. Times are ns, pixels count from the left edge of the data.
namespace stepscope::widgets {

/// A time range and the size in px at which it is drawn. Geometry is computed per column; there is at least one column
/// per device pixel.
struct Viewport
{
    trace::TimeRange range;
    double width = 0;  ///< px
    double height = 0; ///< px
    int columns = 0;

    [[nodiscard]] double columnWidth() const { return columns > 0 ? width / columns : 0; }
    bool operator==(const Viewport&) const = default;
};

[[nodiscard]] double pixelOf(std::int64_t time, const Viewport& viewport);
/// Rounded to the nearest ns. Pixels outside the viewport give times outside the range.
[[nodiscard]] std::int64_t timeAt(double pixel, const Viewport& viewport);

/// The column of a time; -1 before the range, `columns` after it.
[[nodiscard]] int columnOf(std::int64_t time, const Viewport& viewport);
/// The time range of a column, exact and never empty: with more columns than ns, columns share a ns.
[[nodiscard]] trace::TimeRange columnRange(int column, const Viewport& viewport);

} // namespace stepscope::widgets
