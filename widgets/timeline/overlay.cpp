#include "widgets/timeline/overlay.h"

#include "analysis/metrics/lossshare.h"
#include "widgets/timeline/timelinecanvas.h"
#include "widgets/timeline/tooltip.h"
#include "widgets/tracks/valuetext.h"

#include <QFontMetrics>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace stepscope::widgets {

namespace {

constexpr int kDimmed = 120;         ///< of 255: the surface over the data outside a selection
constexpr int kLostTint = 28;        ///< of 255: over the time of a loss
constexpr double kTintedShare = 0.1; ///< with a smaller share of the data lost, the tint is fainter
constexpr double kNarrow = 3;        ///< px: the share is not asked for, so that few losses of a frame are

} // namespace

Overlay::Overlay(const TimelineCanvas& canvas)
    : m_canvas(canvas)
    , m_readouts(canvas)
{}

void Overlay::draw(QPainter& painter, bool isPaper)
{
    if (m_canvas.scene().rows.all().empty())
        return;
    drawSelection(painter);
    drawTitleOfValues(painter);
    painter.save();
    painter.setClipRect(m_canvas.rowArea(), Qt::IntersectClip);
    m_readouts.draw(painter, isPaper);
    painter.setClipRect(m_canvas.dataArea(), Qt::IntersectClip);
    drawSpans(painter);
    painter.restore();
    drawCursor(painter);
    drawTooltip(painter);
}

void Overlay::drawTitleOfValues(QPainter& painter) const
{
    const Scene& scene = m_canvas.scene();
    const QString title = ReadoutColumn::titleOf(scene);
    if (m_canvas.valueWidth() == 0 || title.isEmpty())
        return;
    const QRect ruler = m_canvas.rulerArea();
    const int height = ruler.height() / 2;
    painter.setFont(scene.theme.smallFont());
    painter.setPen(scene.theme.mutedText);
    painter.drawText(
        QRect(ruler.right() + 1 - m_canvas.valueWidth(), ruler.bottom() - height, m_canvas.valueWidth() - 10, height),
        Qt::AlignVCenter | Qt::AlignRight, title);
}

void Overlay::drawPill(QPainter& painter, double middle, const QString& text, const QColor& background) const
{
    const Scene& scene = m_canvas.scene();
    const QRect ruler = m_canvas.rulerArea();
    const QRect data = m_canvas.dataArea();
    painter.setFont(scene.theme.smallFont());
    const double width = QFontMetrics(painter.font()).horizontalAdvance(text) + 12;
    const double left =
        std::clamp(middle - width / 2, double(data.left()), std::max(double(data.left()), data.right() - width));
    const QRectF place(left, ruler.top() + 3, width, 18);
    hideTicks(painter, place);
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(Qt::NoPen);
    painter.setBrush(background);
    painter.drawRoundedRect(place, 4, 4);
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(scene.theme.textOn(background));
    painter.drawText(place, Qt::AlignCenter, text);
}

/// Erases the tick labels that the pill covers in part: the visible rest of a number is another number.
void Overlay::hideTicks(QPainter& painter, const QRectF& pill) const
{
    constexpr double kTickLength = 8; // px, with the free space above the tick
    const Viewport viewport = m_canvas.viewportOfData();
    const QFontMetricsF metrics(painter.font());
    for (const Tick& tick : m_canvas.ruler().ticks) {
        const double width = metrics.horizontalAdvance(tick.label) + 4;
        const double middle = m_canvas.dataArea().left() + pixelOf(tick.time, viewport);
        const QRectF label(middle - width / 2, pill.top(), width,
                           m_canvas.rulerArea().bottom() - kTickLength - pill.top());
        if (label.intersects(pill))
            painter.fillRect(label, m_canvas.scene().theme.header);
    }
}

