#include "ui/window/mainwindow.h"

#include "ui/comparison/comparepage.h"
#include "ui/devices/captureform.h"
#include "ui/devices/devicepanel.h"
#include "ui/fleet/fleetpage.h"
#include "ui/import/alignmentpanel.h"
#include "ui/parts/appearance.h"
#include "ui/parts/messageline.h"
#include "ui/parts/plaintext.h"
#include "ui/parts/settings.h"
#include "ui/parts/statusline.h"
#include "ui/recording/fold/foldexport.h"
#include "ui/recording/fold/foldpanel.h"
#include "ui/recording/navigator.h"
#include "ui/recording/recordingpage.h"
#include "ui/start/startpage.h"
#include "ui/study/studypage.h"
#include "ui/window/comparisoncontroller.h"
#include "ui/window/fleetcontroller.h"
#include "ui/window/helpcontroller.h"
#include "ui/window/importcontroller.h"
#include "ui/window/paletteentries.h"
#include "ui/window/panelayout.h"
#include "ui/window/recordingactions.h"
#include "ui/window/shortcutsdialog.h"
#include "ui/window/sidebar.h"
#include "ui/window/startcontroller.h"
#include "ui/window/studycontroller.h"
#include "ui/window/windowactions.h"
#include "widgets/interaction/navigation.h"
#include "widgets/timeline/timeaxis.h"
#include "widgets/timelinewidget.h"

#include <QAction>
#include <QCloseEvent>
#include <QFileInfo>
#include <QScreen>
#include <QSplitter>
#include <QStackedWidget>
#include <QStatusBar>
#include <QVBoxLayout>

