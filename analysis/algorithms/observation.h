#pragma once

#include "analysis/algorithms/report.h"
#include "analysis/algorithms/stepfigures.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// The twelve observations of "Performance Analysis and Characterization of Training Deep Learning Models on Mobile
/// Devices" (Liu, Liu, Du, Li 2019), asked of recordings. Numbers 2 and 7 are about how predictable steps are, 1 and 6
/// about one training, the others compare batch sizes or models. The words, bounds and tests are ours.
namespace stepscope::analysis {

/// What the observations need to know of one recording.
struct RunFacts
{
    std::string model{};     ///< by its command; empty = not known
    std::uint64_t batch = 0; ///< 0 = not known
    /// Of steps that count, without those whose ops were recorded (unless there are no others), in groups of at least
    /// twenty samples: what one sample says of a short step is chance.
    std::vector<StepFigures> groups{};
    std::size_t stepsAGroup = 1;
    std::vector<double> stepSeconds{}; ///< of the same steps, one by one
    std::vector<CoreSummary> cores{};
    std::optional<double> gpu{}, cpu{}; ///< utilization, 0..1
    std::vector<RailSummary> rails{};
    std::optional<double> joulesAStep{}; ///< of the whole system
    std::optional<double> samplesPerSecond{};
    std::optional<double> peakBytes{};
    std::vector<double> stepPeaks{}; ///< B: peak of the same steps, one by one; what they were counted by: `peakBytes`
    /// Mean power of the rails that draw most of their role, W, in equal stretches of the run; 0 = there is no such
    /// rail
    struct RailWatts
    {
        double memory = 0, gpu = 0, cpu = 0;
    };
    std::vector<RailWatts> railWatts{};
    std::vector<double>
        cpuShares{}; ///< mean of the cores, 0..1, in the same stretches: of recordings without steps, too
    std::uint64_t parameterBytes = 0; ///< 0 = not known
};
RunFacts runFacts(const trace::TraceView& view, const Report& report, const Cancelled& cancelled = {});

/// All twelve, by number. What compares says "cannot tell" of one recording alone.
std::vector<Observation> observe(std::span<const RunFacts> runs);

/// One question. To add one: write a function, declare it here, and give it a line in observationtable.cpp.
using ObservationFunction = Observation (*)(std::span<const RunFacts> runs);

Observation observeIdleCores(std::span<const RunFacts> runs);
Observation observeRepeatingUse(std::span<const RunFacts> runs);
Observation observeGpuByBatch(std::span<const RunFacts> runs);
Observation observeCpuByBatch(std::span<const RunFacts> runs);
Observation observeUseByModel(std::span<const RunFacts> runs);
Observation observeMemoryPower(std::span<const RunFacts> runs);
Observation observeRepeatingPower(std::span<const RunFacts> runs);
Observation observeEnergyByBatch(std::span<const RunFacts> runs);
Observation observeThroughputByBatch(std::span<const RunFacts> runs);
Observation observeMemoryByBatch(std::span<const RunFacts> runs);
Observation observeGainByModel(std::span<const RunFacts> runs);
Observation observeJoulesASample(std::span<const RunFacts> runs);

/// The rail of that role that draws most; nullptr = none does.
const RailSummary* railOf(const RunFacts& run, std::string_view role);

/// Of one field of the groups.
std::vector<double> valuesOf(const RunFacts& run, double StepFigures::*field);

} // namespace stepscope::analysis
