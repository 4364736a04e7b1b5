// Accuracy of op energy over 200 random trainings with known power: the energy-weighted error of occupancy regression
// and of timing association on the same samples, the coverage of the 95 % intervals, and the time of the regression of
// a long recording.
#include "analysis/energy/occupancy.h"
#include "tests/bench/figures.h"
#include "tests/support/energyscenario.h"

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <vector>

using namespace stepscope;
using namespace stepscope::bench;
using namespace stepscope::testing;

namespace {

constexpr int kScenarios = 200;
constexpr int kSteps = 500;

/// Time of the regression of 10,000 steps with the largest number of op groups, 60, in seconds; -1 if it gives no
/// result.
double secondsOfLargest()
{
    unsigned seed = 1;
    while (makeEnergyScenario(seed, 1).watts.size() < 60)
        ++seed;
    const EnergyScenario scenario = makeEnergyScenario(seed, 10'000);
    const double begin = processorSeconds();
    const auto rows = analysis::occupancyRows(scenario.intervals, scenario.windows, scenario.watts.size());
    const auto fit = analysis::fitOccupancy(rows);
    const double seconds = processorSeconds() - begin;
    return fit.reason.empty() ? seconds : -1;
}

} // namespace

int main()
{
    std::vector<double> regression;
    std::vector<double> timing;
    std::size_t estimated = 0;
    std::size_t covered = 0;
    std::size_t groups = 0;
    for (unsigned seed = 0; seed < kScenarios; ++seed) {
        const EnergyScenario scenario = makeEnergyScenario(1000 + seed, kSteps);
        const auto rows = analysis::occupancyRows(scenario.intervals, scenario.windows, scenario.watts.size());
        const EnergyErrors errors = errorsOf(scenario, analysis::fitOccupancy(rows));
        regression.push_back(100 * errors.regression);
        timing.push_back(100 * errors.timing);
        estimated += errors.estimated;
        covered += errors.covered;
        groups += scenario.watts.size();
    }
    const double coverage = 100 * static_cast<double>(covered) / static_cast<double>(estimated);
    figure("openergy_error_median", quantile(regression, 0.5), "%", 1);
    figure("openergy_error_p95", quantile(regression, 0.95), "%", 3);
    figure("openergy_timing_association_median_is_larger_by", quantile(timing, 0.5) / quantile(regression, 0.5), "x", 1,
           true);
    figure("openergy_timing_association_median", quantile(timing, 0.5), "%", 1000);
    figure("openergy_coverage_of_intervals", coverage, "%", 90, true);
    figure("openergy_coverage_not_too_wide", coverage, "%", 99);
    figure("openergy_not_separable", 100 * (1 - static_cast<double>(estimated) / static_cast<double>(groups)),
           "%_of_ops", 10);
    figure("openergy_10000_steps_60_kinds", secondsOfLargest(), "s", 2);
    return 0;
}
