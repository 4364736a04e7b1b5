#include "ui/swatch.h"

#include "ui/appearance.h"

#include <QPainter>
#include <QPixmap>

#include <map>
#include <tuple>

namespace stepscope::ui {

QIcon swatch(widgets::Ink ink)
{
    const widgets::Theme& theme = currentTheme();
    if (ink.kind == widgets::Ink::Kind::Op)
        ink.index %= widgets::Theme::kOpColours;
    // Asked for by every cell that is painted, and there are few.
    static std::map<std::tuple<widgets::Theme::Kind, widgets::Ink::Kind, std::uint32_t>, QIcon> known;
    QIcon& icon = known[{theme.kind, ink.kind, ink.index}];
    if (!icon.isNull())
        return icon;
    const QColor colour = theme.colour(ink);
    for (const int ratio : {1, 2}) {
        QPixmap picture(kSwatchPx * ratio, kSwatchPx * ratio);
        picture.setDevicePixelRatio(ratio);
        picture.fill(theme.edgeOf(colour));
        QPainter painter(&picture);
        painter.fillRect(1, 1, kSwatchPx - 2, kSwatchPx - 2, colour);
        painter.end();
        // The same where the row is chosen: a colour says which op it is.
        icon.addPixmap(picture, QIcon::Normal);
        icon.addPixmap(picture, QIcon::Selected);
    }
    return icon;
}

QIcon opSwatch(std::string_view opName)
{
    return swatch(widgets::opInk(opName));
}

} // namespace stepscope::ui
