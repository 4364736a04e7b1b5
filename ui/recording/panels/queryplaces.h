#pragma once

#include "analysis/query/query.h"
#include "analysis/trace/traceview.h"
#include "widgets/marks/opsearch.h"
#include "widgets/marks/spanplace.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace stepscope::ui {

/// The places in a recording to which the rows of a result refer by the names of their columns: start_ns with end_ns or
/// duration_ns, or time_ns; lane_id or lane, where there is one, names the lane.
class QueryPlaces
{
public:
    QueryPlaces() = default;
    explicit QueryPlaces(const std::vector<std::string>& columns);

    struct Place
    {
        trace::TimeRange range; ///< empty = a moment
        std::optional<std::int64_t> laneId{};
        std::optional<std::string> lane{};
        bool operator==(const Place&) const = default;
    };
    /// Nothing where the row has no time.
    [[nodiscard]] std::optional<Place> of(const std::vector<analysis::QueryCell>& row) const;
    /// Whether rows have a range of time.
    [[nodiscard]] bool hasRanges() const { return m_start && (m_end || m_duration); }

private:
    std::optional<std::size_t> m_start, m_end, m_duration, m_time, m_laneId, m_lane;
};

/// The span that lasts exactly for the range, in the place's lane or the first lane that has one.
[[nodiscard]] std::optional<widgets::SpanPlace> spanAt(const trace::TraceView& view, const QueryPlaces::Place& place);

/// For each row, the spans that last exactly for its range, or else those that lie in it. Returns early after a request
/// to stop.
[[nodiscard]] std::shared_ptr<const widgets::SpanIndex> spansAt(const trace::TraceView& view, const QueryPlaces& places,
                                                                const analysis::QueryResult& result,
                                                                const std::stop_token& stop);

} // namespace stepscope::ui
