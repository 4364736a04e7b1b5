#include "widgets/backdrop.h"

#include "widgets/geometrypainter.h"
#include "widgets/timelinecanvas.h"

#include <QFontMetrics>

#include <algorithm>
#include <cmath>

namespace stepscope::widgets {

namespace {

constexpr int kLabelIndent = 12;

} // namespace

Backdrop::Backdrop(TimelineCanvas& canvas)
    : QCPLayerable(&canvas, QStringLiteral("background"))
    , m_canvas(canvas)
{}

void Backdrop::applyDefaultAntialiasingHint(QCPPainter* painter) const
{
    painter->setAntialiasing(false);
}

void Backdrop::draw(QCPPainter* painter)
{
    const Scene& scene = m_canvas.scene();
    drawTitle(*painter);
    drawRulerFrame(*painter);
    if (scene.rows.all().empty()) {
        drawEmptiness(*painter);
        return;
    }
    painter->save();
    painter->setClipRect(m_canvas.rowArea(), Qt::IntersectClip);
    drawGrid(*painter);
    drawLosses(*painter);
    drawCaptions(*painter);
    painter->restore();
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

void Backdrop::drawCaptions(QPainter& painter) const
{
    const Scene& scene = m_canvas.scene();
    const QRect area = m_canvas.rowArea();
    painter.fillRect(QRect(0, area.top(), TimelineCanvas::kLabelWidth, area.height()), scene.theme.header);
    for (std::size_t i = scene.rows.at(scene.scroll); i < scene.rows.all().size(); ++i) {
        const QRect row = m_canvas.rowRect(i);
        if (row.top() > area.bottom())
            break;
        painter.setPen(QPen(scene.theme.line, 1));
        painter.drawLine(0, row.bottom(), area.right(), row.bottom());
        const Caption caption = scene.rows.all()[i].track->caption(scene.view);
        const int width = TimelineCanvas::kLabelWidth - kLabelIndent - 8;
        drawCaption(painter, QRect(kLabelIndent, row.top(), width, row.height() - 1), caption);
    }
    painter.setPen(QPen(scene.theme.line, 1));
    const QRect data = m_canvas.dataArea();
    painter.drawLine(data.left() - 1, area.top(), data.left() - 1, area.bottom());
    painter.drawLine(data.right() + 1, area.top(), data.right() + 1, area.bottom());
}

void Backdrop::drawCaption(QPainter& painter, const QRect& place, const Caption& caption) const
{
    constexpr int kLine = 32;     // of rows that are read from the top, where their first depth or highest value is
    constexpr int kTwoLines = 48; // from here on the note has a line of its own
    const Theme& theme = m_canvas.scene().theme;
    const QFontMetrics name(theme.font());
    const QFontMetrics note(theme.smallFont());
    const bool isTall = place.height() >= kTwoLines - 1;
    const QRect line(place.left(), place.top(), place.width(), std::min(place.height(), kLine));
    // The name comes first, the note has what is left.
    const int left = place.width() - name.horizontalAdvance(caption.name) - 10; // whole pixels of a fraction, too
    const int noteWidth =
        caption.note.isEmpty() || isTall || left < 24 ? 0 : std::min(note.horizontalAdvance(caption.note) + 1, left);
    painter.setFont(theme.font());
    painter.setPen(theme.text);
    painter.drawText(
        line, Qt::AlignVCenter | Qt::AlignLeft,
        name.elidedText(caption.name, Qt::ElideRight, place.width() - noteWidth - (noteWidth > 0 ? 8 : 0)));
    painter.setFont(theme.smallFont());
    painter.setPen(theme.mutedText);
    if (isTall)
        painter.drawText(line.translated(0, 16), Qt::AlignVCenter | Qt::AlignLeft,
                         note.elidedText(caption.note, Qt::ElideRight, place.width()));
    else if (noteWidth > 0)
        painter.drawText(line, Qt::AlignVCenter | Qt::AlignRight,
                         note.elidedText(caption.note, Qt::ElideRight, noteWidth));
}

void Backdrop::drawEmptiness(QPainter& painter) const
{
    const Scene& scene = m_canvas.scene();
    const bool waits = scene.view.hasHeader();
    const QRect area = m_canvas.rowArea();
    const QString first =
        waits ? TimelineCanvas::tr("Waiting for the first samples") : TimelineCanvas::tr("Nothing recorded yet");
    const QString second = waits ? TimelineCanvas::tr("They come as soon as the device has read its sensors.")
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
