#include "ui/quantities.h"

#include <array>
#include <cmath>

namespace stepscope::ui {

namespace {

constexpr QChar kSpace(0x00A0);

QString threeDigits(double value)
{
    const double size = std::abs(value);
    const int decimals = size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2;
    return QString::number(value, 'f', decimals);
}

} // namespace

QString withPrefix(double value, const QString& unit)
{
    struct Prefix
    {
        double factor;
        const char* name;
    };
    static constexpr std::array<Prefix, 8> kPrefixes = {
        {{1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}, {1, ""}, {1e-3, "m"}, {1e-6, "µ"}, {1e-9, "n"}}};
    if (!std::isfinite(value))
        return QStringLiteral("–");
    if (value == 0)
        return QStringLiteral("0") + kSpace + unit;
    for (const Prefix& prefix : kPrefixes) {
        if (std::abs(value) >= prefix.factor * 0.9995)
            return threeDigits(value / prefix.factor) + kSpace + QString::fromUtf8(prefix.name) + unit;
    }
    return threeDigits(value / 1e-9) + kSpace + QLatin1Char('n') + unit;
}

QString duration(double seconds)
{
    if (!std::isfinite(seconds) || seconds < 119.5)
        return withPrefix(seconds, QStringLiteral("s"));
    const auto whole = static_cast<qint64>(std::llround(seconds));
    if (whole < 3600)
        return QStringLiteral("%1%3min %2%3s").arg(whole / 60).arg(whole % 60, 2, 10, QLatin1Char('0')).arg(kSpace);
    const qint64 minutes = whole / 60;
    return QStringLiteral("%1%3h %2%3min").arg(minutes / 60).arg(minutes % 60, 2, 10, QLatin1Char('0')).arg(kSpace);
}

QString elapsed(double seconds)
{
    const auto whole = static_cast<qint64>(std::isfinite(seconds) && seconds > 0 ? seconds : 0);
    const auto two = [](qint64 part) { return QStringLiteral("%1").arg(part, 2, 10, QLatin1Char('0')); };
    if (whole < 3600)
        return QStringLiteral("%1:%2").arg(whole / 60).arg(two(whole % 60));
    return QStringLiteral("%1:%2:%3").arg(whole / 3600).arg(two(whole / 60 % 60), two(whole % 60));
}

QString bytes(double count)
{
    if (count < 1000)
        return QString::number(count, 'f', 0) + kSpace + QLatin1Char('B');
    return withPrefix(count, QStringLiteral("B"));
}

QString joules(double value)
{
    return withPrefix(value, QStringLiteral("J"));
}

QString watts(double value)
{
    return withPrefix(value, QStringLiteral("W"));
}

QString percent(double share)
{
    if (!std::isfinite(share))
        return QStringLiteral("–");
    const double value = share * 100;
    if (value > 0 && value < 0.05)
        return QStringLiteral("<0.1") + kSpace + QLatin1Char('%');
    const int decimals = value == 0 || value >= 9.95 ? 0 : 1;
    return QString::number(value, 'f', decimals) + kSpace + QLatin1Char('%');
}

QString countOf(quint64 value)
{
    QString digits = QString::number(value);
    for (qsizetype at = digits.size() - 3; at > 0; at -= 3)
        digits.insert(at, QChar(0x202F)); // narrow, never breaks
    return digits;
}

QString rate(double perSecond)
{
    if (!std::isfinite(perSecond))
        return QStringLiteral("–");
    return threeDigits(perSecond);
}

} // namespace stepscope::ui
