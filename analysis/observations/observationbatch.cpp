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
#include <utility>

/// Observations that compare recordings: of one model with several batch sizes, or of several models.
namespace stepscope::analysis {
namespace {

using ObservationVerdict = Observation::Verdict;

const char* const kBatchesNeeded = "give recordings of several batch sizes of one model (stepscope report A B ...)";

void decide(Observation& observation, ObservationVerdict verdict, const char* ifSo, const char* ifNot)
{
    observation.verdict = verdict;
    observation.advice = verdict == ObservationVerdict::Holds ? ifSo : ifNot;
}

std::string repeatsText(std::span<const BatchSeries> series)
{
    const bool hasRepeats = std::any_of(series.begin(), series.end(), [](const auto& one) { return one.hasRepeats(); });
    return hasRepeats ? kAndRepeats : "";
}

std::vector<double> secondsOf(const RunFacts& run)
{
    return run.stepSeconds;
}

std::vector<double> joulesOf(const RunFacts& run)
{
    return valuesOf(run, &StepFigures::joules);
}

// 3 -----------------------------------------------------------------------------------------------------------------

std::string perDoublingText(const char* what, const BatchSeries& series, const Tested& slope,
                            const std::function<std::optional<double>(const RunFacts&)>& figure)
{
    return std::string(what) + " " + percentText(*figure(series.small())) + " to " +
           percentText(*figure(series.large())) + ", " + pointsText(slope.value) + " per doubling" +
           intervalText(slope, pointsText);
}

// 4 -----------------------------------------------------------------------------------------------------------------

/// The figure of one core in all stretches of a run.
std::vector<double> coreValues(const RunFacts& run, int core, double CoreSummary::*figure)
{
    std::vector<double> values;
    for (const RunFacts::Stretch& stretch : run.stretches) {
        for (const CoreSummary& summary : stretch.cores) {
            if (summary.core == core && summary.coveredSeconds > 0)
                values.push_back(summary.*figure);
        }
    }
    return values;
}

std::optional<double> coreFigure(const RunFacts& run, int core, double CoreSummary::*figure)
{
    for (const CoreSummary& summary : run.cores) {
        if (summary.core == core && summary.coveredSeconds > 0)
            return summary.*figure;
    }
    return std::nullopt;
}

/// Cores that all runs of a series measured.
std::vector<int> coresOf(const BatchSeries& series)
{
    std::vector<int> cores;
    for (const CoreSummary& core : series.small().cores) {
        if (std::all_of(series.runs.begin(), series.runs.end(), [&](const RunFacts& run) {
                return coreFigure(run, core.core, &CoreSummary::utilization).has_value();
            }))
            cores.push_back(core.core);
    }
    return cores;
}

/// Whether some cores change differently from others with the batch size.
ObservationVerdict coresDiffer(const BatchSeries& series, std::string& evidence)
{
    constexpr double kLeast = 0.01;    // per doubling
    constexpr double kSelection = 1.7; // half width of a range of up to 12 means over that of one difference (Tukey)
    Tested least{INFINITY, std::nullopt};
    Tested most{-INFINITY, std::nullopt};
    int leastCore = 0;
    int mostCore = 0;
    for (const int core : coresOf(series)) {
        const Tested slope = changePerDoubling(
            series, [&](const RunFacts& run) { return coreFigure(run, core, &CoreSummary::utilization); },
            [&](const RunFacts& run) { return coreValues(run, core, &CoreSummary::utilization); });
        if (slope.value < least.value) {
            least = slope;
            leastCore = core;
        }
        if (slope.value > most.value) {
            most = slope;
            mostCore = core;
        }
    }
    Tested apart{most.value - least.value, std::nullopt};
    if (least.interval && most.interval) {
        const double half =
            kSelection / 2 *
            std::hypot(least.interval->high - least.interval->low, most.interval->high - most.interval->low);
        apart.interval = Interval{apart.value - half, apart.value + half};
    }
    append(evidence, series.text() + ": from " + pointsText(least.value) + " (cpu" + std::to_string(leastCore) +
                         ") to " + pointsText(most.value) + " (cpu" + std::to_string(mostCore) +
                         ") per doubling, apart by " + pointsText(apart.value) + intervalText(apart, pointsText));
    if (apart.interval && apart.interval->low > 0)
        return ObservationVerdict::Holds;
    return within(apart, kLeast, INFINITY);
}

/// Whether the changes between neighbouring batch sizes, of all models, correlate over the cores.
ObservationVerdict coresCorrelate(std::span<const BatchSeries> series, std::string& evidence)
{
    constexpr double kObvious = 0.5;
    std::vector<std::vector<double>> changes; // by core, then by change
    for (const BatchSeries& model : series) {
        const std::vector<int> cores = coresOf(model);
        if (changes.empty())
            changes.resize(cores.size());
        for (std::size_t i = 1; i < model.runs.size() && changes.size() == cores.size(); ++i) {
            for (std::size_t core = 0; core < cores.size(); ++core)
                changes[core].push_back(*coreFigure(model.runs[i], cores[core], &CoreSummary::utilization) -
                                        *coreFigure(model.runs[i - 1], cores[core], &CoreSummary::utilization));
        }
    }
    const std::size_t count = changes.empty() ? 0 : changes.front().size();
    const Tested correlation = testedCorrelation(changes);
    if (!correlation.interval) {
        append(evidence, "too few batch sizes to correlate the cores' changes: four changes are needed, there are " +
                             countText(count));
        return ObservationVerdict::Undecided;
    }
    const auto twoDigits = [](double value) { return fixedText(value, 2); };
    append(evidence, "mean correlation of the cores' " + countText(count) + " changes " + twoDigits(correlation.value) +
                         intervalText(correlation, twoDigits) + " against " + twoDigits(kObvious));
    return within(correlation, -INFINITY, kObvious);
}

/// Idle ratio of the Denver cores minus that of the idlest other cluster, in a stretch.
std::optional<double> denverIdle(const std::vector<CoreSummary>& cores)
{
    std::map<std::string, std::pair<double, int>> clusters;
    for (const CoreSummary& core : cores) {
        if (core.coveredSeconds <= 0)
            continue;
        clusters[core.cluster].first += core.idleRatio;
        ++clusters[core.cluster].second;
    }
    std::optional<double> denver;
    std::optional<double> other;
    for (const auto& [cluster, sum] : clusters) {
        const double mean = sum.first / sum.second;
        auto& side = cluster.starts_with("Denver") ? denver : other;
        side = std::max(side.value_or(mean), mean);
    }
    return denver && other ? std::optional(*denver - *other) : std::nullopt;
}

ObservationVerdict denverIsIdlest(std::span<const RunFacts> runs, std::string& evidence)
{
    constexpr double kSeenIdle = 0.01;
    std::vector<ObservationVerdict> verdicts;
    double idlest = 0;
    std::string means;
    for (const RunFacts& run : runs) {
        const auto whole = denverIdle(run.cores);
        if (!whole)
            continue;
        // With steps shorter than a sample, hardly one shows a core idle from its begin to its end.
        const auto isSeenIdle = [](const CoreSummary& core) { return core.idleRatio >= kSeenIdle; };
        if (std::none_of(run.cores.begin(), run.cores.end(), isSeenIdle)) {
            verdicts.push_back(ObservationVerdict::Undecided);
            means += (means.empty() ? "" : ", ") + runName(run) + " not known (no core was idle for whole samples)";
            continue;
        }
        std::vector<double> parts;
        for (const RunFacts::Stretch& stretch : run.stretches)
            parts.push_back(denverIdle(stretch.cores).value_or(NAN));
        Tested more = testedMean(parts);
        more.value = *whole;
        verdicts.push_back(within(more, 0, INFINITY));
        for (const CoreSummary& core : run.cores)
            idlest = core.cluster.starts_with("Denver") ? std::max(idlest, core.idleRatio) : idlest;
        means += (means.empty() ? "" : ", ") + runName(run) + " " + pointsText(*whole) + intervalText(more, pointsText);
    }
    append(evidence,
           verdicts.empty()
               ? "these cores are of one kind, or not measured: the claim is about the Denver 2 cores of a TX2"
               : "Denver cores idle for up to " + percentText(idlest) +
                     " of the time; more than the other cores by: " + means);
    return allDecided(verdicts);
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
    [[nodiscard]] std::string text(Domain domain) const
    {
        std::string names;
        for (const auto& [model, shares] : models)
            names += (names.empty() ? "" : ", ") + model;
        return std::string(domainName(domain)) + " " + percentText(mean) + " (" + names + ")";
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

std::map<Domain, DomainUse> domainUses(std::span<const RunFacts> runs, std::string& evidence)
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
        append(evidence, "the domain of " + (model.empty() ? "a recording" : model) + " is not known by its name");
    if (common.empty() && domains.size() > 1)
        append(evidence, "no batch size is common to all domains");
    return domains;
}

// 8 -----------------------------------------------------------------------------------------------------------------

/// Whether models need different energy for the same number of samples, at the largest batch size of each.
ObservationVerdict modelsDifferInEnergy(std::span<const RunFacts> runs, std::string& evidence)
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
    std::string text;
    for (const RunFacts& run : ranked)
        text += (text.empty() ? "energy of 1000 samples: " : ", ") + runName(run) + " " +
                fixedText(1000 * perSample(run), 1) + " J";
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
    append(evidence, text + "; the first needs " + timesText(apart.value) + " the energy of the last" +
                         intervalText(apart, timesText) + " against " + timesText(kDifference));
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
std::string largestBatchText(const BatchSeries& series, const Tested& more)
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
    return "the largest batch that fits into " + bytesText(*total) + " is " + size(more.value) + " (95 % interval " +
           size(more.interval->high) + " to " + size(more.interval->low) + ")";
}

ObservationVerdict onlyIntermediateGrows(const BatchSeries& series, std::string& evidence)
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
    append(evidence, series.text() + ": peak " + bytesText(*small.peakBytes) + " to " + bytesText(*large.peakBytes) +
                         ", of steps " + signedBytes(more.value) + intervalText(more, signedBytes));
    append(evidence, largestBatchText(series, more));
    const auto before = fixedBytes(small);
    const auto after = fixedBytes(large);
    if (!before || !after) {
        append(evidence, "the training does not report its parameters, gradients and input");
        return allOf(std::array{within(more, kMore * *small.peakBytes, INFINITY), ObservationVerdict::Undecided});
    }
    const double fixed = *after - *before;
    const bool isReported = small.intermediateBytes && large.intermediateBytes;
    const double intermediate = isReported ? *large.intermediateBytes - *small.intermediateBytes : more.value - fixed;
    append(evidence, "parameters " + bytesText(large.parameterBytes.value_or(NAN)) + ", gradients " +
                         bytesText(large.gradientBytes.value_or(NAN)) + ", input " +
                         bytesText(large.inputBytes.value_or(NAN)) + ": together " + signedBytes(fixed) +
                         "; intermediate data " + signedBytes(intermediate) +
                         (isReported ? "" : " (peak without the others)"));
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
        observation.evidence = std::string(kBatchesNeeded) + " on a device whose GPU can be measured";
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
        append(observation.evidence, model.text() + ": " + perDoublingText("GPU", model, gpu, gpuOf) + "; " +
                                         perDoublingText("CPU", model, cpu, cpuOf));
        verdicts.push_back(allOf(std::array{within(gpu, kSensitive, INFINITY), within(cpu, -kStays, kStays)}));
    }
    append(observation.evidence, "tested by the bootstrap over blocks of steps" + repeatsText(series) +
                                     " against 1 point per doubling of the GPU and 1.5 of the CPU");
    decide(observation, allOf(verdicts),
           "Use the largest batch that memory and accuracy allow: the GPU idles with small ones.",
           "Find what the GPU waits for (input, CPU, copies), or what the CPU does more of with a larger batch.");
}

