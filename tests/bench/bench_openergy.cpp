// How true is the energy of ops? Over 200 random trainings whose every watt is known: the energy-weighted error of
// occupancy regression and of timing association on the same samples, how often the 95 % intervals hold the truth, and
// how long the regression of a long recording takes.
#include "analysis/algorithms/occupancy.h"
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

double quantile(std::vector<double> values, double share)
{
    std::sort(values.begin(), values.end());
    return values[std::min(values.size() - 1, static_cast<std::size_t>(share * static_cast<double>(values.size())))];
}

/// 10,000 steps with as many kinds as there can be: 60.
double secondsOfLongest()
{
    unsigned seed = 1;
    while (makeEnergyScenario(seed, 1).watts.size() < 60)
        ++seed;
    const EnergyScenario scenario = makeEnergyScenario(seed, 10'000);
    const double begin = processorSeconds();
    const auto rows = analysis::occupancyRows(scenario.pieces, scenario.windows, scenario.watts.size());
    const auto fit = analysis::fitOccupancy(rows);
    const double seconds = processorSeconds() - begin;
    return fit.reason.empty() ? seconds : -1;
}

} // namespace

int main()
{
    std::vector<double> regression;
    std::vector<double> timing;
    std::size_t told = 0;
    std::size_t covered = 0;
    std::size_t kinds = 0;
    for (unsigned seed = 0; seed < kScenarios; ++seed) {
        const EnergyScenario scenario = makeEnergyScenario(1000 + seed, kSteps);
        const auto rows = analysis::occupancyRows(scenario.pieces, scenario.windows, scenario.watts.size());
        const EnergyErrors errors = errorsOf(scenario, analysis::fitOccupancy(rows));
        regression.push_back(100 * errors.regression);
        timing.push_back(100 * errors.timing);
        told += errors.told;
        covered += errors.covered;
        kinds += scenario.watts.size();
    }
    const double coverage = 100 * static_cast<double>(covered) / static_cast<double>(told);
    figure("openergy_error_median", quantile(regression, 0.5), "%", 1);
    figure("openergy_error_p95", quantile(regression, 0.95), "%", 3);
    figure("openergy_timing_association_median_is_larger_by", quantile(timing, 0.5) / quantile(regression, 0.5), "x", 1,
           true);
    figure("openergy_timing_association_median", quantile(timing, 0.5), "%", 1000);
    figure("openergy_coverage_of_intervals", coverage, "%", 90, true);
    figure("openergy_coverage_not_too_wide", coverage, "%", 99);
    figure("openergy_not_separable", 100 * (1 - static_cast<double>(told) / static_cast<double>(kinds)), "%_of_ops",
           10);
    figure("openergy_10000_steps_60_kinds", secondsOfLongest(), "s", 2);
    return 0;
}
