#pragma once

#include "analysis/energy/selftime.h"
#include "analysis/statistics/bootstrap.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

/// Occupancy regression: the power of each group of ops, from samples that are means over a window in which several
/// groups ran:
///
///     sample = idle + sum over groups of (power of the group x share of the window that it occupied) + noise,
///     power >= 0
///
/// Power may be any quantity that adds up, such as utilization.
namespace stepscope::analysis {

/// Samples as rows of a sparse matrix: row i has the entries [rowBegin[i], rowBegin[i + 1]) of `groups` and `shares`.
struct OccupancyRows
{
    std::vector<double> values; ///< finite
    std::vector<std::size_t> rowBegin{0};
    std::vector<std::uint32_t> groups;
    std::vector<float> shares;        ///< of the sample's window; above 1 where instances overlap
    std::vector<std::uint32_t> steps; ///< the step of each sample, never decreasing
    std::vector<float> weights;       ///< of each sample in the regression, > 0
    std::size_t groupCount = 0;

    void beginRow(double value, std::uint32_t step, double weight = 1);
    /// Adds to the current row.
    void add(std::uint32_t group, double share);
    void endRow() { rowBegin.push_back(groups.size()); }
    [[nodiscard]] std::size_t size() const { return values.size(); }
};

/// The window over which a sample is the mean.
struct SampleWindow
{
    std::int64_t begin = 0; ///< ns; before `end`
    std::int64_t end = 0;
    double value = 0; ///< finite
    std::uint32_t step = 0;
};

/// The shares of each window in which the groups ran. Intervals of all lanes in order of begin; windows in order of
/// begin. O(intervals + windows + entries).
OccupancyRows occupancyRows(std::span<const SelfTimeInterval> intervals, std::span<const SampleWindow> windows,
                            std::size_t groupCount);
/// The same where each interval counts `weight`, and `unknown` is the share of each window in which no ops are known:
/// it becomes one more group, groupCount, unless `unknown` is empty.
OccupancyRows occupancyRows(std::span<const SelfTimeInterval> intervals, std::span<const SampleWindow> windows,
                            std::size_t groupCount, double weight, std::span<const double> unknown);

struct OccupancyFit
{
    /// The value without any op; none when ops never pause: the groups' figures then include it.
    std::optional<Estimate> idle;
    /// By group; none = not separable: the data does not distinguish the group from others.
    std::vector<std::optional<Estimate>> groups;
    /// Point estimates of all groups, including those that are not separable, of which only the sum is meaningful. For
    /// the closure.
    std::vector<double> guesses;
    double guessedIdle = 0;
    double explained = 0; ///< share of the samples' variance, 0..1
    double ridge = 0;     ///< chosen by cross-validation over steps, relative to the groups' mean weight
    std::string reason;   ///< why there is no fit; empty when there is one
};

/// The explained share of the variance alone, 0 without a fit. Faster than fitOccupancy(): for comparing sensor models.
double explainedByOccupancy(const OccupancyRows& rows);

/// Non-negative ridge regression with 95 % intervals from a block bootstrap over steps. O(rows x entries^2 + 200 x
/// groups^3). The reason is empty and the estimates are none when cancelled.
OccupancyFit fitOccupancy(const OccupancyRows& rows, const std::stop_token& stop = {});

} // namespace stepscope::analysis
