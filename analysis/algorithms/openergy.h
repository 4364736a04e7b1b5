#pragma once

#include "analysis/algorithms/attribution.h"
#include "analysis/algorithms/optable.h"

#include <optional>
#include <string>
#include <vector>

namespace stepscope::analysis {

/// What rows of a table of ops took of one rail.
struct OpEnergies
{
    std::vector<std::optional<Estimate>> rows; ///< J, of each row that was asked about; none = it cannot be told apart
    std::string reason{};                      ///< why none can be told; empty when some can
    std::vector<bool> isElsewhere{};           ///< of each row: what it took is among what others took ...
    std::string elsewhere{};                   ///< ... and whose that is
};

/// Where rows are ops, names or modules; shapes and steps cut across what the regression tells apart.
[[nodiscard]] bool hasOpEnergies(OpGrouping grouping);

/// By regression on which op ran when (occupancy.h), over the stretches of the range in which ops are known. Of a name
/// with several shapes the estimates are added, and so are the ends of their intervals: too wide rather than too
/// narrow. `rows` are opTable()'s of that grouping. Nothing when cancelled.
OpEnergies opEnergies(const trace::TraceView& view, trace::TimeRange range, const std::vector<OpTotals>& rows,
                      OpGrouping grouping, const std::string& rail, const Cancelled& cancelled = {});

} // namespace stepscope::analysis
