#include "ui/instances.h"

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

} // namespace

std::optional<SpanPlace> nextInstance(const trace::TraceView& view, std::uint32_t op, SpanPlace from, bool forward)
{
    const auto& lanes = view.lanes();
    if (view.spanCount() == 0 || from.lane >= lanes.size())
        return std::nullopt;
    SpanPlace place = from;
    for (std::size_t looked = 0; looked < kSpansSearched; ++looked) {
        place = advanced(view, place, forward);
        if (place == from || place.span >= lanes[place.lane].size())
            return std::nullopt;
        if (lanes[place.lane].span(place.span).op == op)
            return place;
    }
    return std::nullopt;
}

} // namespace stepscope::ui
