#pragma once

#include "analysis/algorithms/analysis.h"

namespace stepscope::analysis {

/// As in the report: an array of {number, title, verdict, evidence, advice}.
Json observationsJson(const std::vector<Observation>& observations);
void writeObservations(const std::vector<Observation>& observations, TextPage& page);

} // namespace stepscope::analysis
