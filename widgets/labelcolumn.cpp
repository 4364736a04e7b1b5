#include "widgets/labelcolumn.h"

#include "widgets/timelinecanvas.h"

#include <QFontMetrics>
#include <QPainter>

#include <algorithm>

namespace stepscope::widgets {

namespace {

constexpr int kIndent = 12;

} // namespace

std::vector<LabelColumn::Place> LabelColumn::places() const
{
    const Scene& scene = m_canvas.scene();
    const QRect area = m_canvas.rowArea();
    const int width = TimelineCanvas::kLabelWidth - kIndent - 8;
    std::vector<Place> places;
    for (std::size_t i = scene.rows.at(scene.scroll); i < scene.rows.all().size(); ++i) {
        const QRect row = m_canvas.rowRect(i);
        if (row.top() > area.bottom())
            break;
        places.push_back({QRect(kIndent, row.top() - area.top(), width, row.height() - 1),
                          scene.rows.all()[i].track->caption(scene.view)});
    }
    return places;
}

void LabelColumn::draw(QPainter& painter, bool isPaper)
{
    const QRect area(0, m_canvas.rowArea().top(), TimelineCanvas::kLabelWidth, m_canvas.rowArea().height());
    std::vector<Place> now = places();
    if (isPaper) {
        painter.save();
        painter.translate(area.topLeft());
        drawAll(painter, now);
        painter.restore();
        return;
    }
    const double ratio = painter.device()->devicePixelRatioF();
    const QSize size = (QSizeF(area.size()) * ratio).toSize();
    const Theme::Kind kind = m_canvas.scene().theme.kind;
    if (m_picture.size() != size || m_drawn != now || m_drawnIn != kind) {
        m_picture = QImage(size, QImage::Format_RGB32);
        m_picture.setDevicePixelRatio(ratio);
        QPainter onPicture(&m_picture);
        drawAll(onPicture, now);
        m_drawn = std::move(now);
        m_drawnIn = kind;
    }
    painter.drawImage(area.topLeft(), m_picture);
}

void LabelColumn::drawAll(QPainter& painter, const std::vector<Place>& places) const
{
    const Theme& theme = m_canvas.scene().theme;
    const int height = m_canvas.rowArea().height();
    painter.fillRect(QRect(0, 0, TimelineCanvas::kLabelWidth, height), theme.header);
    for (const Place& place : places) {
        painter.setPen(QPen(theme.line, 1));
        painter.drawLine(0, place.rect.bottom() + 1, TimelineCanvas::kLabelWidth, place.rect.bottom() + 1);
        drawCaption(painter, place.rect, place.caption);
    }
    painter.setPen(QPen(theme.line, 1));
    painter.drawLine(TimelineCanvas::kLabelWidth - 1, 0, TimelineCanvas::kLabelWidth - 1, height);
}

void LabelColumn::drawCaption(QPainter& painter, const QRect& place, const Caption& caption) const
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

} // namespace stepscope::widgets
