#pragma once

#include "ui/capture.h"

#include <optional>

/// What the form checks before it asks for a capture; each answer is one line that says what to write instead. Empty =
/// good.
namespace stepscope::ui {

inline constexpr double kShortestPeriodMs = 1;
inline constexpr double kLongestPeriodMs = 10'000;

[[nodiscard]] QString targetFault(const QString& target);
[[nodiscard]] QString commandFault(const QString& command);
[[nodiscard]] QString opsFault(const QString& ops);
[[nodiscard]] QString periodFault(const QString& text);

/// "10", "10 ms", "0.5 s" -> ms; nothing when it is no time at all.
[[nodiscard]] std::optional<double> parsePeriodMs(const QString& text);

} // namespace stepscope::ui
