#include "widgets/rowhints.h"

#include "widgets/labelcolumn.h"
#include "widgets/timelinecanvas.h"

#include <algorithm>

namespace stepscope::widgets {

void RowHints::draw(QPainter& painter) const
{
    const RowHand& hand = m_canvas.scene().hand;
    if (hand == RowHand{})
        return;
    painter.save();
    painter.setClipRect(m_canvas.rowArea(), Qt::IntersectClip);
    if (hand.dragged.empty())
        drawHover(painter);
    else
        drawDrag(painter);
    painter.restore();
}

void RowHints::drawHover(QPainter& painter) const
{
    const Scene& scene = m_canvas.scene();
    const RowHand& hand = scene.hand;
    if (hand.row >= scene.rows.all().size())
        return;
    const QRect row = m_canvas.rowRect(hand.row);
    const QRect clip = m_canvas.rowClip(hand.row);
    painter.setClipRect(QRect(0, clip.top(), TimelineCanvas::kLabelWidth, clip.height()), Qt::IntersectClip);
    if (hand.overEdge)
        painter.fillRect(QRect(0, row.bottom() - 1, TimelineCanvas::kLabelWidth, 3), scene.theme.accent);
    if (hand.overEdge || scene.rows.all()[hand.row].place.standsForGroup)
        return;
    LabelColumn(m_canvas).drawBesidePin(painter, hand.row);
    drawPinButton(painter, row, scene.rows.all()[hand.row].place.isPinned);
}

void RowHints::drawPinButton(QPainter& painter, const QRect& row, bool isPinned) const
{
    const Theme& theme = m_canvas.scene().theme;
    const QRect place = LabelColumn::pinRect(row);
    const bool isOver = m_canvas.scene().hand.overPin;
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(Qt::NoPen);
    painter.setBrush(isOver ? mixed(theme.header, theme.text, 0.12) : theme.header);
    painter.drawRoundedRect(place, 4, 4);
    drawPin(painter, QRectF(place).center(), isPinned ? theme.accent : isOver ? theme.text : theme.mutedText, isPinned);
    painter.setRenderHint(QPainter::Antialiasing, false);
}

void RowHints::drawDrag(QPainter& painter) const
{
    const Scene& scene = m_canvas.scene();
    const QRect area = m_canvas.rowArea();
    QColor tint = scene.theme.accent;
    tint.setAlpha(36);
    const auto shade = [&](int top, int height) { painter.fillRect(QRect(0, top, area.width(), height), tint); };
    for (std::size_t i = 0; i < scene.rows.all().size(); ++i) {
        const Rows::Row& row = scene.rows.all()[i];
        if (!scene.hand.dragsGroup && row.name == scene.hand.dragged)
            shade(m_canvas.rowRect(i).top(), row.height);
    }
    for (const PlacedGroup& group : scene.rows.groups()) {
        if (scene.hand.dragsGroup && trackGroups()[group.group].name == scene.hand.dragged)
            shade(area.top() + group.top - scene.scroll, group.bottom - group.top);
    }
    if (!scene.hand.dropsAt)
        return;
    const int y = std::clamp(*scene.hand.dropsAt, area.top() + 1, area.bottom() - 1);
    painter.fillRect(QRect(0, y - 1, area.width(), 2), scene.theme.accent);
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(QPen(scene.theme.accent, 2));
    painter.setBrush(scene.theme.surface);
    painter.drawEllipse(QPointF(6, y), 4, 4);
    painter.setRenderHint(QPainter::Antialiasing, false);
}

} // namespace stepscope::widgets
