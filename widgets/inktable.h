#pragma once

#include "widgets/theme.h"
#include "widgets/tracks/geometry.h"

#include <array>
#include <cstdint>

namespace stepscope::widgets {

/// The colours of boxes, mixed once: a frame has ten thousands of boxes, and few colours.
class InkTable
{
public:
    struct Colours
    {
        QRgb box = 0;
        QRgb text = 0;
        QRgb edge = 0; ///< around the box, and all of one that is too narrow to have an edge
    };

    explicit InkTable(const Theme& theme);

    /// Of spans: fainter the less of its time a box is busy, and much fainter when it is `faded`.
    [[nodiscard]] const Colours& ofSpan(Ink ink, double busy, bool faded) const
    {
        const std::size_t shade = faded ? kShades + 1 : busy >= 1 ? kShades : shadeOf(busy);
        return m_ops[ink.index % Theme::kOpColours][shade];
    }
    [[nodiscard]] Colours of(Ink ink) const;

private:
    static constexpr std::size_t kShades = 8; // as many as can be told apart

    static std::size_t shadeOf(double busy)
    {
        return busy > 0 ? static_cast<std::size_t>(busy * (kShades - 0.001)) : 0;
    }
    [[nodiscard]] Colours coloursOf(const QColor& colour) const;

    const Theme& m_theme;
    std::array<std::array<Colours, kShades + 2>, Theme::kOpColours> m_ops; ///< the last is faded
};

} // namespace stepscope::widgets
