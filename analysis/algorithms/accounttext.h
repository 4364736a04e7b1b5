#pragma once

#include "analysis/algorithms/attribution.h"

#include <optional>
#include <string>
#include <vector>

/// What the parts of the report that account for energy say alike.
namespace stepscope::analysis {

/// Three cells: energy, its interval, mean power while it ran for so many seconds.
void addEnergyCells(const std::optional<Estimate>& joules, double seconds, std::vector<std::string>& row);
/// Why no energy can be told.
std::string reasonWithoutEnergy(const Attribution& attribution);

} // namespace stepscope::analysis
