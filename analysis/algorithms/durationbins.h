#pragma once

#include "analysis/algorithms/optable.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace stepscope::analysis {

enum class BinScale { Auto, Linear, Logarithmic };

/// How many instances are how long. Bin i holds durations from edges[i] up to, not with, edges[i + 1].
struct DurationBins
{
    bool isLogarithmic = false;
    std::vector<double> edges; ///< s, rising, one more than counts; empty without instances
    std::vector<std::uint64_t> counts;

    /// The bin of a duration that the bins were made of; counts.size() for one outside.
    [[nodiscard]] std::size_t binOf(double seconds) const;
};

/// Widths by Freedman and Diaconis (1981), 2 IQR / n^(1/3), on the axis that is shown, so that a few long ones do not
/// hide how the many are spread; never finer than the clock that the durations were taken with, which would draw a
/// comb. Auto takes the logarithmic axis where durations differ by more than an order of magnitude. There, instances of
/// no duration have the first bin to themselves.
DurationBins binDurations(std::span<const OpInstance> instances, BinScale scale = BinScale::Auto);

} // namespace stepscope::analysis
