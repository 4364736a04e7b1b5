#pragma once

#include "remote/tegrastats/reading.h"

#include <optional>

namespace stepscope::tegrastats {

/// How a quantity appears in a recording (FORMAT.md, "header").
struct QuantityFacts
{
    std::string_view quantity; ///< "rail.power"
    std::string_view unit;     ///< SI; "1" for a fraction
    double scale = 1;          ///< raw value x scale is in unit
    double resolution = 0;     ///< smallest step that tegrastats prints, in unit
    int decimals = 0;          ///< decimal digits of the printed value that the raw value keeps
    bool interval = false;     ///< mean since the previous line
    bool recorded = true;      ///< false = can be computed from the other readings
};

const QuantityFacts& factsOf(Quantity quantity);

/// The value of a reading in a recording: its raw value, or 0 for an engine that is off; nullopt = a gap.
std::optional<std::int64_t> recordedValue(const Reading& reading);

} // namespace stepscope::tegrastats
