#include "ui/parts/quantities.h"

#include "analysis/text/quantitytext.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

namespace stepscope::ui {

using analysis::kWindowFormat;

QString duration(double seconds)
{
    return QString::fromStdString(kWindowFormat.duration(seconds));
}

QString elapsed(double seconds)
{
    return QString::fromStdString(kWindowFormat.elapsed(std::isfinite(seconds) ? seconds : 0));
}

QString bytes(double count)
{
    return QString::fromStdString(kWindowFormat.bytes(count));
}

QString joules(double value)
{
    return QString::fromStdString(kWindowFormat.quantity(value, "J"));
}

QString watts(double value)
{
    return QString::fromStdString(kWindowFormat.quantity(value, "W"));
}

QString plusMinus(double value, double error, const QString& unit)
{
    if (!std::isfinite(value) || !std::isfinite(error))
        return QString::fromStdString(std::string(kWindowFormat.unknown));
    const double largest = std::max(std::abs(value), std::abs(error));
    const analysis::SiPrefix prefix = analysis::siPrefixOf(largest);
    const double shown = largest / prefix.factor;
    const int decimals = shown >= 100 ? 0 : shown >= 10 ? 1 : 2;
    const auto number = [&](double part) { return QString::number(part / prefix.factor, 'f', decimals); };
    const auto text = [](std::string_view utf8) {
        return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
    };
    return number(value) + QStringLiteral(" ± ") + number(error) + text(kWindowFormat.space) + text(prefix.symbol) +
           unit;
}

QString interval(double low, double high, const QString& unit)
{
    return QString::fromStdString(kWindowFormat.interval(low, high, unit.toStdString()));
}

QString percent(double share)
{
    return QString::fromStdString(kWindowFormat.percent(share));
}

QString countOf(quint64 value)
{
    return QString::fromStdString(kWindowFormat.count(value));
}

QString rate(double perSecond)
{
    return QString::fromStdString(std::isfinite(perSecond) ? analysis::threeDigitText(perSecond)
                                                           : std::string(kWindowFormat.unknown));
}

QString withPrefix(double value, const QString& unit)
{
    return QString::fromStdString(kWindowFormat.quantity(value, unit.toStdString()));
}

} // namespace stepscope::ui
