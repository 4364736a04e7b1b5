#pragma once

#include "analysis/algorithms/compare.h"

#include <QString>
#include <QVariant>

#include <string_view>

namespace stepscope::ui {

/// Figures of comparisons as a person reads them.
[[nodiscard]] QString unitText(double value, std::string_view unit);   ///< "–" when there is none
[[nodiscard]] QString signedText(double value, std::string_view unit); ///< with + or −
[[nodiscard]] QString ratioText(double ratio);                         ///< "× 1.08"
/// "differs", "n.s." (the interval holds 0), or "too few" to tell.
[[nodiscard]] QString verdictText(const analysis::Difference& difference);

/// The cells that every table of differences ends with.
enum class DifferencePart { A, B, Absolute, Ratio, Low, High, Verdict };
inline constexpr int kDifferenceParts = 7;
[[nodiscard]] QString partText(const analysis::Difference& difference, DifferencePart part, std::string_view unit);
[[nodiscard]] QVariant partValue(const analysis::Difference& difference, DifferencePart part);
[[nodiscard]] QString partTitle(DifferencePart part);
[[nodiscard]] QString partMeaning(DifferencePart part);
[[nodiscard]] QString partName(DifferencePart part); ///< for programs

} // namespace stepscope::ui
