#pragma once

#include "analysis/algorithms/bootstrap.h"
#include "analysis/algorithms/observation.h"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

/// The tests by which observations are decided: what is claimed has to hold for all of a 95 % interval.
namespace stepscope::analysis {

/// A figure with what it may be as well.
struct Tested
{
    double value = 0;
    std::optional<Interval> interval; ///< 95 %; none = there is too little to say
};

/// Mean of one series, difference of means (b - a), ratio of geometric means (b / a; values above 0): by the bootstrap
/// over blocks of neighbours, see bootstrap.h.
Tested testedMean(std::span<const double> values);
Tested testedDifference(std::span<const double> a, std::span<const double> b);
Tested testedRatio(std::span<const double> a, std::span<const double> b);

/// Whether the figure is above `low` and below `high`: holds when its whole interval is, does not when none of it is,
/// else it cannot be told.
Observation::Verdict within(const Tested& tested, double low, double high);
/// Holds when all do; does not when one does not.
Observation::Verdict allOf(std::span<const Observation::Verdict> verdicts);

/// The recordings of one model, by batch size; more than one size.
struct BatchSeries
{
    std::vector<const RunFacts*> runs;
    [[nodiscard]] const RunFacts& small() const { return *runs.front(); }
    [[nodiscard]] const RunFacts& large() const { return *runs.back(); }
    [[nodiscard]] double ratio() const;
    [[nodiscard]] std::string text() const; ///< "resnet50, batch 4 to 64"
};
/// Of each model with more than one batch size, among the runs for which `known`.
std::vector<BatchSeries> batchSeries(std::span<const RunFacts> runs, const std::function<bool(const RunFacts&)>& known);

/// What is asked of a figure as the batch grows.
struct Growth
{
    std::function<double(const RunFacts&)> figure;              ///< of a recording, above 0
    std::function<std::vector<double>(const RunFacts&)> values; ///< of its steps, in proportion to it or to 1 over it
    bool isInverse = false;                                     ///< the latter
    bool perSample = false;                                     ///< values are of a step, the figure is of a sample
    std::function<Interval(double)> bounds; ///< between which large / small has to be, by the ratio of the batches
    bool rises = true;                      ///< else it has to fall
};
/// Model by model: the ratio of the largest batch to the smallest, by the bootstrap over steps; where there are too few
/// steps, but four sizes, by the trend over these. Adds figures and the name of the test to the evidence.
Observation::Verdict decideGrowth(std::span<const BatchSeries> series, const Growth& growth, std::string& evidence);

std::string timesText(double ratio); ///< "x1.23"
/// " (95 % interval x1.20 to x1.25)"; of none " (too few steps to test)".
std::string intervalText(const Tested& tested, const std::function<std::string(double)>& text);

} // namespace stepscope::analysis
