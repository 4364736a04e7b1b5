#pragma once

#include "analysis/algorithms/occupancyrows.h"

#include <cstdint>
#include <vector>

namespace stepscope::testing {

/// A training whose every watt is known, and what a sensor says of it.
struct EnergyScenario
{
    std::vector<analysis::WorkPiece> pieces;
    std::vector<analysis::SampleWindow> windows; ///< as the sensor's facts describe them
    std::vector<double> watts;                   ///< of each kind of op, above idle
    std::vector<double> seconds;                 ///< that each kind ran
    double idleWatts = 0;
    /// By the paper's association on the same samples, J above idle: each instance gets the sample of its time.
    std::vector<double> timingJoules;
};

/// At random, with so many steps: 20-300 ops a step of 12-60 kinds on one or two threads, steps of 80-500 ms that
/// jitter by 3 %, noise of 1.5 or 3 %, readings in steps of 8-77 mW, windows of 1-10 ms, lags up to 20 ms, samples
/// every 10 ms of which 1 % are missing.
EnergyScenario makeEnergyScenario(unsigned seed, int steps);

/// Sum of |found - true| over the sum of the true energy, of the kinds that have a figure; 1 without any.
struct EnergyErrors
{
    double regression = 1;
    double timing = 1;
    std::size_t told = 0;    ///< kinds with a figure
    std::size_t covered = 0; ///< of them, with the truth in their interval
};
EnergyErrors errorsOf(const EnergyScenario& scenario, const analysis::OccupancyFit& fit);

} // namespace stepscope::testing
