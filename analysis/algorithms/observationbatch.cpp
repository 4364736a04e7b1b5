#include "analysis/algorithms/observation.h"
#include "analysis/algorithms/textpage.h"

#include <algorithm>
#include <cmath>
#include <map>

/// What several recordings tell together: of one model with several batch sizes, or of several models.
namespace stepscope::analysis {
namespace {

const char* const kBatchesNeeded = "give recordings of several batch sizes of one model (stepscope report A B ...)";
const char* const kModelsNeeded = "give recordings of several models (stepscope report A B ...)";

Observation unknown(Observation observation, std::string why)
{
    observation.verdict = Observation::Verdict::CannotTell;
    observation.evidence = std::move(why);
    return observation;
}

void decide(Observation& observation, bool holds, std::string ifSo, std::string ifNot)
{
    observation.verdict = holds ? Observation::Verdict::Holds : Observation::Verdict::DoesNot;
    observation.advice = holds ? std::move(ifSo) : std::move(ifNot);
}

/// The smallest and the largest batch of one model.
struct BatchPair
{
    const RunFacts* small = nullptr;
    const RunFacts* large = nullptr;
    [[nodiscard]] double ratio() const { return static_cast<double>(large->batch) / static_cast<double>(small->batch); }
    [[nodiscard]] std::string text() const
    {
        return small->model + ", batch " + countText(small->batch) + " to " + countText(large->batch);
    }
};

/// Of each model with more than one batch size, among the runs that know `field`.
template <typename Known>
std::vector<BatchPair> batchPairs(std::span<const RunFacts> runs, Known known)
{
    std::map<std::string, BatchPair> models;
    for (const RunFacts& run : runs) {
        if (run.batch == 0 || !known(run))
            continue;
        BatchPair& pair = models[run.model];
        pair.small = pair.small == nullptr || run.batch < pair.small->batch ? &run : pair.small;
        pair.large = pair.large == nullptr || run.batch > pair.large->batch ? &run : pair.large;
    }
    std::vector<BatchPair> pairs;
    for (const auto& [model, pair] : models) {
        if (pair.small->batch < pair.large->batch)
            pairs.push_back(pair);
    }
    return pairs;
}

/// By how much the means of two runs differ: Welch's interval, 95 %, conservative in its degrees of freedom.
struct Difference
{
    double value = 0, low = 0, high = 0;
    bool isTested = false; ///< else too few steps: low and high are the value
};
Difference differenceOf(const RunFacts& a, const RunFacts& b, double StepFigures::*field, double meanA, double meanB)
{
    const auto first = meanInterval(valuesOf(a, field));
    const auto second = meanInterval(valuesOf(b, field));
    const double value = meanB - meanA;
    if (!first || !second)
        return {value, value, value, false};
    const double reach = std::hypot(first->high - first->mean, second->high - second->mean);
    const double tested = second->mean - first->mean;
    return {tested, tested - reach, tested + reach, true};
}

std::string pointsText(const Difference& difference)
{
    const auto points = [](double share) { return (share >= 0 ? "+" : "") + fixedText(100 * share, 1); };
    return points(difference.value) + " points" +
           (difference.isTested ? " (95 % interval " + points(difference.low) + " to " + points(difference.high) + ")"
                                : " (too few steps to test)");
}

std::string timesText(double ratio)
{
    return "x" + fixedText(ratio, 2);
}

/// How a figure of the largest batch relates to that of the smallest, model by model.
struct Growth
{
    std::string text{};
    bool all = true; ///< every model as asked
    bool any = false;
};
template <typename Value, typename Test>
Growth growthOf(const std::vector<BatchPair>& pairs, Value value, Test test)
{
    Growth growth;
    for (const BatchPair& pair : pairs) {
        const double ratio = value(*pair.large) / value(*pair.small);
        growth.text +=
            (growth.text.empty() ? "" : "; ") + pair.text() + " (" + timesText(pair.ratio()) + "): " + timesText(ratio);
        const bool is = std::isfinite(ratio) && test(ratio, pair.ratio());
        growth.all = growth.all && is;
        growth.any = growth.any || is;
    }
    return growth;
}

/// Distinct models among the runs that know `value`: its mean over the runs of each.
template <typename Value>
std::map<std::string, double> meansByModel(std::span<const RunFacts> runs, Value value)
{
    std::map<std::string, std::pair<double, double>> sums;
    for (const RunFacts& run : runs) {
        if (const std::optional<double> known = value(run); known && !run.model.empty()) {
            sums[run.model].first += *known;
            sums[run.model].second += 1;
        }
    }
    std::map<std::string, double> means;
    for (const auto& [model, sum] : sums)
        means[model] = sum.first / sum.second;
    return means;
}

std::optional<double> joulesASample(const RunFacts& run)
{
    if (!run.joulesAStep || run.batch == 0)
        return std::nullopt;
    return *run.joulesAStep / static_cast<double>(run.batch);
}

} // namespace

Observation observeGpuByBatch(std::span<const RunFacts> runs)
{
    Observation found{.number = 3, .title = "Larger batches keep the GPU busier"};
    const auto pairs = batchPairs(runs, [](const RunFacts& run) { return run.gpu.has_value(); });
    if (pairs.empty())
        return unknown(found, std::string(kBatchesNeeded) + " on a device whose GPU can be measured");
    bool all = true;
    for (const BatchPair& pair : pairs) {
        const Difference change =
            differenceOf(*pair.small, *pair.large, &StepFigures::gpu, *pair.small->gpu, *pair.large->gpu);
        found.evidence += (found.evidence.empty() ? "" : "; ") + pair.text() + ": " + percentText(*pair.small->gpu) +
                          " to " + percentText(*pair.large->gpu) + ", " + pointsText(change);
        constexpr double kMore = 0.01;
        all = all && change.value > kMore && change.low > 0;
    }
    decide(found, all, "Take the largest batch that memory and accuracy allow: small ones leave the GPU waiting.",
           "A larger batch does not fill the GPU here: look at what it waits for (input, CPU, copies).");
    return found;
}

Observation observeCpuByBatch(std::span<const RunFacts> runs)
{
    Observation found{.number = 4, .title = "The batch size hardly changes how busy the CPU is"};
    const auto pairs = batchPairs(runs, [](const RunFacts& run) { return run.cpu.has_value(); });
    if (pairs.empty())
        return unknown(found, kBatchesNeeded);
    constexpr double kSame = 0.05;
    bool all = true;
    for (const BatchPair& pair : pairs) {
        const Difference change =
            differenceOf(*pair.small, *pair.large, &StepFigures::cpu, *pair.small->cpu, *pair.large->cpu);
        found.evidence += (found.evidence.empty() ? "" : "; ") + pair.text() + ": " + pointsText(change);
        all = all && std::abs(change.value) <= kSame;
    }
    found.evidence += " (bound: 5 points)";
    decide(found, all, "Do not tune the batch size for the CPU: it has the same work in every step.",
           "The CPU's work follows the batch: preparing input may limit large batches; give it more workers.");
    return found;
}

Observation observeUseByModel(std::span<const RunFacts> runs)
{
    Observation found{.number = 5, .title = "How well the hardware is used depends on the model"};
    const auto gpu = meansByModel(runs, [](const RunFacts& run) { return run.gpu; });
    const auto cpu = meansByModel(runs, [](const RunFacts& run) { return run.cpu; });
    const auto& used = gpu.size() > 1 ? gpu : cpu;
    if (used.size() < 2)
        return unknown(found, kModelsNeeded);
    double least = 1e9;
    double most = -1e9;
    for (const auto& [model, share] : used) {
        found.evidence += (found.evidence.empty() ? "" : ", ") + model + " " + percentText(share);
        least = std::min(least, share);
        most = std::max(most, share);
    }
    // What batch sizes of one model differ by is no difference between models.
    double byBatch = 0;
    for (const RunFacts& run : runs) {
        const auto own = &used == &gpu ? run.gpu : run.cpu;
        if (own && used.contains(run.model))
            byBatch = std::max(byBatch, std::abs(*own - used.at(run.model)));
    }
    found.evidence = (&used == &gpu ? "GPU utilization: " : "CPU utilization: ") + found.evidence +
                     "; runs of one model differ from its mean by up to " + fixedText(100 * byBatch, 1) + " points";
    constexpr double kApart = 0.05;
    decide(found, most - least > std::max(kApart, byBatch),
           "Choose the model with the device in mind: one that fills it trains in less time and energy.",
           "These models use the device alike: choose by accuracy and energy.");
    return found;
}

Observation observeEnergyByBatch(std::span<const RunFacts> runs)
{
    Observation found{.number = 8,
                      .title = "A step takes more energy with a larger batch, but less than in proportion"};
    const auto pairs = batchPairs(runs, [](const RunFacts& run) { return run.joulesAStep && *run.joulesAStep > 0; });
    if (pairs.empty())
        return unknown(found, std::string(kBatchesNeeded) + ", with marked steps and power sensors");
    const Growth growth = growthOf(
        pairs, [](const RunFacts& run) { return *run.joulesAStep; },
        [](double energy, double batch) { return energy > 1 && energy < 0.95 * batch; });
    found.evidence = "energy of a step: " + growth.text;
    decide(found, growth.all, "Larger batches spread the fixed cost of a step over more samples.",
           "A step has no fixed cost worth saving here: choose the batch by memory and accuracy.");
    return found;
}

Observation observeThroughputByBatch(std::span<const RunFacts> runs)
{
    Observation found{.number = 9, .title = "Throughput grows with the batch, but less than in proportion"};
    const auto pairs =
        batchPairs(runs, [](const RunFacts& run) { return run.samplesPerSecond && *run.samplesPerSecond > 0; });
    if (pairs.empty())
        return unknown(found, std::string(kBatchesNeeded) + ", with marked steps");
    const Growth growth = growthOf(
        pairs, [](const RunFacts& run) { return *run.samplesPerSecond; },
        [](double rate, double batch) { return rate > 1.05 && rate < 0.98 * batch; });
    found.evidence = "samples a second: " + growth.text;
    decide(
        found, growth.all, "Raise the batch until the gain flattens; beyond that it costs memory only.",
        "The device is busy with small batches already (or waits for something else): a larger batch does not help.");
    return found;
}

Observation observeMemoryByBatch(std::span<const RunFacts> runs)
{
    Observation found{
        .number = 10,
        .title = "Memory grows with the batch: what steps keep for the way back, not the parameters, fills it"};
    const auto pairs = batchPairs(runs, [](const RunFacts& run) { return run.peakBytes.has_value(); });
    if (pairs.empty())
        return unknown(found, std::string(kBatchesNeeded) + ", with memory measured");
    bool all = true;
    for (const BatchPair& pair : pairs) {
        const double more = *pair.large->peakBytes - *pair.small->peakBytes;
        const auto parameters = static_cast<double>(pair.large->parameterBytes);
        found.evidence += (found.evidence.empty() ? "" : "; ") + pair.text() + ": peak " +
                          bytesText(*pair.small->peakBytes) + " to " + bytesText(*pair.large->peakBytes) +
                          (parameters > 0 ? ", parameters " + bytesText(parameters) : ", parameters not known");
        constexpr double kMore = 0.05;
        all = all && more > kMore * *pair.small->peakBytes && more > parameters;
    }
    decide(found, all,
           "Memory limits the batch: half precision, recomputing activations or adding up gradients of small batches "
           "make room.",
           "Memory does not follow the batch here: there is room for a larger one.");
    return found;
}

Observation observeGainByModel(std::span<const RunFacts> runs)
{
    Observation found{.number = 11, .title = "What a larger batch gains differs much between models"};
    const auto pairs =
        batchPairs(runs, [](const RunFacts& run) { return run.samplesPerSecond && *run.samplesPerSecond > 0; });
    if (pairs.size() < 2)
        return unknown(found,
                       "give recordings of several batch sizes of at least two models (stepscope report A B ...)");
    double least = 1e9;
    double most = 0;
    for (const BatchPair& pair : pairs) {
        // Gain for each doubling, so that unlike ranges of batches can be compared.
        const double gain =
            std::pow(*pair.large->samplesPerSecond / *pair.small->samplesPerSecond, 1 / std::log2(pair.ratio()));
        found.evidence += (found.evidence.empty() ? "" : "; ") + pair.text() + ": " + timesText(gain) + " a doubling";
        least = std::min(least, gain);
        most = std::max(most, gain);
    }
    constexpr double kApart = 1.1;
    decide(found, most > kApart * least, "Measure each model: the batch that is best for one is not for another.",
           "These models gain alike: one of them tells the batch size for all.");
    return found;
}

Observation observeJoulesASample(std::span<const RunFacts> runs)
{
    Observation found{.number = 12, .title = "Larger batches make each sample cheaper in energy"};
    const auto pairs =
        batchPairs(runs, [](const RunFacts& run) { return joulesASample(run).has_value() && *joulesASample(run) > 0; });
    if (pairs.empty())
        return unknown(found, std::string(kBatchesNeeded) + ", with marked steps and power sensors");
    const Growth growth = growthOf(
        pairs, [](const RunFacts& run) { return *joulesASample(run); },
        [](double cost, double) { return cost < 0.95; });
    found.evidence = "energy of a sample: " + growth.text;
    decide(found, growth.all, "Where energy counts (a battery), train with the largest batch that keeps accuracy.",
           "A larger batch saves no energy a sample here: choose it by time and accuracy.");
    return found;
}

} // namespace stepscope::analysis
