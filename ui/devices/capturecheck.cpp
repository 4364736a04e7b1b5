#include "ui/devices/capturecheck.h"

#include <QCoreApplication>
#include <QRegularExpression>

namespace stepscope::ui {

namespace {

QString formText(const char* text)
{
    return QCoreApplication::translate("CaptureForm", text);
}

} // namespace

QString targetFault(const QString& target)
{
    static const QRegularExpression kTarget(
        QStringLiteral(R"(^(?:[^\s@:]+@)?(?:\[[0-9A-Fa-f:.]+(?:%[\w.-]+)?\]|[^\s@:\[\]]+)(?::(\d{1,5}))?$)"));
    if (target.trimmed().isEmpty())
        return formText("Choose a device: local, or [user@]host[:port].");
    const QRegularExpressionMatch match = kTarget.match(target.trimmed());
    if (!match.hasMatch() || target.trimmed().startsWith(QLatin1Char('-')))
        return formText("Write the device as local or [user@]host[:port], for example nvidia@tx2-lab.");
    const int port = match.captured(1).toInt();
    if (!match.captured(1).isEmpty() && (port < 1 || port > 65535))
        return formText("A port is a number from 1 to 65535.");
    return {};
}

QString commandFault(const QString& command)
{
    if (command.trimmed().isEmpty())
        return formText("Enter the command that trains, for example: python3 train.py");
    return {};
}

QString opsFault(const QString& ops)
{
    static const QRegularExpression kWindow(QStringLiteral(R"(^(\d{1,15}):(\d{1,15})(?::(\d{1,15}))?$)"));
    const QString text = ops.trimmed();
    if (text == QLatin1String("auto") || text == QLatin1String("none") || text == QLatin1String("all"))
        return {};
    const QRegularExpressionMatch match = kWindow.match(text);
    if (!match.hasMatch())
        return formText("Write auto, none, all, FIRST:LAST or FIRST:LAST:EVERY, for example 4:9.");
    const qlonglong first = match.captured(1).toLongLong();
    const qlonglong last = match.captured(2).toLongLong();
    if (first >= last)
        return formText("The last step must come after the first: 4:9 traces steps 4 to 8.");
    if (!match.captured(3).isEmpty() && match.captured(3).toLongLong() < last - first)
        return formText("EVERY must be at least as long as the window that it repeats.");
    return {};
}

std::optional<double> parsePeriodMs(const QString& text)
{
    static const QRegularExpression kPeriod(QStringLiteral(R"(^([0-9]*[.]?[0-9]+)\s*(ms|s|us|µs)?$)"));
    const QRegularExpressionMatch match = kPeriod.match(text.trimmed().replace(QLatin1Char(','), QLatin1Char('.')));
    if (!match.hasMatch())
        return std::nullopt;
    const QString unit = match.captured(2);
    const double factor = unit == QLatin1String("s") ? 1000 : unit.isEmpty() || unit == QLatin1String("ms") ? 1 : 0.001;
    return match.captured(1).toDouble() * factor;
}

QString periodFault(const QString& text)
{
    const std::optional<double> period = parsePeriodMs(text);
    if (!period)
        return formText("Write a time, for example 10 ms.");
    if (*period < kShortestPeriodMs || *period > kLongestPeriodMs)
        return formText("The period must be between 1 ms and 10 s; 10 ms suits most boards.");
    return {};
}

} // namespace stepscope::ui
