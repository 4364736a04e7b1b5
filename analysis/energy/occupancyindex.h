#pragma once

#include "analysis/energy/occupancy.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace stepscope::analysis {

/// The intervals of work, prepared for many calls of rows() with different windows, as in a search: a row takes
/// O(columns) instead of O(intervals in its window). A window of a second contains 100,000 intervals where a training
/// on a GPU runs thousands of ops a step.
class OccupancyIndex
{
public:
    /// The intervals are in order of begin; their columns are below `columnCount`. O(intervals), 8 bytes for each
    /// beside itself.
    OccupancyIndex(std::vector<SelfTimeInterval> intervals, std::size_t columnCount);

    /// As occupancyRows() of these intervals; the entries of a row are in order of their columns.
    [[nodiscard]] OccupancyRows rows(std::span<const SampleWindow> windows, double weight = 1,
                                     std::span<const double> unknown = {},
                                     std::span<const std::uint32_t> ramps = {}) const;

    [[nodiscard]] std::span<const SelfTimeInterval> intervals() const { return m_intervals; }

private:
    /// The intervals that have begun before a time and end after it, and the work of each column until then.
    struct Until
    {
        std::vector<std::size_t> running; ///< indexes
        std::vector<std::int64_t> work;   ///< ns
    };
    void until(std::int64_t time, Until& result) const;
    void runningAt(std::int64_t time, std::size_t checkpoint, std::vector<std::size_t>& result) const;

    std::vector<SelfTimeInterval> m_intervals;
    std::size_t m_columnCount;
    std::size_t m_stride; ///< intervals between two checkpoints
    /// At the begin of each m_stride-th interval: the whole lengths of all earlier intervals by column, ns.
    std::vector<std::int64_t> m_work;
    std::vector<std::vector<std::size_t>> m_running; ///< indexes of the earlier ones that end after it
};

} // namespace stepscope::analysis
