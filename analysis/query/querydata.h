#pragma once

#include "analysis/query/querytable.h"
#include "analysis/trace/traceview.h"
#include "remote/format/bytes.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace stepscope::analysis {

/// The number of a step, as far as SQL has integers.
[[nodiscard]] inline std::int64_t stepNumber(const format::Step& step)
{
    return static_cast<std::int64_t>(std::min<std::uint64_t>(step.index, INT64_MAX));
}

/// A time in seconds since the start of the run.
[[nodiscard]] inline double secondsOfRun(const trace::TraceView& view, std::int64_t time)
{
    return static_cast<double>(format::wrappingDifference(time, view.extent().begin)) * 1e-9;
}

/// Sums over all spans of one op.
struct QueryOpTotals
{
    std::uint32_t op = 0;
    std::uint64_t count = 0;
    std::int64_t total = 0;   ///< ns; the sum of the durations, also of instances that are nested in one another
    std::int64_t self = 0;    ///< ns; without the spans one level deeper
    std::int64_t longest = 0; ///< ns
};

/// See QueryData::places().
struct OpPlaces
{
    std::vector<std::uint32_t> byOp;
    std::size_t count = 0;
};

/// A recording with what several tables of SQL share. Results are computed when they are first needed and then kept.
/// Not thread-safe.
class QueryData
{
public:
    explicit QueryData(trace::TraceView view);

    [[nodiscard]] const trace::TraceView& view() const { return m_view; }

    enum class OpText { Name, Shapes, Module };
    /// Nothing where the op is not known or has no such text. Valid as long as this object.
    [[nodiscard]] std::optional<std::string_view> text(std::uint32_t op, OpText part) const
    {
        const std::vector<std::string_view>& texts = m_texts[static_cast<std::size_t>(part)];
        return op < texts.size() && !texts[op].empty() ? std::optional(texts[op]) : std::nullopt;
    }
    /// By op id, 0 for ops that are not known: the place of the text among all different texts in ascending order. Ops
    /// without the text have place 0.
    [[nodiscard]] const std::vector<std::uint32_t>& places(OpText part) const;
    /// One more than the largest of places().
    [[nodiscard]] std::size_t placeCount(OpText part) const;

    /// In order of op id; only ops with spans. nullptr when `stop` returned true. O(spans) at the first call.
    [[nodiscard]] const std::vector<QueryOpTotals>* opTotals(const QueryStop& stop) const;

private:
    trace::TraceView m_view;
    std::array<std::vector<std::string_view>, 3> m_texts; ///< by op id; a name that arrives later stays "?"
    mutable std::array<std::optional<OpPlaces>, 3> m_places;
    mutable std::optional<std::vector<QueryOpTotals>> m_totals;
};

/// Finds the steps of times that mostly increase. O(1) within one step.
class StepCursor
{
public:
    explicit StepCursor(const trace::TraceView& view)
        : m_view(&view)
    {}
    /// Position of the step in which the time lies; nothing between steps.
    [[nodiscard]] std::optional<std::size_t> at(std::int64_t time);

private:
    const trace::TraceView* m_view;
    trace::TimeRange m_known{}; ///< times for which m_step is valid
    std::optional<std::size_t> m_step;
};

} // namespace stepscope::analysis
