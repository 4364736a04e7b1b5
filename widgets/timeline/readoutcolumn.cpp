#include "widgets/timeline/readoutcolumn.h"

#include "widgets/timeline/timelinecanvas.h"

#include <QFontMetrics>
#include <QPainter>

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

namespace stepscope::widgets {

namespace {

constexpr int kColumnPadding = 8;
constexpr int kSwatch = 14;      ///< px from the left of a line to its name
constexpr int kNameDistance = 5; ///< px between name and value

constexpr int kReadoutLine = 16; ///< px: height

/// How many named values have room in a row of this height.
std::size_t roomFor(int height)
{
    return static_cast<std::size_t>(std::max(1, (height + 3) / kReadoutLine));
}

/// The number of "step 37887", where there is no room for the word.
QString digitsOf(QString text)
{
    text.removeIf([](QChar character) { return !character.isDigit(); });
    return text;
}

} // namespace

int ReadoutColumn::fittingWidth(const Scene& scene)
{
    constexpr int kLeast = 88;
    constexpr int kMost = 168;
    const QFontMetrics metrics(scene.theme.smallFont());
    const int value = metrics.horizontalAdvance(QStringLiteral("8.88 GB"));
    int width = kLeast;
    for (const Rows::Row& row : scene.rows.all()) {
        for (const Readout& readout : row.track->readouts(scene.view, {}))
            width = std::max(width, kSwatch + metrics.horizontalAdvance(readout.name) + kNameDistance + value +
                                        2 * kColumnPadding);
    }
    return std::min(width, kMost);
}

ReadoutTime ReadoutColumn::timeOf(const Scene& scene)
{
    if (const auto cursor = scene.axis->cursor())
        return *cursor;
    if (scene.isFigure || !scene.view.hasHeader())
        return {};
    return scene.axis->following() ? ReadoutTime::newest() : ReadoutTime::meanOf(scene.axis->range());
}

QString ReadoutColumn::titleOf(const Scene& scene)
{
    if (scene.isFigure || !scene.view.hasHeader())
        return {};
    return scene.axis->cursor()      ? TimelineCanvas::tr("at the pointer")
           : scene.axis->following() ? TimelineCanvas::tr("newest")
                                     : TimelineCanvas::tr("mean in view");
}

std::vector<Readout> ReadoutColumn::fitting(const Track& track, const trace::TraceView& view, trace::TimeRange visible,
                                            std::vector<Readout> readouts, std::size_t count)
{
    const std::vector<std::size_t> channels = track.channels();
    const bool areRails =
        channels.size() == readouts.size() && std::all_of(channels.begin(), channels.end(), [&](std::size_t channel) {
            return view.channels()[channel].info().quantity == "rail.power";
        });
    if (readouts.size() <= count || !areRails)
        return readouts;
    std::vector<std::pair<double, std::size_t>> ranks; // by the negative mean
    for (std::size_t i = 0; i < channels.size(); ++i)
        ranks.emplace_back(-ReadoutTime::meanOf(visible).valueOf(view.channels()[channels[i]]).value_or(0), i);
    std::sort(ranks.begin(), ranks.end());
    ranks.resize(count);
    std::sort(ranks.begin(), ranks.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
    std::vector<Readout> kept;
    for (const auto& [mean, i] : ranks)
        kept.push_back(std::move(readouts[i]));
    return kept;
}

std::vector<ReadoutColumn::Place> ReadoutColumn::places() const
{
    const Scene& scene = m_canvas.scene();
    const QRect area = m_canvas.rowArea();
    const auto rectOf = [&](const QRect& row) {
        return QRect(kColumnPadding, row.top() - area.top(), m_canvas.valueWidth() - 2 * kColumnPadding,
                     row.height() - 1);
    };
    const ReadoutTime time = timeOf(scene);
    std::vector<Place> places;
    std::vector<Place> pinned;
    for (const PlacedGroup& group : scene.rows.groups()) {
        const QRect header = m_canvas.headerRect(group);
        if (!group.isCollapsed && header.intersects(area))
            places.push_back({rectOf(header), {}, true, false});
    }
    for (const std::size_t i : m_canvas.rowsInSight()) {
        const Rows::Row& row = scene.rows.all()[i];
        const QRect rect = rectOf(m_canvas.rowRect(i));
        std::vector<Readout> readouts = fitting(*row.track, scene.view, scene.axis->range(),
                                                row.track->readouts(scene.view, time), roomFor(rect.height()));
        (row.place.isPinned ? pinned : places).push_back({rect, std::move(readouts), false, row.place.isPinned});
    }
    places.insert(places.end(), std::make_move_iterator(pinned.begin()), std::make_move_iterator(pinned.end()));
    return places;
}

QRect ReadoutColumn::area() const
{
    const QRect data = m_canvas.dataArea();
    return {data.right() + 2, data.top(), m_canvas.valueWidth() - 1, data.height()};
}

void ReadoutColumn::update(double ratio)
{
    const Scene& scene = m_canvas.scene();
    if (m_canvas.valueWidth() == 0)
        return;
    std::vector<Place> now = places();
    const QSize size = (QSizeF(area().size()) * ratio).toSize();
    if (m_picture.size() == size && m_drawn == now && m_drawnIn == scene.theme.kind)
        return;
    if (m_picture.size() != size)
        m_picture = QImage(size, QImage::Format_RGB32);
    m_picture.setDevicePixelRatio(ratio);
    m_picture.fill(scene.theme.surface);
    QPainter onPicture(&m_picture);
    onPicture.translate(-1, 0);
    for (const Place& place : now)
        drawPlace(onPicture, place);
    if (const int edge = scene.rows.pinnedHeight(); edge > 0)
        onPicture.fillRect(QRect(0, edge - 2, m_canvas.valueWidth(), 2), edgeOfPinned(scene.theme));
    m_drawn = std::move(now);
    m_drawnIn = scene.theme.kind;
}

void ReadoutColumn::draw(QPainter& painter, bool isPaper)
{
    if (m_canvas.valueWidth() == 0)
        return;
    if (!isPaper) {
        update(painter.device()->devicePixelRatioF());
        painter.drawImage(area().topLeft(), m_picture);
        return;
    }
    painter.save();
    painter.translate(area().topLeft() - QPoint(1, 0));
    for (const Place& place : places())
        drawRow(painter, place);
    painter.restore();
}

/// Fills the background of pinned rows, which are drawn over the scrolling ones.
void ReadoutColumn::drawPlace(QPainter& painter, const Place& place) const
{
    const Theme& theme = m_canvas.scene().theme;
    const QRect all(0, place.rect.top(), m_canvas.valueWidth(), place.rect.height());
    if (place.isHeader || place.isPinned)
        painter.fillRect(all, place.isHeader ? headerBand(theme) : theme.surface);
    drawRow(painter, place);
    painter.fillRect(0, all.bottom() + 1, m_canvas.valueWidth() + 1, 1, theme.line);
}

void ReadoutColumn::drawSingle(QPainter& painter, const QRect& rect, const std::vector<Readout>& readouts) const
{
    const Theme& theme = m_canvas.scene().theme;
    painter.setFont(theme.font());
    painter.setPen(theme.text);
    painter.drawText(rect, Qt::AlignVCenter | Qt::AlignRight, readouts.back().value);
    if (readouts.size() > 1) {
        const int left = rect.width() - painter.fontMetrics().horizontalAdvance(readouts.back().value) - kNameDistance;
        painter.setFont(theme.smallFont());
        painter.setPen(theme.mutedText);
        const QString& text = readouts.front().value;
        const bool fits = painter.fontMetrics().horizontalAdvance(text) <= left;
        painter.drawText(rect, Qt::AlignVCenter | Qt::AlignLeft,
                         painter.fontMetrics().elidedText(fits ? text : digitsOf(text), Qt::ElideRight, left));
    }
}

void ReadoutColumn::drawRow(QPainter& painter, const Place& place) const
{
    const Theme& theme = m_canvas.scene().theme;
    if (place.readouts.empty())
        return;
    const bool isNamed =
        std::any_of(place.readouts.begin(), place.readouts.end(), [](const Readout& r) { return !r.name.isEmpty(); });
    if (!isNamed)
        return drawSingle(painter, place.rect, place.readouts);
    const std::size_t count = std::min(place.readouts.size(), roomFor(place.rect.height()));
    const int height = static_cast<int>(count) * kReadoutLine;
    int top = place.rect.top() + std::max(2, (place.rect.height() + 1 - height) / 2);
    painter.setFont(theme.smallFont());
    const QFontMetrics metrics(painter.font());
    for (const Readout& readout : std::span(place.readouts).first(count)) {
        painter.fillRect(QRect(place.rect.left(), top + 4, 8, 8), theme.colour(readout.color));
        const int valueWidth = readout.value.isEmpty() ? 0 : metrics.horizontalAdvance(readout.value) + 4;
        const QRect line(place.rect.left() + kSwatch, top, place.rect.width() - kSwatch, kReadoutLine);
        // A name that does not fit is omitted: the colour and the tooltip name the value, a part of the name misleads.
        painter.setPen(theme.mutedText);
        if (metrics.horizontalAdvance(readout.name) + valueWidth <= line.width())
            painter.drawText(line, Qt::AlignVCenter | Qt::AlignLeft, readout.name);
        painter.setPen(theme.text);
        painter.drawText(line, Qt::AlignVCenter | Qt::AlignRight, readout.value);
        top += kReadoutLine;
    }
}

} // namespace stepscope::widgets
