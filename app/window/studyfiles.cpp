#include "app/window/studyfiles.h"

#include "analysis/export/textfile.h"
#include "analysis/study/studyadvice.h"
#include "analysis/study/studyfile.h"
#include "analysis/study/studyobservations.h"
#include "analysis/trace/tracestore.h"
#include "ui/messages/filetexts.h"
#include "ui/parts/settings.h"
#include "ui/study/studypage.h"
#include "ui/window/mainwindow.h"
#include "widgets/charts/studychart.h"

#include <QDir>
#include <QFileInfo>

#include <atomic>
#include <filesystem>
#include <optional>
#include <utility>

namespace stepscope::app {
namespace {

using format::Error;
using format::Result;

constexpr int kJoinedMs = 300; ///< changes of the file within this time are read once

/// The recordings of a study in this folder. After a stop request it reads nothing.
analysis::CellReader readerOf(const QString& folder, const ui::JobPointer& job)
{
    return [folder, job](const analysis::StudyCell& cell) -> Result<trace::TraceView> {
        return analysis::loadCellRecording(cell, folder.toStdString(),
                                           [&job](double) { return !job->stopRequested(); });
    };
}

/// Adds the figures and tables of the study.
Result<ui::StudyContent> completed(ui::StudyContent content, const ui::JobPointer& job)
{
    const QString& folder = content.folder;
    content.figures = analysis::studyFigures(content.study, readerOf(folder, job));
    content.tables = analysis::studyTables(content.study);
    content.advice = analysis::adviceTables(analysis::studyAdvice(content.study, std::nullopt, readerOf(folder, job)));
    if (job->stopRequested())
        return format::failure(Error::Code::Cancelled, ui::messages::studyCancelled().toStdString());
    return content;
}

Result<ui::StudyContent> readContent(const QString& folder, const ui::JobPointer& job)
{
    ui::StudyContent content;
    content.folder = folder;
    content.study = TRY(analysis::readStudy(folder.toStdString()));
    return completed(std::move(content), job);
}

QString folderOf(const QString& path)
{
    const QFileInfo file(path);
    return QDir::cleanPath(file.isDir() ? file.absoluteFilePath() : file.absolutePath());
}

/// The study of a folder, or of recordings.
Result<analysis::Study> studyOf(const QString& folder, const std::optional<analysis::Study>& recordings)
{
    return recordings ? *recordings : analysis::readStudy(folder.toStdString());
}

QString textOf(const Error& error)
{
    return QString::fromStdString(error.text);
}

} // namespace

StudyFiles::StudyFiles(ui::MainWindow& window)
    : m_window(window)
    , m_reading(ui::BackgroundJob::Policy::NewestWins, ui::blockingJobPool())
    , m_refreshing(ui::BackgroundJob::Policy::NewestWins, ui::blockingJobPool())
    , m_comparing(ui::BackgroundJob::Policy::NewestWins, ui::blockingJobPool())
    , m_observing(ui::BackgroundJob::Policy::NewestWins)
{
    m_change.setSingleShot(true);
    m_change.setInterval(kJoinedMs);
    connect(&m_change, &QTimer::timeout, this, &StudyFiles::readAgain);
    const auto changed = [this] { m_change.start(); };
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, changed);
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, changed);
    connectWindow();
}

StudyFiles::~StudyFiles() = default;

void StudyFiles::connectWindow()
{
    using ui::MainWindow;
    connect(&m_window, &MainWindow::studyCompareRequested, this, &StudyFiles::compareWith);
    connect(&m_window, &MainWindow::studyObservationsRequested, this, &StudyFiles::observe);
    connect(&m_window, &MainWindow::studyObservationsCancelled, this, [this] { m_observing.cancel(); });
    connect(&m_window, &MainWindow::studyExportRequested, this, &StudyFiles::exportFile);
    connect(&m_window, &MainWindow::studyClosed, this, &StudyFiles::close);
}

bool StudyFiles::isStudyPath(const QString& path)
{
    const QFileInfo file(path);
    return file.isDir() || file.fileName() == QLatin1String("study.json");
}

ui::JobPointer StudyFiles::open(const QString& path)
{
    const QString folder = folderOf(path);
    return m_reading.start(
        [folder](const ui::JobPointer& job) { return readContent(folder, job); },
        [this, folder](Result<ui::StudyContent> content) {
            m_window.clearBusy();
            if (content.ok()) {
                if (m_folder != folder)
                    close();
                m_window.setStudy(*content);
                m_window.showStudyPage();
                watch(folder);
            } else if (content.error().code != Error::Code::Cancelled) {
                m_window.showError(textOf(content.error()));
            }
        },
        [this, folder](double) { m_window.setBusy(ui::messages::opening(QDir::toNativeSeparators(folder)), -1); });
}

