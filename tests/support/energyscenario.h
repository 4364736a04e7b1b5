#pragma once

#include "analysis/energy/occupancy.h"

#include <cstdint>
#include <vector>

namespace stepscope::testing {

/// A training with known power of each op, and a sensor's samples of it.
struct EnergyScenario
{
    std::vector<analysis::SelfTimeInterval> intervals;
    std::vector<analysis::SampleWindow> windows; ///< as the description of the sensor gives them
    std::vector<double> watts;                   ///< of each group of ops, above idle
    std::vector<double> seconds;                 ///< that each group ran
    double idleWatts = 0;
    /// By the paper's timing association on the same samples, J above idle.
    std::vector<double> timingJoules;
};

/// A random training with this number of steps: 20-300 ops per step of 12-60 groups on one or two threads, steps of
/// 80-500 ms with 3 % jitter, noise of 1.5 or 3 %, a resolution of 8-77 mW, windows of 1-10 ms, lags of up to 20 ms,
/// samples every 10 ms, 1 % of them missing.
EnergyScenario makeEnergyScenario(unsigned seed, int steps);

/// Sum of |estimate - truth| over the sum of the true energy, of the groups with an estimate; 1 without any.
struct EnergyErrors
{
    double regression = 1;
    double timing = 1;
    std::size_t estimated = 0; ///< groups with an estimate
    std::size_t covered = 0;   ///< of those, with the truth in their interval
};
EnergyErrors errorsOf(const EnergyScenario& scenario, const analysis::OccupancyFit& fit);

} // namespace stepscope::testing
