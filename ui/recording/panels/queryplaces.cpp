#include "ui/recording/panels/queryplaces.h"

#include "analysis/trace/recordlist.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace stepscope::ui {
namespace {

using analysis::QueryCell;

std::optional<std::int64_t> integerOf(const std::vector<QueryCell>& row, const std::optional<std::size_t>& column)
{
    const auto* value = column ? std::get_if<std::int64_t>(&row[*column]) : nullptr;
    return value ? std::optional(*value) : std::nullopt;
}

bool isLaneOf(const trace::LaneView& lane, const QueryPlaces::Place& place)
{
    if (place.laneId)
        return lane.info().id == *place.laneId;
    return !place.lane || lane.info().name == *place.lane;
}

std::size_t firstFrom(const trace::LaneView& lane, std::int64_t time)
{
    return trace::partitionPoint(lane.size(), [&](std::size_t i) { return lane.start(i) < time; });
}

/// Appends the spans of a lane that last exactly for the range; false without one.
bool addExact(const trace::LaneView& lane, trace::TimeRange range, std::vector<std::uint32_t>& spans)
{
    const std::size_t before = spans.size();
    for (std::size_t i = firstFrom(lane, range.begin); i < lane.size() && lane.start(i) == range.begin; ++i) {
        if (lane.duration(i) == range.duration())
            spans.push_back(static_cast<std::uint32_t>(i));
    }
    return spans.size() > before;
}

void addInside(const trace::LaneView& lane, trace::TimeRange range, std::vector<std::uint32_t>& spans,
               const std::stop_token& stop)
{
    constexpr std::size_t kSpansPerPoll = 4096;
    for (std::size_t i = firstFrom(lane, range.begin); i < lane.size() && lane.start(i) < range.end; ++i) {
        if (i % kSpansPerPoll == 0 && stop.stop_requested())
            return;
        if (lane.start(i) + lane.duration(i) <= range.end)
            spans.push_back(static_cast<std::uint32_t>(i));
    }
}

} // namespace

QueryPlaces::QueryPlaces(const std::vector<std::string>& columns)
{
    for (std::size_t i = 0; i < columns.size(); ++i) {
        for (auto [name, place] :
             {std::pair("start_ns", &m_start), std::pair("end_ns", &m_end), std::pair("duration_ns", &m_duration),
              std::pair("time_ns", &m_time), std::pair("lane_id", &m_laneId), std::pair("lane", &m_lane)}) {
            if (columns[i] == name && !*place)
                *place = i;
        }
    }
}

std::optional<QueryPlaces::Place> QueryPlaces::of(const std::vector<QueryCell>& row) const
{
    constexpr std::int64_t kLatest = std::int64_t{1} << 62U; // as in a recording
    const auto start = integerOf(row, m_start ? m_start : m_time);
    if (!start || *start < -kLatest || *start > kLatest)
        return std::nullopt;
    Place place;
    place.range = {*start, *start};
    if (const auto end = integerOf(row, m_end); m_start && end)
        place.range.end = std::clamp(*end, *start, kLatest);
    else if (const auto duration = integerOf(row, m_duration); m_start && duration)
        place.range.end = *start + std::clamp<std::int64_t>(*duration, 0, kLatest - std::max<std::int64_t>(*start, 0));
    place.laneId = integerOf(row, m_laneId);
    if (const auto* lane = m_lane ? std::get_if<std::string>(&row[*m_lane]) : nullptr)
        place.lane = *lane;
    return place;
}

std::optional<widgets::SpanPlace> spanAt(const trace::TraceView& view, const QueryPlaces::Place& place)
{
    std::vector<std::uint32_t> spans;
    for (std::size_t lane = 0; lane < view.lanes().size(); ++lane) {
        if (isLaneOf(view.lanes()[lane], place) && addExact(view.lanes()[lane], place.range, spans))
            return widgets::SpanPlace{lane, spans.front()};
    }
    return std::nullopt;
}

std::shared_ptr<const widgets::SpanIndex> spansAt(const trace::TraceView& view, const QueryPlaces& places,
                                                  const analysis::QueryResult& result, const std::stop_token& stop)
{
    const auto key = [](const QueryPlaces::Place& place) {
        return std::tie(place.range.begin, place.range.end, place.laneId, place.lane);
    };
    std::vector<QueryPlaces::Place> all;
    for (const auto& row : result.rows) {
        if (auto place = places.of(row))
            all.push_back(std::move(*place));
    }
    std::sort(all.begin(), all.end(), [&](const auto& a, const auto& b) { return key(a) < key(b); });
    all.erase(std::unique(all.begin(), all.end()), all.end());
    std::vector<std::vector<std::uint32_t>> byLane(view.lanes().size());
    for (const QueryPlaces::Place& place : all) {
        bool isSpan = false;
        for (std::size_t lane = 0; lane < byLane.size(); ++lane)
            isSpan = (isLaneOf(view.lanes()[lane], place) && addExact(view.lanes()[lane], place.range, byLane[lane])) ||
                     isSpan;
        for (std::size_t lane = 0; lane < byLane.size() && !isSpan; ++lane) {
            if (isLaneOf(view.lanes()[lane], place))
                addInside(view.lanes()[lane], place.range, byLane[lane], stop);
        }
        if (stop.stop_requested())
            break;
    }
    for (std::vector<std::uint32_t>& spans : byLane) {
        std::sort(spans.begin(), spans.end());
        spans.erase(std::unique(spans.begin(), spans.end()), spans.end());
    }
    return std::make_shared<const widgets::SpanIndex>(view, std::move(byLane));
}

} // namespace stepscope::ui
