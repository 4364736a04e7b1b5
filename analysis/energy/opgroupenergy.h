#pragma once

#include "analysis/energy/attribution.h"
#include "analysis/metrics/optable.h"

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace stepscope::analysis {

/// Energy of the rows of an op table on one rail.
struct OpGroupEnergies
{
    std::vector<std::optional<Estimate>> rows; ///< J, of each requested row; none = not separable
    std::vector<JointConsumption> joints{};    ///< sums of rows that are not separable; groups are indices of rows
    std::string doubt{};                       ///< see ChannelAccount::doubts()
    std::string reason{};                      ///< why there are no energies; empty when there are some
    std::vector<bool> isCountedElsewhere{};    ///< of each row: its energy is part of other rows' energy
    std::string elsewhereReason{};             ///< for those rows: which rows contain it
};

/// Sets OpTotals::joules of the rows, the result of opTable() for the range, by timing association (attribution.h):
/// each instance gets the integral of the rail over its self time in the range. None without samples in the range.
void addTimingAssociation(const trace::TraceView& view, trace::TimeRange range, OpGrouping grouping,
                          const std::string& rail, std::vector<OpTotals>& rows, const std::stop_token& stop = {});

/// True for rows of ops, names or modules. Shapes and steps join ops that the regression separates.
[[nodiscard]] bool hasOpEnergies(OpGrouping grouping);

/// Energies by occupancy regression over the stretches of the range with known ops. For a name with several shapes the
/// estimates and the ends of their intervals are added, so that the interval is too wide rather than too narrow. Rows
/// that share a sum (ChannelAccount::joints) have one sum together. `rows` are the result of opTable() with the same
/// grouping. Empty energies when cancelled.
OpGroupEnergies opEnergies(const trace::TraceView& view, trace::TimeRange range, const std::vector<OpTotals>& rows,
                           OpGrouping grouping, const std::string& rail, const std::stop_token& stop = {});

} // namespace stepscope::analysis
