#include "ui/parts/swatch.h"

#include "analysis/text/oplabel.h"
#include "ui/parts/appearance.h"
#include "ui/parts/elidedtext.h"

#include <QApplication>
#include <QPainter>
#include <QPixmap>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

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

QString opText(std::string_view opName)
{
    const std::string_view label = analysis::opLabel(opName);
    return QString::fromUtf8(label.data(), static_cast<qsizetype>(label.size()));
}

namespace {

constexpr int kEdge = 4;
constexpr qsizetype kShownEnd = 200; ///< characters; more than a cell has room for
constexpr int kRowsAround = 20;      ///< above and below: a view shows about as many together

QString bothEndsOf(const QString& text)
{
    return text.size() > 2 * kShownEnd ? text.left(kShownEnd) + QChar(0x2026) + text.right(kShownEnd) : text;
}

/// Those of the cells above and below.
QStringList textsAround(const QModelIndex& index)
{
    QStringList texts;
    const int last = std::min(index.row() + kRowsAround, index.model()->rowCount(index.parent()) - 1);
    for (int row = std::max(0, index.row() - kRowsAround); row <= last; ++row)
        texts << bothEndsOf(index.siblingAtRow(row).data().toString());
    return texts;
}

} // namespace

void LongTextDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    option->text = bothEndsOf(option->text);
}

QVariant ShareBar::colorValue(const std::optional<widgets::ColorRole>& color)
{
    return color ? QVariant(static_cast<qulonglong>(color->kind) << 32U | color->index) : QVariant();
}

QSize ShareBar::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    return LongTextDelegate::sizeHint(option, index) + QSize(kEdge, 0);
}

void ShareBar::paintText(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    const QStyle* style = item.widget ? item.widget->style() : QApplication::style();
    style->drawPrimitive(QStyle::PE_PanelItemViewItem, &item, painter, item.widget);
    if (item.displayAlignment & Qt::AlignRight)
        item.rect.adjust(0, 0, -kEdge, 0);
    LongTextDelegate::paint(painter, item, index);
}

void ShareBar::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    bool hasShare = false;
    const double share = std::clamp(index.data(kShareRole).toDouble(&hasShare), 0.0, 1.0);
    if (!hasShare && !index.data(kColorRole).isValid())
        return paintText(painter, option, index);

    // Background, bar, text in this order: the text keeps its contrast on light, dark and selected rows.
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    const QString text = std::exchange(item.text, QString());
    const QStyle* style = item.widget ? item.widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &item, painter, item.widget);

    QRectF bar = QRectF(option.rect).adjusted(2, 2, -2, -2);
    const bool right = item.displayAlignment & Qt::AlignRight;
    const double width = bar.width() * share;
    right ? bar.setLeft(bar.right() - width) : bar.setRight(bar.left() + width);
    painter->fillRect(bar, QColor(86, 180, 233, 80)); // Okabe-Ito sky blue

    const bool chosen = item.state & QStyle::State_Selected;
    QRect room = option.rect.adjusted(6, 0, -6, 0);
    if (const QVariant color = index.data(kColorRole); color.isValid()) {
        const qulonglong value = color.toULongLong();
        const QIcon icon =
            swatch({static_cast<widgets::ColorRole::Kind>(value >> 32U), static_cast<std::uint32_t>(value)});
        icon.paint(painter, QRect(room.left(), room.center().y() - kSwatchPx / 2 + 1, kSwatchPx, kSwatchPx));
        room.setLeft(room.left() + kSwatchPx + 6);
    }
    painter->save();
    painter->setFont(item.font);
    painter->setPen(item.palette.color(chosen ? QPalette::HighlightedText : QPalette::Text));
    const bool fits = item.fontMetrics.horizontalAdvance(text) <= room.width();
    painter->drawText(room, static_cast<int>(item.displayAlignment | Qt::AlignVCenter | Qt::TextSingleLine),
                      fits ? text : distinctlyElided(text, textsAround(index), item.fontMetrics, room.width()));
    painter->restore();
}

} // namespace stepscope::ui
