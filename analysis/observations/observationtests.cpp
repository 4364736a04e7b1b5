#include "analysis/observations/observationtests.h"

#include "analysis/observations/observationrepeats.h"
#include "analysis/statistics/trend.h"
#include "analysis/text/quantitytext.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
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

using ObservationVerdict = Observation::Verdict;

constexpr double kUpper95 = 0.975;

std::ptrdiff_t numberOf(std::span<const ObservationVerdict> verdicts, ObservationVerdict verdict)
{
    return std::count(verdicts.begin(), verdicts.end(), verdict);
}

/// Of all pairs of rows that vary, without one column; `without` = number of columns: with all. NaN without any pair.
double meanCorrelation(std::vector<std::vector<double>> rows, std::size_t without)
{
    double sum = 0;
    double pairs = 0;
    for (std::vector<double>& row : rows) {
        if (without < row.size())
            row.erase(row.begin() + static_cast<std::ptrdiff_t>(without));
    }
    for (std::size_t a = 0; a < rows.size(); ++a) {
        for (std::size_t b = a + 1; b < rows.size(); ++b) {
            const auto correlation = correlationOf(rows[a], rows[b]);
            sum += correlation.value_or(0);
            pairs += correlation ? 1 : 0;
        }
    }
    return sum / pairs;
}

/// The slope of a least-squares line is the sum of these weights x the values.
std::vector<double> slopeWeights(std::span<const double> x)
{
    const double mean = std::accumulate(x.begin(), x.end(), 0.0) / static_cast<double>(x.size());
    double squares = 0;
    for (const double value : x)
        squares += (value - mean) * (value - mean);
    std::vector<double> weights;
    for (const double value : x)
        weights.push_back((value - mean) / squares);
    return weights;
}

/// Figure of the largest batch / figure of the smallest batch of a model.
Tested ratioOf(const BatchSeries& series, const Growth& growth)
{
    const double figureRatio = growth.figure(series.large()) / growth.figure(series.small());
    const auto a = growth.values(series.small());
    const auto b = growth.values(series.large());
    const std::optional<double> half = endsHalfWidth(series, growth.figure, true);
    Tested ratio = growth.isInverse ? testedRatio(b, a) : testedRatio(a, b);
    if (!ratio.interval)
        return widenedRatio({figureRatio, std::nullopt}, half);
    const double factor = growth.isInverse ? series.ratio() : 1;
    ratio.value *= factor;
    ratio.interval = Interval{ratio.interval->low * factor, ratio.interval->high * factor};
    return widenedRatio(ratio, half);
}

/// Does not hold where the figure falls from one batch size to the next: it does not grow with the batch size, even if
/// that of the largest is above that of the smallest.
Observation::Verdict withoutFall(const BatchSeries& series, const Growth& growth, Message& evidence)
{
    constexpr double kFall = 0.95;
    for (std::size_t i = 1; i < series.runs.size() && series.runs.size() > 2; ++i) {
        const BatchSeries pair{{series.runs[i - 1], series.runs[i]}, {series.repeats[i - 1], series.repeats[i]}};
        const Tested ratio = ratioOf(pair, growth);
        if (within(ratio, -INFINITY, kFall) != ObservationVerdict::Holds)
            continue;
        evidence += translatable("Observations", ", but from batch %1 to %2 it falls: %3%4")
                        .arg(countText(pair.small().batch))
                        .arg(countText(pair.large().batch))
                        .arg(timesText(ratio.value))
                        .arg(intervalText(ratio, timesText));
        return ObservationVerdict::DoesNotHold;
    }
    return ObservationVerdict::Holds;
}

/// Whether the growth is within its bounds. A figure that is known to grow by less than 5 % does not grow, although its
/// interval may contain the bound.
Observation::Verdict withinGrowth(const Tested& ratio, const Interval& bounds)
{
    constexpr double kGrowth = 1.05;
    const ObservationVerdict verdict = within(ratio, bounds.low, bounds.high);
    const bool stays = ratio.interval && ratio.interval->high < kGrowth * bounds.low;
    return verdict == ObservationVerdict::Undecided && stays ? ObservationVerdict::DoesNotHold : verdict;
}