namespace stepscope::ui {

MainWindow::MainWindow(QWidget* parent)
    : QMainWindow(parent)
{
    PlainTips::install();
    setWindowTitle(QStringLiteral("Stepscope"));
    setWindowIcon(QIcon(QStringLiteral(":/icons/stepscope.png")));
    setAnimated(false); // the tool bar is fixed; Qt would make and keep animations at each change of the size
    m_actions = new WindowActions(this);
    m_actions->setThemeChoice(settings::theme());
    buildPages();
    connectDevices();
    connectFleet();
    connectRecording();
    connectStudy();
    connectFileActions();
    connectTimelineActions(m_actions, m_recordingPage);
    connectViewActions();
    m_actions->animate->setChecked(settings::showsMovements());
    m_panes = new PaneLayout(
        {this, m_actions->showSidebar, m_actions->showInspector, m_recordingPage->acrossSplitter()}, this);
    showStartPage();
    resize(QSize(1600, 900).boundedTo(screen()->availableSize()));
    restoreGeometry(settings::layout(QStringLiteral("window")));
    PaneLayout::fitIntoScreen(*this);
}

MainWindow::~MainWindow() = default;

void MainWindow::buildPages()
{
    m_banner = new MessageLine(MessageLine::Place::Banner, this);
    m_banner->setObjectName(QStringLiteral("banner"));
    m_busy = new BusyStrip(this);
    m_busy->setObjectName(QStringLiteral("busy"));
    m_sidebar = new Sidebar(this);
    m_selection = m_sidebar->selection();
    m_pages = new QStackedWidget(this);
    m_startPage = new StartPage(m_pages);
    m_devicePage = new DevicePage(m_pages);
    m_start = new StartController(m_startPage, m_devicePage, m_sidebar, this);
    m_recordingPage = new RecordingPage(m_pages);
    m_recordingPage->setSkippedSteps(settings::skippedSteps());
    m_comparePage = new ComparePage(m_pages);
    m_studyPage = new StudyPage(m_pages);
    m_study = new StudyController(m_studyPage, this);
    m_statusLine = new StatusLine(this);
    m_comparison = new ComparisonController(m_recordingPage, m_comparePage, m_actions, this);
    m_fleetPage = new FleetPage(m_pages);
    m_fleet = new FleetController(m_fleetPage, m_sidebar, m_comparison, this);
    m_figureExport = new FigureExport(m_recordingPage, this);
    m_imports = new ImportController(this);
    m_pages->addWidget(m_startPage);
    m_help = new HelpController(m_actions, m_devicePage, m_recordingPage, this);
    m_pages->addWidget(m_devicePage);
    m_pages->addWidget(m_recordingPage);
    m_pages->addWidget(m_comparePage);
    m_pages->addWidget(m_studyPage);
    m_pages->addWidget(m_fleetPage);
    m_busy->hide();
    connect(m_pages, &QStackedWidget::currentChanged, this, &MainWindow::pageChanged);
    connect(this, &MainWindow::pageChanged, this, &MainWindow::notePage);

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
    all->addWidget(m_imports->panel());
    all->addWidget(across, 1);
    setCentralWidget(central);
    statusBar()->setSizeGripEnabled(false);
    statusBar()->addWidget(m_statusLine, 1);
    PaneLayout::addButtons({m_actions->showSidebar, m_actions->showTables, m_actions->showInspector}, statusBar());
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
    m_devicePage->setStatus(statusHere());
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
    m_isOpeningFirstView = first && m_opensFirstView && page() != Page::Recording;
    if (first && m_opensFirstView)
        showRecordingPage();
    if (changed)
        updateChrome();
}

void MainWindow::setCapturedRecording(const QString& path)
{
    m_hasView = m_live = false;
    m_recordingPage->clear();
    m_statusLine->clear();
    m_recordingPath = path;
    m_comparison->setRecordingPath(path);
    setWindowFilePath(path);
    if (!path.isEmpty()) {
        settings::rememberRecording(path);
        m_start->refreshLists();
    }
    updateChrome();
}

void MainWindow::setBookmarks(const widgets::Bookmarks& bookmarks)
{
    m_recordingPage->navigator()->setBookmarks(bookmarks);
}

void MainWindow::showRenamed(const QString& from, const QString& to)
{
    settings::renameRecording(from, to);
    m_sidebar->refresh();
}

void MainWindow::closeRecording()
{
    setRecordingPath({});
    emit recordingClosed();
    showStartPage();
}

void MainWindow::setStudy(const StudyContent& content)
{
    const bool isNew = m_studyPage->folder() != content.folder;
    m_studyPage->setStudy(content);
    if (isNew) {
        if (content.isStored)
            settings::rememberStudy(content.folder);
        m_sidebar->refresh();
        showStudyPage();
    }
    updateChrome();
}

void MainWindow::closeStudy()
{
    m_studyPage->clear();
    emit studyClosed();
    m_hasView ? showRecordingPage() : showStartPage();
}

void MainWindow::setStudyComparison(const StudyComparisonContent& comparison)
{
    m_studyPage->setComparison(comparison);
}

void MainWindow::setSweepStatus(const SweepStatus& status)
{
    m_studyPage->setSweep(status);
    m_actions->sweep->setEnabled(status.phase == SweepStatus::Phase::None);
}

void MainWindow::setModels(const QStringList& models)
{
    m_start->setModels(models);
}

void MainWindow::setBoardModels(const QStringList& models)
{
    m_start->setBoardModels(models);
}

void MainWindow::setStudyObservations(const analysis::StudyObservations& observations)
{
    m_studyPage->setObservations(observations);
}

void MainWindow::setDeviceFacts(const QString& target, const DeviceFacts& facts)
{
    m_devicePage->device()->setFacts(target, facts);
    m_devicePage->form()->setProfilers(target, facts.gpuProfilers);
    m_start->setReached(target);
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
    m_banner->setMessage(MessageLine::Kind::Error, oneLine);
}

void MainWindow::showMessage(const QString& oneLine)
{
    m_banner->setMessage(MessageLine::Kind::Note, oneLine);
}

void MainWindow::showOnly(QWidget* page)
{
    m_pages->setCurrentWidget(page);
    updateChrome();
}

void MainWindow::showStartPage()
{
    showOnly(m_startPage);
}

void MainWindow::showDevice(const QString& target)
{
    m_start->showDevice(target);
}

void MainWindow::showDevicePage()
{
    m_pages->setCurrentWidget(m_devicePage);
    m_devicePage->setStatus(statusHere());
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

void MainWindow::showStudyPage()
{
    if (!m_studyPage->hasStudy())
        return;
    showOnly(m_studyPage);
}

MainWindow::Page MainWindow::page() const
{
    return static_cast<Page>(m_pages->currentIndex()); // buildPages() adds them in this order
}

void MainWindow::showPage(int page)
{
    if (page == static_cast<int>(Page::Devices))
        showDevicePage();
    else if (page == static_cast<int>(Page::Recording))
        showRecordingPage();
    else if (page == static_cast<int>(Page::Study))
        showStudyPage();
}

void MainWindow::showFleetPage()
{
    m_pages->setCurrentWidget(m_fleetPage);
    m_fleetPage->setDevices(settings::devices());
    m_fleetPage->setFocus();
    updateChrome();
}

/// A recording that is in memory is not read again.
void MainWindow::showOrOpen(const QString& path)
{
    if (path == m_recordingPath && m_hasView)
        showRecordingPage();
    else
        emit openRequested(path);
}

void MainWindow::showLive()
{
    const CaptureStatus status = statusHere();
    status.recording.isEmpty() ? showRecordingPage() : showOrOpen(status.recording);
}

/// The capture that the actions stop, leave and cancel concern: that of the chosen device on the device page, none on
/// the fleet page, which has actions for its rows, else that of the recording page.
CaptureStatus MainWindow::statusHere() const
{
    if (m_pages->currentWidget() == m_fleetPage)
        return {};
    const QString target = m_devicePage->device()->target();
    const bool isChosen = m_pages->currentWidget() == m_devicePage && m_fleet->hasCaptures();
    return isChosen && target != m_status.target ? m_fleet->statusOf(target) : m_status;
}

void MainWindow::setCapture(const CaptureStatus& status)
{
    const bool isNew = m_fleet->setStatus(status);
    m_start->setCapture(status);
    m_devicePage->setStatus(statusHere());
    if (isNew)
        updateChrome();
}

void MainWindow::setCaptureView(const QString& recording, const trace::TraceView& view, bool live)
{
    m_fleet->setView(recording, view, live);
}

void MainWindow::connectFleet()
{
    connect(m_actions->fleet, &QAction::triggered, this, &MainWindow::showFleetPage);
    connect(m_fleet, &FleetController::closeConfirmed, this, &QWidget::close, Qt::QueuedConnection);
    connect(m_fleetPage, &FleetPage::profileRequested, this, &MainWindow::showDevicePage);
    connect(m_fleetPage, &FleetPage::recordingRequested, this, &MainWindow::showOrOpen);
    connect(m_fleetPage, &FleetPage::compareRequested, this, &MainWindow::compareBothRequested);
    connect(m_fleetPage, &FleetPage::stopRequested, this, &MainWindow::stopRequested);
    connect(m_fleetPage, &FleetPage::leaveRequested, this, &MainWindow::disconnectRequested);
    connect(m_fleetPage, &FleetPage::deviceRequested, this, [this](const QString& target) {
        m_devicePage->setTarget(target);
        showDevicePage();
    });
}

void MainWindow::applyTheme()
{
    const widgets::Theme theme = applyAppearance(settings::theme());
    m_recordingPage->setTheme(theme);
    m_comparePage->setTheme(theme);
    m_studyPage->setTheme(theme);
}

void MainWindow::updateChrome()
{
    const bool onRecording = m_pages->currentWidget() == m_recordingPage;
    const widgets::TimeAxis* axis = timeline()->axis();
    m_panes->setHasTimeline(onRecording || m_pages->currentWidget() == m_comparePage);
    m_imports->panel()->setVisible(onRecording && m_imports->panel()->hasSources());
    m_actions->setRecordingEnabled(onRecording);
    const bool onStudy = m_pages->currentWidget() == m_studyPage;
    m_actions->setStudyEnabled(onStudy);
    m_actions->fleet->setEnabled(m_pages->currentWidget() != m_fleetPage);
    m_actions->study->setEnabled(m_studyPage->hasStudy() && !onStudy);
    m_actions->compareWithA->setEnabled(onRecording && m_comparison->hasKeptSide());
    m_actions->back->setEnabled(onRecording && axis->canGoBack());
    m_actions->forward->setEnabled(onRecording && axis->canGoForward());
    m_actions->follow->setEnabled(onRecording && m_live);
    m_actions->zoomStep->setEnabled(onRecording);
    const bool onDevices = m_pages->currentWidget() == m_devicePage;
    m_actions->setCapturePhase(statusHere().phase, !onDevices); // elsewhere, the action leads to the page of devices
    m_actions->devices->setText(onDevices && m_hasView ? tr("&Recording") : tr("&Devices"));

    QString title = onRecording ? recordingTitle(m_recordingPath, view(), m_live) : QString();
    if (m_pages->currentWidget() == m_fleetPage)
        title = tr("Fleet");
    if (m_pages->currentWidget() == m_comparePage)
        title = tr("Comparison");
    if (onStudy)
        title = tr("Study %1").arg(QFileInfo(m_studyPage->folder()).fileName()) +
                (m_studyPage->isVirtual() ? tr("  (virtual board)") : QString());
    m_actions->setTitle(title);
    setWindowTitle(title.isEmpty() ? QStringLiteral("Stepscope") : tr("%1 – Stepscope").arg(title));
    m_sidebar->setCurrent(onDevices ? m_devicePage->device()->target() : QString(), m_recordingPath, m_live,
                          onStudy ? m_studyPage->folder() : QString());
}

void MainWindow::connectDevices()
{
    connect(m_start, &StartController::devicePageRequested, this, &MainWindow::showDevicePage);
    connect(m_start, &StartController::openRequested, m_sidebar, &Sidebar::recordingChosen);
    connect(m_start, &StartController::sweepRequested, this, [this](const SweepRequest& request) {
        m_banner->clear();
        emit sweepRequested(request);
    });
    connect(m_start, &StartController::probeRequested, this, &MainWindow::probeRequested);
    connect(m_start, &StartController::message, this, &MainWindow::showMessage);
    connect(m_startPage, &StartPage::openRequested, m_actions->open, &QAction::trigger);
    connect(m_startPage, &StartPage::cancelRequested, this, &MainWindow::cancelRequested);
    connect(m_startPage, &StartPage::showLiveRequested, this, &MainWindow::showOrOpen);
    connect(m_startPage, &StartPage::showAllLiveRequested, this, &MainWindow::showFleetPage);
    connect(m_start, &StartController::profileRequested, this, [this](const CaptureRequest& request) {
        m_banner->clear();
        emit profileRequested(request);
    });
    connect(m_devicePage, &DevicePage::cancelRequested, this, [this] { emit cancelRequested(statusHere().target); });
    connect(m_devicePage, &DevicePage::showLiveRequested, this, &MainWindow::showLive);
    connect(m_devicePage, &DevicePage::targetChosen, this, &MainWindow::showDevicePage);
    const DevicePanel* device = m_devicePage->device();
    connect(device, &DevicePanel::probeRequested, this, &MainWindow::probeRequested);
    connect(device, &DevicePanel::runsRequested, this, &MainWindow::runsRequested);
    connect(device, &DevicePanel::selfTestRequested, this, &MainWindow::selfTestRequested);
    connect(device, &DevicePanel::attachRequested, this, [this](const QString& target, const QString& run) {
        settings::rememberDevice(target);
        m_sidebar->refresh();
        emit attachRequested(target, run);
    });
    connect(m_sidebar, &Sidebar::deviceChosen, this, &MainWindow::showDevice);
    connect(m_sidebar, &Sidebar::recordingChosen, this, &MainWindow::showOrOpen);
    connect(m_sidebar, &Sidebar::compareRequested, this, &MainWindow::compareRequested);
    connect(m_sidebar, &Sidebar::renameRequested, this, &MainWindow::renameRequested);
    connect(m_sidebar, &Sidebar::openRequested, m_actions->open, &QAction::trigger);
    connect(m_busy, &BusyStrip::cancelRequested, this, &MainWindow::busyCancelRequested);
    connect(m_statusLine, &StatusLine::lossesClicked, this, [this] {
        showRecordingPage();
        m_recordingPage->showTab(RecordingPage::Tab::Health);
    });
}

void MainWindow::connectRecording()
{
    connect(m_recordingPage, &RecordingPage::cancelRequested, this, [this] { emit cancelRequested(m_status.target); });
    connect(m_recordingPage, &RecordingPage::selfTestRequested, this,
            [this] { m_start->checkHost(QString::fromStdString(view().header().device.hostname)); });
    const widgets::TimeAxis* axis = m_recordingPage->timeline()->axis();
    connect(axis, &widgets::TimeAxis::historyChanged, this, &MainWindow::updateChrome);
    connect(axis, &widgets::TimeAxis::selectionChanged, this, &MainWindow::updateChrome);
    connect(axis, &widgets::TimeAxis::followingChanged, m_actions->follow, &QAction::setChecked);
    connect(m_recordingPage->timeline()->navigation(), &widgets::Navigation::measured, m_statusLine,
            &StatusLine::setMeasurement);
    connect(m_recordingPage->navigator(), &Navigator::message, this, &MainWindow::showMessage);
    const FoldExport* fold = m_recordingPage->foldPanel()->exporting();
    connect(fold, &FoldExport::done, this, &MainWindow::showMessage);
    connect(fold, &FoldExport::failed, this, &MainWindow::showError);
    connect(m_recordingPage->navigator(), &Navigator::bookmarksChanged, this, &MainWindow::bookmarksChanged);
    connect(m_figureExport, &FigureExport::exportFigureRequested, this, &MainWindow::exportFigureRequested);
    connect(m_figureExport, &FigureExport::exportCsvRequested, this, &MainWindow::exportCsvRequested);
    connect(m_figureExport, &FigureExport::exportFileRequested, this, &MainWindow::exportFileRequested);
    connect(m_comparison, &ComparisonController::compareRequested, this, &MainWindow::compareRequested);
    connect(m_comparison, &ComparisonController::message, this, &MainWindow::showMessage);
    connect(m_comparison, &ComparisonController::sideKept, this, &MainWindow::updateChrome);
    connect(m_comparison, &ComparisonController::shown, this, [this] {
        m_pages->setCurrentWidget(m_comparePage);
        updateChrome();
    });
    connect(m_comparePage, &ComparePage::closeRequested, this, [this] {
        m_comparePage->clear();
        showRecordingPage();
    });
}

void MainWindow::connectStudy()
{
    connect(m_studyPage, &StudyPage::recordingRequested, this, &MainWindow::showOrOpen);
    connect(m_studyPage, &StudyPage::observationsRequested, this, &MainWindow::studyObservationsRequested);
    connect(m_studyPage, &StudyPage::observationsCancelled, this, &MainWindow::studyObservationsCancelled);
    connect(m_studyPage, &StudyPage::sweepPauseRequested, this, &MainWindow::sweepPauseRequested);
    connect(m_studyPage, &StudyPage::sweepStopRequested, this, &MainWindow::sweepStopRequested);
    connect(m_studyPage, &StudyPage::sweepContinueRequested, this, &MainWindow::sweepContinueRequested);
    connect(m_study, &StudyController::openRequested, this, &MainWindow::openRequested);
    connect(m_study, &StudyController::compareRequested, this, &MainWindow::studyCompareRequested);
    connect(m_study, &StudyController::exportRequested, this, &MainWindow::studyExportRequested);
    connect(m_sidebar, &Sidebar::studyChosen, this, [this](const QString& folder) {
        if (folder == m_studyPage->folder())
            showStudyPage();
        else
            emit openRequested(folder);
    });
}

void MainWindow::connectFileActions()
{
    const auto on = [this](const QAction* action, auto slot) { connect(action, &QAction::triggered, this, slot); };
    on(m_actions->open, [this] { m_imports->chooseFiles(QFileInfo(m_recordingPath).path()); });
    const auto isStudy = [this] { return m_pages->currentWidget() == m_studyPage; };
    on(m_actions->openStudy, [this] { m_study->chooseStudy(); });
    on(m_actions->sweep, [this] { m_start->chooseSweep(this); });
    on(m_actions->study, [this] { showStudyPage(); });
    on(m_actions->closeRecording, [this, isStudy] { isStudy() ? closeStudy() : closeRecording(); });
    on(m_actions->compareRecording,
       [this, isStudy] { isStudy() ? m_study->chooseComparison() : m_comparison->chooseRecording(); });
    on(m_actions->exportView,
       [this, isStudy] { isStudy() ? m_study->chooseExport() : m_figureExport->chooseFigure(); });
    connectExportActions(m_actions, m_figureExport, timeline());
    on(m_actions->quit, [this] { close(); });
    on(m_actions->profile,
       [this] { m_pages->currentWidget() == m_devicePage ? m_devicePage->form()->submit() : showDevicePage(); });
    on(m_actions->start, [this] { showStartPage(); });
    on(m_actions->stop, [this] { emit stopRequested(statusHere().target); });
    on(m_actions->leave, [this] { emit disconnectRequested(statusHere().target); });
    on(m_actions->cancel, [this] { emit cancelRequested(statusHere().target); });
    on(m_actions->devices,
       [this] { m_pages->currentWidget() == m_devicePage&& m_hasView ? showRecordingPage() : showDevicePage(); });
}

void MainWindow::connectViewActions()
{
    const auto on = [this](const QAction* action, auto slot) { connect(action, &QAction::triggered, this, slot); };
    connect(m_actions->showSidebar, &QAction::toggled, m_sidebar, &QWidget::setVisible);
    connectPaneActions(m_actions, m_recordingPage, m_comparePage);
    connect(m_actions, &WindowActions::themeChosen, this, [this](ThemeChoice choice) {
        settings::setTheme(choice);
        applyTheme();
    });
    on(m_actions->palette, [this] { (new Palette(paletteEntries(*this, *m_actions), this))->open(); });
    on(m_actions->skippedSteps, [this] { chooseSkippedSteps(m_recordingPage, this); });
    on(m_actions->shortcuts, [this] { ShortcutsDialog::openOver(m_actions->shortcutList(), this); });
    on(m_actions->about, [this] { showMessage(aboutText()); });
}

void MainWindow::setComparedRecordings(const trace::TraceView& viewA, const QString& pathA,
                                       const trace::TraceView& viewB, const QString& pathB, const QString& cost)
{
    m_comparison->compareBoth({viewA, pathA}, {viewB, pathB}, cost);
}

void MainWindow::setComparison(const trace::TraceView& view, const QString& path, const QString& cost)
{
    m_comparison->compareWith(view, path, cost);
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (!m_fleet->mayClose())
        return event->ignore();
    settings::setLayout(QStringLiteral("window"), saveGeometry());
    emit closeRequested();
    event->accept();
}

} // namespace stepscope::ui
