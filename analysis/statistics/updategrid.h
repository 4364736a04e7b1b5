#pragma once

#include <cstddef>
#include <optional>
#include <span>

/// Regular times at which a sensor updates the value that it shows, from reads that are more frequent. Times are in any
/// unit, all in the same.
namespace stepscope::analysis {

/// The sensor has updated after one read and before the next, which shows another value.
struct ValueChange
{
    double after = 0;
    double until = 0;
};

/// The sensor updates at `phase` and every `period` before and after it.
struct UpdateGrid
{
    double period = 0;
    double phase = 0; ///< near the first change
    /// The latest update at or before `time`.
    [[nodiscard]] double latest(double time) const;
};

inline constexpr std::size_t kMinValueChanges = 12;

/// The updates that explain the changes, in order of time; an update may repeat the value. None with fewer changes,
/// when the sensor updates more often than every 1.5 reads, when more than 5 % of the changes have no update of the
/// grid, when chance explains their phases, or when the first 12 changes take over 20,000 reads. `sampling`: time from
/// one read to the next. `knownPeriod` is refined; 0 = it is searched: the longest period at which the phases of the
/// changes agree (the mean of their unit vectors). The precise period is the one with the widest range of phases that
/// no change excludes. O(200 x changes + 12 x 110,000).
[[nodiscard]] std::optional<UpdateGrid> findUpdateGrid(std::span<const ValueChange> changes, double sampling,
                                                       double knownPeriod = 0);

} // namespace stepscope::analysis
