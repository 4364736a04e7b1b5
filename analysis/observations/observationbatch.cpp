#include "analysis/observations/observation.h"
#include "analysis/observations/observationtests.h"
#include "analysis/text/quantitytext.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

/// Observations that compare recordings: of one model with several batch sizes, or of several models.
namespace stepscope::analysis {
namespace {

const char* const kBatchesNeeded = "give recordings of several batch sizes of one model (stepscope report A B ...)";
const char* const kModelsNeeded = "give recordings of several models (stepscope report A B ...)";

void decide(Observation& observation, Observation::Verdict verdict, std::string ifSo, std::string ifNot)
{
    observation.verdict = verdict;
    if (verdict != Observation::Verdict::Undecided)
        observation.advice = verdict == Observation::Verdict::Holds ? std::move(ifSo) : std::move(ifNot);
}

std::vector<double> secondsOf(const RunFacts& run)
{
    return run.stepSeconds;
}

std::vector<double> joulesOf(const RunFacts& run)
{
    return valuesOf(run, &StepFigures::joules);
}

std::string pointsText(double share)
{
    return (share >= 0 ? "+" : "") + fixedText(100 * share, 1) + " points";
}

/// By model: the mean of `value` over the runs that have it.
template <typename Value>
std::map<std::string, double> meansByModel(std::span<const RunFacts> runs, Value value)
{
    std::map<std::string, std::pair<double, double>> sums;
    for (const RunFacts& run : runs) {
        if (const std::optional<double> figure = value(run); figure && !run.model.empty()) {
            sums[run.model].first += *figure;
            sums[run.model].second += 1;
        }
    }
    std::map<std::string, double> means;
    for (const auto& [model, sum] : sums)
        means[model] = sum.first / sum.second;
    return means;
}

/// One field of all step groups of all runs of a model.
std::vector<double> groupsOf(std::span<const RunFacts> runs, const std::string& model, double StepFigures::*field)
{
    std::vector<double> values;
    for (const RunFacts& run : runs) {
        if (run.model != model)
            continue;
        const std::vector<double> groups = valuesOf(run, field);
        values.insert(values.end(), groups.begin(), groups.end());
    }
    return values;
}

std::optional<double> joulesPerSample(const RunFacts& run)
{
    if (!run.joulesPerStep || run.batch == 0)
        return std::nullopt;
    return *run.joulesPerStep / static_cast<double>(run.batch);
}

/// Logarithm of the growth of throughput per doubling of the batch, so that different ranges are comparable.
Tested gainOf(const BatchSeries& series)
{
    const double doublings = std::log2(series.ratio());
    const Tested slower = testedRatio(series.large().stepSeconds, series.small().stepSeconds);
    const auto gain = [&](double ratio) { return std::log(ratio * series.ratio()) / doublings; };
    if (!slower.interval)
        return {std::log(*series.large().samplesPerSecond / *series.small().samplesPerSecond) / doublings,
                std::nullopt};
    return {gain(slower.value), Interval{gain(slower.interval->low), gain(slower.interval->high)}};
}

std::string signedBytes(double bytes)
{
    return (bytes < 0 ? "-" : "+") + bytesText(std::abs(bytes));
}

/// The trend over whole recordings, for runs without usable steps: the figure of the largest batch has to exceed that
/// of the smallest by `more`.
Observation::Verdict growsByTrend(const BatchSeries& series, const std::function<double(const RunFacts&)>& figure,
                                  double more, std::string& evidence)
{
    const bool isMore = figure(series.large()) > figure(series.small()) + more;
    return decideGrowth(std::span(&series, 1),
                        {.figure = figure,
                         .values = [](const RunFacts&) { return std::vector<double>{}; },
                         .bounds =
                             [isMore](double) {
                                 return Interval{isMore ? 0 : INFINITY, INFINITY};
                             }},
                        evidence);
}

} // namespace

Observation observeGpuByBatch(std::span<const RunFacts> runs)
{
    Observation observation{.number = 3, .title = "Larger batches keep the GPU busier"};
    const auto pairs = batchSeries(runs, [](const RunFacts& run) { return run.gpu.has_value(); });
    if (pairs.empty())
        return undecided(observation, std::string(kBatchesNeeded) + " on a device whose GPU can be measured");
    constexpr double kMore = 0.01;
    const auto gpuOf = [](const RunFacts& run) { return *run.gpu; };
    std::vector<Observation::Verdict> verdicts;
    for (const BatchSeries& pair : pairs) {
        const Tested change =
            testedDifference(valuesOf(pair.small(), &StepFigures::gpu), valuesOf(pair.large(), &StepFigures::gpu));
        observation.evidence += (observation.evidence.empty() ? "" : "; ") + pair.text() + ": " +
                                percentText(*pair.small().gpu) + " to " + percentText(*pair.large().gpu);
        if (change.interval) {
            observation.evidence += ", " + pointsText(change.value) + intervalText(change, pointsText);
            verdicts.push_back(within(change, kMore, INFINITY));
            continue;
        }
        observation.evidence += "; ";
        verdicts.push_back(growsByTrend(pair, gpuOf, kMore, observation.evidence));
    }
    observation.evidence += "; steps are tested by the bootstrap over blocks of them against +1 point";
    decide(observation, allOf(verdicts),
           "Use the largest batch that memory and accuracy allow: the GPU idles with small ones.",
           "A larger batch does not increase GPU utilization here: find what the GPU waits for (input, CPU, copies).");
    return observation;
}

Observation observeCpuByBatch(std::span<const RunFacts> runs)
{
    Observation observation{.number = 4, .title = "The batch size hardly changes how busy the CPU is"};
    const auto pairs = batchSeries(runs, [](const RunFacts& run) { return run.cpu.has_value(); });
    if (pairs.empty())
        return undecided(observation, kBatchesNeeded);
    constexpr double kMaxChange = 0.05;
    std::vector<Observation::Verdict> verdicts;
    for (const BatchSeries& pair : pairs) {
        Tested change =
            testedDifference(valuesOf(pair.small(), &StepFigures::cpu), valuesOf(pair.large(), &StepFigures::cpu));
        if (!change.interval)
            change.value = *pair.large().cpu - *pair.small().cpu;
        observation.evidence += (observation.evidence.empty() ? "" : "; ") + pair.text() + ": " +
                                pointsText(change.value) + intervalText(change, pointsText);
        verdicts.push_back(within(change, -kMaxChange, kMaxChange));
    }
    observation.evidence += "; tested by the bootstrap over blocks of steps against 5 points either way";
    decide(
        observation, allOf(verdicts), "Do not tune the batch size for the CPU: its utilization does not depend on it.",
        "CPU utilization follows the batch: input preparation may limit large batches; use more data loader workers.");
    return observation;
}

Observation observeUseByModel(std::span<const RunFacts> runs)
{
    Observation observation{.number = 5, .title = "How well the hardware is used depends on the model"};
    const auto gpu = meansByModel(runs, [](const RunFacts& run) { return run.gpu; });
    const auto cpu = meansByModel(runs, [](const RunFacts& run) { return run.cpu; });
    const auto& used = gpu.size() > 1 ? gpu : cpu;
    if (used.size() < 2)
        return undecided(observation, kModelsNeeded);
    double least = 1e9;
    double most = -1e9;
    std::string lowest;
    std::string highest;
    for (const auto& [model, share] : used) {
        observation.evidence += (observation.evidence.empty() ? "" : ", ") + model + " " + percentText(share);
        lowest = share < least ? model : lowest;
        highest = share > most ? model : highest;
        least = std::min(least, share);
        most = std::max(most, share);
    }
    // Models must differ by more than runs of one model do.
    double byBatch = 0;
    for (const RunFacts& run : runs) {
        const auto share = &used == &gpu ? run.gpu : run.cpu;
        if (share && used.contains(run.model))
            byBatch = std::max(byBatch, std::abs(*share - used.at(run.model)));
    }
    observation.evidence = (&used == &gpu ? "GPU utilization: " : "CPU utilization: ") + observation.evidence +
                           "; runs of one model differ from its mean by up to " + fixedText(100 * byBatch, 1) +
                           " points";
    constexpr double kMinDifference = 0.05;
    const double bound = std::max(kMinDifference, byBatch);
    const auto field = &used == &gpu ? &StepFigures::gpu : &StepFigures::cpu;
    const Tested apart = testedDifference(groupsOf(runs, lowest, field), groupsOf(runs, highest, field));
    const auto points = [](double share) { return fixedText(100 * share, 1); };
    observation.evidence += "; " + highest + " over " + lowest + " by " + points(most - least) + " points" +
                            intervalText(apart, points) + ", bootstrap over blocks of steps against " + points(bound);
    decide(observation, within(apart, bound, INFINITY),
           "Choose the model with the device in mind: one that fills it trains in less time and energy.",
           "These models use the device equally: choose by accuracy and energy.");
    return observation;
}

Observation observeEnergyByBatch(std::span<const RunFacts> runs)
{
    Observation observation{.number = 8,
                            .title = "A step takes more energy with a larger batch, but less than in proportion"};
    const auto pairs =
        batchSeries(runs, [](const RunFacts& run) { return run.joulesPerStep && *run.joulesPerStep > 0; });
    if (pairs.empty())
        return undecided(observation, std::string(kBatchesNeeded) + ", with marked steps and power sensors");
    observation.evidence = "energy of a step: ";
    const auto verdict = decideGrowth(pairs,
                                      {.figure = [](const RunFacts& run) { return *run.joulesPerStep; },
                                       .values = joulesOf,
                                       .bounds =
                                           [](double batch) {
                                               return Interval{1, 0.95 * batch};
                                           }},
                                      observation.evidence);
    decide(observation, verdict, "Larger batches spread the fixed cost of a step over more samples.",
           "The fixed cost of a step is negligible here: choose the batch by memory and accuracy.");
    return observation;
}

Observation observeThroughputByBatch(std::span<const RunFacts> runs)
{
    Observation observation{.number = 9, .title = "Throughput grows with the batch, but less than in proportion"};
    const auto pairs =
        batchSeries(runs, [](const RunFacts& run) { return run.samplesPerSecond && *run.samplesPerSecond > 0; });
    if (pairs.empty())
        return undecided(observation, std::string(kBatchesNeeded) + ", with marked steps");
    observation.evidence = "samples per second: ";
    const auto verdict = decideGrowth(pairs,
                                      {.figure = [](const RunFacts& run) { return *run.samplesPerSecond; },
                                       .values = secondsOf,
                                       .isInverse = true,
                                       .bounds =
                                           [](double batch) {
                                               return Interval{1.05, 0.98 * batch};
                                           }},
                                      observation.evidence);
    decide(observation, verdict, "Raise the batch until the gain flattens; beyond that it only costs memory.",
           "Small batches already use the device fully, or it waits for something else: a larger batch does not help.");
    return observation;
}

Observation observeMemoryByBatch(std::span<const RunFacts> runs)
{
    Observation observation{
        .number = 10,
        .title = "Memory grows with the batch: activations kept for the backward pass, not parameters, fill it"};
    const auto pairs = batchSeries(runs, [](const RunFacts& run) { return run.peakBytes.has_value(); });
    if (pairs.empty())
        return undecided(observation, std::string(kBatchesNeeded) + ", with memory measured");
    const auto peakOf = [](const RunFacts& run) { return *run.peakBytes; };
    std::vector<Observation::Verdict> verdicts;
    for (const BatchSeries& pair : pairs) {
        const auto parameters = static_cast<double>(pair.large().parameterBytes);
        const Tested more = testedDifference(pair.small().stepPeaks, pair.large().stepPeaks);
        constexpr double kMore = 0.05;
        const double bound = std::max(kMore * *pair.small().peakBytes, parameters);
        observation.evidence += (observation.evidence.empty() ? "" : "; ") + pair.text() + ": peak " +
                                bytesText(*pair.small().peakBytes) + " to " + bytesText(*pair.large().peakBytes) +
                                (parameters > 0 ? ", parameters " + bytesText(parameters) : ", parameters not known");
        if (more.interval)
            observation.evidence +=
                "; peaks of steps differ by " + signedBytes(more.value) + intervalText(more, signedBytes);
        verdicts.push_back(more.interval ? within(more, bound, INFINITY)
                                         : growsByTrend(pair, peakOf, bound, observation.evidence));
    }
    observation.evidence += "; tested by the bootstrap over blocks of steps against 5 % and the parameters";
    decide(observation, allOf(verdicts),
           "Memory limits the batch: half precision, recomputing activations or adding up gradients of small batches "
           "make room.",
           "Memory does not follow the batch here: there is room for a larger one.");
    return observation;
}

Observation observeGainByModel(std::span<const RunFacts> runs)
{
    Observation observation{.number = 11, .title = "The gain from a larger batch differs much between models"};
    const auto pairs =
        batchSeries(runs, [](const RunFacts& run) { return run.samplesPerSecond && *run.samplesPerSecond > 0; });
    if (pairs.size() < 2)
        return undecided(observation,
                         "give recordings of several batch sizes of at least two models (stepscope report A B ...)");
    Tested least{.value = INFINITY, .interval = std::nullopt};
    Tested most{.value = -INFINITY, .interval = std::nullopt};
    for (const BatchSeries& pair : pairs) {
        const Tested gain = gainOf(pair);
        observation.evidence += (observation.evidence.empty() ? "" : "; ") + pair.text() + ": " +
                                timesText(std::exp(gain.value)) + " per doubling" +
                                intervalText(gain, [](double log) { return timesText(std::exp(log)); });
        least = gain.value < least.value ? gain : least;
        most = gain.value > most.value ? gain : most;
    }
    constexpr double kMinDifference = 1.1;
    Tested apart{.value = most.value - least.value, .interval = std::nullopt};
    if (least.interval && most.interval) {
        const double below = std::hypot(most.value - most.interval->low, least.interval->high - least.value);
        const double above = std::hypot(most.interval->high - most.value, least.value - least.interval->low);
        apart.interval = Interval{apart.value - below, apart.value + above};
        observation.evidence += "; the ratio of the largest gain to the smallest is " +
                                timesText(std::exp(apart.value)) +
                                intervalText(apart, [](double log) { return timesText(std::exp(log)); }) +
                                ", bootstrap over blocks of steps against " + timesText(kMinDifference);
    }
    decide(observation, within(apart, std::log(kMinDifference), INFINITY),
           "Measure each model: the best batch size differs between models.",
           "These models gain equally: the best batch size of one applies to all.");
    return observation;
}

Observation observeJoulesPerSample(std::span<const RunFacts> runs)
{
    Observation observation{.number = 12, .title = "Larger batches make each sample cheaper in energy"};
    const auto pairs = batchSeries(
        runs, [](const RunFacts& run) { return joulesPerSample(run).has_value() && *joulesPerSample(run) > 0; });
    if (pairs.empty())
        return undecided(observation, std::string(kBatchesNeeded) + ", with marked steps and power sensors");
    observation.evidence = "energy of a sample: ";
    const auto verdict = decideGrowth(pairs,
                                      {.figure = [](const RunFacts& run) { return *joulesPerSample(run); },
                                       .values = joulesOf,
                                       .perSample = true,
                                       .bounds =
                                           [](double) {
                                               return Interval{0, 0.95};
                                           },
                                       .rises = false},
                                      observation.evidence);
    decide(observation, verdict, "Where energy counts (a battery), train with the largest batch that keeps accuracy.",
           "A larger batch saves no energy per sample here: choose it by time and accuracy.");
    return observation;
}

} // namespace stepscope::analysis
