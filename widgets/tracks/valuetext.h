#pragma once

#include <QString>

#include <cstdint>
#include <string_view>
#include <vector>

/// Values for rows, ticks and tooltips: `analysis::kWindowFormat` as QString, and the marks of value scales.
namespace stepscope::widgets {

/// In a channel's unit: "34 %" for "1", "9.81 W", "5.10 GB", "1.30 GHz", "45.5 °C".
/// As valueText(), without zeros after the decimal point: "15 W", "7.5 W".
[[nodiscard]] QString levelText(double value, std::string_view unit);
[[nodiscard]] QString valueText(double value, std::string_view unit);
/// "212 ms", "3.21 s", "4 min 05 s".
[[nodiscard]] QString durationText(std::int64_t ns);
/// A position on the time axis since its origin, as fine as `resolution` (ns): "12.345 s", "2:05.3", "1:02:05".
[[nodiscard]] QString timeText(std::int64_t ns, std::int64_t resolution);

/// Smallest round number (1, 1.5, 2, 2.5, 3, 4, 5, 6, 8 x 10^n) that is not below the value: the top of a scale.
[[nodiscard]] double niceCeiling(double value);

struct ScaleMark
{
    double value = 0;
    QString text;
};
/// The multiples of 1, 2 or 5 x 10^n in [lowest, highest], at most `most` (>= 2). All have the same prefix and as many
/// decimals as their distance needs, so that no two texts are equal: "99.8 %", "100.0 %". Empty if the interval is
/// empty or too short for the resolution of a double.
[[nodiscard]] std::vector<ScaleMark> scaleMarks(double lowest, double highest, int most, std::string_view unit);

} // namespace stepscope::widgets
