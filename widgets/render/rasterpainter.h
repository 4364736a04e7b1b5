#pragma once

#include "widgets/render/geometry.h"
#include "widgets/render/textmaskcache.h"
#include "widgets/render/theme.h"

#include <QColor>
#include <QRect>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace stepscope::widgets {

class RasterScale;
class RasterSurface;
struct CurveColors;

/// The colours and text masks of RasterPainter, kept from frame to frame.
class RasterColors
{
public:
    /// Selects theme and resolution; call it before painting the rows of a frame.
    void use(const Theme& theme, double ratio);

    [[nodiscard]] const Theme& theme() const { return *m_theme; }
    /// As Theme::colour(), in a fraction of its time: adjusting the contrast takes powers.
    [[nodiscard]] QColor colour(const ColorRole& role) const;
    [[nodiscard]] const SpanPalette& boxes() const { return *m_boxes; }
    [[nodiscard]] TextMaskCache& labels() { return m_labels; }

private:
    static constexpr std::size_t kKinds = static_cast<std::size_t>(ColorRole::Kind::Series) + 1;
    static constexpr std::uint32_t kIndices = 16; ///< a recording rarely has more of a kind

    std::optional<Theme> m_theme;
    std::array<std::array<QColor, kIndices>, kKinds> m_colours; ///< by kind and index
    std::optional<SpanPalette> m_boxes;
    TextMaskCache m_labels;
};

/// Paints the geometry of a row into pixels without QPainter; README.md has the measured speed ratio. Several threads
/// may paint different rows with the same RasterColors. The result looks as GeometryPainter's. Spans of ops other than
/// `focusedOp` are faded; 0 = none are.
class RasterPainter
{
public:
    RasterPainter(RasterSurface& surface, RasterColors& colors, double height, std::uint32_t focusedOp);

    void paint(const Geometry& geometry);

private:
    void paintStack(const RasterScale& scale, const StackLayer& layer);
    void paintLine(const RasterScale& scale, const std::vector<Point>& line, bool filled, const CurveColors& colors);
    void paintLevels(const RasterScale& scale, const Geometry& geometry);
    void paintLevelTexts(const Geometry& geometry);
    void paintBoxes(const Geometry& geometry);
    void fillBox(int left, int right, int top, int bottom, const SpanPalette::Colours& colours);
    void paintName(const Box& box, const QRect& place, QRgb colour);
    void paintText(const Box& box, const BoxText& text);

    RasterSurface& m_surface;
    RasterColors& m_colors;
    double m_height;
    int m_window; ///< columns over which means are smoothed
    std::uint32_t m_focusedOp;
};

} // namespace stepscope::widgets
