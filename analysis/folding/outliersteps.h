#pragma once

#include "analysis/energy/samplewindows.h"
#include "analysis/folding/stepselftimes.h"
#include "analysis/steps/foldsteps.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace stepscope::analysis {

/// A step that differs from the others.
struct OutlierStep
{
    enum class Cause { Unknown, Op, BetweenOps };

    std::size_t step = 0;    ///< StepEntry::number
    std::uint64_t index = 0; ///< StepEntry::index
    trace::TimeRange range;
    double usualSeconds = 0; ///< median duration of the steps of its type, traced or not
    double distance = 0;     ///< from the mean step, in robust standard deviations of `feature`
    std::string feature;     ///< what differs most: "duration", or a channel
    Cause cause = Cause::Unknown;
    std::string op{}, shapes{}; ///< with unusual time, for Cause::Op
    double excessSeconds = 0;   ///< how much longer than usual the op, or the time between ops, took
    bool isGuess = false;       ///< the step has no recorded ops; the cause is inferred from its samples
    std::string reason{};       ///< why the cause is not known
};

struct OutlierSteps
{
    std::vector<OutlierStep> steps; ///< largest distance first, at most kMaxOutliers
    std::size_t count = 0;          ///< of all outliers
    std::string reason;             ///< why outliers cannot be determined; empty when they can
};
inline constexpr std::size_t kMaxOutliers = 50;

/// Finds steps whose duration differs from the median by more than 3.5 robust standard deviations and 5 %, or whose
/// samples of power or utilization differ from the mean step by more than 5 robust standard deviations (and half) more
/// than usual. The cause comes from the recorded ops of the step where there are some, else from the place in the step
/// at which its samples stop following the mean step.
OutlierSteps outlierSteps(const trace::TraceView& view, const StepList& list, const StepSelfTimes& selfTimes,
                          std::span<const NamedSensor> sensors, const std::stop_token& stop = {});

} // namespace stepscope::analysis
