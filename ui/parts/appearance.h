#pragma once

#include "ui/parts/settings.h"
#include "widgets/render/theme.h"

#include <QIcon>
#include <QProxyStyle>

namespace stepscope::ui {

/// Sets the Fusion style with the timeline's colours for the whole program, on every desktop. Returns the applied
/// theme; ThemeChoice::System follows the palette that the desktop had at program start.
widgets::Theme applyAppearance(ThemeChoice choice);
/// The theme applied last; light before the first call.
[[nodiscard]] const widgets::Theme& currentTheme();

/// Fusion with frames of boxes and fields at a contrast of at least 3:1 to the window (WCAG 2.1, 1.4.11). The frames of
/// plain Fusion are nearly black on dark windows.
class FrameStyle : public QProxyStyle
{
    Q_OBJECT

public:
    FrameStyle();

    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override;
    /// The button of a tool bar that is too narrow: the pixmap of Qt is dark in every theme.
    [[nodiscard]] QIcon standardIcon(StandardPixmap icon, const QStyleOption* option,
                                     const QWidget* widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                            const QWidget* widget) const override;
};

/// Colour of a frame in a window with this palette.
[[nodiscard]] QColor frameColour(const QPalette& palette);

} // namespace stepscope::ui
