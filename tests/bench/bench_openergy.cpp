// Time of the regression of a long recording. The accuracy of op energy: tests/truth.
#include "analysis/energy/occupancy.h"
#include "tests/bench/figures.h"
#include "tests/support/energyscenario.h"

using namespace stepscope;
using namespace stepscope::bench;
using namespace stepscope::testing;

namespace {

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
    figure("openergy_10000_steps_60_kinds", secondsOfLargest(), "s", 2);
    return 0;
}
