#pragma once

#include "remote/tegrastats/reading.h"
#include "remote/tegrastats/scanner.h"

#include <optional>

namespace stepscope::tegrastats {

/// Takes the time of day before a line and the blanks after it; nullopt = the line begins with something else, nothing
/// is taken. Formats: "MM-DD-YYYY HH:MM:SS " (L4T 34 and later), and those that users' scripts add: "YYYY-MM-DD
/// HH:MM:SS ",
/// "[YYYY-MM-DD HH:MM:SS] : ", seconds since 1970. Fractions and a time zone are optional.
std::optional<WallTime> takeClockPrefix(Scanner& in);

/// Whether the line is the output of `date` in any language. Some logs begin with such a line.
bool isDateLine(std::string_view line);

} // namespace stepscope::tegrastats