/// The verdict by the order of the figures over the batch sizes.
Observation::Verdict byTrend(const BatchSeries& series, const Growth& growth, double ratio, Message& evidence)
{
    std::vector<double> figures;
    for (const RunFacts& run : series.runs)
        figures.push_back(growth.figure(run));
    if (figures.size() < kMinForTrend) {
        evidence += translatable("Observations", ", and fewer than four batch sizes for a trend");
        return ObservationVerdict::Undecided;
    }
    constexpr double kUnlikely = 0.05;
    const Trend trend = mannKendall(figures);
    evidence +=
        translatable("Observations", "; over %1 batch sizes it rises by chance with p = %2 (%3)")
            .arg(countText(figures.size()))
            .arg(fixedText(trend.rises, 3))
            .arg(trend.isExact ? translatable("Observations", "Mann-Kendall, exact") : std::string("Mann-Kendall"));
    const Interval bounds = growth.bounds(series.ratio());
    if (trend.falls <= kUnlikely)
        return ObservationVerdict::DoesNotHold;
    return trend.rises <= kUnlikely && ratio > bounds.low && ratio < bounds.high ? ObservationVerdict::Holds
                                                                                 : ObservationVerdict::Undecided;
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

Tested testedShare(double share, std::size_t steps)
{
    constexpr std::size_t kMinSteps = 8;
    constexpr double kLargest = 0.9999; // the transformation of 1 is infinite
    if (steps < kMinSteps)
        return {share, std::nullopt};
    const double z = std::atanh(std::sqrt(std::clamp(share, 0.0, kLargest)));
    const double half = normalHalfWidth95() / std::sqrt(static_cast<double>(steps) - 3);
    return {share, Interval{std::pow(std::tanh(std::max(z - half, 0.0)), 2), std::pow(std::tanh(z + half), 2)}};
}

std::optional<double> correlationOf(std::span<const double> a, std::span<const double> b)
{
    const auto count = static_cast<double>(a.size());
    double meanA = 0;
    double meanB = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        meanA += a[i] / count;
        meanB += b[i] / count;
    }
    double squareA = 0;
    double squareB = 0;
    double product = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        squareA += (a[i] - meanA) * (a[i] - meanA);
        squareB += (b[i] - meanB) * (b[i] - meanB);
        product += (a[i] - meanA) * (b[i] - meanB);
    }
    constexpr double kRounding = 1e-18;
    if (squareA <= kRounding * count || squareB <= kRounding * count)
        return std::nullopt;
    return product / std::sqrt(squareA * squareB);
}

Tested testedCorrelation(const std::vector<std::vector<double>>& rows)
{
    const std::size_t columns = rows.empty() ? 0 : rows.front().size();
    const Tested whole{meanCorrelation(rows, columns), std::nullopt};
    if (columns < kMinUnits || !std::isfinite(whole.value))
        return whole;
    const auto count = static_cast<double>(columns);
    std::vector<double> pseudo;
    double mean = 0;
    for (std::size_t without = 0; without < columns; ++without) {
        pseudo.push_back(count * whole.value - (count - 1) * meanCorrelation(rows, without));
        mean += pseudo.back() / count;
    }
    double squares = 0;
    for (const double value : pseudo)
        squares += (value - mean) * (value - mean);
    const double half = studentQuantile(kUpper95, count - 1) * std::sqrt(squares / (count - 1) / count);
    if (!std::isfinite(half))
        return whole;
    return {whole.value, Interval{std::max(whole.value - half, -1.0), std::min(whole.value + half, 1.0)}};
}

