#include "widgets/timeline/rowhints.h"

#include "widgets/timeline/labelcolumn.h"
#include "widgets/timeline/timelinecanvas.h"

#include <algorithm>

namespace stepscope::widgets {

void RowHints::draw(QPainter& painter) const
{
    const RowDragState& drag = m_canvas.scene().rowDrag;
    if (drag == RowDragState{})
        return;
    painter.save();
    painter.setClipRect(m_canvas.rowArea(), Qt::IntersectClip);
    if (drag.dragged.empty())
        drawHover(painter);
    else
        drawDrag(painter);
    painter.restore();
}

void RowHints::drawHover(QPainter& painter) const
{
    const Scene& scene = m_canvas.scene();
    const RowDragState& drag = scene.rowDrag;
    if (drag.row >= scene.rows.all().size())
        return;
    const QRect row = m_canvas.rowRect(drag.row);
    const QRect clip = m_canvas.rowClip(drag.row);
    painter.setClipRect(QRect(0, clip.top(), TimelineCanvas::kLabelWidth, clip.height()), Qt::IntersectClip);
    if (drag.overEdge)
        painter.fillRect(QRect(0, row.bottom() - 1, TimelineCanvas::kLabelWidth, 3), scene.theme.accent);
    if (drag.overEdge || scene.rows.all()[drag.row].place.isSummary)
        return;
    LabelColumn(m_canvas).drawBesidePin(painter, drag.row);
    drawPinButton(painter, row, scene.rows.all()[drag.row].place.isPinned);
}

void RowHints::drawPinButton(QPainter& painter, const QRect& row, bool isPinned) const
{
    const Theme& theme = m_canvas.scene().theme;
    const QRect place = LabelColumn::pinRect(row);
    const bool isOver = m_canvas.scene().rowDrag.overPin;
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
        if (!scene.rowDrag.dragsGroup && row.name == scene.rowDrag.dragged)
            shade(m_canvas.rowRect(i).top(), row.height);
    }
    for (const PlacedGroup& group : scene.rows.groups()) {
        if (scene.rowDrag.dragsGroup && trackGroups()[group.group].name == scene.rowDrag.dragged)
            shade(area.top() + group.top - scene.scroll, group.bottom - group.top);
    }
    if (!scene.rowDrag.dropsAt)
        return;
    const int y = std::clamp(*scene.rowDrag.dropsAt, area.top() + 1, area.bottom() - 1);
    painter.fillRect(QRect(0, y - 1, area.width(), 2), scene.theme.accent);
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(QPen(scene.theme.accent, 2));
    painter.setBrush(scene.theme.surface);
    painter.drawEllipse(QPointF(6, y), 4, 4);
    painter.setRenderHint(QPainter::Antialiasing, false);
}

} // namespace stepscope::widgets
