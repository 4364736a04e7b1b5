#include "analysis/observations/observation.h"
#include "analysis/observations/observationrepeats.h"
#include "analysis/observations/observationtests.h"
#include "analysis/text/quantitytext.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <iterator>
#include <map>
#include <numeric>
#include <set>

/// Observations that compare recordings: of one model with several batch sizes, or of several models.
namespace stepscope::analysis {
namespace {

using ObservationVerdict = Observation::Verdict;

std::vector<double> secondsOf(const RunFacts& run)
{
    return run.stepSeconds;
}

std::vector<double> joulesOf(const RunFacts& run)
{
    return valuesOf(run, &StepFigures::joules);
}

// 3 -----------------------------------------------------------------------------------------------------------------

Message perDoublingText(const std::string& what, const BatchSeries& series, const Tested& slope,
                        const std::function<std::optional<double>(const RunFacts&)>& figure)
{
    return translatable("Observations", "%1 %2 to %3, %4 per doubling%5")
        .arg(what)
        .arg(percentText(*figure(series.small())))
        .arg(percentText(*figure(series.large())))
        .arg(pointsText(slope.value))
        .arg(intervalText(slope, pointsText));
}

// 5 -----------------------------------------------------------------------------------------------------------------

/// GPU utilization of one application domain.
struct DomainUse
{
    std::map<std::string, std::vector<double>> models; ///< of each recording
    std::vector<double> values;                        ///< of all groups of steps
    double mean = 0;                                   ///< over the models
    double spread = 0;                                 ///< largest distance of a model from the mean

