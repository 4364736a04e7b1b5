#pragma once

#include "widgets/render/colorrole.h"
#include "widgets/render/geometry.h"

#include <QColor>
#include <QFont>
#include <QPalette>
#include <QString>

#include <array>
#include <cstdint>

namespace stepscope::widgets {

/// Colours and fonts. Text has a contrast of at least 4.5:1 on every surface that it is drawn on. Distances in the
/// layout are multiples of 8 px.
struct Theme
{
    enum class Kind { Light, Dark };
    /// Least contrast of lines and edges of boxes to the surface, as WCAG 2.1 (1.4.11) demands.
    static constexpr double kGraphicContrast = 3;
    static constexpr std::uint32_t kOpColours = 28; ///< ops whose indices are equal modulo this number share a colour

    Kind kind = Kind::Light;
    QColor window;  ///< background of the window
    QColor surface; ///< background of data
    QColor header;  ///< label column, time ruler
    QColor line;    ///< between rows
    QColor grid;    ///< under the data
    QColor text;
    QColor mutedText; ///< units, sub-labels, ticks
    QColor accent;    ///< focus, selection
    QColor selection; ///< over data; translucent
    QColor cursor;    ///< crosshair
    QColor warning;
    QColor error;
    QString family; ///< preferred font family; empty = the default

    static Theme light();
    static Theme dark();
    static Theme of(Kind kind) { return kind == Kind::Dark ? dark() : light(); }

    /// Colours of the Okabe-Ito palette; more than eight are made by changing their lightness.
    [[nodiscard]] QColor colour(ColorRole color) const;
    /// Colour of the edge of a box: its hue, with kGraphicContrast to the surface.
    [[nodiscard]] QColor edgeOf(const QColor& box) const;
    /// Black or white, whichever has the higher contrast to the background.
    [[nodiscard]] QColor textOn(const QColor& background) const;

    [[nodiscard]] QFont font() const;       ///< names and values
    [[nodiscard]] QFont smallFont() const;  ///< ticks, sub-labels, names in spans
    [[nodiscard]] QFont strongFont() const; ///< titles
    /// The palette of standard widgets.
    [[nodiscard]] QPalette palette() const;
};

/// Mixes two colours: share 0 = `a`, 1 = `b`.
[[nodiscard]] QColor mixed(const QColor& a, const QColor& b, double share);
/// Colour of a layer in a stack: lighter than a line of the same role, since it covers a large area.
[[nodiscard]] QColor stackColour(const Theme& theme, ColorRole color);

/// Background of the header of a group of rows.
[[nodiscard]] QColor headerBand(const Theme& theme);
/// Line between pinned and scrolling rows.
[[nodiscard]] QColor edgeOfPinned(const Theme& theme);

/// Contrast ratio of WCAG 2.1: 1 (equal colours) to 21 (black on white).
[[nodiscard]] double contrastRatio(const QColor& a, const QColor& b);

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
