#pragma once

#include "analysis/algorithms/foldsteps.h"
#include "analysis/algorithms/samplewindows.h"
#include "analysis/algorithms/stepwork.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace stepscope::analysis {

/// A step that is not like the others.
struct OutlierStep
{
    enum class Cause { Unknown, Op, BetweenOps };

    std::size_t step = 0;    ///< KnownStep::number
    std::uint64_t index = 0; ///< its number in the training, or among those detected
    trace::TimeRange range;
    double usualSeconds = 0; ///< median of those alike, traced or not
    double distance = 0;     ///< from the mean step, in usual deviations of what differs most
    std::string feature;     ///< what that is: "duration", or a channel
    Cause cause = Cause::Unknown;
    std::string op{}, shapes{}; ///< whose time is unusual
    double excessSeconds = 0;   ///< how much longer than usual it (or the time between ops) took
    bool isGuess = false;       ///< no op was recorded in it: found by where its readings leave those of the mean step
    std::string reason{};       ///< why the cause is not known
};

struct OutlierSteps
{
    std::vector<OutlierStep> steps; ///< farthest first
    std::size_t count = 0;          ///< all of them; `steps` has at most kMostOutliers
    std::string reason;             ///< why none can be told; empty when they can
};
inline constexpr std::size_t kMostOutliers = 50;

/// Steps whose duration is more than 3.5 robust standard deviations (and 5 %) from the median of those alike, or whose
/// readings of power or utilization lie more than 5 of them (and by half) farther from the mean step than usual. Of the
/// step's cause, too: where its ops were recorded, whose time is off; else where in the step its readings stop
/// following the mean step, if that can be seen.
OutlierSteps outlierSteps(const trace::TraceView& view, const StepList& list, const StepWork& work,
                          std::span<const NamedSensor> sensors, const Cancelled& cancelled = {});

} // namespace stepscope::analysis
