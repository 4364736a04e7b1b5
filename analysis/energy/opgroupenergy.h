#pragma once

#include "analysis/energy/attribution.h"
#include "analysis/metrics/optable.h"
#include "analysis/text/message.h"

#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace stepscope::analysis {

/// Energy of the rows of an op table on one rail.
struct OpGroupEnergies
{
    std::vector<std::optional<Estimate>> rows; ///< J, of each requested row; none = not separable
    std::vector<JointConsumption> joints{};    ///< sums of rows that are not separable; groups are indices of rows
    Message doubt{};                           ///< see ChannelAccount::doubts()
    Message reason{};                          ///< why there are no energies; empty when there are some
    std::vector<bool> isCountedElsewhere{};    ///< of each row: its energy is part of other rows' energy
    Message elsewhereReason{};                 ///< for those rows: which rows contain it
};

/// Sets OpTotals::joules of the rows, the result of opTable() for the ranges, by timing association (attribution.h):
/// each instance gets the integral of the rail over its self time in the ranges. None without samples in them.
void addTimingAssociation(const trace::TraceView& view, std::span<const trace::TimeRange> ranges, OpGrouping grouping,
                          const std::string& rail, std::vector<OpTotals>& rows, const std::stop_token& stop = {});
inline void addTimingAssociation(const trace::TraceView& view, trace::TimeRange range, OpGrouping grouping,
                                 const std::string& rail, std::vector<OpTotals>& rows)
{
    addTimingAssociation(view, std::span<const trace::TimeRange>(&range, 1), grouping, rail, rows);
}

/// True for rows of ops, names or modules. Shapes and steps join ops that the regression separates.
[[nodiscard]] bool hasOpEnergies(OpGrouping grouping);

/// Energies by occupancy regression over the stretches of the ranges with known ops. For a name with several shapes the
/// estimates and the ends of their intervals are added, so that the interval is too wide rather than too narrow. Rows
/// that share a sum (ChannelAccount::joints) have one sum together. `rows` are the result of opTable() with the same
/// grouping. Empty energies when cancelled.
OpGroupEnergies opEnergies(const trace::TraceView& view, std::span<const trace::TimeRange> ranges,
                           const std::vector<OpTotals>& rows, OpGrouping grouping, const std::string& rail,
                           const std::stop_token& stop = {});
inline OpGroupEnergies opEnergies(const trace::TraceView& view, trace::TimeRange range,
                                  const std::vector<OpTotals>& rows, OpGrouping grouping, const std::string& rail)
{
    return opEnergies(view, std::span<const trace::TimeRange>(&range, 1), rows, grouping, rail);
}

} // namespace stepscope::analysis
