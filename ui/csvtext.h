#pragma once

#include <QString>
#include <QStringList>
#include <QVariant>

namespace stepscope::ui {

/// Comma separated values by RFC 4180: lines end with CR LF, fields with commas, quotes or line ends are quoted.
[[nodiscard]] QString csvField(const QString& text);
[[nodiscard]] QString csvLine(const QStringList& fields);
/// A figure with every digit it has (the shortest text that reads back as the same number), anything else as it is;
/// nothing for NaN and infinities.
[[nodiscard]] QString csvValue(const QVariant& value);

} // namespace stepscope::ui
