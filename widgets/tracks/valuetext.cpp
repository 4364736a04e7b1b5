#include "widgets/tracks/valuetext.h"

#include "analysis/text/quantitytext.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace stepscope::widgets {

namespace {

using analysis::kWindowFormat;
using analysis::SiPrefix;

QString fromUtf8(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

/// The prefix of all marks of a scale; replaces the unit of a channel by the one that is displayed.
SiPrefix scalePrefix(double largest, QString& unit)
{
    if (unit == QLatin1String("1")) {
        unit = QLatin1Char('%');
        return {0.01, ""};
    }
    if (unit == QLatin1String("degC")) {
        unit = QStringLiteral("°C");
        return {1, ""};
    }
    return analysis::siPrefixOf(largest);
}

} // namespace

QString valueText(double value, std::string_view unit)
{
    return QString::fromStdString(kWindowFormat.inUnit(value, unit));
}

QString levelText(double value, std::string_view unit)
{
    QString text = valueText(value, unit);
    const qsizetype point = text.indexOf(QLatin1Char('.'));
    if (point < 0)
        return text;
    qsizetype end = point + 1;
    while (end < text.size() && text[end].isDigit())
        ++end;
    qsizetype last = end;
    while (text[last - 1] == QLatin1Char('0'))
        --last;
    return text.remove(last - 1 == point ? point : last, end - (last - 1 == point ? point : last));
}

QString durationText(std::int64_t ns)
{
    return QString::fromStdString(kWindowFormat.duration(static_cast<double>(ns) * 1e-9));
}

QString timeText(std::int64_t ns, std::int64_t resolution)
{
    return QString::fromStdString(kWindowFormat.position(ns, resolution));
}

double niceCeiling(double value)
{
    if (!(value > 0) || !std::isfinite(value))
        return 1;
    const double magnitude = std::pow(10.0, std::floor(std::log10(value)));
    for (const double step : {1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0}) {
        if (step * magnitude >= value * (1 - 1e-9))
            return step * magnitude;
    }
    return 10 * magnitude;
}

std::vector<ScaleMark> scaleMarks(double lowest, double highest, int most, std::string_view unit)
{
    std::vector<ScaleMark> marks;
    const double largest = std::max(std::abs(lowest), std::abs(highest));
    constexpr double kFinest = 1e-12; // smallest relative difference that doubles resolve here
    if (!(highest - lowest > kFinest * largest) || !std::isfinite(highest - lowest))
        return marks;
    // The smallest of 1, 2, 5, 10, ... x 10^n with at most `most` multiples in the interval.
    int exponent = static_cast<int>(std::floor(std::log10((highest - lowest) / std::max(most, 2))));
    double step = 0;
    double first = 0;
    double last = 0;
    for (int i = 0; i == 0 || last - first + 1 > std::max(most, 2); ++i) {
        static constexpr std::array<double, 3> kSteps = {1, 2, 5};
        exponent += i > 0 && i % 3 == 0 ? 1 : 0;
        step = kSteps[static_cast<std::size_t>(i % 3)] * std::pow(10.0, exponent);
        first = std::ceil(lowest / step - 1e-9);
        last = std::floor(highest / step + 1e-9);
    }
    QString name = fromUtf8(unit);
    const SiPrefix prefix = scalePrefix(largest, name);
    const int decimals = std::max(0, -static_cast<int>(std::floor(std::log10(step / prefix.factor) + 1e-9)));
    const int count = static_cast<int>(last - first) + 1;
    for (int i = 0; i < count; ++i) {
        const double value = (first + i) * step;
        marks.push_back({value, QString::number(value / prefix.factor, 'f', decimals) + fromUtf8(kWindowFormat.space) +
                                    fromUtf8(prefix.symbol) + name});
    }
    return marks;
}

} // namespace stepscope::widgets
