#include "widgets/timeline/labelcolumn.h"

#include "widgets/timeline/timelinecanvas.h"

#include <QFontMetrics>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <iterator>

namespace stepscope::widgets {

namespace {

constexpr int kPaperIndent = 12;
constexpr int kTitleIndent = LabelColumn::kTriangleWidth;
constexpr int kRowIndent = 24;  ///< below a header
constexpr int kTextPadding = 8; ///< right of texts
constexpr int kLine = 32;       ///< px: height of the line with the name, at the top of the row

} // namespace

void drawPin(QPainter& painter, QPointF middle, const QColor& colour, bool isSet)
{
    // The head, the neck, the plate and the needle.
    QPainterPath pin;
    pin.addRoundedRect(QRectF(-3, -6, 6, 2), 1, 1);
    pin.addRect(QRectF(-2, -4, 4, 4));
    pin.addRoundedRect(QRectF(-4.5, 0, 9, 2), 1, 1);
    pin.addRect(QRectF(-0.6, 2, 1.2, 4.5));
    pin.setFillRule(Qt::WindingFill);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.translate(middle);
    painter.rotate(isSet ? 0 : 35);
    painter.fillPath(pin.simplified(), colour);
    painter.restore();
}

QRect LabelColumn::pinRect(const QRect& row)
{
    constexpr int kSize = 20;
    const int line = std::min(row.height() - 1, kLine);
    return {TimelineCanvas::kNameWidth - kSize - 5, row.top() + (line - kSize) / 2, kSize, kSize};
}

void LabelColumn::drawBesidePin(QPainter& painter, std::size_t row) const
{
    Place place = placeOf(row);
    place.rect.translate(0, m_canvas.rowArea().top());
    painter.fillRect(QRect(place.rect.topLeft(), QSize(TimelineCanvas::kNameWidth, place.rect.height())),
                     m_canvas.scene().theme.header);
    place.rect.setRight(pinRect(m_canvas.rowRect(row)).left() - 4 + kTextPadding);
    drawPlace(painter, place);
}

LabelColumn::Place LabelColumn::placeOf(std::size_t index) const
{
    const Scene& scene = m_canvas.scene();
    const Rows::Row& row = scene.rows.all()[index];
    const QRect rect = m_canvas.rowRect(index);
    Place place;
    place.rect = {0, rect.top() - m_canvas.rowArea().top(), TimelineCanvas::kLabelWidth, rect.height() - 1};
    place.caption = row.track->caption(scene.view);
    place.hasScale = row.track->hasScale();
    place.isPinned = row.place.isPinned;
    if (!scene.rows.hasHeaders()) {
        place.indent = kPaperIndent;
        return place;
    }
    place.indent = row.place.hasHeader ? kRowIndent : kTitleIndent;
    if (place.isPinned)
        place.sign = Sign::Pin;
    else if (!row.place.hasHeader && row.kind->role != TrackKind::Role::Stays)
        place.sign = Sign::Open;
    return place;
}

LabelColumn::Place LabelColumn::headerOf(const PlacedGroup& group) const
{
    const QRect rect = m_canvas.headerRect(group);
    Place place;
    place.rect = {0, rect.top() - m_canvas.rowArea().top(), TimelineCanvas::kLabelWidth, rect.height() - 1};
    place.indent = kTitleIndent;
    place.isHeader = true;
    place.sign = group.collapses == 0 ? Sign::None : group.isCollapsed ? Sign::Closed : Sign::Open;
    place.caption.name = titleOf(trackGroups()[group.group]);
    if (group.isCollapsed)
        place.caption.note =
            group.collapses == 1 ? TimelineCanvas::tr("1 row") : TimelineCanvas::tr("%1 rows").arg(group.collapses);
    return place;
}

/// Pinned rows come last: they are drawn over the scrolling ones.
std::vector<LabelColumn::Place> LabelColumn::places() const
{
    const Scene& scene = m_canvas.scene();
    std::vector<Place> places;
    std::vector<Place> pinned;
    for (const std::size_t row : m_canvas.rowsInSight()) {
        const PlacedRow& placed = scene.rows.all()[row].place;
        if (!placed.isSummary)
            (placed.isPinned ? pinned : places).push_back(placeOf(row));
    }
    for (const PlacedGroup& group : scene.rows.groups()) {
        if (m_canvas.headerRect(group).intersects(m_canvas.rowArea()))
            places.push_back(headerOf(group));
    }
    places.insert(places.end(), std::make_move_iterator(pinned.begin()), std::make_move_iterator(pinned.end()));
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
    for (const Place& place : places)
        drawPlace(painter, place);
    if (const int pinned = m_canvas.scene().rows.pinnedHeight(); pinned > 0)
        painter.fillRect(QRect(0, pinned - 2, TimelineCanvas::kLabelWidth, 2), edgeOfPinned(theme));
    painter.setPen(QPen(theme.line, 1));
    painter.drawLine(TimelineCanvas::kLabelWidth - 1, 0, TimelineCanvas::kLabelWidth - 1, height);
}

void LabelColumn::drawPlace(QPainter& painter, const Place& place) const
{
    const Theme& theme = m_canvas.scene().theme;
    if (place.isHeader || place.isPinned)
        painter.fillRect(place.rect, place.isHeader ? headerBand(theme) : theme.header);
    painter.setPen(QPen(theme.line, 1));
    painter.drawLine(0, place.rect.bottom() + 1, TimelineCanvas::kLabelWidth, place.rect.bottom() + 1);
    QRect texts = place.rect.adjusted(place.indent, 0, -kTextPadding, 0);
    if (place.hasScale)
        texts.setRight(std::min(texts.right(), TimelineCanvas::kNameWidth - kTextPadding / 2));
    painter.save();
    if (place.rect.height() < kGroupHeader) // too low for its texts
        painter.setClipRect(place.rect, Qt::IntersectClip);
    if (place.isHeader)
        drawHeader(painter, place);
    else
        drawCaption(painter, texts, place.caption);
    drawSign(painter, place);
    painter.restore();
}

void LabelColumn::drawSign(QPainter& painter, const Place& place) const
{
    const Theme& theme = m_canvas.scene().theme;
    const QPointF middle(10.5, place.rect.top() + std::min(place.rect.height(), kLine) / 2.0);
    if (place.sign == Sign::Pin)
        drawPin(painter, middle, theme.accent, true);
    if (place.sign != Sign::Open && place.sign != Sign::Closed)
        return;
    const bool isOpen = place.sign == Sign::Open;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.translate(middle);
    painter.rotate(isOpen ? 90 : 0);
    QPainterPath triangle(QPointF(-2.5, -4.5));
    triangle.lineTo(3, 0);
    triangle.lineTo(-2.5, 4.5);
    triangle.closeSubpath();
    painter.fillPath(triangle, theme.mutedText);
    painter.restore();
}

void LabelColumn::drawHeader(QPainter& painter, const Place& place) const
{
    const Theme& theme = m_canvas.scene().theme;
    const QRect texts = place.rect.adjusted(place.indent, 0, -kTextPadding, 0);
    QFont font = theme.smallFont();
    const int noteWidth =
        place.caption.note.isEmpty() ? 0 : QFontMetrics(font).horizontalAdvance(place.caption.note) + 1;
    painter.setFont(font);
    painter.setPen(theme.mutedText);
    painter.drawText(texts, Qt::AlignVCenter | Qt::AlignRight, place.caption.note);
    font.setWeight(QFont::DemiBold);
    painter.setFont(font);
    painter.setPen(theme.text);
    painter.drawText(
        texts, Qt::AlignVCenter | Qt::AlignLeft,
        QFontMetrics(font).elidedText(place.caption.name, Qt::ElideRight, texts.width() - noteWidth - kTextPadding));
}

void LabelColumn::drawCaption(QPainter& painter, const QRect& place, const Caption& caption) const
{
    constexpr int kTwoLines = 48; // px: from this height on, the note is on a second line
    const Theme& theme = m_canvas.scene().theme;
    const QFontMetrics name(theme.font());
    const QFontMetrics note(theme.smallFont());
    const bool isTall = place.height() >= kTwoLines - 1;
    const QRect line(place.left(), place.top(), place.width(), std::min(place.height(), kLine));
    // A note that has no room beside the name is omitted.
    const int left = place.width() - name.horizontalAdvance(caption.name) - 10; // 10: rounding and distance
    const int wanted = note.horizontalAdvance(caption.note) + 1;
    const int noteWidth = caption.note.isEmpty() || isTall || left < wanted ? 0 : wanted;
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
