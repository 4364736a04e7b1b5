#include "widgets/marks/spanlinks.h"

#include <algorithm>

namespace stepscope::widgets {

namespace {

bool exists(const trace::TraceView& view, SpanPlace place)
{
    return place.lane < view.lanes().size() && place.index < view.lanes()[place.lane].size();
}

std::vector<LinkedSpans> resolved(const trace::TraceView& view, const std::vector<trace::SpanLink>& links)
{
    std::vector<LinkedSpans> spans;
    for (const trace::SpanLink& link : links) {
        const auto from = spanStartingAt(view, link.fromLane, link.from);
        const auto to = spanStartingAt(view, link.toLane, link.to);
        if (from && to)
            spans.push_back({*from, *to});
    }
    return spans;
}

} // namespace

std::optional<SpanPlace> spanStartingAt(const trace::TraceView& view, std::size_t lane, std::int64_t start)
{
    // Parents are stored before their children, so the last span is the deepest.
    const std::size_t next = view.lanes()[lane].touching({start, start + 1}).last;
    if (next == 0 || view.lanes()[lane].span(next - 1).start != start)
        return std::nullopt;
    return SpanPlace{lane, next - 1};
}

std::vector<LinkedSpans> effectsOf(const trace::TraceView& view, SpanPlace place, std::size_t most)
{
    if (!exists(view, place) || view.linkCount() == 0)
        return {};
    const trace::SpanRecord span = view.lanes()[place.lane].span(place.index);
    auto spans = resolved(view, view.linksFrom(place.lane, {span.start, std::max(span.end(), span.start + 1)}, most));
    // Exclude launches by enclosing spans that overlap.
    std::erase_if(spans, [&](const LinkedSpans& link) {
        return link.from.lane == place.lane && view.lanes()[place.lane].span(link.from.index).depth < span.depth;
    });
    return spans;
}

std::vector<LinkedSpans> causesOf(const trace::TraceView& view, SpanPlace place, std::size_t most)
{
    if (!exists(view, place) || view.linkCount() == 0)
        return {};
    const std::int64_t start = view.lanes()[place.lane].span(place.index).start;
    auto spans = resolved(view, view.linksTo(place.lane, {start, start + 1}, most));
    std::erase_if(spans, [&](const LinkedSpans& link) { return !(link.to == place); });
    return spans;
}

} // namespace stepscope::widgets
