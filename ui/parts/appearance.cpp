#include "ui/parts/appearance.h"

#include "ui/parts/framestyle.h"

#include <QApplication>
#include <QStyle>
#include <QToolTip>

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
                          "QToolBar::separator { width: 1px; background: %1; margin: 4px 4px; }"
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
    qApp->setStyleSheet(styleSheet(theme));
    return theme;
}

const widgets::Theme& currentTheme()
{
    return taken();
}

} // namespace stepscope::ui
