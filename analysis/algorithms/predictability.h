#pragma once

#include "analysis/algorithms/fold.h"
#include "analysis/algorithms/foldsteps.h"
#include "analysis/algorithms/outliersteps.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

/// How much of a training repeats from step to step (the paper's observations 2 and 7).
namespace stepscope::analysis {

/// Share of the readings' variance that the mean step explains, 0..1. Each fifth of the steps is predicted by the mean
/// step of the others, as fine as predicts those best, so that a fine mean step does not praise itself. None with fewer
/// than 8 steps or 40 readings, or when they do not vary. Samples by step.
std::optional<double> explainedByMeanStep(std::span<const FoldSample> samples, double stepSeconds);

struct ChannelPredictability
{
    std::string channel; ///< name, or rail
    std::optional<double> share;
    std::size_t samples = 0;
    std::string reason; ///< why there is none; empty when there is
};

/// How the time of one op (without those inside it) varies from step to step.
struct OpVariation
{
    std::string name, shapes;
    double meanSeconds = 0; ///< a step
    double cv = 0;          ///< standard deviation / mean
    std::size_t steps = 0;
};

struct Predictability
{
    std::vector<ChannelPredictability> channels; ///< in the order of the header, without the agent's own
    double stepCv = 0;                           ///< of steps that are alike; 0 = fewer than 2
    std::size_t steps = 0;                       ///< laid over each other
    std::vector<OpVariation> ops;                ///< by mean time; of traced steps
    OutlierSteps outliers;
    std::string aboutSteps; ///< of steps that nobody marked, see aboutSteps()
    bool isDetected = false;
    std::string reason; ///< why nothing can be told; empty when something can
};

/// `sensors`: what was found of them, see findSensors.
Predictability predictabilityOf(const trace::TraceView& view, const StepList& list,
                                std::span<const NamedSensor> sensors = {}, const Cancelled& cancelled = {});

} // namespace stepscope::analysis
