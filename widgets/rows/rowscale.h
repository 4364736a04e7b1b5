#pragma once

#include "widgets/render/geometry.h"

#include <optional>
#include <string_view>

namespace stepscope::widgets {

/// The scale of a row's values that the user chose; the default is the automatic scale of its track.
struct RowScale
{
    std::optional<double> min; ///< in the unit of the row; nothing = automatic
    std::optional<double> max;
    bool isLogarithmic = false;

    [[nodiscard]] bool isAutomatic() const { return !min && !max && !isLogarithmic; }
    /// Finite, and the least value is below the largest one.
    [[nodiscard]] bool isValid() const;
    bool operator==(const RowScale&) const = default;
};

/// Draws the values of a row by this scale; `unit` is that of its values, for the labels. Values beyond the scale are
/// drawn at its edge. On a logarithmic scale, values and limits are decimal logarithms afterwards; values that are not
/// above its least value, such as 0, are drawn at the bottom. Without a positive `min` it has three decades. A scale
/// that is not valid, and a row without values, change nothing. O(columns).
void applyScale(Geometry& geometry, const RowScale& scale, std::string_view unit);

} // namespace stepscope::widgets
