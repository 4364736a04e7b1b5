#pragma once

#include "analysis/trace/traceview.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>

/// Recordings of simulated trainings whose energy by op is known. They share no code with the analyses: power is a
/// function of time, which sensors average.
namespace stepscope::truth {

/// A power sensor. Its sample read at t is the mean over [u - lag - window, u - lag], where u is t, or the latest
/// update before it.
struct SensorPlan
{
    double windowMs = 0.3;
    double lagMs = 0;
    double updateMs = 0;       ///< 0 = with each read
    double stepWatts = 0.077;  ///< to which it rounds
    double noiseSteps = 0.3;   ///< standard deviation of its noise
    bool isDocumented = false; ///< the header of the recording says window, lag and update interval
    bool isCounter = false;    ///< of energy: the sample is the mean power since the previous one; no window and lag
};

struct EnergyPlan
{
    unsigned seed = 1;
    SensorPlan sensor{};
    int steps = 120;
    bool tracesAll = true;       ///< else the steps 4 to 8 and a few later ones, as at the program's defaults
    bool hasKernels = true;      ///< kernels are recorded
    bool hasInputThread = true;  ///< a second thread works beside the first
    bool isAsynchronous = false; ///< kernels run after their op has returned
    bool hasLinks = true;        ///< from ops to their kernels, as the hook records them; GPU profilers know no ops
    bool shuffles = false;       ///< ops run in another order in each step
    bool hasRareOp = false;      ///< one op occurs once
    double clockChange = 0;      ///< share by which power and durations change in the middle of the run
    double missingShare = 0;     ///< of the run in which the rail has no samples, in one piece
    double pauseMs = 0;          ///< between epochs of 20 steps
    double durations = 1;        ///< factor of the durations of ops; with 1, a step takes 0.1 to 0.5 s
};

/// J of each op (name and shapes) in the traced steps and in the untraced ones, above idle, and the seconds of its self
/// time on the lane that hardly pauses, in which idle power is part of its figure if the analysis cannot separate it:
/// the main thread, or the stream where kernels are asynchronous.
struct EnergyTruth
{
    struct Op
    {
        double tracedJoules = 0;
        double untracedJoules = 0;
        double tracedMainSeconds = 0;
        double untracedMainSeconds = 0;
    };
    std::map<std::pair<std::string, std::string>, Op> ops;
    double idleWatts = 0;
    std::uint64_t tracedSteps = 0;
    std::uint64_t untracedSteps = 0;
};

struct EnergyRecording
{
    trace::TraceView view;
    EnergyTruth truth;
};

EnergyRecording makeEnergyRecording(const EnergyPlan& plan);

} // namespace stepscope::truth
