#pragma once

#include "analysis/observations/observationtests.h"

#include <functional>
#include <optional>
#include <span>
#include <vector>

/// Several recordings of one model and batch size. The scatter of steps within a recording does not show how much
/// recordings differ from each other: another placement of threads, another temperature.
namespace stepscope::analysis {

/// Repeats as one recording: the values of all steps and parts in a row, the means of all figures. The figures that the
/// observations of single recordings use are those of the first. There must be a repeat.
RunFacts pooledRepeats(std::span<const RunFacts* const> repeats);

/// Half width of the 95 % interval of sum(weight x mean of a group), by Student's t over the values in the groups,
/// which have one variance in all groups. None if no group has two values, or they do not vary.
std::optional<double> repeatHalfWidth(std::span<const std::vector<double>> groups, std::span<const double> weights);

/// The estimate with an interval that also contains value - half to value + half; unchanged without `half`.
Tested widened(const Tested& tested, const std::optional<double>& half);
/// The same for a ratio, with the half width of its logarithm.
Tested widenedRatio(const Tested& ratio, const std::optional<double>& half);

/// The figure of each repeat, by batch size; those that have none are left out. With `asLogarithm`, of values > 0.
std::vector<std::vector<double>> figuresOfRepeats(const BatchSeries& series,
                                                  const std::function<std::optional<double>(const RunFacts&)>& figure,
                                                  bool asLogarithm);
/// Half width for the figure of the largest batch size minus that of the smallest.
std::optional<double> endsHalfWidth(const BatchSeries& series,
                                    const std::function<std::optional<double>(const RunFacts&)>& figure,
                                    bool asLogarithm);

} // namespace stepscope::analysis
