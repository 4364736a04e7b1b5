#pragma once

#include "analysis/trace/traceview.h"
#include "ui/import/importcontent.h"
#include "ui/parts/backgroundjob.h"

#include <QList>
#include <QObject>
#include <QString>
#include <QStringList>

#include <cstdint>
#include <memory>

namespace stepscope::ui {
class ImportController;
class MainWindow;
} // namespace stepscope::ui

namespace stepscope::app {

/// Opens files of any kind: finds out by their content what they are, and imports those of other programs. After an
/// import its sources stay in memory while the window shows their alignment, so that a correction only writes the
/// recording again. Files are read and written on other threads.
class FileImport : public QObject
{
    Q_OBJECT

public:
    explicit FileImport(ui::MainWindow& window);
    ~FileImport() override;

    /// Recordings and studies are opened one each; all files of other programs become one import, with the recording if
    /// there is exactly one among them.
    void open(const QStringList& paths);
    /// Ends the correction of the last import, unless the window goes on to show its recording.
    void leave(const QString& path);

signals:
    void recordingFound(const QString& path);
    void studyFound(const QString& path);
    void windowRequested(const QString& path); ///< for each recording after the first
    void written(const QString& path);         ///< a new recording
    /// The recording of the last import with corrected times; what was at time t now is at t + shiftNs.
    void moved(const QString& path, const stepscope::trace::TraceView& view, qint64 shiftNs);

private:
    class Session;
    struct Found;
    struct Moved;

    void connectFailures();
    void recognise(const QStringList& paths, bool forDialog);
    void handle(const Found& found, bool forDialog);
    void import(const ui::ImportRequest& request);
    void show(const std::shared_ptr<Session>& session);
    void move(bool keeps);
    void close();

    ui::MainWindow& m_window;
    ui::ImportController& m_shown;
    std::shared_ptr<Session> m_session; ///< used by one job at a time
    QList<double> m_correctionsMs;
    ui::JobPointer m_import;
    int m_requests = 0;     ///< to recognise files
    int m_latestOpened = 0; ///< request whose recordings or studies were opened last
    ui::BackgroundJob m_recognising;
    ui::BackgroundJob m_importing;
    ui::BackgroundJob m_moving;
};

} // namespace stepscope::app
