#include "ui/fleet/fleetcells.h"

#include "ui/fleet/fleetmodel.h"
#include "ui/parts/appearance.h"

#include <QApplication>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace stepscope::ui {

namespace {

constexpr int kCellMargin = 8;
constexpr qsizetype kLeastPoints = 10; ///< 20 s

void drawCellPanel(QPainter* painter, const QStyleOptionViewItem& item)
{
    const QStyle* style = item.widget ? item.widget->style() : QApplication::style();
    style->drawPrimitive(QStyle::PE_PanelItemViewItem, &item, painter, item.widget);
}

QColor cellTextColour(const QStyleOptionViewItem& item)
{
    return item.palette.color(item.state & QStyle::State_Selected ? QPalette::HighlightedText : QPalette::Text);
}

void drawSpark(QPainter* painter, const QRectF& room, const QList<double>& values, const QColor& colour)
{
    double largest = 0;
    for (const double value : values)
        largest = std::isfinite(value) ? std::max(largest, value) : largest;
    if (largest <= 0 || values.size() < kLeastPoints)
        return;
    // A run that has only begun fills the room with less than the whole time.
    const auto begin = std::find_if(values.begin(), values.end(), [](double value) { return std::isfinite(value); });
    const qsizetype first = std::min<qsizetype>(begin - values.begin(), values.size() - kLeastPoints);
    const auto point = [&](qsizetype i) {
        return QPointF(room.left() + room.width() * static_cast<double>(i - first) /
                                         static_cast<double>(values.size() - 1 - first),
                       room.bottom() - room.height() * std::max(values[i], 0.0) / largest);
    };
    QColor area = colour;
    area.setAlpha(44);
    for (qsizetype i = first; i < values.size();) {
        if (!std::isfinite(values[i])) {
            ++i;
            continue;
        }
        QPainterPath path(point(i));
        const double left = point(i).x();
        double right = left;
        for (++i; i < values.size() && std::isfinite(values[i]); ++i) {
            path.lineTo(point(i));
            right = point(i).x();
        }
        QPainterPath below = path;
        below.lineTo(right, room.bottom());
        below.lineTo(left, room.bottom());
        painter->fillPath(below, area);
        painter->strokePath(path, QPen(colour, 1.2));
    }
}

} // namespace

int SparkCell::textWidth(const QFontMetrics& metrics)
{
    return metrics.horizontalAdvance(QStringLiteral("888.88 W")) + kCellMargin;
}

void SparkCell::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    drawCellPanel(painter, item);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const int text = textWidth(item.fontMetrics);
    const QRectF room = QRectF(item.rect).adjusted(kCellMargin, kCellMargin, -text - kCellMargin, -kCellMargin);
    const bool isSelected = item.state & QStyle::State_Selected;
    if (room.width() >= kLeastLine)
        drawSpark(painter, room, index.data(FleetModel::kLineRole).value<QList<double>>(),
                  isSelected ? cellTextColour(item) : currentTheme().accent);
    painter->setFont(item.font);
    painter->setPen(cellTextColour(item));
    painter->drawText(item.rect.adjusted(0, 0, -kCellMargin, 0), Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine,
                      item.text);
    painter->restore();
}

void DeviceCell::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    drawCellPanel(painter, item);
    const QString detail = index.data(FleetModel::kDetailRole).toString();
    const QRect room = item.rect.adjusted(kCellMargin, 0, -kCellMargin, 0);
    const int line = item.fontMetrics.height();
    const int top = room.center().y() - (detail.isEmpty() ? line / 2 : line);
    painter->save();
    QFont bold = item.font;
    bold.setBold(true);
    painter->setFont(bold);
    painter->setPen(cellTextColour(item));
    painter->drawText(QRect(room.left(), top, room.width(), line), Qt::AlignLeft | Qt::AlignVCenter,
                      QFontMetrics(bold).elidedText(item.text, Qt::ElideMiddle, room.width()));
    painter->setFont(item.font);
    if (!(item.state & QStyle::State_Selected))
        painter->setPen(currentTheme().mutedText);
    painter->drawText(QRect(room.left(), top + line, room.width(), line), Qt::AlignLeft | Qt::AlignVCenter,
                      item.fontMetrics.elidedText(detail, Qt::ElideRight, room.width()));
    painter->restore();
}

} // namespace stepscope::ui