void observeCores(std::span<const RunFacts> runs, Observation& observation)
{
    const auto series = batchSeries(runs, [](const RunFacts& run) { return run.cores.size() > 1; });
    std::vector<ObservationVerdict> differs;
    for (const BatchSeries& model : series)
        differs.push_back(coresDiffer(model, observation.evidence));
    const ObservationVerdict apart = differs.empty() ? ObservationVerdict::Undecided : allDecided(differs);
    const ObservationVerdict correlation =
        series.empty() ? ObservationVerdict::Undecided : coresCorrelate(series, observation.evidence);
    const ObservationVerdict idlest = denverIsIdlest(runs, observation.evidence);
    if (series.empty())
        append(observation.evidence, kBatchesNeeded);
    decide(observation, allOf(std::array{apart, correlation, idlest}),
           "Give ops or data loader workers to the idle cores: the framework does not distinguish the kinds of cores.",
           "The cores are used equally here, or change together: there is no idle kind of core to give work to.");
}

void observeGpuByDomain(std::span<const RunFacts> runs, Observation& observation)
{
    const auto domains = domainUses(runs, observation.evidence);
    if (domains.size() < 2) {
        observation.evidence = "give recordings of several models of different domains (stepscope report A B ...)" +
                               (observation.evidence.empty() ? "" : "; " + observation.evidence);
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
           std::string(domainName(highest->first)) + " over " + domainName(lowest->first) + " by " +
               pointsText(apart.value) + intervalText(apart, pointsText) + ", bootstrap over blocks of steps against " +
               pointsText(bound) + " (models of one domain differ from its mean by up to " + pointsText(spread) + ")");
    decide(
        observation, within(apart, bound, INFINITY),
        "Expect a low GPU utilization of recurrent models: larger batches or fused cells give it more parallel work.",
        "The domain does not decide here: compare the models by their ops.");
}

