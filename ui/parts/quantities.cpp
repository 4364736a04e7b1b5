#include "ui/parts/quantities.h"

#include "analysis/text/quantitytext.h"

#include <cmath>

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
