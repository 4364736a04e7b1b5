#include "ui/comparison/differencetext.h"

#include "ui/parts/quantities.h"

#include <QCoreApplication>

#include <array>
#include <cmath>
#include <limits>

namespace stepscope::ui {

using analysis::Difference;

namespace {

class ComparisonText
{
    Q_DECLARE_TR_FUNCTIONS(Comparison)
};

double valueOf(const Difference& difference, DifferencePart part)
{
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    switch (part) {
    case DifferencePart::A:
        return difference.a;
    case DifferencePart::B:
        return difference.b;
    case DifferencePart::Absolute:
        return difference.absolute();
    case DifferencePart::Ratio:
        return difference.ratio();
    case DifferencePart::Low:
        return difference.interval ? difference.interval->low : kNone;
    case DifferencePart::High:
        return difference.interval ? difference.interval->high : kNone;
    case DifferencePart::Verdict:
        break;
    }
    return kNone;
}

} // namespace

QString unitText(double value, std::string_view unit)
{
    if (!std::isfinite(value))
        return QStringLiteral("–");
    if (unit == "s")
        return duration(value);
    if (unit == "1")
        return percent(value);
    if (unit == "B")
        return bytes(value);
    return withPrefix(value, QString::fromUtf8(unit.data(), static_cast<qsizetype>(unit.size())));
}

QString signedText(double value, std::string_view unit)
{
    if (!std::isfinite(value) || value == 0)
        return unitText(value, unit);
    // Of a share in percentage points: "−4.7 %" would read as a ratio.
    const QString size = unit == "1"
                             ? ComparisonText::tr("%1 points").arg(QString::number(100 * std::abs(value), 'f', 1))
                             : unitText(std::abs(value), unit);
    return (value < 0 ? QStringLiteral("−") : QStringLiteral("+")) + size;
}

QString ratioText(double ratio)
{
    return std::isfinite(ratio) ? QStringLiteral("× %1").arg(ratio, 0, 'f', ratio < 9.995 ? 3 : 1)
                                : QStringLiteral("–");
}

QString verdictText(const Difference& difference)
{
    if (!difference.interval)
        return std::isfinite(difference.absolute()) ? ComparisonText::tr("too few") : QStringLiteral("–");
    return difference.isSignificant() ? ComparisonText::tr("differs") : ComparisonText::tr("not significant");
}

QString partText(const Difference& difference, DifferencePart part, std::string_view unit)
{
    const double value = valueOf(difference, part);
    switch (part) {
    case DifferencePart::A:
    case DifferencePart::B:
        return unitText(value, unit);
    case DifferencePart::Absolute:
    case DifferencePart::Low:
    case DifferencePart::High:
        return signedText(value, unit);
    case DifferencePart::Ratio:
        return ratioText(value);
    case DifferencePart::Verdict:
        break;
    }
    return verdictText(difference);
}

QVariant partValue(const Difference& difference, DifferencePart part)
{
    if (part == DifferencePart::Verdict)
        return verdictText(difference);
    return valueOf(difference, part);
}

QString partTitle(DifferencePart part)
{
    const std::array<QString, kDifferenceParts> titles = {ComparisonText::tr("A"),         ComparisonText::tr("B"),
                                                          ComparisonText::tr("B − A"),     ComparisonText::tr("B / A"),
                                                          ComparisonText::tr("95 % from"), ComparisonText::tr("to"),
                                                          ComparisonText::tr("Verdict")};
    return titles[static_cast<std::size_t>(part)];
}

QString partMeaning(DifferencePart part)
{
    const QString interval =
        ComparisonText::tr("95 % interval of B − A, by bootstrap over steps, or over instances if there are few steps");
    const std::array<QString, kDifferenceParts> meanings = {
        QString(),
        QString(),
        ComparisonText::tr("Difference"),
        ComparisonText::tr("Ratio"),
        interval,
        interval,
        ComparisonText::tr(
            "Not significant: the interval contains 0, so the difference may be due to chance. Of 100 equal figures, "
            "about 5 appear to differ")};
    return meanings[static_cast<std::size_t>(part)];
}

QString partName(DifferencePart part)
{
    static constexpr std::array<const char*, kDifferenceParts> kNames = {
        "a", "b", "difference", "ratio", "interval_low", "interval_high", "verdict"};
    return QString::fromLatin1(kNames[static_cast<std::size_t>(part)]);
}

} // namespace stepscope::ui
