#include "ui/parts/quantities.h"

#include "analysis/text/quantitytext.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

namespace stepscope::ui {

using analysis::kWindowFormat;

namespace {

/// The context of the translations.
class Quantities
{
    Q_DECLARE_TR_FUNCTIONS(Quantities)
};

QString utf8Text(std::string_view utf8)
{
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

} // namespace

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
        return utf8Text(kWindowFormat.unknown);
    const double largest = std::max(std::abs(value), std::abs(error));
    const analysis::SiPrefix prefix = analysis::siPrefixOf(largest);
    const double shown = largest / prefix.factor;
    const int decimals = shown >= 100 ? 0 : shown >= 10 ? 1 : 2;
    const auto number = [&](double part) { return QString::number(part / prefix.factor, 'f', decimals); };
    return number(value) + QStringLiteral(" ± ") + number(error) + utf8Text(kWindowFormat.space) +
           utf8Text(prefix.symbol) + unit;
}

QString interval(double low, double high, const QString& unit)
{
    if (!std::isfinite(low) || !std::isfinite(high))
        return utf8Text(kWindowFormat.unknown);
    const analysis::SiPrefix prefix = analysis::siPrefixOf(std::max(std::abs(low), std::abs(high)));
    const int decimals = analysis::decimalsOfInterval(low / prefix.factor, high / prefix.factor, 0);
    const auto number = [&](double end) { return QString::number(end / prefix.factor, 'f', decimals); };
    return Quantities::tr("%1 to %2").arg(number(low), number(high)) + utf8Text(kWindowFormat.space) +
           utf8Text(prefix.symbol) + unit;
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
