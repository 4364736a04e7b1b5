#pragma once

#include "remote/tegrastats/reading.h"

#include <optional>

namespace stepscope::tegrastats {

/// How a quantity appears in a recording (FORMAT.md, "header").
struct QuantityFacts
{
    std::string_view quantity; ///< "rail.power"
    std::string_view unit;     ///< SI; "1" for a share
    double scale = 1;          ///< raw value x scale is in unit
    double resolution = 0;     ///< smallest step that tegrastats prints, in unit
    int decimals = 0;          ///< digits behind the point that the raw value keeps of what is printed
    bool interval = false;     ///< mean since the line before
    bool recorded = true;      ///< false: follows from the other readings of a run
};

const QuantityFacts& factsOf(Quantity quantity);

/// What a recording holds of a reading: its raw value, 0 for an engine that is off; nullopt = a gap.
std::optional<std::int64_t> recordedValue(const Reading& reading);

} // namespace stepscope::tegrastats
