#pragma once

#include <QString>
#include <QStringList>

class QCoreApplication;

namespace stepscope::app {

/// The languages that the program carries, besides English: "de", "zh_CN".
QStringList carriedLanguages();

/// Translates the window, and Qt's own buttons where Qt's translations are installed. `language` is a code such as "de"
/// or "en"; empty = that of the desktop. A language without a translation is English.
void installLanguage(QCoreApplication& application, const QString& language);

} // namespace stepscope::app
