#pragma once

#include <QString>

/// Figures as a person reads them: three digits, a unit with its prefix, one space that never breaks.
namespace stepscope::ui {

[[nodiscard]] QString duration(double seconds); ///< "212.4 ms", "3.21 s", "4 min 05 s", "2 h 03 min"
[[nodiscard]] QString elapsed(double seconds);  ///< a clock: "0:07", "12:31", "1:02:03"
[[nodiscard]] QString bytes(double count);      ///< "5.1 GB"; powers of 1000
[[nodiscard]] QString joules(double value);     ///< "2.10 J"
[[nodiscard]] QString watts(double value);      ///< "9.80 W"
[[nodiscard]] QString percent(double share);    ///< "34 %", "0.4 %"
[[nodiscard]] QString countOf(quint64 value);   ///< "12 431", thin groups
[[nodiscard]] QString rate(double perSecond);   ///< "812", "3.14"
[[nodiscard]] QString withPrefix(double value, const QString& unit); ///< "1.30 GHz"

} // namespace stepscope::ui
