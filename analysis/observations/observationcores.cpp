#include "analysis/observations/observation.h"
#include "analysis/observations/observationtests.h"
#include "analysis/text/quantitytext.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

/// Observation 4: how the cores are used, over batch sizes and kinds of cores.
namespace stepscope::analysis {
namespace {

using ObservationVerdict = Observation::Verdict;

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
ObservationVerdict coresDiffer(const BatchSeries& series, Message& evidence)
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
    append(evidence, translatable("Observations", "%1: from %2 (cpu%3) to %4 (cpu%5) per doubling, apart by %6%7")
                         .arg(series.text())
                         .arg(pointsText(least.value))
                         .arg(std::to_string(leastCore))
                         .arg(pointsText(most.value))
                         .arg(std::to_string(mostCore))
                         .arg(pointsText(apart.value))
                         .arg(intervalText(apart, pointsText)));
    if (apart.interval && apart.interval->low > 0)
        return ObservationVerdict::Holds;
    return within(apart, kLeast, INFINITY);
}

/// Whether the changes between neighbouring batch sizes, of all models, correlate over the cores.
ObservationVerdict coresCorrelate(std::span<const BatchSeries> series, Message& evidence)
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
        append(
            evidence,
            translatable("Observations",
                         "too few batch sizes to correlate the cores' changes: four changes are needed, there are %1")
                .arg(countText(count)));
        return ObservationVerdict::Undecided;
    }
    const auto twoDigits = [](double value) { return fixedText(value, 2); };
    append(evidence, translatable("Observations", "mean correlation of the cores' %1 changes %2%3 against %4")
                         .arg(countText(count))
                         .arg(twoDigits(correlation.value))
                         .arg(intervalText(correlation, twoDigits))
                         .arg(twoDigits(kObvious)));
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

ObservationVerdict denverIsIdlest(std::span<const RunFacts> runs, Message& evidence)
{
    constexpr double kSeenIdle = 0.01;
    std::vector<ObservationVerdict> verdicts;
    double idlest = 0;
    Message means;
    for (const RunFacts& run : runs) {
        const auto whole = denverIdle(run.cores);
        if (!whole)
            continue;
        // With steps shorter than a sample, hardly one shows a core idle from its begin to its end.
        const auto isSeenIdle = [](const CoreSummary& core) { return core.idleRatio >= kSeenIdle; };
        if (std::none_of(run.cores.begin(), run.cores.end(), isSeenIdle)) {
            verdicts.push_back(ObservationVerdict::Undecided);
            append(means,
                   translatable("Observations", "%1 not known (no core was idle for whole samples)").arg(runName(run)),
                   ", ");
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
        append(means, runName(run), ", ");
        append(means, pointsText(*whole), " ");
        means += intervalText(more, pointsText);
    }
    append(evidence,
           verdicts.empty()
               ? translatable(
                     "Observations",
                     "these cores are of one kind, or not measured: the claim is about the Denver 2 cores of a TX2")
               : translatable("Observations",
                              "Denver cores idle for up to %1 of the time; more than the other cores by: %2")
                     .arg(percentText(idlest))
                     .arg(means));
    return allDecided(verdicts);
}

} // namespace

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
        append(observation.evidence,
               translatable("Observations",
                            "give recordings of several batch sizes of one model (stepscope report A B ...)"));
    decide(observation, allOf(std::array{apart, correlation, idlest}),
           translatable("Observations", "Give ops or data loader workers to the idle cores: the framework does not "
                                        "distinguish the kinds of cores."),
           translatable(
               "Observations",
               "The cores are used equally here, or change together: there is no idle kind of core to give work to."));
}

} // namespace stepscope::analysis
