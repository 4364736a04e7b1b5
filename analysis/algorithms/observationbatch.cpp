#include "analysis/algorithms/observation.h"
#include "analysis/algorithms/observationtests.h"
#include "analysis/algorithms/textpage.h"

#include <algorithm>
#include <cmath>
#include <functional>
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

void decide(Observation& observation, Observation::Verdict verdict, std::string ifSo, std::string ifNot)
{
    observation.verdict = verdict;
    if (verdict != Observation::Verdict::CannotTell)
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

/// Of all runs of a model.
std::vector<double> groupsOf(std::span<const RunFacts> runs, const std::string& model, double StepFigures::*field)
{
    std::vector<double> values;
    for (const RunFacts& run : runs) {
        const auto own = run.model == model ? valuesOf(run, field) : std::vector<double>{};
        values.insert(values.end(), own.begin(), own.end());
    }
    return values;
}

std::optional<double> joulesASample(const RunFacts& run)
{
    if (!run.joulesAStep || run.batch == 0)
        return std::nullopt;
    return *run.joulesAStep / static_cast<double>(run.batch);
}

/// Logarithm of how throughput grows with each doubling of the batch, so that unlike ranges can be compared.
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

/// Of whole recordings, where steps tell nothing: the largest batch has to have so much more than the smallest.
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
    Observation found{.number = 3, .title = "Larger batches keep the GPU busier"};
    const auto pairs = batchSeries(runs, [](const RunFacts& run) { return run.gpu.has_value(); });
    if (pairs.empty())
        return unknown(found, std::string(kBatchesNeeded) + " on a device whose GPU can be measured");
    constexpr double kMore = 0.01;
    const auto gpuOf = [](const RunFacts& run) { return *run.gpu; };
    std::vector<Observation::Verdict> verdicts;
    for (const BatchSeries& pair : pairs) {
        const Tested change =
            testedDifference(valuesOf(pair.small(), &StepFigures::gpu), valuesOf(pair.large(), &StepFigures::gpu));
        found.evidence += (found.evidence.empty() ? "" : "; ") + pair.text() + ": " + percentText(*pair.small().gpu) +
                          " to " + percentText(*pair.large().gpu);
        if (change.interval) {
            found.evidence += ", " + pointsText(change.value) + intervalText(change, pointsText);
            verdicts.push_back(within(change, kMore, INFINITY));
            continue;
        }
        found.evidence += "; ";
        verdicts.push_back(growsByTrend(pair, gpuOf, kMore, found.evidence));
    }
    found.evidence += "; steps are tested by the bootstrap over blocks of them against +1 point";
    decide(found, allOf(verdicts),
           "Take the largest batch that memory and accuracy allow: small ones leave the GPU waiting.",
           "A larger batch does not fill the GPU here: look at what it waits for (input, CPU, copies).");
    return found;
}

