#pragma once

#include <optional>
#include <span>

namespace stepscope::analysis {

/// The regular times at which a sensor updates its value, s.
struct UpdateGrid
{
    double period = 0;
    double phase = 0; ///< 0 <= phase < period
    /// The latest update at or before `time`.
    [[nodiscard]] double latest(double time) const;
};

/// Estimates the update times from the changes of the value. None when it changes with almost every sample, or not at
/// regular times. Detects periods between 1.5 sampling periods and 1 s.
std::optional<UpdateGrid> findUpdateGrid(std::span<const double> times, std::span<const double> values);

} // namespace stepscope::analysis
