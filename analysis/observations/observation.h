#pragma once

#include "analysis/metrics/stepfigures.h"
#include "analysis/text/message.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// The twelve observations of "Performance Analysis and Characterization of Training Deep Learning Models on Mobile
/// Devices" (Liu, Liu, Du, Li 2019), tested on recordings. Numbers and claims are those of the paper; the bounds and
/// the tests are not, see README.md. Numbers 1, 2, 6, 7 and 12 need one recording, the others several batch sizes or
/// models.
namespace stepscope::analysis {

/// The result of testing one observation.
struct Observation
{
    enum class Verdict { Holds, DoesNotHold, Undecided };
    int number = 0;  ///< 1..12, as in the paper
    Message title{}; ///< the claim
    Message study{}; ///< the figures on which the paper bases the claim
    Verdict verdict = Verdict::Undecided;
    Message evidence{};       ///< the figures and their test, or why it is undecided
    Message advice{};         ///< empty if undecided
    bool needsOthers = false; ///< undecided because it compares several recordings, which the evidence names
};

/// "holds", "does not hold", "undecided".
const char* verdictName(Observation::Verdict verdict);

/// The application domains of the paper's Table II.
enum class Domain { Unknown, ComputerVision, LanguageProcessing, ImageGeneration, RoboticsControl };
/// By the family that the model's name contains: "resnet50" is computer vision. Ignores case.
Domain domainOf(std::string_view model);
/// "computer vision"; "unknown domain".
Message domainName(Domain domain);
/// Whether the model's layers are recurrent (LSTM, GRU), as in the paper's Char-CNN and seq2seq.
bool isRecurrent(std::string_view model);

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

    /// One of up to twenty equal parts of the window, with at least twenty samples each; also without marked steps.
    struct Stretch
    {
        std::vector<CoreSummary> cores{};
        std::optional<double> gpu{}, cpu{};
        /// Mean power, W: for each role the rail that draws most; 0 = no such rail.
        double memoryWatts = 0, gpuWatts = 0, cpuWatts = 0;
    };
    std::vector<Stretch> stretches{};

    /// Correlation of GPU and CPU utilization over the time inside a step; one value for each step in which both vary.
    std::vector<double> gpuCpuCorrelations{};
    Message correlationSource{}; ///< what they were computed from; why there are none
    /// What the threads of the training do while the GPU is busy for less than half of the time, largest share first.
    struct OpShare
    {
        std::string name{};
        double share = 0; ///< of the self time of all ops of these threads in that time
    };
    std::vector<OpShare> opsAtLowGpu{};

    /// How much of a channel's variance the mean step explains, see predictability.h.
    struct Repetition
    {
        std::string channel{}, quantity{}, role{};
        int core = -1;
        std::optional<double> share{}; ///< 0..1; none = not known
        /// The averaging window is at most half a step. A longer one can hide a repetition, but not feign one.
        bool isResolved = true;
        /// Of the samples in the steps, in the channel's unit; NaN = not known.
        double mean = std::numeric_limits<double>::quiet_NaN(), deviation = mean;
    };
    std::vector<Repetition> repetitions{};
    std::size_t repeatedSteps = 0; ///< steps that the shares were computed from
    Message detectedPeriod{};      ///< what the detection without marks found

    std::optional<double> peakBytes{};  ///< of the system
    std::optional<double> totalBytes{}; ///< of the device
    /// B: peak of memory in use in each of these groups. One step with few samples would miss its peak.
    std::vector<double> stepPeaks{};
    /// Memory of the training by its parts, bytes. None = not reported. Without a report, intermediate data are
    /// what the peak contains beyond the other parts.
    std::optional<double> parameterBytes{}, gradientBytes{}, inputBytes{}, intermediateBytes{};

    /// Accuracy as the training printed it.
    struct Accuracy
    {
        double day = 0;   ///< since 1970
        double share = 0; ///< 0..1
    };
    std::vector<Accuracy> accuracies{};
};

/// All twelve, in order of their numbers. Observations that compare recordings are undecided for a single one.
std::vector<Observation> observe(std::span<const RunFacts> runs);

/// Tests one observation. To add one: write a function, declare it here, and add it to the table in observation.cpp.
using ObservationFunction = void (*)(std::span<const RunFacts> runs, Observation& observation);

// observationsingle.cpp
void observeGpuAgainstCpu(std::span<const RunFacts> runs, Observation& observation);
void observeRepeatingUse(std::span<const RunFacts> runs, Observation& observation);
void observePowerRanks(std::span<const RunFacts> runs, Observation& observation);
void observeRepeatingPower(std::span<const RunFacts> runs, Observation& observation);
void observeAccuracy(std::span<const RunFacts> runs, Observation& observation);
// observationcores.cpp
void observeCores(std::span<const RunFacts> runs, Observation& observation);
// observationbatch.cpp
void observeUseByBatch(std::span<const RunFacts> runs, Observation& observation);
void observeGpuByDomain(std::span<const RunFacts> runs, Observation& observation);
void observeEnergyByBatch(std::span<const RunFacts> runs, Observation& observation);
void observeMemoryByBatch(std::span<const RunFacts> runs, Observation& observation);
void observeThroughputByBatch(std::span<const RunFacts> runs, Observation& observation);
void observeGainByModel(std::span<const RunFacts> runs, Observation& observation);

/// The rail of a role that draws most; null = none.
const RailSummary* railOf(const RunFacts& run, std::string_view role);

/// One field of all groups; values that are not finite are left out.
std::vector<double> valuesOf(const RunFacts& run, double StepFigures::*field);

} // namespace stepscope::analysis
