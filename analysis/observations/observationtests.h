#pragma once

#include "analysis/observations/observation.h"
#include "analysis/statistics/bootstrap.h"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

/// Statistical tests of the observations: a claim has to hold for all of a 95 % interval.
namespace stepscope::analysis {

/// An estimate with its interval.
struct Tested
{
    double value = 0;
    std::optional<Interval> interval; ///< 95 %; none = too few values
};

/// Mean of a series, difference of means (b - a), ratio of geometric means (b / a; of values > 0). Intervals by the
/// bootstrap over blocks of consecutive values, see bootstrap.h.
Tested testedMean(std::span<const double> values);
Tested testedDifference(std::span<const double> a, std::span<const double> b);
Tested testedRatio(std::span<const double> a, std::span<const double> b);

/// A share of explained variance (0..1) over `steps` independent units, with the interval of the correlation that is
/// its root (Fisher's z transformation, 1921). An interval needs at least 8 steps.
Tested testedShare(double share, std::size_t steps);
/// Mean correlation of all pairs of rows, for example of the changes of the cores; columns are independent of each
/// other. Interval by the jackknife over columns (Tukey 1958), which needs at least four.
Tested testedCorrelation(const std::vector<std::vector<double>>& rows);
/// Slope of y over x by least squares, with Student's interval, which needs at least four points.
Tested testedTrend(std::span<const double> x, std::span<const double> y);
/// Pearson's correlation; none if either side does not vary.
std::optional<double> correlationOf(std::span<const double> a, std::span<const double> b);

/// Whether the estimate is above `low` and below `high`: holds if its whole interval is, does not hold if none of it
/// is, else undecided.
Observation::Verdict within(const Tested& tested, double low, double high);
/// Holds if all hold; does not hold if one does not.
Observation::Verdict allOf(std::span<const Observation::Verdict> verdicts);
/// allOf() of those that are decided; undecided without any.
Observation::Verdict allDecided(std::span<const Observation::Verdict> verdicts);
/// Whether the claim holds for more than half of those that are decided.
Observation::Verdict mostDecided(std::span<const Observation::Verdict> verdicts);

/// The recordings of one model in order of batch size, with at least two sizes.
struct BatchSeries
{
    std::vector<RunFacts> runs; ///< one for each size: the repeats as one recording, see observationrepeats.h
    std::vector<std::vector<const RunFacts*>> repeats{}; ///< of each size
    [[nodiscard]] const RunFacts& small() const { return runs.front(); }
    [[nodiscard]] const RunFacts& large() const { return runs.back(); }
    [[nodiscard]] bool hasRepeats() const;
    [[nodiscard]] double ratio() const;
    [[nodiscard]] Message text() const; ///< "resnet50, batch 4 to 64"
};
/// One series for each model that has two or more batch sizes among the runs for which `isUsable` is true. The series
/// refer to `runs`.
std::vector<BatchSeries> batchSeries(std::span<const RunFacts> runs,
                                     const std::function<bool(const RunFacts&)>& isUsable);

/// Change of a figure per doubling of the batch: slope of the least-squares line over log2(batch). The interval is that
/// of the values of all sizes (steps or parts of the run); without enough values, but four sizes, from the distances of
/// the sizes from the line. With repeats, it also contains the interval by their scatter.
Tested changePerDoubling(const BatchSeries& series, const std::function<std::optional<double>(const RunFacts&)>& figure,
                         const std::function<std::vector<double>(const RunFacts&)>& values);

/// A claim that a figure grows with the batch size.
struct Growth
{
    std::function<double(const RunFacts&)> figure; ///< of a recording, > 0
    std::function<std::vector<double>(const RunFacts&)>
        values;                             ///< of its steps, proportional to the figure or its inverse
    bool isInverse = false;                 ///< the values are proportional to the inverse
    std::function<Interval(double)> bounds; ///< of figure(large) / figure(small), by the ratio of the batch sizes
};
/// Tests the claim model by model: the ratio of the largest batch to the smallest, by the bootstrap over steps and,
/// with repeats, by their scatter; with too few steps, but four sizes, by the trend over the sizes. Appends figures and
/// the name of the test to the evidence.
Observation::Verdict decideGrowth(std::span<const BatchSeries> series, const Growth& growth, Message& evidence);

/// "tested by the bootstrap over blocks of steps", with repeats also by their scatter.
Message bootstrapText(std::span<const BatchSeries> series);

/// Sets the verdict, and the advice for a claim that holds or does not.
void decide(Observation& observation, Observation::Verdict verdict, const Message& ifSo, const Message& ifNot);

/// Leaves the observation undecided for want of other recordings: `which`.
void needOthers(Observation& observation, const Message& which);

/// Appends with "; " or another separator between parts.
void append(Message& evidence, const Message& part, const char* separator = "; ");
/// "resnet50, batch 4"; "the recording" if neither is known.
Message runName(const RunFacts& run);

std::string timesText(double ratio); ///< "x1.23"
Message pointsText(double share);    ///< "+1.2 points"
/// " (95 % interval x1.20 to x1.25)", or " (too few steps to test)".
Message intervalText(const Tested& tested, const std::function<Message(double)>& text);

} // namespace stepscope::analysis
