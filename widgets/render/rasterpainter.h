#pragma once

#include "widgets/render/geometry.h"
#include "widgets/render/textmaskcache.h"
#include "widgets/render/theme.h"

#include <cstdint>
#include <optional>

namespace stepscope::widgets {

class RasterSurface;

/// The colours and text masks of RasterPainter, kept from frame to frame.
class RasterColors
{
public:
    /// Selects theme and resolution; call it before painting the rows of a frame.
    void use(const Theme& theme, double ratio);

    [[nodiscard]] const Theme& theme() const { return *m_theme; }
    [[nodiscard]] const SpanPalette& boxes() const { return *m_boxes; }
    [[nodiscard]] TextMaskCache& labels() { return m_labels; }

private:
    std::optional<Theme> m_theme;
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
    struct CurveColors;
    class Scale;

    void paintStack(const Scale& scale, const StackLayer& layer);
    void paintColumns(const Scale& scale, const Series& series, const CurveColors& colors);
    void paintColumn(const Scale& scale, const Series& series, std::size_t i, const double* means,
                     const CurveColors& colors);
    void paintLine(const Scale& scale, const std::vector<Point>& line, bool filled, const CurveColors& colors);
    void paintLevels(const Scale& scale, const Geometry& geometry);
    void paintLevelTexts(const Geometry& geometry);
    void paintBoxes(const Geometry& geometry);
    void paintTextOver(const Box& box);
    void fillBox(int left, int right, int top, int bottom, const SpanPalette::Colours& colours);
    void paintLabel(const Box& box, int left, int right, int top, int bottom, QRgb colour);

    RasterSurface& m_surface;
    RasterColors& m_colors;
    double m_height;
    int m_window; ///< columns over which means are smoothed
    std::uint32_t m_focusedOp;
};

} // namespace stepscope::widgets
