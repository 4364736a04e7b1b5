#include "ui/mainwindow.h"

#include "ui/appearance.h"
#include "ui/banner.h"
#include "ui/busystrip.h"
#include "ui/captureform.h"
#include "ui/comparepage.h"
#include "ui/devicepage.h"
#include "ui/devicepanel.h"
#include "ui/navigator.h"
#include "ui/recordingpage.h"
#include "ui/sidebar.h"
#include "ui/statusline.h"
#include "ui/windowactions.h"
#include "widgets/timelinewidget.h"

#include <QAction>
#include <QApplication>
#include <QCloseEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QMimeData>
#include <QSplitter>
#include <QStackedWidget>
#include <QStatusBar>
#include <QVBoxLayout>

namespace stepscope::ui {

MainWindow::MainWindow(QWidget* parent)
    : QMainWindow(parent)
{
    setWindowTitle(QStringLiteral("Stepscope"));
    setWindowIcon(QIcon(QStringLiteral(":/icons/stepscope.png")));
    setAcceptDrops(true);
    m_actions = new WindowActions(this);
    m_actions->setThemeChoice(settings::theme());
    buildPages();
    connectDevices();
    connectRecording();
    connectComparison();
    connectActions();
    m_actions->glide->setChecked(settings::showsMovements());
    showDevicePage();
    resize(1600, 900);
    restoreGeometry(settings::layout(QStringLiteral("window")));
}

MainWindow::~MainWindow() = default;

void MainWindow::buildPages()
{
    m_banner = new Banner(this);
    m_busy = new BusyStrip(this);
    m_sidebar = new Sidebar(this);
    m_pages = new QStackedWidget(this);
    m_devicePage = new DevicePage(m_pages);
    m_recordingPage = new RecordingPage(m_pages);
    m_recordingPage->setSkippedSteps(settings::skippedSteps());
    m_comparePage = new ComparePage(m_pages);
    m_statusLine = new StatusLine(this);
    m_pages->addWidget(m_devicePage);
    m_pages->addWidget(m_recordingPage);
    m_pages->addWidget(m_comparePage);
    m_busy->hide();

    auto* across = new QSplitter(Qt::Horizontal, this);
    across->setHandleWidth(1);
    across->addWidget(m_sidebar);
    across->addWidget(m_pages);
    across->setStretchFactor(1, 1);
    across->setCollapsible(1, false);
    across->setSizes({fontMetrics().averageCharWidth() * 28, width()});

    auto* central = new QWidget(this);
    auto* all = new QVBoxLayout(central);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(0);
    all->addWidget(m_banner);
    all->addWidget(m_busy);
    all->addWidget(across, 1);
    setCentralWidget(central);
    statusBar()->setSizeGripEnabled(false);
    statusBar()->addWidget(m_statusLine, 1);
    m_devicePage->form()->setDevices(settings::devices());
    applyTheme();
}

widgets::TimelineWidget* MainWindow::timeline() const
{
    return m_recordingPage->timeline();
}

const trace::TraceView& MainWindow::view() const
{
    return m_recordingPage->view();
}

void MainWindow::setCaptureStatus(const CaptureStatus& status)
{
    const bool failedNow = status.phase == CapturePhase::Failed && m_status.phase != CapturePhase::Failed;
    m_status = status;
    m_devicePage->setStatus(status);
    m_recordingPage->setStatus(status);
    m_statusLine->setStatus(status);
    if (failedNow && !status.text.isEmpty())
        showError(status.text);
    updateChrome();
}

void MainWindow::setView(const trace::TraceView& view, bool live)
{
    const bool first = !m_hasView;
    m_hasView = true;
    const bool changed = first || m_live != live;
    m_live = live;
    m_recordingPage->setView(view, live);
    m_statusLine->setView(view, live);
    if (first)
        showRecordingPage();
    if (changed)
        updateChrome();
}

void MainWindow::setRecordingPath(const QString& path)
{
    m_hasView = m_live = false;
    m_recordingPage->clear();
    m_statusLine->clear();
    m_recordingPath = path;
    if (!path.isEmpty()) {
        settings::rememberRecording(path);
        m_sidebar->refresh();
    }
    updateChrome();
}

void MainWindow::setBookmarks(const widgets::Bookmarks& bookmarks)
{
    m_recordingPage->navigator()->setBookmarks(bookmarks);
}

void MainWindow::closeRecording()
{
    setRecordingPath({});
    showDevicePage();
}

void MainWindow::setDeviceFacts(const QString& target, const DeviceFacts& facts)
{
    m_devicePage->device()->setFacts(target, facts);
}

void MainWindow::setDeviceError(const QString& target, const QString& oneLine)
{
    m_devicePage->device()->setError(target, oneLine);
}

void MainWindow::setRuns(const QString& target, const QList<RemoteRun>& runs)
{
    m_devicePage->device()->setRuns(target, runs);
}

void MainWindow::setBusy(const QString& text, double progress)
{
    m_busy->setProgress(text, progress);
    m_busy->show();
}

void MainWindow::clearBusy()
{
    m_busy->hide();
}

void MainWindow::showError(const QString& oneLine)
{
    m_banner->show(Banner::Kind::Error, oneLine);
}

void MainWindow::showMessage(const QString& oneLine)
{
    m_banner->show(Banner::Kind::Message, oneLine);
}

void MainWindow::setCaptureRequest(const CaptureRequest& request)
{
    m_devicePage->form()->setRequest(request);
    m_devicePage->setTarget(request.target);
}

void MainWindow::showDevicePage()
{
    m_pages->setCurrentWidget(m_devicePage);
    updateChrome();
}

void MainWindow::showRecordingPage()
{
    if (!m_hasView)
        return;
    m_pages->setCurrentWidget(m_recordingPage);
    m_recordingPage->timeline()->setFocus();
    updateChrome();
}

void MainWindow::applyTheme()
{
    const widgets::Theme theme = applyAppearance(settings::theme());
    m_recordingPage->setTheme(theme);
    m_comparePage->setTheme(theme);
}

void MainWindow::updateChrome()
{
    const bool onRecording = m_pages->currentWidget() == m_recordingPage;
    const widgets::TimeAxis* axis = timeline()->axis();
    m_actions->setRecordingEnabled(onRecording);
    m_actions->compareWithA->setEnabled(onRecording && m_kept);
    m_actions->back->setEnabled(onRecording && axis->canGoBack());
    m_actions->forward->setEnabled(onRecording && axis->canGoForward());
    m_actions->follow->setEnabled(onRecording && m_live);
    m_actions->zoomStep->setEnabled(onRecording);
    m_actions->profile->setEnabled(!isBusy(m_status.phase));
    m_actions->stop->setEnabled(isLive(m_status.phase) && m_status.phase != CapturePhase::Stopping);
    m_actions->leave->setEnabled(isLive(m_status.phase));
    m_actions->cancel->setEnabled(isBusy(m_status.phase) && m_status.phase != CapturePhase::Streaming &&
                                  m_status.phase != CapturePhase::Stopping);
    m_actions->devices->setText(!onRecording && m_hasView ? tr("&Recording") : tr("&Devices"));

    const QString name = QFileInfo(m_recordingPath).completeBaseName();
    QString title = onRecording ? name : QString();
    if (onRecording && view().hasHeader() && view().header().isVirtual)
        title += tr("  (virtual board)");
    if (onRecording && m_live)
        title += tr("  live");
    if (m_pages->currentWidget() == m_comparePage)
        title = tr("Comparison");
    m_actions->setTitle(title);
    setWindowTitle(title.isEmpty() ? QStringLiteral("Stepscope") : tr("%1 – Stepscope").arg(title));
    m_sidebar->setCurrent(onRecording ? QString() : m_devicePage->device()->target(), m_recordingPath, m_live);
}

void MainWindow::chooseRecording()
{
    const QString path = QFileDialog::getOpenFileName(this, tr("Open recording"), QFileInfo(m_recordingPath).path(),
                                                      tr("Recordings (*.stepscope);;All files (*)"));
    if (!path.isEmpty())
        emit openRequested(path);
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    settings::setLayout(QStringLiteral("window"), saveGeometry());
    emit closeRequested();
    event->accept();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (event->mimeData()->hasUrls() && event->mimeData()->urls().first().isLocalFile())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event)
{
    emit openRequested(event->mimeData()->urls().first().toLocalFile());
}

} // namespace stepscope::ui
