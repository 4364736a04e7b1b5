#pragma once

#include "analysis/trace/traceview.h"

#include <cstdint>
#include <string>
#include <vector>

/// Temperatures and throttling.
namespace stepscope::analysis {

/// Temperatures of one thermal zone over a range, degrees Celsius.
struct ZoneTemperature
{
    std::string name;
    double first = 0, last = 0; ///< of the samples in the range
    double mean = 0;            ///< over time
    double max = 0;
};
/// Zones without a sample in the range are left out.
std::vector<ZoneTemperature> zoneTemperatures(const trace::TraceView& view, trace::TimeRange range);

/// One reason for throttling over a range.
struct Throttling
{
    std::string name;
    /// When it was active: from the first sample that reports it to the next one that does not. Empty for counters.
    std::vector<trace::TimeRange> spans;
    double strongest = 0;    ///< maximum, relative to the strongest throttling possible, 0..1
    std::uint64_t times = 0; ///< for counters: the number of events
    [[nodiscard]] double seconds() const;
    [[nodiscard]] bool happened() const { return !spans.empty() || times > 0; }
};
/// Every reason that the device reports, whether it was active or not; empty = the device reports none.
std::vector<Throttling> throttlings(const trace::TraceView& view, trace::TimeRange range);

} // namespace stepscope::analysis
