#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace stepscope::analysis {

/// A decimal number as text, times ten to the power, as an integer without rounding errors (halves are rounded up):
/// "1.5", "25E-1", "-3". nullopt: not a number, or out of range.
std::optional<std::int64_t> scaledDecimal(std::string_view text, int power);

/// Microseconds as text, with or without decimals, in ns.
std::optional<std::int64_t> nanosecondsOf(std::string_view microseconds);

/// The power of ten from a unit of time ("s", "ms", "us", "ns") to ns; nullopt: another unit.
std::optional<int> powerToNanoseconds(std::string_view unit);

} // namespace stepscope::analysis
