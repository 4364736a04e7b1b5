#include "widgets/navigation.h"

#include "widgets/timelinecanvas.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace stepscope::widgets {

namespace {

constexpr double kSnapReach = 6;            ///< px
constexpr std::size_t kLinksShown = 64;     ///< more arrows tell nothing
constexpr std::size_t kSourcesInRuler = 24; ///< rows, so that a drag never waits
constexpr std::size_t kChannelsOfARow = 16;

} // namespace

Navigation::Navigation(Scene& scene, TimelineCanvas& canvas, QObject* parent)
    : QObject(parent)
    , m_scene(scene)
    , m_canvas(canvas)
{}

void Navigation::setCursor(Cursors::Which which, std::optional<std::int64_t> time)
{
    if (m_scene.cursors.at(which) == time)
        return;
    m_scene.cursors.at(which) = time;
    tellMeasurement();
    emit frameWanted(false);
}

void Navigation::clearCursors()
{
    if (m_scene.cursors.isEmpty())
        return;
    m_scene.cursors.a.reset();
    m_scene.cursors.b.reset();
    tellMeasurement();
    emit frameWanted(false);
}

void Navigation::setRail(std::optional<std::size_t> channel)
{
    m_scene.cursors.rail = channel;
    tellMeasurement();
    emit frameWanted(false);
}

QString Navigation::measurement() const
{
    const Cursors& cursors = m_scene.cursors;
    if (!cursors.a || !cursors.b)
        return {};
    return differenceText(difference(m_scene.view, *cursors.a, *cursors.b, cursors.rail));
}

void Navigation::tellMeasurement()
{
    const QString text = measurement();
    if (text != std::exchange(m_told, text))
        emit measured(text);
}

SnapSources Navigation::sourcesAt(QPointF position) const
{
    SnapSources sources;
    const auto add = [&](std::size_t row) {
        const Track& track = *m_scene.rows.all()[row].track;
        if (track.lane() != kNoIndex)
            sources.lanes.push_back(track.lane());
        std::vector<std::size_t> channels = track.channels();
        channels.resize(std::min(channels.size(), kChannelsOfARow));
        sources.channels.insert(sources.channels.end(), channels.begin(), channels.end());
    };
    if (const std::size_t row = m_canvas.rowAt(position); row != kNoIndex) {
        add(row);
        return sources;
    }
    std::size_t added = 0;
    for (std::size_t row = 0; row < m_scene.rows.all().size() && added < kSourcesInRuler; ++row) {
        // Spans only: samples are everywhere.
        if (m_scene.rows.all()[row].track->lane() == kNoIndex || !m_canvas.rowRect(row).intersects(m_canvas.dataArea()))
            continue;
        add(row);
        ++added;
    }
    return sources;
}

void Navigation::placeCursor(Cursors::Which which, QPointF position, bool exactly)
{
    const Viewport viewport = m_canvas.viewportOfData();
    const QRect data = m_canvas.dataArea();
    const double x = std::clamp(position.x() - data.left(), 0.0, static_cast<double>(data.width()));
    std::int64_t time = timeAt(x, viewport);
    if (!exactly) {
        const double perPixel = static_cast<double>(viewport.range.duration()) / std::max(1.0, viewport.width);
        time = snap(m_scene.view, sourcesAt(position), time, std::llround(perPixel * kSnapReach)).time;
    }
    setCursor(which, time);
}

void Navigation::setLit(std::shared_ptr<const SpanIndex> instances)
{
    if (instances == m_scene.lit)
        return;
    m_scene.lit = std::move(instances);
    emit frameWanted(true);
}

void Navigation::setBookmarks(const Bookmarks& bookmarks)
{
    if (bookmarks == m_scene.bookmarks)
        return;
    m_scene.bookmarks = bookmarks;
    emit frameWanted(false);
}

trace::TimeRange Navigation::placeOfInterest() const
{
    if (const auto selection = m_scene.axis->selection())
        return *selection;
    const trace::TimeRange range = m_scene.axis->range();
    const std::int64_t time = m_scene.axis->cursor().value_or(range.begin + range.duration() / 2);
    return {time, time};
}

void Navigation::updateLinks()
{
    SpanPlace place = m_scene.selected;
    if (place.isNone() && m_scene.hovered && m_scene.hovered->of == Box::Of::Span)
        place = {m_scene.hovered->lane, m_scene.hovered->index};
    std::vector<LinkedSpans> links;
    if (!place.isNone()) {
        links = causesOf(m_scene.view, place, kLinksShown);
        const auto effects = effectsOf(m_scene.view, place, kLinksShown);
        links.insert(links.end(), effects.begin(), effects.end());
    }
    if (links == m_scene.links)
        return;
    m_scene.links = std::move(links);
    emit frameWanted(false);
}

void Navigation::refresh()
{
    tellMeasurement();
    updateLinks();
}

void Navigation::clear()
{
    m_scene.lit.reset();
    m_scene.links.clear();
    m_scene.band.reset();
    m_scene.cursors = {};
    m_scene.bookmarks.clear();
    tellMeasurement();
    emit frameWanted(true);
}

} // namespace stepscope::widgets
