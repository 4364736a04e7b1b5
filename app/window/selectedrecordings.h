#pragma once

#include "ui/parts/backgroundjob.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <functional>

namespace stepscope::ui {
class MainWindow;
}

namespace stepscope::app {

class Captures;
class StudyFiles;

/// Works on several recordings at once: compares two, shows several as a study, exports all. A recording that a capture
/// of this window writes is taken as it is in memory. Files are read and written on other threads.
class SelectedRecordings : public QObject
{
    Q_OBJECT

public:
    SelectedRecordings(ui::MainWindow& window, const Captures& captures, StudyFiles& studies);
    ~SelectedRecordings() override;

    void compare(const QString& pathA, const QString& pathB);
    void observe(const QStringList& paths);
    /// A file for each recording, named after it. Existing files are not replaced; they are named in the message.
    /// `exporter`: index in analysis::exporters().
    void exportAll(const QStringList& paths, qsizetype exporter, const QString& folder);

signals:
    void started(const stepscope::ui::JobPointer& job); ///< the window shows it as busy

private:
    std::function<void(double)> showProgress(const QString& text);

    ui::MainWindow& m_window;
    const Captures& m_captures;
    StudyFiles& m_studies;
    ui::BackgroundJob m_jobs;
};

} // namespace stepscope::app
