#pragma once

#include <QString>
#include <QStringList>
#include <QVariant>

/// Comma separated values by the rules of analysis/text/csvtext.h, as QString.
namespace stepscope::ui {

[[nodiscard]] QString csvField(const QString& text);
[[nodiscard]] QString csvLine(const QStringList& fields);
/// A floating point number with all its digits (the shortest text that reads back as the same number; empty if it is
/// not finite), any other value by QVariant::toString().
[[nodiscard]] QString csvValue(const QVariant& value);

} // namespace stepscope::ui
