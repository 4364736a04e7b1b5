#pragma once

#include "analysis/metrics/metrics.h"
#include "analysis/metrics/oprowindex.h"

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace stepscope::analysis {

struct OpTableOptions
{
    OpGrouping grouping = OpGrouping::Op;
    bool percentiles = false;
    /// Name of the rail whose energy is distributed; empty = none. The energy is the rail's while ops ran, and each row
    /// gets its share of the self time, as if all ops drew the same power. See opgroupenergy.h for a measurement.
    std::string rail{};
    std::function<void(double)> progress{}; ///< called with 0..1 from time to time
};

/// The rows in order of total time, largest first; empty when cancelled. One pass over the spans of the range:
/// O(spans), percentiles included. Percentiles are by nearest rank: at least that share of the instances took no
/// longer.
std::vector<OpTotals> opTable(const trace::TraceView& view, trace::TimeRange range, const OpTableOptions& options,
                              const std::stop_token& stop = {});

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

/// The instances of one row that begin in the range, in order of start; empty when cancelled.
std::vector<OpInstance> opInstances(const trace::TraceView& view, trace::TimeRange range, OpGrouping grouping,
                                    std::uint32_t key, const std::stop_token& stop = {});

} // namespace stepscope::analysis
