#include "ui/csvtext.h"

#include <QLocale>

#include <algorithm>
#include <cmath>

namespace stepscope::ui {

QString csvField(const QString& text)
{
    const bool plain = std::none_of(text.begin(), text.end(), [](QChar letter) {
        return letter == QLatin1Char(',') || letter == QLatin1Char('"') || letter == QLatin1Char('\n') ||
               letter == QLatin1Char('\r');
    });
    if (plain)
        return text;
    QString quoted = text;
    return QLatin1Char('"') + quoted.replace(QLatin1Char('"'), QLatin1String("\"\"")) + QLatin1Char('"');
}

QString csvLine(const QStringList& fields)
{
    QString line;
    for (qsizetype i = 0; i < fields.size(); ++i)
        line += (i > 0 ? QStringLiteral(",") : QString()) + csvField(fields[i]);
    return line + QStringLiteral("\r\n");
}

QString csvValue(const QVariant& value)
{
    const int type = value.typeId();
    if (type != QMetaType::Double && type != QMetaType::Float)
        return value.toString();
    const double number = value.toDouble();
    return std::isfinite(number) ? QString::number(number, 'g', QLocale::FloatingPointShortest) : QString();
}

} // namespace stepscope::ui
