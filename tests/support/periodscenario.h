#pragma once

#include "analysis/algorithms/periodseries.h"

#include <string>
#include <vector>

namespace stepscope::testing {

/// Samples of a training whose every step is known.
struct PeriodScenario
{
    std::vector<analysis::PeriodChannel> channels{};
    double period = 0;       ///< s: what was recorded, over the steps (and parts of steps) in it; 0 = there is none
    double steps = 0;        ///< in the recording
    double samplesAStep = 0; ///< mean
    double jitter = 0, drift = 0, decibels = 0;
    std::string kind{};
};

/// At random: 3 to 3,000 steps of 0.5 to 500 samples, both log-uniform; one to three channels, each with a step of its
/// own (several ops, a sawtooth, bursts, two halves that are nearly alike, a wave), some of them means over the
/// sampling interval; noise of 30 to 0 dB; lengths that drift by up to 5 % and jitter by up to 5 %; sampling times off
/// by 0.5 to 20 %; 1 % of the samples missing, and gaps of up to 8 steps in 40 % of the series.
PeriodScenario makePeriodScenario(unsigned seed);

/// With no period: white noise, a random walk, 1/f noise, a constant, single bursts, a random telegraph, in turn. 30 to
/// 100,000 samples.
PeriodScenario makeAperiodicScenario(unsigned seed);

} // namespace stepscope::testing
