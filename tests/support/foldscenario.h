#pragma once

#include "analysis/algorithms/fold.h"

#include <vector>

namespace stepscope::testing {

/// What a sensor reads of a step whose every watt is known: ops of different power one after another, and short pulses
/// of 0.5 ms on them.
struct FoldScenario
{
    std::vector<analysis::FoldSample> samples;
    double stepSeconds = 0;
    std::vector<double> truth;  ///< W, by bins of equal length (a multiple of every bin asked about is not needed)
    std::vector<double> pulses; ///< s: when the pulses begin
    static constexpr double kPulse = 0.0005; ///< s

    /// Of the truth, over a stretch of the step.
    [[nodiscard]] double mean(double begin, double end) const;
};

struct FoldPlan
{
    int steps = 2000;
    double stepSeconds = 0.2;
    double period = 0.01;
    double window = 0.001;
    double jitter = 0.03;   ///< of the steps' durations; 0 with a period that divides the step: commensurate
    double noise = 0.01;    ///< of the mean power, of each reading
    double quantum = 0.008; ///< W
};
FoldScenario makeFoldScenario(unsigned seed, const FoldPlan& plan = {});

/// How far a folded waveform is from the truth of its bins.
struct FoldErrors
{
    double rms = 1;       ///< share of the truth's span
    double covered = 0;   ///< share of the bins whose truth the band holds
    double pulseMean = 1; ///< of the pulses, by their level: share of the truth
    double pulseWorst = 1;
};
FoldErrors errorsOf(const FoldScenario& scenario, const analysis::FoldedWaveform& fold);

} // namespace stepscope::testing
