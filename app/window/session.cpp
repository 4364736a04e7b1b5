#include "app/window/session.h"

#include "app/window/windowcontroller.h"
#include "ui/messages/filetexts.h"
#include "ui/recording/recordingpage.h"
#include "ui/study/studypage.h"
#include "ui/window/mainwindow.h"
#include "widgets/timeline/timeaxis.h"
#include "widgets/timelinewidget.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

#include <utility>

namespace stepscope::app {

namespace {

constexpr int kChangeMs = 1000;

} // namespace

Session::Session(WindowController& controller)
    : m_controller(controller)
    , m_window(controller.window())
{
    m_pool.setMaxThreadCount(1);
    m_change.setSingleShot(true);
    m_change.setInterval(kChangeMs);
    connect(&m_change, &QTimer::timeout, this, &Session::store);
    const auto changed = [this] {
        if (!m_change.isActive())
            m_change.start();
    };
    connect(m_window.timeline()->axis(), &widgets::TimeAxis::rangeChanged, this, changed);
    connect(&m_window, &ui::MainWindow::pageChanged, this, changed);
    connect(m_window.recordingPage(), &ui::RecordingPage::tabChanged, this, changed);
    connect(&m_controller, &WindowController::recordingOpened, this, &Session::finish);
    connect(&m_controller, &WindowController::openingFailed, this, [this] { m_restored.reset(); });
    connect(&m_window, &ui::MainWindow::closeRequested, this, [this] {
        m_isClosed = true;
        m_change.stop();
        m_pool.start([window = current()] { storeClosedWindow(window); });
    });
    changed();
}

Session::~Session()
{
    m_pool.waitForDone();
}

SessionWindow Session::current() const
{
    SessionWindow window;
    const auto absolute = [](const QString& path) {
        return path.isEmpty() ? QString() : QFileInfo(path).absoluteFilePath();
    };
    window.recording = absolute(m_window.recordingPath());
    window.study = absolute(m_window.studyPage()->folder());
    window.page = static_cast<int>(m_window.page());
    window.tab = static_cast<int>(m_window.recordingPage()->tab());
    const widgets::TimeAxis* axis = m_window.timeline()->axis();
    if (axis->range() != axis->extent() && !axis->following())
        window.range = axis->range();
    window.process = QCoreApplication::applicationPid();
    return window;
}

void Session::store()
{
    // While the last session is being restored, the window does not show all of it yet.
    if (m_isClosed || m_restored)
        return;
    const SessionWindow window = current();
    if (window == std::exchange(m_stored, window))
        return;
    m_pool.start([window] { storeWindow(window); });
}

void Session::restore()
{
    QStringList missing;
    bool isFirst = true;
    for (const SessionWindow& window : takeSession()) {
        for (const QString& path : {window.recording, window.study}) {
            if (!path.isEmpty() && !QFileInfo::exists(path))
                missing << QDir::toNativeSeparators(path);
        }
        const bool hasRecording = !window.recording.isEmpty() && QFileInfo::exists(window.recording);
        const bool hasStudy = !window.study.isEmpty() && QFileInfo::exists(window.study);
        if (!hasRecording && !hasStudy)
            continue;
        if (std::exchange(isFirst, false)) {
            SessionWindow shown = window;
            shown.recording = hasRecording ? window.recording : QString();
            shown.study = hasStudy ? window.study : QString();
            show(shown);
        } else {
            emit windowRequested(hasRecording ? window.recording : window.study);
        }
    }
    if (!missing.isEmpty())
        m_window.showMessage(ui::messages::leftOutOfSession(missing.join(QStringLiteral(", "))));
}

void Session::show(const SessionWindow& window)
{
    // A study shows its page when it has been read, which must not hide the recording.
    if (!window.study.isEmpty() && window.page == static_cast<int>(ui::MainWindow::Page::Study))
        m_controller.open(window.study);
    if (window.recording.isEmpty())
        return;
    m_restored = window;
    m_controller.openRecording(window.recording);
}

/// A recording is on display as a whole.
void Session::finish(const QString& recording)
{
    if (!m_restored)
        return;
    const SessionWindow window = *std::exchange(m_restored, std::nullopt);
    if (window.recording != recording)
        return; // the user opened another one meanwhile
    if (!window.range.isEmpty())
        m_window.timeline()->axis()->zoomTo(window.range);
    m_window.recordingPage()->showTabNumber(window.tab);
    m_window.showPage(window.page);
}

} // namespace stepscope::app
