#pragma once

#include <QSettings>
#include <QString>

/// What every test of the window needs: settings of its own, and a training to show.
namespace stepscope::ui {

/// Settings in an empty folder that is this process's own.
inline void useFreshSettings(const QString& folder)
{
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, folder);
    QSettings(QSettings::IniFormat, QSettings::UserScope, "stepscope", "stepscope").clear();
}

} // namespace stepscope::ui
