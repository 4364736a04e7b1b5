#pragma once

#include "analysis/folding/fold.h"
#include "analysis/folding/outliersteps.h"
#include "analysis/steps/foldsteps.h"
#include "analysis/text/message.h"

#include <cstddef>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

/// How much of a training repeats from step to step (the paper's observations 2 and 7).
namespace stepscope::analysis {

/// Share of the samples' variance that the mean step explains, 0..1, by cross-validation: each fifth of the steps is
/// predicted by the mean step of the others, with the number of bins that predicts those best. This excludes the
/// overfitting of a mean step with many bins. None with fewer than 8 steps or 40 samples, or when the samples do not
/// vary. Samples by step.
std::optional<double> explainedByMeanStep(std::span<const FoldSample> samples, double stepSeconds);

struct ChannelPredictability
{
    std::string channel; ///< name, or rail
    std::optional<double> share;
    std::size_t samples = 0;
    double mean = 0, deviation = 0; ///< of these samples, in the channel's unit
    Message reason;                 ///< why there is no share; empty when there is one
};

/// Variation of one op's self time from step to step.
struct OpVariation
{
    std::string name, shapes;
    double meanSeconds = 0; ///< per step
    double cv = 0;          ///< standard deviation / mean
    std::size_t steps = 0;
};

struct Predictability
{
    std::vector<ChannelPredictability> channels; ///< in the order of the header, without those of the agent
    double stepCv = 0;                           ///< of the folded steps' durations; 0 = fewer than 2
    std::size_t steps = 0;                       ///< folded
    std::size_t sampledSteps = 0;                ///< of these, evenly distributed: those the shares are computed from
    std::vector<OpVariation> ops;                ///< in order of mean time; of traced steps
    OutlierSteps outliers;
    Message stepsDescription; ///< of detected steps, see describeSteps()
    bool isDetected = false;  ///< see StepList
    Message reason;           ///< why there are no shares; empty when there are some
};

/// `sensors`: result of findSensors(). Of a long recording, shares and mean step come from 100,000 samples of a
/// channel; outliers are searched among all steps.
Predictability predictabilityOf(const trace::TraceView& view, const StepList& list,
                                std::span<const NamedSensor> sensors = {}, const std::stop_token& stop = {});

} // namespace stepscope::analysis
