#include "ui/instances.h"

#include <vector>

namespace stepscope::ui {

namespace {

/// One span on, over lane ends and around; `place` may be one that is no longer there.
SpanPlace advanced(const trace::TraceView& view, SpanPlace place, bool forward)
{
    const auto& lanes = view.lanes();
    if (forward) {
        ++place.span;
        for (std::size_t tried = 0; place.span >= lanes[place.lane].size() && tried <= lanes.size(); ++tried)
            place = {(place.lane + 1) % lanes.size(), 0};
        return place;
    }
    for (std::size_t tried = 0; place.span == 0 && tried <= lanes.size(); ++tried) {
        place.lane = (place.lane + lanes.size() - 1) % lanes.size();
        place.span = lanes[place.lane].size();
    }
    return {place.lane, place.span - 1};
}

/// By id: an op has one for each module that calls it.
std::vector<bool> alike(const trace::TraceView& view, std::uint32_t op)
{
    std::vector<bool> same(view.opCount() + 1, false);
    for (std::uint32_t id = 1; id < same.size(); ++id)
        same[id] = view.opName(id) == view.opName(op) && view.opShapes(id) == view.opShapes(op);
    return same;
}

} // namespace

std::optional<SpanPlace> nextInstance(const trace::TraceView& view, std::uint32_t op, SpanPlace from, bool forward)
{
    const auto& lanes = view.lanes();
    if (view.spanCount() == 0 || from.lane >= lanes.size() || op == 0 || op > view.opCount())
        return std::nullopt;
    const std::vector<bool> same = alike(view, op);
    SpanPlace place = from;
    for (std::size_t looked = 0; looked < kSpansSearched; ++looked) {
        place = advanced(view, place, forward);
        if (place == from || place.span >= lanes[place.lane].size())
            return std::nullopt;
        if (const std::uint32_t other = lanes[place.lane].span(place.span).op; other < same.size() && same[other])
            return place;
    }
    return std::nullopt;
}

} // namespace stepscope::ui
