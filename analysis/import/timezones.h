#pragma once

#include <cstdint>
#include <vector>

namespace stepscope::analysis {

struct TimeZone
{
    std::int64_t offsetNs = 0; ///< local time - UTC
    double frequency = 0;      ///< how often users are in it, relative to others
};

/// The differences to UTC in use, in summer and winter (IANA time zone database). Frequencies are rough: one for whole
/// hours and India, less for the other half hours, least for quarter hours.
const std::vector<TimeZone>& timeZones();

} // namespace stepscope::analysis
