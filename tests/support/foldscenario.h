#pragma once

#include "analysis/folding/fold.h"

#include <vector>

namespace stepscope::testing {

/// A sensor's samples of steps with known power: consecutive ops of different power, and short pulses of 0.5 ms.
struct FoldScenario
{
    std::vector<analysis::FoldSample> samples;
    double stepSeconds = 0;
    std::vector<double> truth;               ///< W, by bins of equal length
    std::vector<double> pulses;              ///< s: begins of the pulses
    static constexpr double kPulse = 0.0005; ///< s

    /// Mean of the truth over a part of the step.
    [[nodiscard]] double mean(double begin, double end) const;
};

struct FoldPlan
{
    int steps = 2000;
    double stepSeconds = 0.2;
    double period = 0.01;
    double window = 0.001;
    double jitter = 0.03;   ///< of the steps' durations; 0 with a period that divides the step: commensurate
    double noise = 0.01;    ///< of each sample, relative to the mean power
    double quantum = 0.008; ///< W
};
FoldScenario makeFoldScenario(unsigned seed, const FoldPlan& plan = {});

/// Errors of a folded waveform.
struct FoldErrors
{
    double rms = 1;       ///< relative to the range of the truth
    double covered = 0;   ///< share of the bins whose truth lies in the band
    double pulseMean = 1; ///< mean height of the pulses, relative to the truth
    double pulseWorst = 1;
};
FoldErrors errorsOf(const FoldScenario& scenario, const analysis::FoldedWaveform& fold);

} // namespace stepscope::testing
