#include "ui/parts/csvtext.h"

#include "analysis/text/csvtext.h"

namespace stepscope::ui {

QString csvField(const QString& text)
{
    return QString::fromStdString(analysis::csvField(text.toStdString()));
}

QString csvLine(const QStringList& fields)
{
    QString line;
    for (qsizetype i = 0; i < fields.size(); ++i)
        line += (i > 0 ? QStringLiteral(",") : QString()) + csvField(fields[i]);
    return line + QLatin1String(analysis::kCsvRowEnd.data(), static_cast<qsizetype>(analysis::kCsvRowEnd.size()));
}

QString csvValue(const QVariant& value)
{
    const int type = value.typeId();
    if (type != QMetaType::Double && type != QMetaType::Float)
        return value.toString();
    return QString::fromStdString(analysis::csvNumber(value.toDouble()));
}

} // namespace stepscope::ui
