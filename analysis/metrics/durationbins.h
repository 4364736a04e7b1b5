#pragma once

#include "analysis/metrics/optable.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace stepscope::analysis {

enum class BinScale { Auto, Linear, Logarithmic };

/// Histogram of the durations of op instances. Bin i covers [edges[i], edges[i + 1]).
struct DurationBins
{
    bool isLogarithmic = false;
    std::vector<double> edges; ///< s, ascending, one more than counts; empty without instances
    std::vector<std::uint64_t> counts;

    /// The bin of a duration in seconds; counts.size() when it lies outside of all bins.
    [[nodiscard]] std::size_t binOf(double seconds) const;
};

/// Bin width by Freedman and Diaconis (1981), 2 IQR / n^(1/3), in the scale that is displayed, between 8 and 120 bins.
/// A bin is never narrower than the resolution of the clock that measured the durations, which would leave bins empty
/// at regular distances. Auto selects the logarithmic scale when the durations span more than a factor of 10; instances
/// of zero duration then have the first bin. O(n + 100,000 log 100,000): the width comes from a subset of the
/// instances.
DurationBins binDurations(std::span<const OpInstance> instances, BinScale scale = BinScale::Auto);

} // namespace stepscope::analysis
