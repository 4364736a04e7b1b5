#pragma once

#include "analysis/algorithms/occupancy.h"

#include <cstdint>
#include <span>

namespace stepscope::analysis {

/// A stretch in which one kind of work ran on its lane, without what it called.
struct WorkPiece
{
    std::int64_t begin = 0; ///< ns
    std::int64_t end = 0;
    std::uint32_t kind = 0;
};

/// What a sample is the mean over.
struct SampleWindow
{
    std::int64_t begin = 0; ///< ns; before its end
    std::int64_t end = 0;
    double value = 0; ///< finite
    std::uint32_t step = 0;
};

/// Which kinds ran in which windows. Pieces by their begin, of all lanes together; windows by their begin.
/// O(pieces + windows + entries).
OccupancyRows occupancyRows(std::span<const WorkPiece> pieces, std::span<const SampleWindow> windows,
                            std::size_t kindCount);
/// Each piece counts `weight`; what share of each window nothing is known of is one kind more, kindCount.
OccupancyRows occupancyRows(std::span<const WorkPiece> pieces, std::span<const SampleWindow> windows,
                            std::size_t kindCount, double weight, std::span<const double> unknown);

} // namespace stepscope::analysis
