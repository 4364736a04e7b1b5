#pragma once

#include "ui/parts/capture.h"

#include <optional>

/// Checks of the capture form. Each returns a one-line correction for the user, or an empty string if the text is
/// valid.
namespace stepscope::ui {

inline constexpr double kShortestPeriodMs = 1;
inline constexpr double kLongestPeriodMs = 10'000;

[[nodiscard]] QString targetFault(const QString& target);
[[nodiscard]] QString commandFault(const QString& command);
[[nodiscard]] QString opsFault(const QString& ops);
[[nodiscard]] QString periodFault(const QString& text);

/// Parses "10", "10 ms" or "0.5 s" as milliseconds; nullopt if the text is not a time.
[[nodiscard]] std::optional<double> parsePeriodMs(const QString& text);

} // namespace stepscope::ui