Observation observeCpuByBatch(std::span<const RunFacts> runs)
{
    Observation found{.number = 4, .title = "The batch size hardly changes how busy the CPU is"};
    const auto pairs = batchSeries(runs, [](const RunFacts& run) { return run.cpu.has_value(); });
    if (pairs.empty())
        return unknown(found, kBatchesNeeded);
    constexpr double kSame = 0.05;
    std::vector<Observation::Verdict> verdicts;
    for (const BatchSeries& pair : pairs) {
        Tested change =
            testedDifference(valuesOf(pair.small(), &StepFigures::cpu), valuesOf(pair.large(), &StepFigures::cpu));
        if (!change.interval)
            change.value = *pair.large().cpu - *pair.small().cpu;
        found.evidence += (found.evidence.empty() ? "" : "; ") + pair.text() + ": " + pointsText(change.value) +
                          intervalText(change, pointsText);
        verdicts.push_back(within(change, -kSame, kSame));
    }
    found.evidence += "; tested by the bootstrap over blocks of steps against 5 points either way";
    decide(found, allOf(verdicts), "Do not tune the batch size for the CPU: it has the same work in every step.",
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
    std::string lowest;
    std::string highest;
    for (const auto& [model, share] : used) {
        found.evidence += (found.evidence.empty() ? "" : ", ") + model + " " + percentText(share);
        lowest = share < least ? model : lowest;
        highest = share > most ? model : highest;
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
    const double bound = std::max(kApart, byBatch);
    const auto field = &used == &gpu ? &StepFigures::gpu : &StepFigures::cpu;
    const Tested apart = testedDifference(groupsOf(runs, lowest, field), groupsOf(runs, highest, field));
    const auto points = [](double share) { return fixedText(100 * share, 1); };
    found.evidence += "; " + highest + " over " + lowest + " by " + points(most - least) + " points" +
                      intervalText(apart, points) + ", bootstrap over blocks of steps against " + points(bound);
    decide(found, within(apart, bound, INFINITY),
           "Choose the model with the device in mind: one that fills it trains in less time and energy.",
           "These models use the device alike: choose by accuracy and energy.");
    return found;
}

Observation observeEnergyByBatch(std::span<const RunFacts> runs)
{
    Observation found{.number = 8,
                      .title = "A step takes more energy with a larger batch, but less than in proportion"};
    const auto pairs = batchSeries(runs, [](const RunFacts& run) { return run.joulesAStep && *run.joulesAStep > 0; });
    if (pairs.empty())
        return unknown(found, std::string(kBatchesNeeded) + ", with marked steps and power sensors");
    found.evidence = "energy of a step: ";
    const auto verdict = decideGrowth(pairs,
                                      {.figure = [](const RunFacts& run) { return *run.joulesAStep; },
                                       .values = joulesOf,
                                       .bounds =
                                           [](double batch) {
                                               return Interval{1, 0.95 * batch};
                                           }},
                                      found.evidence);
    decide(found, verdict, "Larger batches spread the fixed cost of a step over more samples.",
           "A step has no fixed cost worth saving here: choose the batch by memory and accuracy.");
    return found;
}

Observation observeThroughputByBatch(std::span<const RunFacts> runs)
{
    Observation found{.number = 9, .title = "Throughput grows with the batch, but less than in proportion"};
    const auto pairs =
        batchSeries(runs, [](const RunFacts& run) { return run.samplesPerSecond && *run.samplesPerSecond > 0; });
    if (pairs.empty())
        return unknown(found, std::string(kBatchesNeeded) + ", with marked steps");
    found.evidence = "samples a second: ";
    const auto verdict = decideGrowth(pairs,
                                      {.figure = [](const RunFacts& run) { return *run.samplesPerSecond; },
                                       .values = secondsOf,
                                       .isInverse = true,
                                       .bounds =
                                           [](double batch) {
                                               return Interval{1.05, 0.98 * batch};
                                           }},
                                      found.evidence);
    decide(
        found, verdict, "Raise the batch until the gain flattens; beyond that it costs memory only.",
        "The device is busy with small batches already (or waits for something else): a larger batch does not help.");
    return found;
}

Observation observeMemoryByBatch(std::span<const RunFacts> runs)
{
    Observation found{
        .number = 10,
        .title = "Memory grows with the batch: what steps keep for the way back, not the parameters, fills it"};
    const auto pairs = batchSeries(runs, [](const RunFacts& run) { return run.peakBytes.has_value(); });
    if (pairs.empty())
        return unknown(found, std::string(kBatchesNeeded) + ", with memory measured");
    const auto peakOf = [](const RunFacts& run) { return *run.peakBytes; };
    std::vector<Observation::Verdict> verdicts;
    for (const BatchSeries& pair : pairs) {
        const auto parameters = static_cast<double>(pair.large().parameterBytes);
        const Tested more = testedDifference(pair.small().stepPeaks, pair.large().stepPeaks);
        constexpr double kMore = 0.05;
        const double bound = std::max(kMore * *pair.small().peakBytes, parameters);
        found.evidence += (found.evidence.empty() ? "" : "; ") + pair.text() + ": peak " +
                          bytesText(*pair.small().peakBytes) + " to " + bytesText(*pair.large().peakBytes) +
                          (parameters > 0 ? ", parameters " + bytesText(parameters) : ", parameters not known");
        if (more.interval)
            found.evidence += "; peaks of steps differ by " + signedBytes(more.value) + intervalText(more, signedBytes);
        verdicts.push_back(more.interval ? within(more, bound, INFINITY)
                                         : growsByTrend(pair, peakOf, bound, found.evidence));
    }
    found.evidence += "; tested by the bootstrap over blocks of steps against 5 % and the parameters";
    decide(found, allOf(verdicts),
           "Memory limits the batch: half precision, recomputing activations or adding up gradients of small batches "
           "make room.",
           "Memory does not follow the batch here: there is room for a larger one.");
    return found;
}

Observation observeGainByModel(std::span<const RunFacts> runs)
{
    Observation found{.number = 11, .title = "What a larger batch gains differs much between models"};
    const auto pairs =
        batchSeries(runs, [](const RunFacts& run) { return run.samplesPerSecond && *run.samplesPerSecond > 0; });
    if (pairs.size() < 2)
        return unknown(found,
                       "give recordings of several batch sizes of at least two models (stepscope report A B ...)");
    Tested least{.value = INFINITY, .interval = std::nullopt};
    Tested most{.value = -INFINITY, .interval = std::nullopt};
    for (const BatchSeries& pair : pairs) {
        const Tested gain = gainOf(pair);
        found.evidence += (found.evidence.empty() ? "" : "; ") + pair.text() + ": " + timesText(std::exp(gain.value)) +
                          " a doubling" + intervalText(gain, [](double log) { return timesText(std::exp(log)); });
        least = gain.value < least.value ? gain : least;
        most = gain.value > most.value ? gain : most;
    }
    constexpr double kApart = 1.1;
    Tested apart{.value = most.value - least.value, .interval = std::nullopt};
    if (least.interval && most.interval) {
        const double below = std::hypot(most.value - most.interval->low, least.interval->high - least.value);
        const double above = std::hypot(most.interval->high - most.value, least.value - least.interval->low);
        apart.interval = Interval{apart.value - below, apart.value + above};
        found.evidence += "; the most over the least is " + timesText(std::exp(apart.value)) +
                          intervalText(apart, [](double log) { return timesText(std::exp(log)); }) +
                          ", bootstrap over blocks of steps against " + timesText(kApart);
    }
    decide(found, within(apart, std::log(kApart), INFINITY),
           "Measure each model: the batch that is best for one is not for another.",
           "These models gain alike: one of them tells the batch size for all.");
    return found;
}

Observation observeJoulesASample(std::span<const RunFacts> runs)
{
    Observation found{.number = 12, .title = "Larger batches make each sample cheaper in energy"};
    const auto pairs = batchSeries(
        runs, [](const RunFacts& run) { return joulesASample(run).has_value() && *joulesASample(run) > 0; });
    if (pairs.empty())
        return unknown(found, std::string(kBatchesNeeded) + ", with marked steps and power sensors");
    found.evidence = "energy of a sample: ";
    const auto verdict = decideGrowth(pairs,
                                      {.figure = [](const RunFacts& run) { return *joulesASample(run); },
                                       .values = joulesOf,
                                       .perSample = true,
                                       .bounds =
                                           [](double) {
                                               return Interval{0, 0.95};
                                           },
                                       .rises = false},
                                      found.evidence);
    decide(found, verdict, "Where energy counts (a battery), train with the largest batch that keeps accuracy.",
           "A larger batch saves no energy a sample here: choose it by time and accuracy.");
    return found;
}

} // namespace stepscope::analysis
