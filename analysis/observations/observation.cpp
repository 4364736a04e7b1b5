#include "analysis/observations/observation.h"

#include <cmath>

namespace stepscope::analysis {

std::vector<Observation> observe(std::span<const RunFacts> runs)
{
    constexpr ObservationFunction kTable[] = {
        observeIdleCores,         observeRepeatingUse,  observeGpuByBatch,     observeCpuByBatch,
        observeUseByModel,        observeMemoryPower,   observeRepeatingPower, observeEnergyByBatch,
        observeThroughputByBatch, observeMemoryByBatch, observeGainByModel,    observeJoulesPerSample,
    };
    std::vector<Observation> observations;
    if (runs.empty())
        return observations;
    for (const ObservationFunction test : kTable)
        observations.push_back(test(runs));
    return observations;
}

const RailSummary* railOf(const RunFacts& run, std::string_view role)
{
    const RailSummary* most = nullptr;
    for (const RailSummary& rail : run.rails) {
        if (rail.role == role && rail.coveredSeconds > 0 && (most == nullptr || rail.meanWatts > most->meanWatts))
            most = &rail;
    }
    return most;
}

std::vector<double> valuesOf(const RunFacts& run, double StepFigures::*field)
{
    std::vector<double> values;
    for (const StepFigures& group : run.groups) {
        if (std::isfinite(group.*field))
            values.push_back(group.*field);
    }
    return values;
}

} // namespace stepscope::analysis
