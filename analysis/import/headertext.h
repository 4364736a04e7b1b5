#pragma once

#include "analysis/trace/model.h"

#include <cstdint>
#include <string>

namespace stepscope::analysis {

/// The JSON of the header (FORMAT.md), for recordings that no agent wrote. Bytes that are not UTF-8 are replaced.
std::string headerText(const trace::RunHeader& header);

/// Amounts of data, for the footer.
struct RecordingTotals
{
    std::uint64_t samples = 0;
    std::uint64_t spans = 0;
    std::uint64_t steps = 0;
    std::uint64_t losses = 0;
};
/// The JSON of the footer of a run that ended at `endNs`.
std::string footerText(std::int64_t endNs, const RecordingTotals& totals);

} // namespace stepscope::analysis
