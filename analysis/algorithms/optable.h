#pragma once

#include "analysis/algorithms/metrics.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace stepscope::analysis {

/// What makes instances of ops one row of the table.
enum class OpGrouping { Op, Name, Shapes, Module, Step };

/// Which row a span belongs to. Ops of the same text have several ids (one for each module that calls them), so rows go
/// by text. A row's key stays what it is while the recording grows: the smallest id of its ops, or the position of its
/// step (stepCount() for what lies between steps).
class OpGroups
{
public:
    OpGroups(const trace::TraceView& view, OpGrouping grouping);

    [[nodiscard]] std::size_t size() const { return m_keys.empty() ? m_view.stepCount() + 1 : m_keys.size(); }
    /// Below size(). Spans of one lane are to be asked for by start, which makes it cheap.
    [[nodiscard]] std::size_t of(const trace::SpanRecord& span)
    {
        if (m_grouping == OpGrouping::Step)
            return stepAt(span.start);
        return m_groupOf[span.op < m_groupOf.size() ? span.op : kUnknown];
    }
    [[nodiscard]] std::uint32_t key(std::size_t group) const
    {
        return m_keys.empty() ? static_cast<std::uint32_t>(group) : m_keys[group];
    }
    /// Of the row with that key; size() when there is none.
    [[nodiscard]] std::size_t withKey(std::uint32_t key) const;
    /// The ids of a row's ops, by id. Empty for steps.
    [[nodiscard]] std::vector<bool> ops(std::size_t group) const;
    /// Name, shapes, module, or number of the step; empty for what lies between steps.
    [[nodiscard]] std::string title(std::size_t group) const;
    /// Shapes of the row's ops (names, where shapes or modules make the rows): how many different ones the recording
    /// has, and which when there is only one.
    struct Variants
    {
        std::size_t count = 0;
        std::string only{};
    };
    [[nodiscard]] Variants variants(std::size_t group) const;

private:
    static constexpr std::uint32_t kUnknown = 0; ///< stands for ops whose definition was lost

    [[nodiscard]] std::string text(std::uint32_t op, OpGrouping part) const;
    [[nodiscard]] std::size_t stepAt(std::int64_t time);

    const trace::TraceView& m_view;
    OpGrouping m_grouping;
    std::vector<std::uint32_t> m_groupOf; ///< by op id
    std::vector<std::uint32_t> m_keys;    ///< by group; empty for steps
    std::size_t m_step = 0;               ///< the first that ends after m_asked, and where it is
    trace::TimeRange m_stepRange{0, 0};
    std::int64_t m_asked = 0;
    bool m_stepKnown = false;
};

struct OpTableOptions
{
    OpGrouping grouping = OpGrouping::Op;
    bool percentiles = false;
    /// Name of the rail whose energy is shared out; empty = none. The energy is the rail's while ops ran, and a row has
    /// the share of it that it has of the self time: as if all ops drew the same power.
    std::string rail{};
    std::function<void(double)> progress{}; ///< 0..1, now and then
};

/// One pass over the spans of the range: O(spans), percentiles included. Sorted by total time, largest first; nothing
/// when cancelled. p50 and p95 are by nearest rank: at least that share of the instances took no longer.
std::vector<OpTotals> opTable(const trace::TraceView& view, trace::TimeRange range, const OpTableOptions& options,
                              const Cancelled& cancelled = {});

/// One instance, with where it is: indices of the lane in view.lanes() and of the span in the lane.
struct OpInstance
{
    std::int64_t start = 0;    ///< ns
    std::int64_t duration = 0; ///< ns
    std::uint32_t lane = 0;
    std::uint32_t span = 0;
};

/// The instances of one row that begin in the range, by start. Nothing when cancelled.
std::vector<OpInstance> opInstances(const trace::TraceView& view, trace::TimeRange range, OpGrouping grouping,
                                    std::uint32_t key, const Cancelled& cancelled = {});

} // namespace stepscope::analysis
