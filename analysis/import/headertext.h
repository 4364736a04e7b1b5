#pragma once

#include "analysis/trace/model.h"

#include <string>

namespace stepscope::analysis {

/// The header's JSON of FORMAT.md, for recordings that no agent made. Bytes that are no UTF-8 are replaced.
std::string headerText(const trace::RunHeader& header);

/// The footer's JSON of a run that ended at `endNs`.
std::string footerText(std::int64_t endNs, std::uint64_t samples);

} // namespace stepscope::analysis
