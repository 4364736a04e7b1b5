#include "analysis/steps/detection/periodplaces.h"

#include "analysis/statistics/bootstrap.h"
#include "analysis/steps/detection/periodscales.h"
#include "analysis/steps/detection/periodthresholds.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace stepscope::analysis {
namespace {

constexpr std::size_t kBinsASample = 4;
constexpr double kMinValues = 15;      ///< at a place, of a difference that counts
constexpr double kMinDeviation = 0.02; ///< of the values; less is rounding

/// Number, sum and sum of squares of values.
struct Moments
{
    double count = 0;
    double sum = 0;
    double squares = 0;
    void add(double value)
    {
        count += 1;
        sum += value;
        squares += value * value;
    }
    [[nodiscard]] double mean() const { return count > 0 ? sum / count : 0; }
    [[nodiscard]] double scatter() const { return count > 0 ? std::max(squares - sum * sum / count, 0.0) : 0; }
    [[nodiscard]] Moments without(const Moments& part) const
    {
        return {count - part.count, sum - part.sum, squares - part.squares};
    }
};

/// A series folded by the cycles.
struct FoldedPlaces
{
    std::size_t samples = 0;                     ///< of a cycle
    std::vector<std::vector<Moments>> byPlace{}; ///< of each place, by bin
    std::vector<Moments> all{};                  ///< of all places, by bin
    double amplitude = 0;                        ///< twice the mean absolute deviation of the mean cycle
};

double amplitudeOf(const std::vector<Moments>& bins)
{
    double count = 1e-9;
    double sum = 0;
    for (const Moments& bin : bins) {
        count += bin.count;
        sum += bin.sum;
    }
    return std::accumulate(bins.begin(), bins.end(), 1e-9, [&](double amplitude, const Moments& bin) {
        return amplitude + 2 * bin.count / count * std::abs(bin.mean() - sum / count);
    });
}

/// Cycles at the ends of an epoch differ from all others: they wait for data, or their boundaries are less certain.
bool isNextToPause(std::span<const StepCycle> cycles, std::size_t k)
{
    return cycles[k].afterPause || (k > 0 && cycles[k - 1].afterPause) ||
           (k + 1 < cycles.size() && cycles[k + 1].afterPause);
}

/// Calls take(place, bin, value) for the samples of the cycles, except next to pauses.
template <typename Take>
void eachSample(const PeriodSeries& series, std::span<const StepCycle> cycles, std::span<const std::size_t> placeOf,
                std::size_t bins, const Take& take)
{
    std::size_t i = 0;
    for (std::size_t k = 0; k < cycles.size(); ++k) {
        const StepCycle& cycle = cycles[k];
        while (i < series.times.size() && series.times[i] < cycle.begin)
            ++i;
        for (; i < series.times.size() && series.times[i] < cycle.end; ++i) {
            if (isNextToPause(cycles, k))
                continue;
            const double phase = (series.times[i] - cycle.begin) / (cycle.end - cycle.begin);
            take(placeOf[k], std::min(static_cast<std::size_t>(phase * static_cast<double>(bins)), bins - 1),
                 series.values[i]);
        }
    }
}

FoldedPlaces foldedPlaces(const PeriodSeries& series, std::span<const StepCycle> cycles,
                          std::span<const std::size_t> placeOf, std::size_t places)
{
    constexpr double kMostSamples = 4096;
    const double spacing = (series.times.back() - series.times.front()) / static_cast<double>(series.times.size());
    double covered = 0;
    for (const StepCycle& cycle : cycles)
        covered += cycle.end - cycle.begin;
    FoldedPlaces folded;
    folded.samples =
        static_cast<std::size_t>(std::clamp(covered / static_cast<double>(cycles.size()) / spacing, 1.0, kMostSamples));
    const std::size_t bins = folded.samples * kBinsASample;
    folded.byPlace.assign(places, std::vector<Moments>(bins));
    folded.all.resize(bins);
    eachSample(series, cycles, placeOf, bins, [&folded](std::size_t place, std::size_t bin, double value) {
        folded.byPlace[place][bin].add(value);
        folded.all[bin].add(value);
    });
    folded.amplitude = amplitudeOf(folded.all);
    return folded;
}

/// The largest difference of the mean of a bin from those within half a sampling interval.
double variationAround(const std::vector<Moments>& bins, std::size_t bin)
{
    double most = 0;
    for (std::size_t d = 1; d <= kBinsASample / 2; ++d) {
        for (const std::size_t other : {(bin + d) % bins.size(), (bin + bins.size() - d) % bins.size()}) {
            if (bins[other].count > 0)
                most = std::max(most, std::abs(bins[other].mean() - bins[bin].mean()));
        }
    }
    return most;
}

/// Mean difference of one place from all others in one sample of the cycle; weight 0 where nothing can be compared.
struct SampleDifference
{
    double difference = 0;
    double error = 0;     ///< standard error
    double errors = 0;    ///< the difference in standard errors; 0 if a shift of the boundaries can look like it
    double variation = 0; ///< what a shift of the boundaries can look like
    double weight = 0;
};

SampleDifference differenceIn(const FoldedPlaces& folded, std::size_t place, std::size_t sample)
{
    SampleDifference result;
    double scatter = 0;
    double freedom = 0;
    double own = 0;
    for (std::size_t b = sample * kBinsASample; b < (sample + 1) * kBinsASample; ++b) {
        const Moments& here = folded.byPlace[place][b];
        const Moments others = folded.all[b].without(here);
        if (here.count == 0 || others.count == 0)
            continue;
        const double weight = here.count * others.count / (here.count + others.count);
        own += here.count;
        result.weight += weight;
        result.difference += weight * (here.mean() - others.mean());
        result.variation += weight * variationAround(folded.all, b);
        scatter += here.scatter() + others.scatter();
        freedom += here.count + others.count - 2;
    }
    if (own < kMinValues || freedom < kMinValues)
        return {};
    result.difference /= result.weight;
    result.variation /= result.weight;
    result.error = std::sqrt(std::max(scatter / freedom, kMinDeviation * kMinDeviation) / result.weight);
    if (std::abs(result.difference) > result.variation)
        result.errors = std::abs(result.difference) / result.error;
    return result;
}

/// Numbers of samples of the cycle, over places and series.
struct SampleCounts
{
    double all = 1e-9;
    double compared = 0;
    double tested = 0;
};

/// Where the largest lasting difference is: in a sample of the cycle and the one before.
struct DifferencePlace
{
    const PeriodSeries* series = nullptr;
    std::size_t place = 0;
    std::size_t sample = 0;
};

/// Whether as many cycles at a place as the mean difference suggests are nearer to the place's mean than to that of the
/// others. If a few cycles differ much, as the first ones of epochs, their place has a mean that hardly any has.
bool isOfMostCycles(std::span<const StepCycle> cycles, std::span<const std::size_t> placeOf, std::size_t places,
                    const DifferencePlace& where)
{
    const FoldedPlaces folded = foldedPlaces(*where.series, cycles, placeOf, places);
    const std::size_t bins = folded.all.size();
    const std::size_t before = (where.sample + folded.samples - 1) % folded.samples;
    double nearer = 0;
    double expected = 0;
    double count = 1e-9;
    eachSample(*where.series, cycles, placeOf, bins, [&](std::size_t place, std::size_t bin, double value) {
        const std::size_t sample = bin / kBinsASample;
        const Moments& here = folded.byPlace[place][bin];
        const Moments others = folded.all[bin].without(here);
        if (place != where.place || (sample != where.sample && sample != before) || here.count + others.count < 3 ||
            others.count < 1)
            return;
        const double difference = here.mean() - others.mean();
        const double deviation = std::sqrt((here.scatter() + others.scatter()) / (here.count + others.count - 2));
        nearer += (value - (here.mean() + others.mean()) / 2) * difference > 0 ? 1 : 0;
        expected += 0.5 + 0.5 * normalCoverage(std::abs(difference) / 2 / std::max(deviation, kMinDeviation));
        count += 1;
    });
    return nearer / count > expected / count - threshold::kFewerAgree - 0.5 / std::sqrt(count);
}

void compare(const PeriodSeries& series, const FoldedPlaces& folded, PlaceDifference& most, DifferencePlace& where,
             SampleCounts& counts)
{
    const double steep = folded.amplitude / 2;
    const double visible = threshold::kSharpShare * folded.amplitude / threshold::kAbsentSingle;
    for (std::size_t place = 0; place < folded.byPlace.size(); ++place) {
        SampleDifference before = differenceIn(folded, place, folded.samples - 1);
        for (std::size_t sample = 0; sample < folded.samples; ++sample) {
            const SampleDifference here = differenceIn(folded, place, sample);
            counts.all += 1;
            counts.compared += here.weight > 0 ? 1 : 0;
            counts.tested += here.weight > 0 && here.error < visible && here.variation < steep ? 1 : 0;
            most.single = std::max(most.single, here.errors);
            const double lasting = std::min(here.errors, before.errors);
            if (here.difference * before.difference > 0 && lasting > most.lasting) {
                most.lasting = lasting;
                where = {&series, place, sample};
                most.share = std::min(std::abs(here.difference), std::abs(before.difference)) / folded.amplitude;
            }
            before = here;
        }
    }
}

/// Largest difference of the durations at one place from those of the others, in standard errors; 0 for less than half
/// a sampling interval.
double durationDifference(std::span<const StepCycle> cycles, std::span<const std::size_t> placeOf, std::size_t places,
                          double sampling)
{
    std::vector<Moments> byPlace(places);
    Moments all;
    for (std::size_t k = 0; k < cycles.size(); ++k) {
        byPlace[placeOf[k]].add(cycles[k].duration);
        all.add(cycles[k].duration);
    }
    double most = 0;
    for (const Moments& here : byPlace) {
        const Moments others = all.without(here);
        const double difference = std::abs(here.mean() - others.mean());
        if (here.count < 3 || others.count < 3 || difference < sampling / 2)
            continue;
        const double variance = (here.scatter() + others.scatter()) / (all.count - 2);
        most = std::max(most, difference / std::sqrt(variance * (1 / here.count + 1 / others.count) + 1e-18));
    }
    return most;
}

double leastErrors(std::size_t slips)
{
    return threshold::kSharpErrors + threshold::kSharpErrorsASlip * static_cast<double>(slips);
}

} // namespace

