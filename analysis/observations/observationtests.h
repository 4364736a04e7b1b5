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

/// Whether the estimate is above `low` and below `high`: holds if its whole interval is, rejected if none of it is,
/// else undecided.
Observation::Verdict within(const Tested& tested, double low, double high);
/// Holds if all hold; rejected if one is.
Observation::Verdict allOf(std::span<const Observation::Verdict> verdicts);

/// The recordings of one model in order of batch size, with at least two sizes.
struct BatchSeries
{
    std::vector<const RunFacts*> runs;
    [[nodiscard]] const RunFacts& small() const { return *runs.front(); }
    [[nodiscard]] const RunFacts& large() const { return *runs.back(); }
    [[nodiscard]] double ratio() const;
    [[nodiscard]] std::string text() const; ///< "resnet50, batch 4 to 64"
};
/// One series for each model that has two or more batch sizes among the runs for which `isUsable` is true.
std::vector<BatchSeries> batchSeries(std::span<const RunFacts> runs,
                                     const std::function<bool(const RunFacts&)>& isUsable);

/// A claim about the growth of a figure with the batch size.
struct Growth
{
    std::function<double(const RunFacts&)> figure; ///< of a recording, > 0
    std::function<std::vector<double>(const RunFacts&)>
        values;                             ///< of its steps, proportional to the figure or its inverse
    bool isInverse = false;                 ///< the values are proportional to the inverse
    bool perSample = false;                 ///< the values are per step, the figure is per sample
    std::function<Interval(double)> bounds; ///< of figure(large) / figure(small), by the ratio of the batch sizes
    bool rises = true;                      ///< else it falls
};
/// Tests the claim model by model: the ratio of the largest batch to the smallest, by the bootstrap over steps; with
/// too few steps, but four sizes, by the trend over the sizes. Appends figures and the name of the test to the
/// evidence.
Observation::Verdict decideGrowth(std::span<const BatchSeries> series, const Growth& growth, std::string& evidence);

/// The observation with the verdict Undecided and the reason as its evidence.
Observation undecided(Observation observation, std::string reason);

std::string timesText(double ratio); ///< "x1.23"
/// " (95 % interval x1.20 to x1.25)", or " (too few steps to test)".
std::string intervalText(const Tested& tested, const std::function<std::string(double)>& text);

} // namespace stepscope::analysis
