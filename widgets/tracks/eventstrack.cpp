#include "widgets/tracks/tracktable.h"

#include <QCoreApplication>

#include <algorithm>

namespace stepscope::widgets {

namespace {

/// Events and losses. The row appears with the first of them.
class EventsTrack : public Track
{
    Q_DECLARE_TR_FUNCTIONS(EventsTrack)

public:
    Caption caption(const trace::TraceView& view) const override
    {
        const std::size_t losses = view.losses().size();
        return {tr("events"), losses == 0 ? QString() : losses == 1 ? tr("1 loss") : tr("%1 losses").arg(losses)};
    }
    int height(const trace::TraceView&) const override { return 24; }

    Geometry geometry(const trace::TraceView& view, const Viewport& viewport) const override
    {
        Geometry geometry;
        for (std::size_t i = 0; i < view.losses().size(); ++i) {
            const trace::Loss& loss = view.losses()[i];
            add(geometry, viewport, Box::Of::Loss, i, 2, loss.range.begin, std::max(loss.range.end, loss.range.begin));
        }
        for (std::size_t i = 0; i < view.eventCount(); ++i) {
            const trace::EventRecord& event = view.event(i);
            add(geometry, viewport, Box::Of::Event, i, static_cast<std::uint32_t>(event.severity), event.time,
                event.time);
        }
        return geometry;
    }

private:
    /// Adds a mark of at least 4 px. Marks of the same kind in the same column share one box, which counts them.
    static void add(Geometry& geometry, const Viewport& viewport, Box::Of of, std::size_t index, std::uint32_t severity,
                    std::int64_t begin, std::int64_t end)
    {
        if (end < viewport.range.begin || begin >= viewport.range.end)
            return;
        Box box;
        box.of = of;
        box.index = index;
        box.color = {ColorRole::Kind::Severity, severity};
        box.x0 = std::max(pixelOf(begin, viewport), 0.0) - 2;
        box.x1 = std::max(std::min(pixelOf(end, viewport), viewport.width), box.x0 + 2) + 2;
        box.y0 = 4;
        box.y1 = viewport.height - 4;
        if (!geometry.boxes.empty()) {
            Box& before = geometry.boxes.back();
            if (before.of == of && before.color == box.color && std::abs(before.x0 - box.x0) < 1 &&
                box.x1 - before.x1 < 1) {
                ++before.count;
                return;
            }
        }
        geometry.boxes.push_back(box);
    }
};

} // namespace

std::vector<std::size_t> keysOfEvents(const trace::TraceView& view)
{
    const bool any = view.eventCount() > 0 || !view.losses().empty();
    return any ? std::vector<std::size_t>{0} : std::vector<std::size_t>{};
}

std::unique_ptr<Track> makeEventsTrack(const trace::TraceView&, std::size_t)
{
    return std::make_unique<EventsTrack>();
}

} // namespace stepscope::widgets