Tested testedTrend(std::span<const double> x, std::span<const double> y)
{
    const std::vector<double> weights = slopeWeights(x);
    Tested slope;
    for (std::size_t i = 0; i < x.size(); ++i)
        slope.value += weights[i] * y[i];
    constexpr std::size_t kMinPoints = 4;
    if (x.size() < kMinPoints || !std::isfinite(slope.value))
        return slope;
    const auto count = static_cast<double>(x.size());
    const double meanX = std::accumulate(x.begin(), x.end(), 0.0) / count;
    const double meanY = std::accumulate(y.begin(), y.end(), 0.0) / count;
    double squares = 0;
    double inverse = 0; // of the sum of squares of x
    for (std::size_t i = 0; i < x.size(); ++i) {
        squares += std::pow(y[i] - meanY - slope.value * (x[i] - meanX), 2);
        inverse += weights[i] * weights[i];
    }
    const double half = studentQuantile(kUpper95, count - 2) * std::sqrt(squares / (count - 2) * inverse);
    slope.interval = Interval{slope.value - half, slope.value + half};
    return slope;
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
        return ObservationVerdict::Undecided;
    if (tested.interval->low > low && tested.interval->high < high)
        return ObservationVerdict::Holds;
    return tested.interval->high <= low || tested.interval->low >= high ? ObservationVerdict::DoesNotHold
                                                                        : ObservationVerdict::Undecided;
}

Observation::Verdict allOf(std::span<const ObservationVerdict> verdicts)
{
    if (numberOf(verdicts, ObservationVerdict::DoesNotHold) > 0)
        return ObservationVerdict::DoesNotHold;
    return numberOf(verdicts, ObservationVerdict::Undecided) > 0 ? ObservationVerdict::Undecided
                                                                 : ObservationVerdict::Holds;
}

Observation::Verdict allDecided(std::span<const ObservationVerdict> verdicts)
{
    if (numberOf(verdicts, ObservationVerdict::DoesNotHold) > 0)
        return ObservationVerdict::DoesNotHold;
    return numberOf(verdicts, ObservationVerdict::Holds) > 0 ? ObservationVerdict::Holds
                                                             : ObservationVerdict::Undecided;
}

Observation::Verdict mostDecided(std::span<const ObservationVerdict> verdicts)
{
    const auto holding = numberOf(verdicts, ObservationVerdict::Holds);
    const auto others = numberOf(verdicts, ObservationVerdict::DoesNotHold);
    return holding == others  ? ObservationVerdict::Undecided
           : holding > others ? ObservationVerdict::Holds
                              : ObservationVerdict::DoesNotHold;
}

bool BatchSeries::hasRepeats() const
{
    return std::any_of(repeats.begin(), repeats.end(), [](const auto& runsOfSize) { return runsOfSize.size() > 1; });
}

double BatchSeries::ratio() const
{
    return static_cast<double>(large().batch) / static_cast<double>(small().batch);
}

Message BatchSeries::text() const
{
    return translatable("Observations", "%1, batch %2 to %3")
        .arg(small().model)
        .arg(countText(small().batch))
        .arg(countText(large().batch));
}

std::vector<BatchSeries> batchSeries(std::span<const RunFacts> runs,
                                     const std::function<bool(const RunFacts&)>& isUsable)
{
    std::map<std::string, std::map<std::uint64_t, std::vector<const RunFacts*>>> models;
    for (const RunFacts& run : runs) {
        if (run.batch != 0 && isUsable(run))
            models[run.model][run.batch].push_back(&run);
    }
    std::vector<BatchSeries> all;
    for (const auto& [model, sizes] : models) {
        if (sizes.size() < 2)
            continue;
        BatchSeries& series = all.emplace_back();
        for (const auto& [batch, repeats] : sizes) {
            series.runs.push_back(pooledRepeats(repeats));
            series.repeats.push_back(repeats);
        }
    }
    return all;
}

