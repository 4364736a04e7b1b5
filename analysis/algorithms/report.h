#pragma once

#include "analysis/algorithms/metrics.h"

#include <optional>
#include <string>
#include <vector>

namespace stepscope::analysis {

struct ReportOptions
{
    std::size_t skippedSteps = 3; ///< left out of every figure, as the paper does
    std::optional<trace::TimeRange> range; ///< instead of all steps after the skipped ones
};

/// All figures of one recording.
struct Report
{
    trace::RunHeader header;
    trace::Facts facts;
    std::optional<trace::RunEnding> ending;
    std::size_t skippedSteps = 0; ///< less than asked for when there are fewer steps
    RangeSummary summary;
    std::string cpuSource; ///< name of the source of the cores' utilization, and how fine its time is
    double cpuResolutionSeconds = 0;
    std::size_t markedSteps = 0; ///< of the whole recording
    double meanStepSeconds = 0, stepCv = 0; ///< of the steps in the window; 0 without steps
    std::optional<double> samplesPerSecond, stepsPerSecond;
    std::vector<OpTotals> ops;
    std::optional<double> agentCpuFraction, agentRssBytes;
    std::vector<trace::Loss> losses;
};

Report makeReport(const trace::TraceView &view, const ReportOptions &options = {}, const Cancelled &cancelled = {});

/// The report for programs; SI units.
std::string toJson(const Report &report);
/// The report for people: text of at most 100 columns.
std::string toText(const Report &report);

} // namespace stepscope::analysis
