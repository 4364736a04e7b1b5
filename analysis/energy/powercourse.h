#pragma once

#include "analysis/energy/occupancy.h"

#include <span>

namespace stepscope::analysis {

/// The rows with further columns for the course of power within the intervals of each family: eight parts of an
/// interval, each with a deviation from the column's power that is proportional to it. They add no energy. A ramp for
/// each type leaves out what is not linear, such as a rise at the begin, which a regression would take for power of the
/// neighbours. `powers` are those of a fit of the rows. The columns follow the ramps and count as such.
/// O(intervals x windows that they overlap).
OccupancyRows withPowerCourses(const OccupancyRows& rows, std::span<const SelfTimeInterval> intervals,
                               std::span<const ColumnKind> kinds, std::span<const double> powers);

} // namespace stepscope::analysis