void Overlay::drawSelection(QPainter& painter) const
{
    const QRect data = m_canvas.dataArea();
    painter.save();
    painter.setClipRect(
        QRect(data.left(), m_canvas.rulerArea().top(), data.width(), m_canvas.rulerArea().height() + data.height()),
        Qt::IntersectClip);
    const std::vector<trace::TimeRange>& selections = m_canvas.scene().axis->selections();
    // The colours inside stay as they are: what is outside of all of them is dimmed.
    QColor dim = m_canvas.scene().theme.surface;
    dim.setAlpha(kDimmed);
    double end = data.left();
    const auto dimUpTo = [&](double x) {
        painter.fillRect(QRectF(QPointF(end, data.top()), QPointF(x, data.bottom() + 1)), dim);
    };
    bool isSeen = false;
    for (const trace::TimeRange& selection : selections) {
        if (const QRectF shade = shadeOf(selection); !shade.isEmpty()) {
            dimUpTo(shade.left());
            end = shade.right();
            isSeen = true;
        }
    }
    if (isSeen)
        dimUpTo(data.right() + 1);
    for (const trace::TimeRange& selection : selections)
        drawRange(painter, selection);
    painter.restore();
}

/// Empty if the range is not in view.
QRectF Overlay::shadeOf(trace::TimeRange selection) const
{
    const Viewport viewport = m_canvas.viewportOfData();
    const QRect data = m_canvas.dataArea();
    const double left = std::clamp(pixelOf(selection.begin, viewport), -2.0, viewport.width + 2);
    const double right = std::clamp(pixelOf(selection.end, viewport), -2.0, viewport.width + 2);
    if (right < 0 || left > viewport.width)
        return {};
    return {data.left() + left, data.top() - 8.0, std::max(1.0, right - left), data.height() + 8.0};
}

void Overlay::drawRange(QPainter& painter, trace::TimeRange selection) const
{
    const Scene& scene = m_canvas.scene();
    const QRectF shade = shadeOf(selection);
    if (shade.isEmpty())
        return;
    const QRect data = m_canvas.dataArea();
    painter.fillRect(QRectF(shade.left(), shade.top(), shade.width(), 8), scene.theme.selection);
    painter.setPen(QPen(scene.theme.accent, 1));
    for (const double x : {std::floor(shade.left()) + 0.5, std::floor(shade.right()) - 0.5})
        painter.drawLine(QPointF(x, shade.top()), QPointF(x, shade.bottom()));
    const double seenLeft = std::max(shade.left(), double(data.left()));
    const double seenRight = std::min(shade.right(), data.left() + m_canvas.viewportOfData().width);
    drawPill(painter, (seenLeft + seenRight) / 2, durationText(selection.duration()), scene.theme.accent);
}

void Overlay::drawCursor(QPainter& painter) const
{
    const Scene& scene = m_canvas.scene();
    const auto cursor = scene.axis->cursor();
    const Viewport viewport = m_canvas.viewportOfData();
    if (!cursor || !viewport.range.contains(*cursor))
        return;
    const QRect data = m_canvas.dataArea();
    const double x = data.left() + std::floor(pixelOf(*cursor, viewport)) + 0.5;
    painter.setPen(QPen(scene.theme.cursor, 1));
    painter.drawLine(QPointF(x, m_canvas.rulerArea().top() + 20), QPointF(x, data.bottom()));
    const auto resolution = static_cast<std::int64_t>(static_cast<double>(viewport.range.duration()) / viewport.width);
    drawPill(painter, x, timeText(*cursor - scene.start(), resolution), scene.theme.cursor);
}