Result<ui::StudyContent> StudyFiles::contentOf(const std::vector<analysis::NamedRecording>& recordings,
                                               const ui::JobPointer& job)
{
    ui::StudyContent content;
    content.isStored = false;
    // The page shows the last part as the name of the study, and takes another name as another study.
    static std::atomic<int> number = 0;
    content.folder =
        QStringLiteral("/%1/%2").arg(++number).arg(ui::messages::studyName(static_cast<qsizetype>(recordings.size())));
    content.study = analysis::studyOfRecordings(recordings, ui::settings::skippedSteps(), job->stopToken());
    return completed(std::move(content), job);
}

void StudyFiles::show(const ui::StudyContent& content)
{
    close();
    m_recordings = content.study;
    m_window.setStudy(content);
    m_window.showStudyPage();
    m_window.studyPage()->showEntry(QStringLiteral("observations"));
}

void StudyFiles::close()
{
    m_folder.clear();
    m_recordings.reset();
    m_change.stop();
    m_refreshing.cancel();
    m_comparing.cancel();
    m_observing.cancel();
    for (const QString& path : m_watcher.directories() + m_watcher.files())
        m_watcher.removePath(path);
}

/// The file is replaced as a whole, so its folder is watched, too.
void StudyFiles::watch(const QString& folder)
{
    m_folder = folder;
    m_watcher.addPath(folder);
    m_watcher.addPath(QString::fromStdString(analysis::studyFile(folder.toStdString()).string()));
}

void StudyFiles::readAgain()
{
    if (m_folder.isEmpty())
        return;
    if (m_refreshing.isBusy())
        return m_change.start(); // a reading that is always replaced by a newer one would never end
    watch(m_folder);
    m_refreshing.start([folder = m_folder](const ui::JobPointer& job) { return readContent(folder, job); },
                       [this](Result<ui::StudyContent> content) {
                           if (content.ok())
                               m_window.setStudy(*content);
                           else if (content.error().code != Error::Code::Cancelled)
                               m_window.showError(textOf(content.error()));
                       });
}

void StudyFiles::compareWith(const QString& path)
{
    const QString folder = folderOf(path);
    m_comparing.start(
        [a = m_folder, read = m_recordings, folder](const std::stop_token&) -> Result<ui::StudyComparisonContent> {
            const analysis::Study studyA = TRY(studyOf(a, read));
            const analysis::Study studyB = TRY(analysis::readStudy(folder.toStdString()));
            ui::StudyComparisonContent content;
            content.folder = folder;
            content.study = studyB;
            content.comparison = analysis::compareStudies(studyA, studyB);
            content.figures = analysis::comparisonFigures(content.comparison, QFileInfo(a).fileName().toStdString(),
                                                          QFileInfo(folder).fileName().toStdString());
            return content;
        },
        [this](Result<ui::StudyComparisonContent> content) {
            if (content.ok())
                m_window.setStudyComparison(*content);
            else
                m_window.showError(textOf(content.error()));
        });
}

void StudyFiles::observe()
{
    ui::StudyPage* page = m_window.studyPage();
    page->setObservationsProgress(-1);
    m_observing.start(
        [folder = m_folder, read = m_recordings](const ui::JobPointer& job) -> Result<analysis::StudyObservations> {
            const analysis::Study study = TRY(studyOf(folder, read));
            return analysis::readStudyObservations(
                study, readerOf(folder, job), [&](double share) { job->setProgress(share); }, job->stopToken());
        },
        [this, page](Result<analysis::StudyObservations> observations) {
            if (observations.ok())
                m_window.setStudyObservations(*observations);
            else
                page->setObservationsError(textOf(observations.error()));
        },
        [page](double share) { page->setObservationsProgress(share); });
}

void StudyFiles::exportFile(const ui::StudyExport& request)
{
    const bool isData = QFileInfo(request.path).suffix().compare(QLatin1String("csv"), Qt::CaseInsensitive) == 0;
    Result<void> done;
    if (isData) {
        done = analysis::writeTextFile(request.path.toStdString(), request.csv.toStdString());
    } else if (request.figure) {
        widgets::FigurePaper paper;
        paper.path = request.path;
        done = widgets::exportStudyFigure(*request.figure, paper);
    } else {
        done = format::failure(ui::messages::tableNeedsCsv().toStdString());
    }
    if (done.ok())
        m_window.showMessage(ui::messages::fileWritten(QDir::toNativeSeparators(request.path)));
    else
        m_window.showError(textOf(done.error()));
}

} // namespace stepscope::app
