#include "widgets/tracks/valuetext.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace stepscope::widgets {

namespace {

constexpr QChar kSpace(0x202F);

QString threeDigits(double value)
{
    const double size = std::abs(value);
    return QString::number(value, 'f', size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2);
}

struct Prefix
{
    double factor;
    const char* sign;
};

Prefix prefixOf(double value)
{
    static constexpr std::array<Prefix, 8> kPrefixes = {
        {{1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}, {1, ""}, {1e-3, "m"}, {1e-6, "µ"}, {1e-9, "n"}}};
    for (const Prefix& prefix : kPrefixes) {
        if (std::abs(value) >= prefix.factor * 0.9995)
            return prefix;
    }
    return kPrefixes.back();
}

QString withPrefix(double value, const QString& unit)
{
    if (value == 0)
        return QStringLiteral("0") + kSpace + unit;
    const Prefix prefix = prefixOf(value);
    return threeDigits(value / prefix.factor) + kSpace + QString::fromUtf8(prefix.sign) + unit;
}

/// Of all figures of a scale.
Prefix prefixOf(double largest, QString& unit)
{
    if (unit == QLatin1String("1")) {
        unit = QLatin1Char('%');
        return {0.01, ""};
    }
    if (unit == QLatin1String("degC")) {
        unit = QStringLiteral("°C");
        return {1, ""};
    }
    return prefixOf(largest);
}

/// Digits after the point that a step of so many ns needs, in seconds.
int decimalsFor(std::int64_t resolution)
{
    int decimals = 9;
    for (std::int64_t unit = 10; decimals > 0 && unit <= resolution; unit *= 10)
        --decimals;
    return decimals;
}

QString twoDigits(std::int64_t value)
{
    return QStringLiteral("%1").arg(value, 2, 10, QLatin1Char('0'));
}

} // namespace

QString valueText(double value, std::string_view unit)
{
    if (!std::isfinite(value))
        return QStringLiteral("–");
    if (unit == "1") {
        const double percent = value * 100;
        return QString::number(percent, 'f', percent > 0.05 && percent < 9.95 ? 1 : 0) + kSpace + QLatin1Char('%');
    }
    if (unit == "degC")
        return QString::number(value, 'f', 1) + kSpace + QStringLiteral("°C");
    return withPrefix(value, QString::fromUtf8(unit.data(), static_cast<qsizetype>(unit.size())));
}

QString durationText(std::int64_t ns)
{
    if (std::abs(static_cast<double>(ns)) < 119.5e9)
        return withPrefix(static_cast<double>(ns) * 1e-9, QStringLiteral("s"));
    const std::int64_t whole = ns / 1'000'000'000;
    if (whole < 3600)
        return QStringLiteral("%1%3min %2%3s").arg(whole / 60).arg(twoDigits(whole % 60)).arg(kSpace);
    return QStringLiteral("%1%3h %2%3min").arg(whole / 3600).arg(twoDigits(whole / 60 % 60)).arg(kSpace);
}

QString timeText(std::int64_t ns, std::int64_t resolution)
{
    const int decimals = decimalsFor(resolution);
    const QString sign = ns < 0 ? QStringLiteral("−") : QString();
    const double seconds = std::abs(static_cast<double>(ns)) * 1e-9;
    if (seconds < 60)
        return sign + QString::number(seconds, 'f', decimals) + kSpace + QLatin1Char('s');
    const auto whole = static_cast<std::int64_t>(seconds);
    QString fraction;
    if (decimals > 0)
        fraction = QString::number(seconds - static_cast<double>(whole), 'f', decimals).mid(1);
    if (whole < 3600)
        return sign + QStringLiteral("%1:%2").arg(whole / 60).arg(twoDigits(whole % 60)) + fraction;
    return sign + QStringLiteral("%1:%2:%3").arg(whole / 3600).arg(twoDigits(whole / 60 % 60), twoDigits(whole % 60)) +
           fraction;
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
    constexpr double kFinest = 1e-12; // of a figure that a double still tells apart
    if (!(highest - lowest > kFinest * largest) || !std::isfinite(highest - lowest))
        return marks;
    // The first of 1, 2, 5, 10, ... x 10^n that has few enough multiples within.
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
    QString name = QString::fromUtf8(unit.data(), static_cast<qsizetype>(unit.size()));
    const Prefix prefix = prefixOf(largest, name);
    const int decimals = std::max(0, -static_cast<int>(std::floor(std::log10(step / prefix.factor) + 1e-9)));
    const int count = static_cast<int>(last - first) + 1;
    for (int i = 0; i < count; ++i) {
        const double value = (first + i) * step;
        marks.push_back({value, QString::number(value / prefix.factor, 'f', decimals) + kSpace +
                                    QString::fromUtf8(prefix.sign) + name});
    }
    return marks;
}

} // namespace stepscope::widgets
