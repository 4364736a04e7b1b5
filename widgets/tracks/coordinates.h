#pragma once

#include "analysis/trace/model.h"

#include <cstdint>

/// Time <-> pixel. Times are ns, pixels count from the left edge of the data.
namespace stepscope::widgets {

/// Part of the time axis on so many px. Columns are the places in which extremes are kept apart: at least one a device
/// pixel.
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
/// Rounded to the nearest ns; pixels outside give times outside.
[[nodiscard]] std::int64_t timeAt(double pixel, const Viewport& viewport);

/// First ns of a column, exact; column `columns` begins at the end of the range.
[[nodiscard]] std::int64_t columnBegin(int column, const Viewport& viewport);
/// Column that a time falls in; -1 before the range, `columns` after it.
[[nodiscard]] int columnOf(std::int64_t time, const Viewport& viewport);
/// The time of a column; never empty, though one ns may belong to several columns when there are more columns than ns.
[[nodiscard]] trace::TimeRange columnRange(int column, const Viewport& viewport);

} // namespace stepscope::widgets
