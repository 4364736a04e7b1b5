#include "ui/banner.h"
#include "ui/busystrip.h"
#include "ui/captureform.h"
#include "ui/comparepage.h"
#include "ui/devicepage.h"
#include "ui/devicepanel.h"
#include "ui/foldexport.h"
#include "ui/foldpanel.h"
#include "ui/inspector.h"
#include "ui/mainwindow.h"
#include "ui/navigator.h"
#include "ui/recordingpage.h"
#include "ui/rowsmenu.h"
#include "ui/settings.h"
#include "ui/shortcutsdialog.h"
#include "ui/sidebar.h"
#include "ui/statusline.h"
#include "ui/windowactions.h"
#include "widgets/glide.h"
#include "widgets/navigation.h"
#include "widgets/timelinewidget.h"

#include <QAction>
#include <QMenu>
#include <QStackedWidget>

/// What leads where: the window's panels and actions, connected.
namespace stepscope::ui {

void MainWindow::connectDevices()
{
    connect(m_devicePage, &DevicePage::profileRequested, this, [this](const CaptureRequest& request) {
        settings::rememberCapture(request);
        m_sidebar->refresh();
        m_devicePage->form()->setDevices(settings::devices());
        m_banner->clear();
        emit profileRequested(request);
    });
    connect(m_devicePage, &DevicePage::cancelRequested, this, &MainWindow::cancelRequested);
    connect(m_devicePage, &DevicePage::showLiveRequested, this, &MainWindow::showRecordingPage);
    connect(m_devicePage, &DevicePage::targetChosen, this, &MainWindow::updateChrome);
    const DevicePanel* device = m_devicePage->device();
    connect(device, &DevicePanel::probeRequested, this, &MainWindow::probeRequested);
    connect(device, &DevicePanel::runsRequested, this, &MainWindow::runsRequested);
    connect(device, &DevicePanel::attachRequested, this, [this](const QString& target, const QString& run) {
        settings::rememberDevice(target);
        m_sidebar->refresh();
        emit attachRequested(target, run);
    });
    connect(m_sidebar, &Sidebar::deviceChosen, this, [this](const QString& target) {
        m_devicePage->setTarget(target);
        showDevicePage();
    });
    connect(m_sidebar, &Sidebar::recordingChosen, this, [this](const QString& path) {
        // What is shown already needs no reading.
        if (path == m_recordingPath && m_hasView)
            showRecordingPage();
        else
            emit openRequested(path);
    });
    connect(m_sidebar, &Sidebar::openRequested, this, &MainWindow::chooseRecording);
    connect(m_sidebar, &Sidebar::devicesChanged, this,
            [this] { m_devicePage->form()->setDevices(settings::devices()); });
    connect(m_busy, &BusyStrip::cancelRequested, this, &MainWindow::busyCancelRequested);
    connect(m_statusLine, &StatusLine::lossesClicked, this, [this] {
        showRecordingPage();
        m_recordingPage->showTab(RecordingPage::Tab::Health);
    });
}

void MainWindow::connectRecording()
{
    connect(m_recordingPage, &RecordingPage::cancelRequested, this, &MainWindow::cancelRequested);
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
}

void MainWindow::connectActions()
{
    connectFileActions();
    connectTimelineActions();
    connectViewActions();
}

void MainWindow::connectFileActions()
{
    const auto on = [this](const QAction* action, auto slot) { connect(action, &QAction::triggered, this, slot); };
    on(m_actions->open, [this] { chooseRecording(); });
    on(m_actions->closeRecording, [this] { closeRecording(); });
    on(m_actions->compareRecording, [this] { chooseComparison(); });
    on(m_actions->keepAsA, [this] { keepAsA(); });
    on(m_actions->compareWithA, [this] { compareWithA(); });
    on(m_actions->exportSeen, [this] { chooseFigure(); });
    on(m_actions->exportPaper, [this] { askForPaper(); });
    on(m_actions->copyPicture, [this] { timeline()->copyPicture(); });
    on(m_actions->exportCsv, [this] { chooseCsvFolder(); });
    on(m_actions->quit, [this] { close(); });
    on(m_actions->profile, [this] {
        if (m_pages->currentWidget() == m_devicePage)
            m_devicePage->form()->submit();
        else
            showDevicePage();
    });
    on(m_actions->stop, [this] { emit stopRequested(); });
    on(m_actions->leave, [this] { emit disconnectRequested(); });
    on(m_actions->cancel, [this] { emit cancelRequested(); });
    on(m_actions->devices,
       [this] { m_pages->currentWidget() == m_devicePage&& m_hasView ? showRecordingPage() : showDevicePage(); });
}

void MainWindow::connectTimelineActions()
{
    const auto on = [this](const QAction* action, auto slot) { connect(action, &QAction::triggered, this, slot); };
    RecordingPage* page = m_recordingPage;
    widgets::TimeAxis* axis = page->timeline()->axis();
    on(m_actions->fitAll, [axis] { axis->showAll(); });
    on(m_actions->back, [axis] { axis->back(); });
    on(m_actions->forward, [axis] { axis->forward(); });
    on(m_actions->follow, [axis](bool checked) { axis->setFollowing(checked); });
    on(m_actions->zoomStep, [page] { page->zoomToStepInView(); });
    on(m_actions->nextStep, [page] { page->zoomToNextStep(true); });
    on(m_actions->previousStep, [page] { page->zoomToNextStep(false); });
    on(m_actions->zoomSelection, [page] { page->zoomToSelection(); });
    on(m_actions->findOp, [page] { page->findOp(); });
    on(m_actions->nextInstance, [page] { page->goToInstance(true); });
    on(m_actions->previousInstance, [page] { page->goToInstance(false); });
    on(m_actions->bookmark, [page] { page->navigator()->addBookmark(); });
    connect(m_actions, &WindowActions::stepEntered, page->navigator(), &Navigator::zoomToStepNumber);
    on(m_actions->timeline, [page] { page->timeline()->setFocus(Qt::ShortcutFocusReason); });
}

void MainWindow::connectViewActions()
{
    const auto on = [this](const QAction* action, auto slot) { connect(action, &QAction::triggered, this, slot); };
    const RecordingPage* page = m_recordingPage;
    connect(m_actions->showSidebar, &QAction::toggled, m_sidebar, &QWidget::setVisible);
    connect(m_actions->showInspector, &QAction::toggled, page->inspector(), &QWidget::setVisible);
    connect(m_actions->showTables, &QAction::toggled, page->tables(), &QWidget::setVisible);
    for (int i = 0; i < m_actions->tabs.size(); ++i)
        on(m_actions->tabs[i], [this, i] {
            m_actions->showTables->setChecked(true);
            m_recordingPage->showTab(static_cast<RecordingPage::Tab>(i));
        });
    m_actions->viewMenu->addSeparator();
    auto* rows = new RowsMenu(m_recordingPage->timeline(), this);
    rows->follow(m_comparePage->timelineA());
    rows->follow(m_comparePage->timelineB());
    m_actions->viewMenu->addMenu(rows);
    connect(m_actions->glide, &QAction::toggled, this,
            [this](bool isOn) { m_recordingPage->timeline()->axis()->setGlideTime(isOn ? widgets::kGlideMs : 0); });
    // Kept only when a person asked for it: until then the desktop's own choice counts.
    on(m_actions->glide, [this] { settings::setShowsMovements(m_actions->glide->isChecked()); });
    connect(m_actions, &WindowActions::themeChosen, this, [this](ThemeChoice choice) {
        settings::setTheme(choice);
        applyTheme();
    });
    on(m_actions->skippedSteps, [this] { chooseSkippedSteps(); });
    on(m_actions->shortcuts, [this] {
        auto* dialog = new ShortcutsDialog(m_actions->shortcutList(), this);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->open();
    });
    on(m_actions->about, [this] {
        showMessage(tr("Stepscope %1: where the time, the watts and the memory of a training step go. Free software "
                       "under the GPL, "
                       "version 3 or later.")
                        .arg(QStringLiteral(STEPSCOPE_VERSION)));
    });
}

} // namespace stepscope::ui
