#pragma once

#include "analysis/comparison/compare.h"

#include <QString>
#include <QVariant>

#include <string_view>

namespace stepscope::ui {

/// Texts of the figures of a comparison.
[[nodiscard]] QString unitText(double value, std::string_view unit);   ///< "–" if not finite
[[nodiscard]] QString signedText(double value, std::string_view unit); ///< with + or −
[[nodiscard]] QString ratioText(double ratio);                         ///< "× 1.08"
/// "differs", "not significant" (the interval contains 0), or "too few" samples for an interval.
[[nodiscard]] QString verdictText(const analysis::Difference& difference);

/// The last columns of every table of differences.
enum class DifferencePart { A, B, Absolute, Ratio, Low, High, Verdict };
inline constexpr int kDifferenceParts = 7;
[[nodiscard]] QString partText(const analysis::Difference& difference, DifferencePart part, std::string_view unit);
[[nodiscard]] QVariant partValue(const analysis::Difference& difference, DifferencePart part);
[[nodiscard]] QString partTitle(DifferencePart part);
[[nodiscard]] QString partMeaning(DifferencePart part);
[[nodiscard]] QString partName(DifferencePart part); ///< column name in CSV

} // namespace stepscope::ui