void Overlay::drawSpans(QPainter& painter) const
{
    const Scene& scene = m_canvas.scene();
    const Viewport viewport = m_canvas.viewportOfData();
    const auto outline = [&](std::size_t row, const Box& box, const QColor& colour, double thick) {
        const QRectF place(box.x0, box.y0, std::max(2.0, box.x1 - box.x0 - 1), box.y1 - box.y0);
        painter.setPen(QPen(colour, thick, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
        painter.setBrush(Qt::NoBrush);
        const double inset = thick / 2;
        painter.save();
        painter.setClipRect(m_canvas.rowRect(row) & m_canvas.rowClip(row), Qt::IntersectClip);
        painter.drawRect(place.translated(m_canvas.rowRect(row).topLeft()).adjusted(inset, inset, -inset, -inset));
        painter.restore();
    };
    if (scene.hovered && scene.hoveredRow < scene.rows.all().size())
        outline(scene.hoveredRow, *scene.hovered, scene.theme.text, 1);
    const std::size_t row = scene.selected.isNone() ? kNoIndex : scene.rows.ofLane(scene.selected.lane);
    if (row == kNoIndex)
        return;
    const trace::SpanRecord span = scene.view.lanes()[scene.selected.lane].span(scene.selected.index);
    Box box;
    box.x0 = std::max(pixelOf(span.start, viewport), -8.0);
    box.x1 = std::min(pixelOf(span.end(), viewport), viewport.width + 8) + 1;
    box.y0 = kLanePadding + span.depth * kDepthHeight - 1;
    box.y1 = box.y0 + kDepthHeight + 1;
    if (box.x1 <= 0 || box.x0 >= viewport.width)
        return;
    // The current one among the highlighted instances is marked more clearly than they are.
    const bool isHit = scene.highlighted && scene.highlighted->rankOf(scene.selected);
    outline(row, box, isHit ? scene.theme.accent : scene.theme.text, isHit ? 3 : 2);
}

TooltipText Overlay::tooltipText() const
{
    const Scene& scene = m_canvas.scene();
    if (scene.hovered)
        return tooltipOf(scene.view, *scene.hovered, scene.start(), scene.cursors.rail);
    // Curves have a tooltip only where the pointer rests; while it moves, the values beside the row suffice.
    const auto time = scene.axis->cursor();
    if (!scene.isPointerResting || !time || scene.hoveredRow >= scene.rows.all().size())
        return {};
    const Viewport viewport = m_canvas.viewportOfData();
    const Track& track = *scene.rows.all()[scene.hoveredRow].track;
    TooltipText text = tooltipOf(scene.view, track.channels(),
                                 columnRange(std::clamp(columnOf(*time, viewport), 0, viewport.columns - 1), viewport));
    const Caption caption = track.caption(scene.view);
    if (!text.title.isEmpty())
        text.title = caption.note.isEmpty() ? caption.name : caption.name + QLatin1Char(' ') + caption.note;
    return text;
}

void Overlay::drawTooltip(QPainter& painter) const
{
    const Scene& scene = m_canvas.scene();
    const TooltipText text = tooltipText();
    if (text.title.isEmpty() || !scene.pointer)
        return;
    constexpr int kLine = 18;
    constexpr int kPadding = 10;
    const int widest = std::max(420, m_canvas.width() * 2 / 3); // names of ops may be long
    const QFontMetrics title(scene.theme.strongFont());
    const QFontMetrics line(scene.theme.smallFont());
    int width = title.horizontalAdvance(text.title);
    for (const QString& entry : text.lines)
        width = std::max(width, line.horizontalAdvance(entry) + (entry.contains(QLatin1Char('\t')) ? 24 : 0));
    width = std::min(width, widest) + 1;
    const QSize size(width + 2 * kPadding, (static_cast<int>(text.lines.size()) + 1) * kLine + 2 * kPadding - 4);
    QPoint corner = scene.pointer->toPoint() + QPoint(16, 16);
    const QRect all = m_canvas.rect();
    if (corner.x() + size.width() > all.right() - 4)
        corner.setX(std::max(4, static_cast<int>(scene.pointer->x()) - 12 - size.width()));
    if (corner.y() + size.height() > all.bottom() - 4)
        corner.setY(std::max(4, static_cast<int>(scene.pointer->y()) - 12 - size.height()));

    const QRectF place(corner, size);
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(QPen(mixed(scene.theme.line, scene.theme.mutedText, 0.4), 1));
    painter.setBrush(scene.theme.header);
    painter.drawRoundedRect(place.adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
    painter.setRenderHint(QPainter::Antialiasing, false);
    QRect row(corner.x() + kPadding, corner.y() + kPadding - 2, width, kLine);
    painter.setFont(scene.theme.strongFont());
    painter.setPen(scene.theme.text);
    painter.drawText(row, Qt::AlignVCenter | Qt::AlignLeft, title.elidedText(text.title, Qt::ElideRight, width));
    painter.setFont(scene.theme.smallFont());
    for (const QString& entry : text.lines) {
        row.translate(0, kLine);
        const QString what = entry.section(QLatin1Char('\t'), 0, 0);
        painter.setPen(scene.theme.mutedText);
        painter.drawText(row, Qt::AlignVCenter | Qt::AlignLeft, line.elidedText(what, Qt::ElideRight, width));
        painter.setPen(scene.theme.text);
        painter.drawText(row, Qt::AlignVCenter | Qt::AlignRight, entry.section(QLatin1Char('\t'), 1, 1));
    }
}

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
    if (scene.view.header().isVirtual)
        drawVirtualMark(painter);
}

/// In the ruler above the values; above the end of the data if these are hidden.
void Backdrop::drawVirtualMark(QPainter& painter) const
{
    const Theme& theme = m_canvas.scene().theme;
    const QRect area = m_canvas.rulerArea();
    const QString mark = TimelineCanvas::tr("virtual device");
    const int width = QFontMetrics(painter.font()).horizontalAdvance(mark) + 12;
    const bool hasTitle = !ReadoutColumn::titleOf(m_canvas.scene()).isEmpty();
    const QRect place(area.right() + 1 - width - 8, area.top() + (hasTitle ? 1 : 6), width,
                      hasTitle ? area.height() / 2 - 1 : area.height() - 12);
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(QPen(theme.warning, 1));
    painter.setBrush(mixed(theme.header, theme.warning, 0.10));
    painter.drawRoundedRect(QRectF(place).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(theme.warning);
    painter.drawText(place, Qt::AlignCenter, mark);
}

void Backdrop::drawGrid(QPainter& painter) const
{
    const Viewport viewport = m_canvas.viewportOfData();
    const QRect data = m_canvas.dataArea();
    for (const Tick& tick : m_canvas.ruler().ticks) {
        const int x = data.left() + static_cast<int>(std::floor(pixelOf(tick.time, viewport)));
        if (x >= data.left() && x <= data.right()) // fillRect() takes a fraction of the time of drawLine()
            painter.fillRect(x, data.top(), 1, data.height(), m_canvas.scene().theme.grid);
    }
}

void Backdrop::drawLosses(QPainter& painter) const
{
    const Scene& scene = m_canvas.scene();
    const Viewport viewport = m_canvas.viewportOfData();
    const QRect data = m_canvas.dataArea();
    QColor tint = scene.theme.error;
    for (const trace::Loss& loss : scene.view.losses()) {
        const trace::TimeRange seen = loss.range.intersected(viewport.range);
        if (seen.isEmpty())
            continue;
        const double left = pixelOf(seen.begin, viewport);
        const double width = std::max(1.0, pixelOf(seen.end, viewport) - left);
        const double share = width < kNarrow ? 1 : std::min(1.0, analysis::lostShare(scene.view, loss) / kTintedShare);
        tint.setAlpha(static_cast<int>(std::lround(kLostTint * share)));
        painter.fillRect(QRectF(data.left() + left, data.top(), width, data.height()), tint);
    }
}

void Backdrop::drawRowLines(QPainter& painter) const
{
    const Scene& scene = m_canvas.scene();
    const QRect area = m_canvas.rowArea();
    const int pinned = area.top() + scene.rows.pinnedHeight();
    const auto lineBelow = [&](int bottom) {
        painter.fillRect(TimelineCanvas::kLabelWidth, bottom, area.right() + 1 - TimelineCanvas::kLabelWidth, 1,
                         scene.theme.line);
    };
    for (const PlacedGroup& group : scene.rows.groups()) {
        const QRect header = m_canvas.headerRect(group) & area.adjusted(0, scene.rows.pinnedHeight(), 0, 0);
        if (group.isCollapsed || header.isEmpty())
            continue; // a collapsed group shows a row in place of its header
        painter.fillRect(header.adjusted(TimelineCanvas::kLabelWidth, 0, 0, 0), headerBand(scene.theme));
        lineBelow(header.bottom());
    }
    for (const std::size_t row : m_canvas.rowsInSight()) {
        const int bottom = m_canvas.rowRect(row).bottom();
        if (bottom >= m_canvas.rowClip(row).top())
            lineBelow(bottom);
    }
    if (pinned > area.top())
        painter.fillRect(QRect(TimelineCanvas::kLabelWidth, pinned - 2, area.width(), 2), edgeOfPinned(scene.theme));
    painter.fillRect(m_canvas.dataArea().right() + 1, area.top(), 1, area.height(), scene.theme.line);
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
