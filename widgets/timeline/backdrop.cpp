#include "widgets/timeline/backdrop.h"

#include "widgets/timeline/timelinecanvas.h"

#include <QFontMetrics>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace stepscope::widgets {

namespace {

constexpr int kLabelIndent = 12;

} // namespace

Backdrop::Backdrop(const TimelineCanvas& canvas)
    : m_canvas(canvas)
    , m_labels(canvas)
{}

void Backdrop::draw(QPainter& painter, bool isPaper)
{
    const Scene& scene = m_canvas.scene();
    drawTitle(painter);
    drawRulerFrame(painter);
    if (scene.rows.all().empty()) {
        drawEmptyState(painter);
        return;
    }
    painter.save();
    painter.setClipRect(m_canvas.rowArea(), Qt::IntersectClip);
    drawGrid(painter);
    drawLosses(painter);
    drawRowLines(painter);
    m_labels.draw(painter, isPaper);
    painter.restore();
}

void Backdrop::drawTitle(QPainter& painter) const
{
    const Scene& scene = m_canvas.scene();
    if (scene.title.isEmpty())
        return;
    QFont font = scene.theme.strongFont();
    font.setPixelSize(15);
    painter.setFont(font);
    painter.setPen(scene.theme.text);
    const QRect place(kLabelIndent, 0, m_canvas.rowArea().width() - 2 * kLabelIndent, TimelineCanvas::kTitleHeight);
    painter.drawText(place, Qt::AlignVCenter | Qt::AlignLeft,
                     QFontMetrics(font).elidedText(scene.title, Qt::ElideRight, place.width()));
}

void Backdrop::drawRulerFrame(QPainter& painter) const
{
    const Scene& scene = m_canvas.scene();
    const QRect area = m_canvas.rulerArea();
    painter.fillRect(area, scene.theme.header);
    painter.setPen(QPen(scene.theme.line, 1));
    painter.drawLine(area.bottomLeft(), area.bottomRight());
    if (!scene.view.hasHeader())
        return;
    painter.setFont(scene.theme.smallFont());
    if (!m_canvas.ruler().base.isEmpty()) {
        painter.setPen(scene.theme.text);
        const QRect place(kLabelIndent, area.top(), TimelineCanvas::kLabelWidth - kLabelIndent - 8, area.height());
        painter.drawText(place, Qt::AlignVCenter | Qt::AlignRight, m_canvas.ruler().base);
    }
    if (scene.view.header().isVirtual) {
        const QString mark = TimelineCanvas::tr("virtual device");
        const int width = QFontMetrics(painter.font()).horizontalAdvance(mark) + 16;
        const QRect place(area.right() + 1 - width - 8, area.top() + 6, width, area.height() - 12);
        painter.setRenderHint(QPainter::Antialiasing, true);
        painter.setPen(QPen(scene.theme.warning, 1));
        painter.setBrush(mixed(scene.theme.header, scene.theme.warning, 0.10));
        painter.drawRoundedRect(QRectF(place).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setPen(scene.theme.warning);
        painter.drawText(place, Qt::AlignCenter, mark);
    }
}

void Backdrop::drawGrid(QPainter& painter) const
{
    const Viewport viewport = m_canvas.viewportOfData();
    const QRect data = m_canvas.dataArea();
    painter.setPen(QPen(m_canvas.scene().theme.grid, 1));
    for (const Tick& tick : m_canvas.ruler().ticks) {
        const int x = data.left() + static_cast<int>(std::floor(pixelOf(tick.time, viewport)));
        if (x >= data.left() && x <= data.right())
            painter.drawLine(x, data.top(), x, data.bottom());
    }
}

void Backdrop::drawLosses(QPainter& painter) const
{
    const Scene& scene = m_canvas.scene();
    const Viewport viewport = m_canvas.viewportOfData();
    const QRect data = m_canvas.dataArea();
    QColor tint = scene.theme.error;
    tint.setAlpha(28);
    for (const trace::Loss& loss : scene.view.losses()) {
        const trace::TimeRange seen = loss.range.intersected(viewport.range);
        if (seen.isEmpty())
            continue;
        const double left = pixelOf(seen.begin, viewport);
        const double width = std::max(1.0, pixelOf(seen.end, viewport) - left);
        painter.fillRect(QRectF(data.left() + left, data.top(), width, data.height()), tint);
    }
}

void Backdrop::drawRowLines(QPainter& painter) const
{
    const Scene& scene = m_canvas.scene();
    const QRect area = m_canvas.rowArea();
    const int pinned = area.top() + scene.rows.pinnedHeight();
    painter.setPen(QPen(scene.theme.line, 1));
    for (const PlacedGroup& group : scene.rows.groups()) {
        const QRect header = m_canvas.headerRect(group) & area.adjusted(0, scene.rows.pinnedHeight(), 0, 0);
        if (group.isCollapsed || header.isEmpty())
            continue; // a collapsed group shows a row in place of its header
        painter.fillRect(header.adjusted(TimelineCanvas::kLabelWidth, 0, 0, 0), headerBand(scene.theme));
        painter.drawLine(TimelineCanvas::kLabelWidth, header.bottom(), area.right(), header.bottom());
    }
    for (const std::size_t row : m_canvas.rowsInSight()) {
        const int bottom = m_canvas.rowRect(row).bottom();
        if (bottom >= m_canvas.rowClip(row).top())
            painter.drawLine(TimelineCanvas::kLabelWidth, bottom, area.right(), bottom);
    }
    if (pinned > area.top())
        painter.fillRect(QRect(TimelineCanvas::kLabelWidth, pinned - 2, area.width(), 2), edgeOfPinned(scene.theme));
    const int right = m_canvas.dataArea().right() + 1;
    painter.drawLine(right, area.top(), right, area.bottom());
}

void Backdrop::drawEmptyState(QPainter& painter) const
{
    const Scene& scene = m_canvas.scene();
    const bool isWaiting = scene.view.hasHeader();
    const QRect area = m_canvas.rowArea();
    const QString first =
        isWaiting ? TimelineCanvas::tr("Waiting for the first samples") : TimelineCanvas::tr("Nothing recorded yet");
    const QString second = isWaiting ? TimelineCanvas::tr("They arrive when the device has read its sensors.")
                                     : TimelineCanvas::tr("Press Profile to watch a training, or open a recording.");
    QFont font = scene.theme.strongFont();
    font.setPixelSize(16);
    painter.setFont(font);
    painter.setPen(scene.theme.text);
    const int middle = area.center().y();
    painter.drawText(QRect(area.left(), middle - 28, area.width(), 24), Qt::AlignCenter, first);
    painter.setFont(scene.theme.font());
    painter.setPen(scene.theme.mutedText);
    painter.drawText(QRect(area.left(), middle, area.width(), 24), Qt::AlignCenter, second);
}

} // namespace stepscope::widgets
