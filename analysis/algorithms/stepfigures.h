#pragma once

#include "analysis/algorithms/metrics.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace stepscope::analysis {

/// What one step cost. NaN = was not measured.
struct StepFigures
{
    double seconds = 0;
    double joules = 0;       ///< of the whole system
    double watts = 0;        ///< its mean
    double cpu = 0;          ///< mean over the cores online, 0..1
    double gpu = 0;          ///< 0..1
    double memory = 0;       ///< bytes at most: of GPU tensors where the framework tells, else resident of the training
    double intermediate = 0; ///< bytes at most that are no parameters, gradients, optimizer state or inputs
    bool traced = false;
    std::int8_t outlier = 0; ///< -1 = strikingly short, 1 = strikingly long
};

/// Of steps [first, last) as in TraceView::step(), without the marks of outliers. Nothing when cancelled.
std::vector<StepFigures> stepFigures(const trace::TraceView& view, std::size_t first, std::size_t last,
                                     const Cancelled& cancelled = {});
/// Of these steps.
std::vector<StepFigures> stepFigures(const trace::TraceView& view, std::span<const std::size_t> steps,
                                     const Cancelled& cancelled = {});

/// Marks steps whose duration is far from the median of those alike (traced or not): more than 3.5 robust standard
/// deviations (1.4826 x the median absolute deviation; Iglewicz and Hoaglin 1993), and by more than 5 %, since clocks
/// as regular as a crystal make any difference striking. The first `skipped` steps neither count nor are marked: they
/// warm up.
void markOutliers(std::vector<StepFigures>& steps, std::size_t skipped = kSkippedSteps);

} // namespace stepscope::analysis
