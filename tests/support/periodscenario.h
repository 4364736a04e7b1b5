#pragma once

#include "analysis/steps/detection/periodseries.h"

#include <string>
#include <vector>

namespace stepscope::testing {

/// Samples of a training with known steps.
struct PeriodScenario
{
    std::vector<analysis::PeriodChannel> channels{};
    double period = 0;       ///< s: recorded time / steps, fractions included; 0 = not periodic
    double steps = 0;        ///< in the recording
    double samplesAStep = 0; ///< mean
    double jitter = 0, drift = 0, decibels = 0;
    std::string kind{};
};

/// A random training: 3 to 3,000 steps of 0.5 to 500 samples, both log-uniform; one to three channels with different
/// waveforms (several ops, a sawtooth, bursts, two similar halves, a sine wave), some of them means over the sampling
/// interval; signal-to-noise ratio of 30 to 0 dB; durations with up to 5 % drift and up to 5 % jitter; sampling jitter
/// of 0.5 to 20 %; 1 % of the samples missing, and gaps of up to 8 steps in 40 % of the series.
PeriodScenario makePeriodScenario(unsigned seed);

/// Series without a period, by seed: white noise, a random walk, 1/f noise, a constant, single bursts, a random
/// telegraph signal. 30 to 100,000 samples.
PeriodScenario makeAperiodicScenario(unsigned seed);

} // namespace stepscope::testing
