#pragma once

#include "widgets/render/geometry.h"
#include "widgets/render/theme.h"

#include <array>
#include <cstdint>

namespace stepscope::widgets {

/// Precomputed colours of boxes. A frame has tens of thousands of boxes, but few colours.
class SpanPalette
{
public:
    struct Colours
    {
        QRgb box = 0;
        QRgb text = 0;
        QRgb edge = 0; ///< of the edge, and of boxes that are too narrow for an edge
    };

    explicit SpanPalette(const Theme& theme);

    /// Colours of a span: lighter for a smaller busy share, and much lighter if `faded`.
    [[nodiscard]] const Colours& ofSpan(ColorRole color, double busy, bool faded) const
    {
        const std::size_t shade = faded ? kShades + 1 : busy >= 1 ? kShades : shadeOf(busy);
        return m_ops[color.index % Theme::kOpColours][shade];
    }
    [[nodiscard]] Colours of(ColorRole color) const;

private:
    static constexpr std::size_t kShades = 8; ///< more are not distinguishable

    static std::size_t shadeOf(double busy)
    {
        return busy > 0 ? static_cast<std::size_t>(busy * (kShades - 0.001)) : 0;
    }
    [[nodiscard]] Colours coloursOf(const QColor& colour) const;

    const Theme& m_theme;
    std::array<std::array<Colours, kShades + 2>, Theme::kOpColours>
        m_ops; ///< by op colour: shades by busy share, full, faded
};

} // namespace stepscope::widgets
