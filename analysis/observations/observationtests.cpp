#include "analysis/observations/observationtests.h"

#include "analysis/statistics/trend.h"
#include "analysis/text/quantitytext.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace stepscope::analysis {

namespace {

std::vector<SampleUnit> unitsOf(std::span<const double> values, bool asLogarithm)
{
    std::vector<SampleUnit> units;
    for (const double value : values) {
        if (std::isfinite(value) && (!asLogarithm || value > 0))
            units.push_back({asLogarithm ? std::log(value) : value, 1});
    }
    return units;
}

Tested differenceOf(const std::vector<SampleUnit>& a, const std::vector<SampleUnit>& b)
{
    return {ratioEstimate(b) - ratioEstimate(a), differenceInterval(a, b)};
}

/// Figure of the largest batch / figure of the smallest batch of a model.
Tested ratioOf(const BatchSeries& series, const Growth& growth)
{
    const double figureRatio = growth.figure(series.large()) / growth.figure(series.small());
    const auto a = growth.values(series.small());
    const auto b = growth.values(series.large());
    Tested ratio = growth.isInverse ? testedRatio(b, a) : testedRatio(a, b);
    if (!ratio.interval)
        return {figureRatio, std::nullopt};
    const double factor = growth.isInverse ? series.ratio() : growth.perSample ? 1 / series.ratio() : 1;
    ratio.value *= factor;
    ratio.interval = Interval{ratio.interval->low * factor, ratio.interval->high * factor};
    return ratio;
}

/// The verdict by the order of the figures over the batch sizes.
Observation::Verdict byTrend(const BatchSeries& series, const Growth& growth, double ratio, std::string& evidence)
{
    std::vector<double> figures;
    for (const RunFacts* run : series.runs)
        figures.push_back(growth.figure(*run));
    if (figures.size() < kMinForTrend) {
        evidence += ", and fewer than four batch sizes for a trend";
        return Observation::Verdict::Undecided;
    }
    constexpr double kUnlikely = 0.05;
    const Trend trend = mannKendall(figures);
    const double expected = growth.rises ? trend.rises : trend.falls;
    const double opposite = growth.rises ? trend.falls : trend.rises;
    evidence += std::string("; over ") + countText(figures.size()) + " batch sizes it " +
                (growth.rises ? "rises" : "falls") + " by chance with p = " + fixedText(expected, 3) +
                " (Mann-Kendall" + (trend.isExact ? ", exact" : "") + ")";
    const Interval bounds = growth.bounds(series.ratio());
    if (opposite <= kUnlikely)
        return Observation::Verdict::Rejected;
    return expected <= kUnlikely && ratio > bounds.low && ratio < bounds.high ? Observation::Verdict::Holds
                                                                              : Observation::Verdict::Undecided;
}

} // namespace

Tested testedMean(std::span<const double> values)
{
    const std::vector<SampleUnit> zeros(kMinUnits, SampleUnit{0, 1});
    return differenceOf(zeros, unitsOf(values, false));
}

Tested testedDifference(std::span<const double> a, std::span<const double> b)
{
    return differenceOf(unitsOf(a, false), unitsOf(b, false));
}

Tested testedRatio(std::span<const double> a, std::span<const double> b)
{
    Tested tested = differenceOf(unitsOf(a, true), unitsOf(b, true));
    tested.value = std::exp(tested.value);
    if (tested.interval)
        tested.interval = Interval{std::exp(tested.interval->low), std::exp(tested.interval->high)};
    return tested;
}

Observation::Verdict within(const Tested& tested, double low, double high)
{
    if (!tested.interval || !std::isfinite(tested.value))
        return Observation::Verdict::Undecided;
    if (tested.interval->low > low && tested.interval->high < high)
        return Observation::Verdict::Holds;
    return tested.interval->high <= low || tested.interval->low >= high ? Observation::Verdict::Rejected
                                                                        : Observation::Verdict::Undecided;
}

Observation::Verdict allOf(std::span<const Observation::Verdict> verdicts)
{
    const auto any = [&](Observation::Verdict verdict) {
        return std::find(verdicts.begin(), verdicts.end(), verdict) != verdicts.end();
    };
    return any(Observation::Verdict::Rejected)    ? Observation::Verdict::Rejected
           : any(Observation::Verdict::Undecided) ? Observation::Verdict::Undecided
                                                  : Observation::Verdict::Holds;
}

double BatchSeries::ratio() const
{
    return static_cast<double>(large().batch) / static_cast<double>(small().batch);
}

std::string BatchSeries::text() const
{
    return small().model + ", batch " + countText(small().batch) + " to " + countText(large().batch);
}

std::vector<BatchSeries> batchSeries(std::span<const RunFacts> runs,
                                     const std::function<bool(const RunFacts&)>& isUsable)
{
    std::map<std::string, std::map<std::uint64_t, const RunFacts*>> models;
    for (const RunFacts& run : runs) {
        if (run.batch != 0 && isUsable(run))
            models[run.model].try_emplace(run.batch, &run);
    }
    std::vector<BatchSeries> all;
    for (const auto& [model, sizes] : models) {
        if (sizes.size() < 2)
            continue;
        BatchSeries& series = all.emplace_back();
        for (const auto& [batch, run] : sizes)
            series.runs.push_back(run);
    }
    return all;
}

Observation::Verdict decideGrowth(std::span<const BatchSeries> series, const Growth& growth, std::string& evidence)
{
    std::vector<Observation::Verdict> verdicts;
    bool isBootstrapped = false;
    for (const BatchSeries& model : series) {
        const Tested ratio = ratioOf(model, growth);
        evidence += (verdicts.empty() ? "" : "; ") + model.text() + " (" + timesText(model.ratio()) +
                    "): " + timesText(ratio.value) + intervalText(ratio, timesText);
        const Interval bounds = growth.bounds(model.ratio());
        isBootstrapped = isBootstrapped || ratio.interval;
        verdicts.push_back(ratio.interval ? within(ratio, bounds.low, bounds.high)
                                          : byTrend(model, growth, ratio.value, evidence));
    }
    if (isBootstrapped)
        evidence += "; tested by the bootstrap over blocks of steps";
    return allOf(verdicts);
}

Observation undecided(Observation observation, std::string reason)
{
    observation.verdict = Observation::Verdict::Undecided;
    observation.evidence = std::move(reason);
    return observation;
}

std::string timesText(double ratio)
{
    return "x" + fixedText(ratio, 2);
}

std::string intervalText(const Tested& tested, const std::function<std::string(double)>& text)
{
    return tested.interval
               ? " (95 % interval " + text(tested.interval->low) + " to " + text(tested.interval->high) + ")"
               : " (too few steps to test)";
}

} // namespace stepscope::analysis
