#pragma once

#include "analysis/energy/samplewindows.h"
#include "analysis/folding/steptemplate.h"
#include "analysis/steps/foldsteps.h"
#include "analysis/text/message.h"

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
    Message reason{};           ///< why the cause is not known
};

struct OutlierSteps
{
    std::vector<OutlierStep> steps; ///< largest distance first, at most kMaxOutliers
    std::size_t count = 0;          ///< of all outliers
    Message reason;                 ///< why outliers cannot be determined; empty when they can
};
inline constexpr std::size_t kMaxOutliers = 50;

/// Finds steps whose duration differs from the median by more than 3.5 robust standard deviations and 5 %, or whose
/// samples of power or utilization differ from the mean step by more than 5 robust standard deviations (and half) more
/// than usual. The cause comes from the recorded ops of the step where there are some, else from the place in the step
/// at which its samples stop following the mean step. `folded`: stepsToFold() of the list. `templates`: one for each
/// channel of the view with followsSteps(), in order.
OutlierSteps outlierSteps(const trace::TraceView& view, const StepList& list, const FoldedSteps& folded,
                          const std::vector<StepTemplate>& templates, const StepSelfTimes& selfTimes,
                          std::span<const NamedSensor> sensors, const std::stop_token& stop = {});

/// Locates the stall in a long step without recorded ops: the place at which, with the excess time cut out there, the
/// step's samples follow the mean step best. The cause is the op that runs there in the mean step.
class StallSearch
{
public:
    /// For `templates` see outlierSteps(). All arguments must outlive the object.
    StallSearch(const trace::TraceView& view, const FoldedSteps& steps, const std::vector<StepTemplate>& templates,
                std::span<const NamedSensor> sensors);
    /// Sets cause, op and excess of the step, or the reason why they are not known.
    void findCause(OutlierStep& step) const;

private:
    struct Reading
    {
        double seconds = 0; ///< since the start of the step; middle of the sample's window
        double value = 0;
        const StepTemplate* usual = nullptr;
    };
    [[nodiscard]] std::vector<Reading> readingsOf(const OutlierStep& step) const;
    /// Innermost op on the threads of the mean step; 0 = none.
    [[nodiscard]] std::uint32_t opAt(double seconds) const;

    const trace::TraceView& m_view;
    const FoldedSteps& m_steps;
    const std::vector<StepTemplate>& m_templates;
    std::span<const NamedSensor> m_sensors;
};

} // namespace stepscope::analysis
