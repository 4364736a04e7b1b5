#pragma once

#include <optional>
#include <span>

namespace stepscope::analysis {

/// The moments at which a sensor makes a new value, s.
struct UpdateGrid
{
    double period = 0;
    double phase = 0; ///< 0 <= phase < period
    /// The latest one at or before `time`.
    [[nodiscard]] double latest(double time) const;
};

/// From when the values change: none when they change with almost every sample, or not at regular times. Finds periods
/// of 1.5 sampling periods to 1 s.
std::optional<UpdateGrid> findUpdateGrid(std::span<const double> times, std::span<const double> values);

} // namespace stepscope::analysis