    void conclude()
    {
        const auto meanOf = [](const std::vector<double>& shares) {
            return std::accumulate(shares.begin(), shares.end(), 0.0) / static_cast<double>(shares.size());
        };
        for (const auto& [model, shares] : models)
            mean += meanOf(shares) / static_cast<double>(models.size());
        for (const auto& [model, shares] : models)
            spread = std::max(spread, std::abs(meanOf(shares) - mean));
    }
    [[nodiscard]] Message text(Domain domain) const
    {
        std::string names;
        for (const auto& [model, shares] : models)
            names += (names.empty() ? "" : ", ") + model;
        Message text = domainName(domain);
        text += " " + percentText(mean) + " (" + names + ")";
        return text;
    }
};

/// The batch sizes that every known domain was recorded with; empty = there are none.
std::set<std::uint64_t> commonBatches(std::span<const RunFacts> runs)
{
    std::map<Domain, std::set<std::uint64_t>> batches;
    for (const RunFacts& run : runs) {
        if (run.gpu && domainOf(run.model) != Domain::Unknown)
            batches[domainOf(run.model)].insert(run.batch);
    }
    std::set<std::uint64_t> common;
    for (auto entry = batches.begin(); entry != batches.end(); ++entry) {
        std::set<std::uint64_t> both;
        std::set_intersection(common.begin(), common.end(), entry->second.begin(), entry->second.end(),
                              std::inserter(both, both.end()));
        common = entry == batches.begin() ? entry->second : both;
    }
    return common;
}

std::map<Domain, DomainUse> domainUses(std::span<const RunFacts> runs, Message& evidence)
{
    const std::set<std::uint64_t> common = commonBatches(runs);
    std::map<Domain, DomainUse> domains;
    std::set<std::string> unknown;
    for (const RunFacts& run : runs) {
        const Domain domain = domainOf(run.model);
        if (domain == Domain::Unknown)
            unknown.insert(run.model);
        if (!run.gpu || domain == Domain::Unknown || (!common.empty() && !common.contains(run.batch)))
            continue;
        DomainUse& use = domains[domain];
        use.models[run.model].push_back(*run.gpu);
        const std::vector<double> values = valuesOf(run, &StepFigures::gpu);
        use.values.insert(use.values.end(), values.begin(), values.end());
    }
    for (auto& [domain, use] : domains) {
        use.conclude();
        append(evidence, use.text(domain));
    }
    for (const std::string& model : unknown)
        append(evidence, translatable("Observations", "the domain of %1 is not known by its name")
                             .arg(model.empty() ? translatable("Observations", "a recording") : model));
    if (common.empty() && domains.size() > 1)
        append(evidence, translatable("Observations", "no batch size is common to all domains"));
    return domains;
}

// 8 -----------------------------------------------------------------------------------------------------------------

/// Whether models need different energy for the same number of samples, at the largest batch size of each.
ObservationVerdict modelsDifferInEnergy(std::span<const RunFacts> runs, Message& evidence)
{
    constexpr double kDifference = 1.1;
    std::map<std::string, std::vector<const RunFacts*>> largest; // the repeats of the largest batch size
    for (const RunFacts& run : runs) {
        if (!run.joulesPerStep || run.batch == 0)
            continue;
        auto& repeats = largest[run.model];
        if (!repeats.empty() && run.batch > repeats.front()->batch)
            repeats.clear();
        if (repeats.empty() || run.batch == repeats.front()->batch)
            repeats.push_back(&run);
    }
    std::vector<RunFacts> ranked;
    for (const auto& [model, repeats] : largest)
        ranked.push_back(pooledRepeats(repeats));
    if (ranked.size() < 2)
        return ObservationVerdict::Holds; // nothing to compare: the claim is about the batch size alone
    const auto perSample = [](const RunFacts& run) { return *run.joulesPerStep / static_cast<double>(run.batch); };
    std::sort(ranked.begin(), ranked.end(),
              [&](const RunFacts& a, const RunFacts& b) { return perSample(a) > perSample(b); });
    Message energies;
    for (const RunFacts& run : ranked) {
        append(energies, runName(run), ", ");
        energies += " " + fixedText(1000 * perSample(run), 1) + " J";
    }
    Tested apart = testedRatio(joulesOf(ranked.back()), joulesOf(ranked.front()));
    const double batches = static_cast<double>(ranked.back().batch) / static_cast<double>(ranked.front().batch);
    apart.value = perSample(ranked.front()) / perSample(ranked.back());
    if (apart.interval)
        apart.interval = Interval{apart.interval->low * batches, apart.interval->high * batches};
    std::array<std::vector<double>, 2> ends;
    for (const RunFacts* run : largest[ranked.back().model])
        ends[0].push_back(std::log(perSample(*run)));
    for (const RunFacts* run : largest[ranked.front().model])
        ends[1].push_back(std::log(perSample(*run)));
    apart = widenedRatio(apart, repeatHalfWidth(ends, std::array{-1.0, 1.0}));
    append(evidence, translatable("Observations",
                                  "energy of 1000 samples: %1; the first needs %2 the energy of the last%3 against %4")
                         .arg(energies)
                         .arg(timesText(apart.value))
                         .arg(intervalText(apart, timesText))
                         .arg(timesText(kDifference)));
    return within(apart, kDifference, INFINITY);
}

// 9 -----------------------------------------------------------------------------------------------------------------

/// Parameters, gradients and input together; none if none is reported.
std::optional<double> fixedBytes(const RunFacts& run)
{
    if (!run.parameterBytes && !run.gradientBytes && !run.inputBytes)
        return std::nullopt;
    return run.parameterBytes.value_or(0) + run.gradientBytes.value_or(0) + run.inputBytes.value_or(0);
}

std::string signedBytes(double bytes)
{
    return (bytes < 0 ? "-" : "+") + bytesText(std::abs(bytes));
}

/// The largest batch for which the peak fits into the device's memory, by the line through both peaks.
Message largestBatchText(const BatchSeries& series, const Tested& more)
{
    const auto total = series.large().totalBytes;
    if (!total || !more.interval || more.interval->low <= 0)
        return {};
    const auto size = [&](double growth) {
        const double perSample = growth / static_cast<double>(series.large().batch - series.small().batch);
        return fixedText(static_cast<double>(series.small().batch) +
                             std::max(*total - *series.small().peakBytes, 0.0) / perSample,
                         0);
    };
    return translatable("Observations", "the largest batch that fits into %1 is %2%3")
        .arg(bytesText(*total))
        .arg(size(more.value))
        .arg(translatable("Observations", " (95 % interval %1 to %2)")
                 .arg(size(more.interval->high))
                 .arg(size(more.interval->low)));
}

ObservationVerdict onlyIntermediateGrows(const BatchSeries& series, Message& evidence)
{
    constexpr double kMore = 0.05;  // of the smallest peak
    constexpr double kStays = 0.05; // of the growth of the intermediate data
    const RunFacts& small = series.small();
    const RunFacts& large = series.large();
    Tested more = testedDifference(small.stepPeaks, large.stepPeaks);
    if (!more.interval)
        more.value = *large.peakBytes - *small.peakBytes;
    more = widened(more, endsHalfWidth(
                             series, [](const RunFacts& run) { return run.peakBytes; }, false));
    append(evidence, translatable("Observations", "%1: peak %2 to %3, of steps %4%5")
                         .arg(series.text())
                         .arg(bytesText(*small.peakBytes))
                         .arg(bytesText(*large.peakBytes))
                         .arg(signedBytes(more.value))
                         .arg(intervalText(more, signedBytes)));
    append(evidence, largestBatchText(series, more));
    const auto before = fixedBytes(small);
    const auto after = fixedBytes(large);
    if (!before || !after) {
        append(evidence,
               translatable("Observations", "the training does not report its parameters, gradients and input"));
        return allOf(std::array{within(more, kMore * *small.peakBytes, INFINITY), ObservationVerdict::Undecided});
    }
    const double fixed = *after - *before;
    const bool isReported = small.intermediateBytes && large.intermediateBytes;
    const double intermediate = isReported ? *large.intermediateBytes - *small.intermediateBytes : more.value - fixed;
    append(evidence, translatable("Observations", "parameters %1, gradients %2, input %3: together %4")
                         .arg(bytesText(large.parameterBytes.value_or(NAN)))
                         .arg(bytesText(large.gradientBytes.value_or(NAN)))
                         .arg(bytesText(large.inputBytes.value_or(NAN)))
                         .arg(signedBytes(fixed)));
    append(evidence, (isReported ? translatable("Observations", "intermediate data %1")
                                 : translatable("Observations", "intermediate data %1 (peak without the others)"))
                         .arg(signedBytes(intermediate)));
    const bool stays = std::abs(fixed) <= kStays * std::abs(intermediate);
    return allOf(std::array{within(more, kMore * *small.peakBytes, INFINITY),
                            stays ? ObservationVerdict::Holds : ObservationVerdict::DoesNotHold});
}

// 11 ----------------------------------------------------------------------------------------------------------------

/// Logarithm of the growth of throughput per doubling of the batch, so that different ranges are comparable.
Tested gainOf(const BatchSeries& series)
{
    const double doublings = std::log2(series.ratio());
    const Tested slower = testedRatio(series.large().stepSeconds, series.small().stepSeconds);
    const auto gain = [&](double ratio) { return std::log(ratio * series.ratio()) / doublings; };
    std::optional<double> half = endsHalfWidth(
        series, [](const RunFacts& run) { return run.samplesPerSecond; }, true);
    if (half)
        *half /= doublings;
    if (!slower.interval)
        return widened(
            {std::log(*series.large().samplesPerSecond / *series.small().samplesPerSecond) / doublings, std::nullopt},
            half);
    return widened({gain(slower.value), Interval{gain(slower.interval->low), gain(slower.interval->high)}}, half);
}

} // namespace

void observeUseByBatch(std::span<const RunFacts> runs, Observation& observation)
{
    constexpr double kSensitive = 0.01; // of the GPU, per doubling
    constexpr double kStays = 0.015;    // of the CPU
    const auto series = batchSeries(runs, [](const RunFacts& run) { return run.gpu && run.cpu; });
    if (series.empty()) {
        needOthers(observation,
                   translatable("Observations",
                                "give recordings of several batch sizes of one model (stepscope report A B "
                                "...) on a device whose GPU can be measured"));
        return;
    }
    const auto gpuOf = [](const RunFacts& run) { return run.gpu; };
    const auto cpuOf = [](const RunFacts& run) { return run.cpu; };
    std::vector<ObservationVerdict> verdicts;
    for (const BatchSeries& model : series) {
        const Tested gpu =
            changePerDoubling(model, gpuOf, [](const RunFacts& run) { return valuesOf(run, &StepFigures::gpu); });
        const Tested cpu =
            changePerDoubling(model, cpuOf, [](const RunFacts& run) { return valuesOf(run, &StepFigures::cpu); });
        append(observation.evidence, model.text());
        append(observation.evidence, perDoublingText("GPU", model, gpu, gpuOf), ": ");
        append(observation.evidence, perDoublingText("CPU", model, cpu, cpuOf));
        verdicts.push_back(allOf(std::array{within(gpu, kSensitive, INFINITY), within(cpu, -kStays, kStays)}));
    }
    append(observation.evidence,
           translatable("Observations", "%1 against 1 point per doubling of the GPU and 1.5 of the CPU")
               .arg(bootstrapText(series)));
    decide(observation, allOf(verdicts),
           translatable("Observations",
                        "Use the largest batch that memory and accuracy allow: the GPU idles with small ones."),
           translatable(
               "Observations",
               "Find what the GPU waits for (input, CPU, copies), or what the CPU does more of with a larger batch."));
}

void observeGpuByDomain(std::span<const RunFacts> runs, Observation& observation)
{
    const auto domains = domainUses(runs, observation.evidence);
    if (domains.size() < 2) {
        Message evidence = translatable(
            "Observations", "give recordings of several models of different domains (stepscope report A B ...)");
        append(evidence, observation.evidence);
        needOthers(observation, evidence);
        return;
    }
    const auto byMean = [](const auto& a, const auto& b) { return a.second.mean < b.second.mean; };
    const auto [lowest, highest] = std::minmax_element(domains.begin(), domains.end(), byMean);
    double spread = 0;
    for (const auto& [domain, use] : domains)
        spread = std::max(spread, use.spread);
    constexpr double kLeast = 0.05;
    const double bound = std::max(kLeast, spread);
    Tested apart = testedDifference(lowest->second.values, highest->second.values);
    if (!apart.interval)
        apart.value = highest->second.mean - lowest->second.mean;
    append(observation.evidence,
           translatable("Observations", "%1 over %2 by %3%4, bootstrap over blocks of steps against %5 (models of one "
                                        "domain differ from its mean by up to %6)")
               .arg(domainName(highest->first))
               .arg(domainName(lowest->first))
               .arg(pointsText(apart.value))
               .arg(intervalText(apart, pointsText))
               .arg(pointsText(bound))
               .arg(pointsText(spread)));
    decide(observation, within(apart, bound, INFINITY),
           translatable("Observations", "Expect a low GPU utilization of recurrent models: larger batches or fused "
                                        "cells give it more parallel work."),
           translatable("Observations", "The domain does not decide here: compare the models by their ops."));
}

void observeEnergyByBatch(std::span<const RunFacts> runs, Observation& observation)
{
    const auto series =
        batchSeries(runs, [](const RunFacts& run) { return run.joulesPerStep && *run.joulesPerStep > 0; });
    if (series.empty()) {
        needOthers(observation,
                   translatable("Observations",
                                "give recordings of several batch sizes of one model (stepscope report A B "
                                "...), with marked steps and power sensors"));
        return;
    }
    observation.evidence = translatable("Observations", "energy of a step: ");
    const auto verdict = decideGrowth(series,
                                      {.figure = [](const RunFacts& run) { return *run.joulesPerStep; },
                                       .values = joulesOf,
                                       .bounds =
                                           [](double batch) {
                                               return Interval{1, 0.95 * batch};
                                           }},
                                      observation.evidence);
    decide(observation, allOf(std::array{verdict, modelsDifferInEnergy(runs, observation.evidence)}),
           translatable("Observations", "Where energy counts (a battery), train with the largest batch that keeps "
                                        "accuracy: it spreads the fixed energy of a step over more samples."),
           translatable("Observations", "The fixed energy of a step is negligible here, or the models need the same: "
                                        "choose by memory and accuracy."));
}

void observeMemoryByBatch(std::span<const RunFacts> runs, Observation& observation)
{
    const auto series = batchSeries(runs, [](const RunFacts& run) { return run.peakBytes.has_value(); });
    if (series.empty()) {
        needOthers(observation, translatable("Observations", "give recordings of several batch sizes of one model "
                                                             "(stepscope report A B ...), with memory measured"));
        return;
    }
    std::vector<ObservationVerdict> verdicts;
    for (const BatchSeries& model : series)
        verdicts.push_back(onlyIntermediateGrows(model, observation.evidence));
    append(observation.evidence,
           translatable("Observations",
                        "%1 against 5 % of the peak, and against 5 % of the intermediate data for the others")
               .arg(bootstrapText(series)));
    decide(observation, allOf(verdicts),
           translatable("Observations", "Choose the batch size by memory first: half precision, recomputing "
                                        "activations or adding up gradients of small batches make room."),
           translatable(
               "Observations",
               "Memory does not follow the batch here, or not by intermediate data: there is room for a larger one."));
}

void observeThroughputByBatch(std::span<const RunFacts> runs, Observation& observation)
{
    const auto series =
        batchSeries(runs, [](const RunFacts& run) { return run.samplesPerSecond && *run.samplesPerSecond > 0; });
    if (series.empty()) {
        needOthers(
            observation,
            translatable(
                "Observations",
                "give recordings of several batch sizes of one model (stepscope report A B ...), with marked steps"));
        return;
    }
    observation.evidence = translatable("Observations", "samples per second: ");
    const auto verdict = decideGrowth(series,
                                      {.figure = [](const RunFacts& run) { return *run.samplesPerSecond; },
                                       .values = secondsOf,
                                       .isInverse = true,
                                       .bounds =
                                           [](double) {
                                               return Interval{1, INFINITY};
                                           }},
                                      observation.evidence);
    decide(observation, verdict,
           translatable("Observations", "Raise the batch until the gain flattens; beyond that it only costs memory."),
           translatable("Observations", "Small batches already use the device fully, or it waits for something else: a "
                                        "larger batch does not help."));
}

void observeGainByModel(std::span<const RunFacts> runs, Observation& observation)
{
    const auto series =
        batchSeries(runs, [](const RunFacts& run) { return run.samplesPerSecond && *run.samplesPerSecond > 0; });
    if (series.size() < 2) {
        needOthers(
            observation,
            translatable("Observations",
                         "give recordings of several batch sizes of at least two models (stepscope report A B ...)"));
        return;
    }
    Tested least{.value = INFINITY, .interval = std::nullopt};
    Tested most{.value = -INFINITY, .interval = std::nullopt};
    for (const BatchSeries& model : series) {
        const Tested gain = gainOf(model);
        const double whole = std::exp(gain.value * std::log2(model.ratio()));
        append(observation.evidence, translatable("Observations", "%1: %2, %3 per doubling%4")
                                         .arg(model.text())
                                         .arg(timesText(whole))
                                         .arg(timesText(std::exp(gain.value)))
                                         .arg(intervalText(gain, [](double log) { return timesText(std::exp(log)); })));
        least = gain.value < least.value ? gain : least;
        most = gain.value > most.value ? gain : most;
    }
    constexpr double kMinDifference = 1.1;
    Tested apart{.value = most.value - least.value, .interval = std::nullopt};
    if (least.interval && most.interval) {
        const double below = std::hypot(most.value - most.interval->low, least.interval->high - least.value);
        const double above = std::hypot(most.interval->high - most.value, least.value - least.interval->low);
        apart.interval = Interval{apart.value - below, apart.value + above};
        append(observation.evidence,
               translatable("Observations", "the ratio of the largest gain per doubling to the smallest is %1%2, "
                                            "bootstrap over blocks of steps against %3")
                   .arg(timesText(std::exp(apart.value)))
                   .arg(intervalText(apart, [](double log) { return timesText(std::exp(log)); }))
                   .arg(timesText(kMinDifference)));
    }
    decide(observation, within(apart, std::log(kMinDifference), INFINITY),
           translatable("Observations", "Measure each model: the best batch size differs between models."),
           translatable("Observations", "These models gain equally: the best batch size of one applies to all."));
}

} // namespace stepscope::analysis
