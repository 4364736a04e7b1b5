#pragma once

#include <QSettings>
#include <QString>

/// What every test of the window needs: settings of its own, and a training to show.
namespace stepscope::ui {

/// Settings in an empty folder that is this process's own.
inline void useFreshSettings(const QString& folder)
{
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, folder);
    QSettings store(QSettings::IniFormat, QSettings::UserScope, "stepscope", "stepscope");
    store.clear();
    store.setValue("showsMovements", false); // tests do not wait for pictures that glide
}

} // namespace stepscope::ui
