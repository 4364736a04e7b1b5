#pragma once

#include "widgets/render/geometry.h"
#include "widgets/render/rastersurface.h"

#include <algorithm>

namespace stepscope::widgets {

/// Converts values to device pixels of a row. Values far beyond the scale end a little beyond the row's scale.
class RasterScale
{
public:
    /// `height`: px of the row; `ratio`: device pixels per px.
    RasterScale(const Geometry& geometry, double height, double ratio)
        : m_top(yOf(geometry.valueMax, geometry, height) * ratio)
        , m_zero(yOf(geometry.valueMin, geometry, height) * ratio)
        , m_perValue((m_top - m_zero) / std::max(geometry.valueMax - geometry.valueMin, 1e-300))
        , m_valueMin(geometry.valueMin)
        , m_highest(m_top - 0.02 * (m_zero - m_top))
        , m_lowest(m_zero + 0.02 * (m_zero - m_top))
    {}

    [[nodiscard]] double y(double value) const
    {
        return std::clamp(m_zero + (value - m_valueMin) * m_perValue, m_highest, m_lowest);
    }
    [[nodiscard]] int row(double value) const { return RasterSurface::rounded(y(value)); }
    [[nodiscard]] int base() const { return RasterSurface::rounded(m_zero); }

private:
    double m_top;
    double m_zero;
    double m_perValue;
    double m_valueMin;
    double m_highest;
    double m_lowest;
};

} // namespace stepscope::widgets
