#include "ui/parts/framestyle.h"

#include "widgets/render/theme.h"

#include <QStyleOption>

namespace stepscope::ui {

namespace {

/// Fusion draws frames in the window colour, darkened by this factor, and lightens it slightly around check boxes.
constexpr int kDarkened = 140;
constexpr int kLightened = 110;

QPalette framed(QPalette palette, int lightened = 100)
{
    palette.setColor(QPalette::Window, frameColour(palette).lighter(kDarkened).darker(lightened));
    return palette;
}

} // namespace

QColor frameColour(const QPalette& palette)
{
    const QColor window = palette.color(QPalette::Window);
    const QColor base = palette.color(QPalette::Base);
    QColor frame = window;
    for (double share = 0.1; share < 1; share += 0.02) {
        frame = widgets::mixed(window, palette.color(QPalette::Active, QPalette::Text), share);
        if (widgets::contrastRatio(frame, window) >= widgets::Theme::kGraphicContrast &&
            widgets::contrastRatio(frame, base) >= widgets::Theme::kGraphicContrast)
            break;
    }
    return frame;
}

FrameStyle::FrameStyle()
    : QProxyStyle(QStringLiteral("Fusion"))
{}

void FrameStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                               const QWidget* widget) const
{
    const bool isBox = element == PE_IndicatorCheckBox || element == PE_IndicatorRadioButton;
    if (const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option); button && isBox) {
        QStyleOptionButton copy = *button;
        copy.palette = framed(copy.palette, kLightened);
        return QProxyStyle::drawPrimitive(element, &copy, painter, widget);
    }
    const auto* item = qstyleoption_cast<const QStyleOptionViewItem*>(option);
    if (item && element == PE_IndicatorItemViewItemCheck) {
        QStyleOptionViewItem copy = *item;
        copy.palette = framed(copy.palette, kLightened);
        return QProxyStyle::drawPrimitive(element, &copy, painter, widget);
    }
    if (const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option); frame && element == PE_FrameLineEdit) {
        QStyleOptionFrame copy = *frame;
        copy.palette = framed(copy.palette);
        return QProxyStyle::drawPrimitive(element, &copy, painter, widget);
    }
    QProxyStyle::drawPrimitive(element, option, painter, widget);
}

void FrameStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                                    const QWidget* widget) const
{
    if (const auto* spin = qstyleoption_cast<const QStyleOptionSpinBox*>(option); spin && control == CC_SpinBox) {
        QStyleOptionSpinBox copy = *spin;
        copy.palette = framed(copy.palette);
        return QProxyStyle::drawComplexControl(control, &copy, painter, widget);
    }
    if (const auto* box = qstyleoption_cast<const QStyleOptionComboBox*>(option); box && control == CC_ComboBox) {
        QStyleOptionComboBox copy = *box;
        copy.palette = framed(copy.palette);
        return QProxyStyle::drawComplexControl(control, &copy, painter, widget);
    }
    QProxyStyle::drawComplexControl(control, option, painter, widget);
}

} // namespace stepscope::ui
