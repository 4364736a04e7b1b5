#pragma once

#include "analysis/metrics/metrics.h"
#include "analysis/metrics/oprowindex.h"

#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

/// Ops of a range: table and instances. One rule holds for both, and for all that displays them (inspector, panels,
/// CSV, JSON, energy of ops):
///
///   - an instance counts if a part of it lies in the range (liesIn());
///   - its time, self time and energy are those of that part: both callers and called ops are clipped to the range,
///     so that the self times of a lane add up to the time in which it runs ops;
///   - durations of instances (mean, percentiles, maximum, histogram) are those of whole instances, since a cut says
///     nothing about an op.
namespace stepscope::analysis {

/// Whether a part of the span lies in the range. A span without duration lies at its start.
[[nodiscard]] inline bool liesIn(trace::TimeRange range, const trace::SpanRecord& span)
{
    return range.contains(span.start) || (span.start < range.begin && span.end() > range.begin && !range.isEmpty());
}

struct OpTableOptions
{
    OpGrouping grouping = OpGrouping::Op;
    bool percentiles = false;
    std::string rail{}; ///< whose energy addTimingAssociation() and opEnergies() add to the table; opTable() ignores it
    std::function<void(double)> progress{}; ///< called with 0..1 from time to time
};

/// The rows in order of total time, largest first; empty when cancelled. One pass over the spans of the range:
/// O(spans), percentiles included. Percentiles are by nearest rank: at least that share of the instances took no
/// longer. Above 32,768 instances of a row they are wrong by at most 0.05 % (Durations).
std::vector<OpTotals> opTable(const trace::TraceView& view, trace::TimeRange range, const OpTableOptions& options,
                              const std::stop_token& stop = {});

/// The same of several ranges together, which are disjoint and in order of time. An instance that lies in several of
/// them counts once.
std::vector<OpTotals> opTable(const trace::TraceView& view, std::span<const trace::TimeRange> ranges,
                              const OpTableOptions& options, const std::stop_token& stop = {});

/// opTable() with the default options.
std::vector<OpTotals> opTotals(const trace::TraceView& view, trace::TimeRange range, const std::stop_token& stop = {});

/// One instance of an op and its position: indices of the lane in view.lanes() and of the span in the lane.
struct OpInstance
{
    std::int64_t start = 0;    ///< ns
    std::int64_t duration = 0; ///< ns
    std::uint32_t lane = 0;
    std::uint32_t span = 0;
};

/// The instances of one row in the ranges, each once, in order of start; empty when cancelled.
std::vector<OpInstance> opInstances(const trace::TraceView& view, std::span<const trace::TimeRange> ranges,
                                    OpGrouping grouping, std::uint32_t key, const std::stop_token& stop = {});
inline std::vector<OpInstance> opInstances(const trace::TraceView& view, trace::TimeRange range, OpGrouping grouping,
                                           std::uint32_t key, const std::stop_token& stop = {})
{
    return opInstances(view, std::span<const trace::TimeRange>(&range, 1), grouping, key, stop);
}

} // namespace stepscope::analysis
