#include "analysis/algorithms/observation.h"

namespace stepscope::analysis {

std::vector<Observation> observe(std::span<const RunFacts> runs)
{
    constexpr ObservationFunction kTable[] = {
        observeIdleCores,         observeRepeatingUse,  observeGpuByBatch,     observeCpuByBatch,
        observeUseByModel,        observeMemoryPower,   observeRepeatingPower, observeEnergyByBatch,
        observeThroughputByBatch, observeMemoryByBatch, observeGainByModel,    observeJoulesASample,
    };
    std::vector<Observation> found;
    if (runs.empty())
        return found;
    for (const ObservationFunction ask : kTable)
        found.push_back(ask(runs));
    return found;
}

} // namespace stepscope::analysis
