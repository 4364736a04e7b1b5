#pragma once

#include "analysis/import/collection.h"
#include "analysis/import/tables/csvunits.h"

#include <string>

namespace stepscope::analysis {

/// The channel of a column, from its title without the unit, and its unit: "CPU 3" in % is the utilization of core 3,
/// "VDD_IN power" in mW the power of rail VDD_IN, "rail.power VDD_IN" a column that Stepscope exported. A column of
/// which nothing is known has the quantity `counter`.
trace::Channel csvChannelOf(const std::string& title, const CsvUnit& unit);

} // namespace stepscope::analysis
