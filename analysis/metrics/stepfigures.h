#pragma once

#include "analysis/metrics/metrics.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace stepscope::analysis {

/// Figures of one step. NaN = not measured.
struct StepFigures
{
    double seconds = 0;
    double joules = 0;       ///< of the whole system; NaN where samples cover less than kFullCoverage of the step
    double watts = 0;        ///< mean of the whole system
    double cpu = 0;          ///< mean over the cores online, 0..1
    double gpu = 0;          ///< 0..1
    double memory = 0;       ///< peak, bytes: of GPU tensors if the framework reports them, else resident memory
    double intermediate = 0; ///< peak, bytes, of tensors other than parameters, gradients, optimizer state and inputs
    bool traced = false;
};

/// Figures of the steps [first, last) of TraceView::step(). Empty when cancelled.
std::vector<StepFigures> stepFigures(const trace::TraceView& view, std::size_t first, std::size_t last,
                                     const std::stop_token& stop = {});
/// The same for the steps with these indices.
std::vector<StepFigures> stepFigures(const trace::TraceView& view, std::span<const std::size_t> steps,
                                     const std::stop_token& stop = {});
/// Number of the first steps whose figures do not change when more samples of a run arrive: each channel of
/// utilization, system power and memory of the process has a sample at or after their end. A channel is waited for at
/// most half a minute; one that delivers later still changes them.
[[nodiscard]] std::size_t settledSteps(const trace::TraceView& view);

/// Energy of the mean step of the whole system, over the steps that samples cover.
struct StepEnergy
{
    std::optional<double> joules;  ///< none: see `reason`
    double seconds = 0;            ///< mean duration of the steps that count
    std::optional<double> samples; ///< of the training in a step, mean of the steps that count
    std::size_t steps = 0;         ///< that count
    bool isByPlace = false;        ///< samples cover these steps only in part
    std::string reason;            ///< why there are no joules; empty when there are
};

/// Over the marked steps that lie completely in the range. A step lasts to the begin of the next one, pauses included,
/// so that steps of complete coverage add up to the energy of the range. A step counts if samples of each system rail
/// cover kFullCoverage of it. With too few such steps the mean power is taken at each twentieth of the step over all
/// steps that have samples there, which needs some at each of these places. `batchSize`: samples of a step that does
/// not state them; 0 = not known. O(steps log samples).
StepEnergy stepEnergy(const trace::TraceView& view, trace::TimeRange range, std::uint64_t batchSize);

struct StepLength
{
    double seconds = 0;
    bool traced = false;
};
/// Of the first `count` steps.
std::vector<StepLength> stepLengths(const trace::TraceView& view, std::size_t count);

/// Of each step: -1 = unusually short, 1 = unusually long, 0 = neither. Its duration differs from the median by more
/// than 3.5 robust standard deviations (Iglewicz and Hoaglin 1993) and by more than 5 %: with a very regular clock any
/// difference would be significant. Steps with and without recorded ops are compared separately, each with at least 8
/// steps. The first `skipped` steps (warm-up) are neither marked nor part of the median.
std::vector<std::int8_t> outlierSteps(std::span<const StepLength> steps, std::size_t skipped = kSkippedSteps);

} // namespace stepscope::analysis
