#pragma once

#include <QString>

#include <cstdint>
#include <string_view>
#include <vector>

/// Figures in rows, ticks and tooltips; a narrow no-break space between figure and unit.
namespace stepscope::widgets {

/// In a channel's unit: "34 %" for "1", "9.81 W", "5.10 GB", "1.30 GHz", "45.5 °C".
[[nodiscard]] QString valueText(double value, std::string_view unit);
/// "212 ms", "3.21 s", "4 min 05 s".
[[nodiscard]] QString durationText(std::int64_t ns);
/// A time since the start, as fine as `resolution` (ns): "12.345 s", "2:05.3", "1:02:05".
[[nodiscard]] QString timeText(std::int64_t ns, std::int64_t resolution);

/// Smallest round number (1, 1.5, 2, 2.5, 3, 4, 5, 6, 8 x 10^n) that is not below the value: the top of a scale.
[[nodiscard]] double niceCeiling(double value);

struct ScaleMark
{
    double value = 0;
    QString text;
};
/// The round values (multiples of 1, 2 or 5 x 10^n) of a scale, no more than `most` (>= 2); written as finely as their
/// distance asks, all with one prefix, so that no two read alike: "99.8 %", "100.0 %". None of an empty scale, or of
/// one too fine for a double.
[[nodiscard]] std::vector<ScaleMark> scaleMarks(double lowest, double highest, int most, std::string_view unit);

} // namespace stepscope::widgets
