#pragma once

#include "analysis/algorithms/metrics.h"
#include "analysis/trace/traceview.h"

#include <cstdint>
#include <string>
#include <vector>

/// How warm it got, and what slowed the device down because of that.
namespace stepscope::analysis {

/// One zone over a stretch, degrees Celsius. Only zones with a sample in it.
struct ZoneTemperature
{
    std::string name;
    double first = 0, last = 0; ///< of the stretch's samples
    double mean = 0;            ///< by time
    double max = 0;
};
std::vector<ZoneTemperature> zoneTemperatures(const trace::TraceView& view, trace::TimeRange range);

/// One reason for throttling over a stretch.
struct Throttling
{
    std::string name;
    /// When it was on: from the sample that says so to the next that does not. Empty for counters.
    std::vector<trace::TimeRange> spans;
    double strongest = 0;    ///< share of the strongest throttling there is, 0..1
    std::uint64_t times = 0; ///< for counters: how often
    [[nodiscard]] double seconds() const;
    [[nodiscard]] bool happened() const { return !spans.empty() || times > 0; }
};
/// Every reason that the device can tell of, whether it happened or not; empty = it tells of none.
std::vector<Throttling> throttlings(const trace::TraceView& view, trace::TimeRange range);

} // namespace stepscope::analysis
