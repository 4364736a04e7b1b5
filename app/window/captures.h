#pragma once

#include "app/window/capturecontroller.h"

#include <QObject>
#include <QPointer>
#include <QString>
#include <QStringList>

#include <memory>
#include <optional>
#include <vector>

namespace stepscope::app {

/// The captures of the window: at most one running on each device, each on its own threads. At most one of them is on
/// the recording page. The end of a capture, or the loss of its link, does not affect the others.
class Captures : public QObject
{
    Q_OBJECT

public:
    explicit Captures(QWidget* window);
    ~Captures() override;

    /// Starts a capture, which is shown on the recording page: at once if that shows no running capture, else as soon
    /// as its file exists, unless keepShown() was called. False if a capture runs on its device.
    bool start(CaptureOptions options);
    /// A started capture whose file does not exist yet does not replace what the recording page shows. `hasRecording`:
    /// the page shows something.
    void keepShown(bool hasRecording);
    /// Ends the training on a device; the recording is kept. Empty = the device of the capture on the recording page.
    void stopTraining(const QString& target);
    /// Ends the capture, but not the training. Empty = the capture on the recording page.
    void leave(const QString& target);
    void leaveAll();

    [[nodiscard]] bool isRunning() const;
    [[nodiscard]] bool isRunning(const QString& target) const;
    [[nodiscard]] QStringList runningTargets() const;
    /// The latest view of a running capture that records to this file.
    [[nodiscard]] std::optional<trace::TraceView> viewOf(const QString& recording) const;

    /// Shows a running capture on the recording page, by its file. False if none records to it.
    bool show(const QString& recording);
    /// The recording page shows something else from now on.
    void hide();

signals:
    // Of every capture.
    void statusChanged(const stepscope::ui::CaptureStatus& status);
    void viewChanged(const QString& recording, const stepscope::trace::TraceView& view, bool live);
    void recordingOpened(const QString& recording);
    void ended(); ///< the list of unfinished captures is up to date
    void message(const QString& oneLine);
    void noted(const QString& oneLine);
    // Of the capture on the recording page.
    void shownStatusChanged(const stepscope::ui::CaptureStatus& status);
    void shownRecordingChanged(const QString& recording);
    void shownViewChanged(const stepscope::trace::TraceView& view, bool live);

private:
    struct Entry
    {
        QString target;
        std::unique_ptr<CaptureController> controller;
        std::optional<trace::TraceView> view; ///< the latest; none after the end
    };

    CaptureController* added(const QString& target);
    void connectCapture(CaptureController* capture);
    void takeStatus(CaptureController* capture, const ui::CaptureStatus& status);
    void takeView(CaptureController* capture, const trace::TraceView& view, bool live);
    void takeRecording(CaptureController* capture, const QString& recording);
    void setShown(CaptureController* capture);
    [[nodiscard]] Entry* entryOf(const CaptureController* capture);
    [[nodiscard]] CaptureController* of(const QString& target) const;

    QWidget* m_window;
    std::vector<Entry> m_entries;
    QPointer<CaptureController> m_shown;   ///< on the recording page; also after its end
    QPointer<CaptureController> m_pending; ///< is shown once its file exists
};

} // namespace stepscope::app
