#pragma once

#include "remote/tegrastats/reading.h"
#include "remote/tegrastats/scanner.h"

#include <optional>

namespace stepscope::tegrastats {

/// The time of day before a line: "MM-DD-YYYY HH:MM:SS " (L4T 34 and later), and those that people put there:
/// "YYYY-MM-DD HH:MM:SS ", "[YYYY-MM-DD HH:MM:SS] : ", seconds since 1970; with fractions and a zone, perhaps. Takes it
/// and the blanks behind it, or nothing.
std::optional<WallTime> takeClockPrefix(Scanner& in);

/// The line that `date` prints, in any language: a log may begin with it.
bool isDateLine(std::string_view line);

} // namespace stepscope::tegrastats
