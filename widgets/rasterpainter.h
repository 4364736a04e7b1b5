#pragma once

#include "widgets/inktable.h"
#include "widgets/labelmasks.h"
#include "widgets/tracks/geometry.h"

#include <cstdint>
#include <optional>

namespace stepscope::widgets {

class PixelSheet;

/// What painting pixels keeps from frame to frame.
class RasterInks
{
public:
    /// To be called before the rows of a frame.
    void use(const Theme& theme, double ratio);

    [[nodiscard]] const Theme& theme() const { return *m_theme; }
    [[nodiscard]] const InkTable& boxes() const { return *m_boxes; }
    [[nodiscard]] LabelMasks& labels() { return m_labels; }

private:
    std::optional<Theme> m_theme;
    std::optional<InkTable> m_boxes;
    LabelMasks m_labels;
};

/// Paints a row's geometry pixel by pixel, without QPainter: that is where the time of a frame would go. What it looks
/// like is what GeometryPainter draws as shapes. Spans of other ops than `focusedOp` are faded; 0 = none are.
class RasterPainter
{
public:
    RasterPainter(PixelSheet& sheet, RasterInks& inks, double height, std::uint32_t focusedOp);

    void paint(const Geometry& geometry);

private:
    struct Tones;
    class Scale;

    void paintStack(const Scale& scale, const StackLayer& layer);
    void paintColumns(const Scale& scale, const Series& series, const Tones& tones);
    void paintLine(const Scale& scale, const std::vector<Point>& line, bool filled, const Tones& tones);
    void paintLevels(const Scale& scale, const Geometry& geometry);
    void paintLevelTexts(const Scale& scale, const Geometry& geometry);
    void paintBoxes(const Geometry& geometry);
    void fillBox(int left, int right, int top, int bottom, const InkTable::Colours& colours);
    void paintLabel(const Box& box, int left, int right, int top, int bottom, QRgb colour);

    PixelSheet& m_sheet;
    RasterInks& m_inks;
    double m_height;
    std::uint32_t m_focusedOp;
};

} // namespace stepscope::widgets