void observeEnergyByBatch(std::span<const RunFacts> runs, Observation& observation)
{
    const auto series =
        batchSeries(runs, [](const RunFacts& run) { return run.joulesPerStep && *run.joulesPerStep > 0; });
    if (series.empty()) {
        observation.evidence = std::string(kBatchesNeeded) + ", with marked steps and power sensors";
        return;
    }
    observation.evidence = "energy of a step: ";
    const auto verdict = decideGrowth(series,
                                      {.figure = [](const RunFacts& run) { return *run.joulesPerStep; },
                                       .values = joulesOf,
                                       .bounds =
                                           [](double batch) {
                                               return Interval{1, 0.95 * batch};
                                           }},
                                      observation.evidence);
    decide(
        observation, allOf(std::array{verdict, modelsDifferInEnergy(runs, observation.evidence)}),
        "Where energy counts (a battery), train with the largest batch that keeps accuracy: it spreads the fixed "
        "energy of a step over more samples.",
        "The fixed energy of a step is negligible here, or the models need the same: choose by memory and accuracy.");
}

void observeMemoryByBatch(std::span<const RunFacts> runs, Observation& observation)
{
    const auto series = batchSeries(runs, [](const RunFacts& run) { return run.peakBytes.has_value(); });
    if (series.empty()) {
        observation.evidence = std::string(kBatchesNeeded) + ", with memory measured";
        return;
    }
    std::vector<ObservationVerdict> verdicts;
    for (const BatchSeries& model : series)
        verdicts.push_back(onlyIntermediateGrows(model, observation.evidence));
    append(observation.evidence, "tested by the bootstrap over blocks of steps" + repeatsText(series) +
                                     " against 5 % of the peak, and against 5 % of the intermediate data for the "
                                     "others");
    decide(observation, allOf(verdicts),
           "Choose the batch size by memory first: half precision, recomputing activations or adding up gradients of "
           "small batches make room.",
           "Memory does not follow the batch here, or not by intermediate data: there is room for a larger one.");
}

