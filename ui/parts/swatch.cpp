#include "ui/parts/swatch.h"

#include "ui/parts/appearance.h"

#include <QPainter>
#include <QPixmap>

#include <map>
#include <tuple>

namespace stepscope::ui {

QIcon swatch(widgets::ColorRole color)
{
    const widgets::Theme& theme = currentTheme();
    if (color.kind == widgets::ColorRole::Kind::Op)
        color.index %= widgets::Theme::kOpColours;
    // Cached: every painted cell requests one, and there are few colours.
    static std::map<std::tuple<widgets::Theme::Kind, widgets::ColorRole::Kind, std::uint32_t>, QIcon> cache;
    QIcon& icon = cache[{theme.kind, color.kind, color.index}];
    if (!icon.isNull())
        return icon;
    const QColor colour = theme.colour(color);
    for (const int ratio : {1, 2}) {
        QPixmap picture(kSwatchPx * ratio, kSwatchPx * ratio);
        picture.setDevicePixelRatio(ratio);
        picture.fill(theme.edgeOf(colour));
        QPainter painter(&picture);
        painter.fillRect(1, 1, kSwatchPx - 2, kSwatchPx - 2, colour);
        painter.end();
        // Selected rows use the same colour, since it identifies the op.
        icon.addPixmap(picture, QIcon::Normal);
        icon.addPixmap(picture, QIcon::Selected);
    }
    return icon;
}

QIcon opSwatch(std::string_view opName)
{
    return swatch(widgets::opColor(opName));
}

} // namespace stepscope::ui