bool PlaceDifference::isSharp(std::size_t slips) const
{
    return lasting > leastErrors(slips) && share > threshold::kSharpShare && isOfMost;
}

bool PlaceDifference::isBrief(std::size_t slips) const
{
    return single > leastErrors(slips);
}

bool PlaceDifference::isUnseen() const
{
    return lasting < threshold::kAbsentLasting && single < threshold::kAbsentSingle &&
           compared > threshold::kAbsentTested;
}

bool PlaceDifference::isAbsent() const
{
    return isUnseen() && tested > threshold::kAbsentTested;
}

PlaceDifference placeDifference(std::span<const PeriodSeries> series, const StepPath& path,
                                std::span<const std::size_t> placeOf, std::size_t places)
{
    const std::vector<StepCycle> cycles = cyclesOf(path);
    PlaceDifference most;
    DifferencePlace where;
    SampleCounts counts;
    for (const PeriodSeries& channel : series)
        compare(channel, foldedPlaces(channel, cycles, placeOf, places), most, where, counts);
    most.isOfMost = where.series == nullptr || isOfMostCycles(cycles, placeOf, places, where);
    most.compared = counts.compared / counts.all;
    most.tested = counts.tested / counts.all;
    most.single = std::max(most.single, durationDifference(cycles, placeOf, places, samplingStep(series)));
    return most;
}

} // namespace stepscope::analysis
