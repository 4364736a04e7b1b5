#pragma once

#include <QFile>
#include <QSettings>
#include <QString>

/// Fixture of the window's tests: private settings.
namespace stepscope::ui {

/// Uses settings in an empty folder of this process.
inline void useFreshSettings(const QString& folder)
{
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, folder);
    qputenv("XDG_STATE_HOME", QFile::encodeName(folder));
    QSettings(folder + "/stepscope/state.ini", QSettings::IniFormat).clear();
    QSettings store(QSettings::IniFormat, QSettings::UserScope, "stepscope", "stepscope");
    store.clear();
    store.setValue("showsMovements", false); // tests do not wait for animations
}

} // namespace stepscope::ui
