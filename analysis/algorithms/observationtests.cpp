#include "analysis/algorithms/observationtests.h"

#include "analysis/algorithms/textpage.h"
#include "analysis/algorithms/trend.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace stepscope::analysis {

using Verdict = Observation::Verdict;

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

/// Large / small of a model, in the figure's sense.
Tested ratioOf(const BatchSeries& series, const Growth& growth)
{
    const double plain = growth.figure(series.large()) / growth.figure(series.small());
    const auto a = growth.values(series.small());
    const auto b = growth.values(series.large());
    Tested ratio = growth.isInverse ? testedRatio(b, a) : testedRatio(a, b);
    if (!ratio.interval)
        return {plain, std::nullopt};
    const double factor = growth.isInverse ? series.ratio() : growth.perSample ? 1 / series.ratio() : 1;
    ratio.value *= factor;
    ratio.interval = Interval{ratio.interval->low * factor, ratio.interval->high * factor};
    return ratio;
}

/// By the order of the sizes alone.
Verdict byTrend(const BatchSeries& series, const Growth& growth, double ratio, std::string& evidence)
{
    std::vector<double> figures;
    for (const RunFacts* run : series.runs)
        figures.push_back(growth.figure(*run));
    if (figures.size() < kFewestForTrend) {
        evidence += ", nor four batch sizes for a trend";
        return Verdict::CannotTell;
    }
    constexpr double kUnlikely = 0.05;
    const Trend trend = mannKendall(figures);
    const double asked = growth.rises ? trend.rises : trend.falls;
    const double other = growth.rises ? trend.falls : trend.rises;
    evidence += std::string("; over ") + countText(figures.size()) + " batch sizes it " +
                (growth.rises ? "rises" : "falls") + " by chance with p = " + fixedText(asked, 3) + " (Mann-Kendall" +
                (trend.isExact ? ", exact" : "") + ")";
    const Interval bounds = growth.bounds(series.ratio());
    if (other <= kUnlikely)
        return Verdict::DoesNot;
    return asked <= kUnlikely && ratio > bounds.low && ratio < bounds.high ? Verdict::Holds : Verdict::CannotTell;
}

} // namespace

Tested testedMean(std::span<const double> values)
{
    const std::vector<SampleUnit> nothing(kFewestUnits, SampleUnit{0, 1});
    return differenceOf(nothing, unitsOf(values, false));
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

Verdict within(const Tested& tested, double low, double high)
{
    if (!tested.interval || !std::isfinite(tested.value))
        return Verdict::CannotTell;
    if (tested.interval->low > low && tested.interval->high < high)
        return Verdict::Holds;
    return tested.interval->high <= low || tested.interval->low >= high ? Verdict::DoesNot : Verdict::CannotTell;
}

Verdict allOf(std::span<const Verdict> verdicts)
{
    const auto any = [&](Verdict one) { return std::find(verdicts.begin(), verdicts.end(), one) != verdicts.end(); };
    return any(Verdict::DoesNot) ? Verdict::DoesNot : any(Verdict::CannotTell) ? Verdict::CannotTell : Verdict::Holds;
}

double BatchSeries::ratio() const
{
    return static_cast<double>(large().batch) / static_cast<double>(small().batch);
}

std::string BatchSeries::text() const
{
    return small().model + ", batch " + countText(small().batch) + " to " + countText(large().batch);
}

std::vector<BatchSeries> batchSeries(std::span<const RunFacts> runs, const std::function<bool(const RunFacts&)>& known)
{
    std::map<std::string, std::map<std::uint64_t, const RunFacts*>> models;
    for (const RunFacts& run : runs) {
        if (run.batch != 0 && known(run))
            models[run.model].try_emplace(run.batch, &run);
    }
    std::vector<BatchSeries> found;
    for (const auto& [model, sizes] : models) {
        if (sizes.size() < 2)
            continue;
        BatchSeries& series = found.emplace_back();
        for (const auto& [batch, run] : sizes)
            series.runs.push_back(run);
    }
    return found;
}

Verdict decideGrowth(std::span<const BatchSeries> series, const Growth& growth, std::string& evidence)
{
    std::vector<Verdict> verdicts;
    bool isBootstrapped = false;
    for (const BatchSeries& one : series) {
        const Tested ratio = ratioOf(one, growth);
        evidence += (verdicts.empty() ? "" : "; ") + one.text() + " (" + timesText(one.ratio()) +
                    "): " + timesText(ratio.value) + intervalText(ratio, timesText);
        const Interval bounds = growth.bounds(one.ratio());
        isBootstrapped = isBootstrapped || ratio.interval;
        verdicts.push_back(ratio.interval ? within(ratio, bounds.low, bounds.high)
                                          : byTrend(one, growth, ratio.value, evidence));
    }
    if (isBootstrapped)
        evidence += "; tested by the bootstrap over blocks of steps";
    return allOf(verdicts);
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