void observeThroughputByBatch(std::span<const RunFacts> runs, Observation& observation)
{
    const auto series =
        batchSeries(runs, [](const RunFacts& run) { return run.samplesPerSecond && *run.samplesPerSecond > 0; });
    if (series.empty()) {
        observation.evidence = std::string(kBatchesNeeded) + ", with marked steps";
        return;
    }
    observation.evidence = "samples per second: ";
    const auto verdict = decideGrowth(series,
                                      {.figure = [](const RunFacts& run) { return *run.samplesPerSecond; },
                                       .values = secondsOf,
                                       .isInverse = true,
                                       .bounds =
                                           [](double) {
                                               return Interval{1, INFINITY};
                                           }},
                                      observation.evidence);
    decide(observation, verdict, "Raise the batch until the gain flattens; beyond that it only costs memory.",
           "Small batches already use the device fully, or it waits for something else: a larger batch does not help.");
}

void observeGainByModel(std::span<const RunFacts> runs, Observation& observation)
{
    const auto series =
        batchSeries(runs, [](const RunFacts& run) { return run.samplesPerSecond && *run.samplesPerSecond > 0; });
    if (series.size() < 2) {
        observation.evidence =
            "give recordings of several batch sizes of at least two models (stepscope report A B ...)";
        return;
    }
    Tested least{.value = INFINITY, .interval = std::nullopt};
    Tested most{.value = -INFINITY, .interval = std::nullopt};
    for (const BatchSeries& model : series) {
        const Tested gain = gainOf(model);
        const double whole = std::exp(gain.value * std::log2(model.ratio()));
        append(observation.evidence, model.text() + ": " + timesText(whole) + ", " + timesText(std::exp(gain.value)) +
                                         " per doubling" +
                                         intervalText(gain, [](double log) { return timesText(std::exp(log)); }));
        least = gain.value < least.value ? gain : least;
        most = gain.value > most.value ? gain : most;
    }
    constexpr double kMinDifference = 1.1;
    Tested apart{.value = most.value - least.value, .interval = std::nullopt};
    if (least.interval && most.interval) {
        const double below = std::hypot(most.value - most.interval->low, least.interval->high - least.value);
        const double above = std::hypot(most.interval->high - most.value, least.value - least.interval->low);
        apart.interval = Interval{apart.value - below, apart.value + above};
        append(observation.evidence, "the ratio of the largest gain per doubling to the smallest is " +
                                         timesText(std::exp(apart.value)) +
                                         intervalText(apart, [](double log) { return timesText(std::exp(log)); }) +
                                         ", bootstrap over blocks of steps against " + timesText(kMinDifference));
    }
    decide(observation, within(apart, std::log(kMinDifference), INFINITY),
           "Measure each model: the best batch size differs between models.",
           "These models gain equally: the best batch size of one applies to all.");
}

} // namespace stepscope::analysis
