#pragma once

#include "analysis/trace/model.h"

#include <cstdint>
#include <string>

namespace stepscope::analysis {

/// The header's JSON of FORMAT.md, for recordings that no agent made. Bytes that are no UTF-8 are replaced.
std::string headerText(const trace::RunHeader& header);

/// The footer's JSON of a run that ended at `endNs`.
struct RecordingTotals
{
    std::uint64_t samples = 0;
    std::uint64_t spans = 0;
    std::uint64_t steps = 0;
    std::uint64_t losses = 0;
};
std::string footerText(std::int64_t endNs, const RecordingTotals& totals);

} // namespace stepscope::analysis
