#pragma once

#include <QCoreApplication>
#include <QFile>
#include <QFontDatabase>
#include <QSettings>
#include <QString>
#include <QTranslator>

/// Fixture of the window's tests: private settings.
namespace stepscope::ui {

/// Without a font for its characters, a language has no widths to measure.
inline bool hasFontFor(const QString& language)
{
    return language != "zh_CN" || !QFontDatabase::families(QFontDatabase::SimplifiedChinese).isEmpty();
}

/// With STEPSCOPE_TRANSLATION=FILE.qm, the window is in the language of this file.
inline void useTranslation()
{
    const QString file = qEnvironmentVariable("STEPSCOPE_TRANSLATION");
    if (file.isEmpty() || !qApp->findChildren<QTranslator*>().isEmpty())
        return;
    auto* translator = new QTranslator(qApp);
    if (!translator->load(file) || !QCoreApplication::installTranslator(translator))
        qFatal("no translation in %s", qPrintable(file));
    if (!hasFontFor(translator->language()))
        qFatal("no font for %s", qPrintable(translator->language()));
}

/// Uses settings in an empty folder of this process.
inline void useFreshSettings(const QString& folder)
{
    useTranslation();
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, folder);
    qputenv("XDG_STATE_HOME", QFile::encodeName(folder));
    QSettings(folder + "/stepscope/state.ini", QSettings::IniFormat).clear();
    QSettings store(QSettings::IniFormat, QSettings::UserScope, "stepscope", "stepscope");
    store.clear();
    store.setValue("showsMovements", false); // tests do not wait for animations
}

} // namespace stepscope::ui
