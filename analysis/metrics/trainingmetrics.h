#pragma once

#include "analysis/text/jsonvalues.h"
#include "analysis/trace/traceview.h"

#include <cstddef>
#include <string>
#include <vector>

namespace stepscope::analysis {

/// Values of one metric that the training reports (quantity `metric`), over the whole recording.
struct TrainingMetric
{
    std::string name;
    std::size_t values = 0;    ///< finite ones; at least one
    std::size_t notFinite = 0; ///< infinite values, and those that are not a number
    double first = 0, last = 0;
    double min = 0, max = 0;
};
/// In the order in which they were first reported. Metrics without a finite value are left out.
std::vector<TrainingMetric> trainingMetrics(const trace::TraceView& view);
/// An array; resources/schemas/report.json describes it.
Json metricsJson(const std::vector<TrainingMetric>& metrics);

} // namespace stepscope::analysis
