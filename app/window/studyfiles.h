#pragma once

#include "analysis/study/recordingsstudy.h"
#include "remote/format/result.h"
#include "ui/parts/backgroundjob.h"
#include "ui/study/studycontent.h"

#include <QFileSystemWatcher>
#include <QObject>
#include <QString>
#include <QTimer>

#include <optional>
#include <vector>

namespace stepscope::ui {
class MainWindow;
}

namespace stepscope::app {

/// Reads and writes files for the study page: opens a study, reads it again whenever its file changes, compares it with
/// another, tests its observations, exports. Reading runs on other threads.
class StudyFiles : public QObject
{
    Q_OBJECT

public:
    explicit StudyFiles(ui::MainWindow& window);
    ~StudyFiles() override;

    /// Shows the study of a folder; the window shows the job as busy. Also the path of its study.json is accepted.
    ui::JobPointer open(const QString& folder);
    /// Recordings that no sweep made, as a study without a folder. Error: Cancelled.
    static format::Result<ui::StudyContent> contentOf(const std::vector<analysis::NamedRecording>& recordings,
                                                      const ui::JobPointer& job);
    /// Shows such a study, and tests its observations.
    void show(const ui::StudyContent& content);
    /// Whether the path is a folder, or the file of a study: what openRecording() cannot read.
    [[nodiscard]] static bool isStudyPath(const QString& path);

private:
    void connectWindow();
    void close();
    void watch(const QString& folder);
    void readAgain();
    void compareWith(const QString& folder);
    void observe();
    void exportFile(const ui::StudyExport& request);

    ui::MainWindow& m_window;
    QString m_folder;                            ///< of the study on the page; empty = none
    std::optional<analysis::Study> m_recordings; ///< the study on the page, if it has no folder
    QFileSystemWatcher m_watcher;
    QTimer m_change; ///< joins the changes of a moment
    ui::BackgroundJob m_reading;
    ui::BackgroundJob m_refreshing;
    ui::BackgroundJob m_comparing;
    ui::BackgroundJob m_observing;
};

} // namespace stepscope::app
