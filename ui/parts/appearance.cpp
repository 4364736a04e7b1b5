#include "ui/parts/appearance.h"

#include "ui/parts/glyphs.h"
#include "widgets/render/theme.h"

#include <QApplication>
#include <QHash>
#include <QStyle>
#include <QStyleOption>
#include <QToolTip>

#include <utility>

namespace stepscope::ui {

namespace {

bool desktopIsDark()
{
    // Read once, before setPalette() replaces the palette of the desktop.
    static const bool kDark = QApplication::palette().color(QPalette::Window).lightness() < 128;
    return kDark;
}

widgets::Theme& taken()
{
    static widgets::Theme theme = widgets::Theme::light();
    return theme;
}

QStyle* takeStyle()
{
    auto* style = new FrameStyle;
    QApplication::setStyle(style);
    return style;
}

/// Properties that a palette does not have: thin frames, padding of rows and tabs. In em, which scales with the font.
QString styleSheet(const widgets::Theme& theme)
{
    return QStringLiteral("QToolBar { border: 0; border-bottom: 1px solid %1; spacing: 4px; padding: 4px 8px; }"
                          "QToolBar::separator { width: 1px; border-left: 1px solid %1; margin: 4px 4px; }"
                          "QStatusBar { border-top: 1px solid %1; } QStatusBar::item { border: 0; }"
                          "QSplitter::handle { background: %1; }"
                          "QHeaderView::section { background: %2; color: %3; border: 0; border-bottom: 1px solid %1;"
                          " padding: 3px 14px 3px 6px; }"
                          "QHeaderView::up-arrow, QHeaderView::down-arrow { subcontrol-origin: border;"
                          " subcontrol-position: center right; width: 8px; height: 8px; right: 3px; }"
                          "QToolButton::menu-indicator { image: none; }"
                          "QTreeView::item { padding: 2px 4px; }"
                          "#places { background: transparent; padding-left: 6px; } #places::item { padding: 4px 2px; }"
                          "QToolTip { background: %2; color: %3; border: 1px solid %1; padding: 4px; }")
        .arg(theme.line.name(), theme.header.name(), theme.text.name());
}

} // namespace

widgets::Theme applyAppearance(ThemeChoice choice)
{
    const bool dark = choice == ThemeChoice::Dark || (choice == ThemeChoice::System && desktopIsDark());
    const widgets::Theme theme = taken() =
        widgets::Theme::of(dark ? widgets::Theme::Kind::Dark : widgets::Theme::Kind::Light);
    [[maybe_unused]] static const QStyle* const kStyle = takeStyle();
    QApplication::setPalette(theme.palette());
    QToolTip::setPalette(theme.palette());
    // Qt styles all widgets again even if the sheet is the same.
    if (const QString sheet = styleSheet(theme); sheet != qApp->styleSheet())
        qApp->setStyleSheet(sheet);
    return theme;
}

const widgets::Theme& currentTheme()
{
    return taken();
}

namespace {

/// Fusion draws frames in the window colour, darkened by this factor, and lightens it slightly around check boxes.
constexpr int kDarkened = 140;
constexpr int kLightened = 110;

/// The same palette each time: Fusion keeps a picture of a box for each palette with which it has drawn it
/// (QPixmapCache), so that new palettes would fill that cache.
const QPalette& framed(const QPalette& palette, int lightened = 100)
{
    constexpr qsizetype kMost = 64; // palettes of widgets, in a few themes
    static QHash<std::pair<qint64, int>, QPalette> kept;
    const std::pair key(palette.cacheKey(), lightened);
    if (const auto known = kept.constFind(key); known != kept.constEnd())
        return *known;
    if (kept.size() >= kMost)
        kept.clear();
    QPalette changed = palette;
    changed.setColor(QPalette::Window, frameColour(palette).lighter(kDarkened).darker(lightened));
    return *kept.insert(key, changed);
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

QIcon FrameStyle::standardIcon(StandardPixmap icon, const QStyleOption* option, const QWidget* widget) const
{
    return icon == SP_ToolBarHorizontalExtensionButton ? glyph(Glyph::More)
                                                       : QProxyStyle::standardIcon(icon, option, widget);
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