Tested changePerDoubling(const BatchSeries& series, const std::function<std::optional<double>(const RunFacts&)>& figure,
                         const std::function<std::vector<double>(const RunFacts&)>& values)
{
    std::vector<double> doublings;
    std::vector<double> figures;
    std::vector<Tested> means;
    for (const RunFacts& run : series.runs) {
        doublings.push_back(std::log2(static_cast<double>(run.batch)));
        means.push_back(testedMean(values(run)));
        figures.push_back(means.back().interval ? means.back().value : figure(run).value_or(NAN));
    }
    const std::vector<double> weights = slopeWeights(doublings);
    const std::optional<double> half = repeatHalfWidth(figuresOfRepeats(series, figure, false), weights);
    if (std::any_of(means.begin(), means.end(), [](const Tested& mean) { return !mean.interval; }))
        return widened(testedTrend(doublings, figures), half);
    Tested slope;
    double square = 0;
    for (std::size_t i = 0; i < means.size(); ++i) {
        slope.value += weights[i] * figures[i];
        square += std::pow(weights[i] * (means[i].interval->high - means[i].interval->low) / 2, 2);
    }
    slope.interval = Interval{slope.value - std::sqrt(square), slope.value + std::sqrt(square)};
    return widened(slope, half);
}

Observation::Verdict decideGrowth(std::span<const BatchSeries> series, const Growth& growth, Message& evidence)
{
    std::vector<Observation::Verdict> verdicts;
    bool isBootstrapped = false;
    for (const BatchSeries& model : series) {
        const Tested ratio = ratioOf(model, growth);
        evidence += std::string(verdicts.empty() ? "" : "; ");
        evidence += model.text();
        evidence += " (" + timesText(model.ratio()) + "): " + timesText(ratio.value);
        evidence += intervalText(ratio, timesText);
        const Interval bounds = growth.bounds(model.ratio());
        isBootstrapped = isBootstrapped || ratio.interval;
        verdicts.push_back(ratio.interval ? withinGrowth(ratio, bounds)
                                          : byTrend(model, growth, ratio.value, evidence));
        verdicts.push_back(withoutFall(model, growth, evidence));
    }
    if (isBootstrapped)
        append(evidence, bootstrapText(series));
    return allOf(verdicts);
}

Message bootstrapText(std::span<const BatchSeries> series)
{
    const bool hasRepeats = std::any_of(series.begin(), series.end(), [](const auto& one) { return one.hasRepeats(); });
    return hasRepeats ? translatable("Observations",
                                     "tested by the bootstrap over blocks of steps and the scatter of the repeats")
                      : translatable("Observations", "tested by the bootstrap over blocks of steps");
}

void decide(Observation& observation, Observation::Verdict verdict, const Message& ifSo, const Message& ifNot)
{
    observation.verdict = verdict;
    observation.advice = verdict == ObservationVerdict::Holds ? ifSo : ifNot;
}

void needOthers(Observation& observation, const Message& which)
{
    observation.evidence = which;
    observation.needsOthers = true;
}

void append(Message& evidence, const Message& part, const char* separator)
{
    if (!evidence.empty() && !part.empty())
        evidence += std::string(separator);
    evidence += part;
}

Message runName(const RunFacts& run)
{
    if (run.model.empty())
        return translatable("Observations", "the recording");
    return run.batch == 0 ? Message(run.model)
                          : translatable("Observations", "%1, batch %2").arg(run.model).arg(countText(run.batch));
}

std::string timesText(double ratio)
{
    return "x" + fixedText(ratio, 2);
}

Message pointsText(double share)
{
    return translatable("Observations", "%1 points").arg((share >= 0 ? "+" : "") + fixedText(100 * share, 1));
}

Message intervalText(const Tested& tested, const std::function<Message(double)>& text)
{
    if (!tested.interval)
        return translatable("Observations", " (too few steps to test)");
    return translatable("Observations", " (95 % interval %1 to %2)")
        .arg(text(tested.interval->low))
        .arg(text(tested.interval->high));
}

} // namespace stepscope::analysis
