#pragma once

#include <QProxyStyle>

namespace stepscope::ui {

/// Fusion with frames of boxes and fields at a contrast of at least 3:1 to the window (WCAG 2.1, 1.4.11). The frames of
/// plain Fusion are nearly black on dark windows.
class FrameStyle : public QProxyStyle
{
    Q_OBJECT

public:
    FrameStyle();

    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                            const QWidget* widget) const override;
};

/// Colour of a frame in a window with this palette.
[[nodiscard]] QColor frameColour(const QPalette& palette);

} // namespace stepscope::ui
