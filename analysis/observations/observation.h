#pragma once

#include "analysis/metrics/stepfigures.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// The twelve observations of "Performance Analysis and Characterization of Training Deep Learning Models on Mobile
/// Devices" (Liu, Liu, Du, Li 2019), tested on recordings. Numbers 1, 2, 6 and 7 are about one training, the others
/// compare batch sizes or models. The bounds and the tests are not from the paper.
namespace stepscope::analysis {

/// The result of testing one observation.
struct Observation
{
    enum class Verdict { Holds, Rejected, Undecided };
    int number = 0; ///< 1..12
    std::string title{};
    Verdict verdict = Verdict::Undecided;
    std::string evidence{}; ///< the figures and their test, or why it is undecided
    std::string advice{};   ///< empty if undecided
};

/// The figures of one recording that the observations test.
struct RunFacts
{
    std::string model{};     ///< from the command; empty = not known
    std::uint64_t batch = 0; ///< 0 = not known
    /// Means over groups of consecutive steps of the window, with at least twenty samples each, because figures of a
    /// step with few samples are noise. Traced steps are left out if there are enough others.
    std::vector<StepFigures> groups{};
    std::size_t stepsPerGroup = 1;
    std::vector<double> stepSeconds{}; ///< of each of these steps
    std::vector<CoreSummary> cores{};
    std::optional<double> gpu{}, cpu{}; ///< utilization, 0..1
    std::vector<RailSummary> rails{};
    std::optional<double> joulesPerStep{}; ///< of the whole system
    std::optional<double> samplesPerSecond{};
    std::optional<double> peakBytes{};
    std::vector<double> stepPeaks{}; ///< B: peak of memory in use in each of these steps
    /// Mean power in one of up to twenty equal stretches of the run, W: for each role the rail that draws most; 0 = no
    /// such rail.
    struct RailWatts
    {
        double memory = 0, gpu = 0, cpu = 0;
    };
    std::vector<RailWatts> railWatts{};
    std::vector<double> cpuShares{};  ///< CPU utilization, 0..1, in the stretches; also without marked steps
    std::uint64_t parameterBytes = 0; ///< 0 = not known
};

/// All twelve, in order of their numbers. Observations that compare recordings are undecided for a single one.
std::vector<Observation> observe(std::span<const RunFacts> runs);

/// Tests one observation. To add one: write a function, declare it here, and add it to the table in observation.cpp.
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
Observation observeJoulesPerSample(std::span<const RunFacts> runs);

/// The rail of a role that draws most; null = none.
const RailSummary* railOf(const RunFacts& run, std::string_view role);

/// One field of all groups; values that are not finite are left out.
std::vector<double> valuesOf(const RunFacts& run, double StepFigures::*field);

} // namespace stepscope::analysis
