#include "app/window/fileimport.h"

#include "analysis/import/collectedimport.h"
#include "analysis/trace/tracestore.h"
#include "app/window/studyfiles.h"
#include "ui/import/alignmentpanel.h"
#include "ui/import/importdialog.h"
#include "ui/messages/importtexts.h"
#include "ui/parts/messageline.h"
#include "ui/window/importcontroller.h"
#include "ui/window/mainwindow.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

namespace stepscope::app {

using format::Error;
using format::Result;

/// What files are.
struct FileImport::Found
{
    QStringList recordings;
    QStringList studies;
    QList<ui::ImportFile> files; ///< of other programs, or of an unknown kind
};

/// A corrected import.
struct FileImport::Moved
{
    trace::TraceView view;
    qint64 shiftNs = 0;
};

namespace {

std::filesystem::path pathOf(const QString& path)
{
    return path.toStdString();
}

/// A file that is meant to be a recording, so that its error is that of a recording.
bool isNamedRecording(const QString& path)
{
    return path.endsWith(QLatin1String(".stepscope"), Qt::CaseInsensitive);
}

ui::ImportFile describe(const QString& path, const Result<analysis::FileKind>& kind)
{
    ui::ImportFile file;
    file.path = path;
    file.bytes = static_cast<quint64>(QFileInfo(path).size());
    if (!kind.ok()) {
        file.fault = QString::fromStdString(kind.error().text);
    } else if (kind->isRecording) {
        file.isRecording = true;
        file.kind = ui::messages::recordingKind();
    } else {
        file.kind = QString::fromStdString(std::string(kind->importer->summary()));
        file.usesInterval = kind->importer->usesInterval();
        file.usesColumns = kind->importer->usesColumns();
    }
    return file;
}

QString methodText(const analysis::Alignment& alignment)
{
    using Method = analysis::Alignment::Method;
    switch (alignment.method) {
    case Method::Clock:
        return alignment.correlation > 0 ? ui::messages::alignedByClockAndActivity() : ui::messages::alignedByClock();
    case Method::Activity:
        return ui::messages::alignedByActivity(alignment.correlation);
    case Method::Start:
        return ui::messages::notAligned();
    case Method::Reference:
        break;
    }
    return {};
}

analysis::ImportOptions optionsOf(const ui::ImportRequest& request)
{
    analysis::ImportOptions options;
    for (const QString& file : request.files)
        options.files.push_back(pathOf(file));
    if (request.intervalMs > 0)
        options.intervalNs = std::llround(request.intervalMs * 1e6);
    options.timeColumn = request.timeColumn.toStdString();
    for (const QString& unit : request.units)
        options.units.push_back(unit.toStdString());
    return options;
}

} // namespace

/// A finished import that can be written again with other corrections.
class FileImport::Session
{
public:
    static Result<std::shared_ptr<Session>> import(const ui::ImportRequest& request,
                                                   const analysis::ImportProgress& progress)
    {
        auto session = std::make_shared<Session>();
        session->m_options = optionsOf(request);
        session->m_output = request.output;
        session->m_reference = QFileInfo(request.files.first()).fileName();
        session->m_intoRecording = TRY(analysis::kindOfFile(session->m_options.files.front())).isRecording;
        if (session->m_intoRecording) {
            session->m_sources =
                TRY(analysis::importFiles(session->m_options, pathOf(request.output), progress)).sources;
        } else {
            session->m_collected = TRY(analysis::importCollected(session->m_options, pathOf(request.output), progress));
            session->m_sources = session->m_collected->sources();
        }
        return session;
    }

    /// Writes the recording with these corrections beside the first one and reads it; `keeps`: then replaces it.
    Result<Moved> move(const QList<double>& correctionsMs, bool keeps)
    {
        const std::int64_t before = referenceStart();
        removeMoved();
        TRY(write(correctionsMs));
        Moved moved{TRY(trace::loadRecording(movedPath())), referenceStart() - before};
        if (!keeps)
            return moved;
        std::error_code error;
        std::filesystem::rename(movedPath(), pathOf(m_output), error);
        if (error)
            return format::failure(
                ui::messages::correctedTimesNotWritten(m_output, QString::fromStdString(error.message()))
                    .toStdString());
        return moved;
    }

    void removeMoved() const
    {
        std::error_code ignored;
        std::filesystem::remove(movedPath(), ignored);
    }

    [[nodiscard]] QList<ui::AlignedSource> shown() const
    {
        QList<ui::AlignedSource> shown;
        for (std::size_t i = firstMovable(); i < m_sources.size(); ++i) {
            const analysis::ImportedSource& source = m_sources[i];
            shown << ui::AlignedSource{.name = QString::fromStdString(source.files.front().filename().string()),
                                       .method = methodText(source.alignment),
                                       .beginSeconds = static_cast<double>(source.beginNs) * 1e-9,
                                       .accuracySeconds = static_cast<double>(source.alignment.accuracyNs) * 1e-9,
                                       .confidence = source.alignment.confidence,
                                       .correctionMs = static_cast<double>(source.alignment.correctionNs) * 1e-6,
                                       .text = QString::fromStdString(source.alignment.text)};
        }
        return shown;
    }
    [[nodiscard]] const QString& output() const { return m_output; }
    [[nodiscard]] const QString& reference() const { return m_reference; }

private:
    [[nodiscard]] std::size_t firstMovable() const { return m_intoRecording ? 0 : 1; }
    [[nodiscard]] std::filesystem::path movedPath() const
    {
        const std::filesystem::path output = pathOf(m_output);
        return output.parent_path() / ("." + output.filename().string() + ".moved");
    }
    /// Where the first source begins in the recording, whose earliest data are at 0.
    [[nodiscard]] std::int64_t referenceStart() const
    {
        std::int64_t earliest = 0;
        for (const analysis::ImportedSource& source : m_sources)
            earliest = std::min(earliest, source.beginNs);
        return m_intoRecording ? 0 : -earliest;
    }

    Result<void> write(const QList<double>& correctionsMs)
    {
        for (std::size_t i = firstMovable(); i < m_sources.size(); ++i) {
            const auto index = static_cast<qsizetype>(i - firstMovable());
            const auto ns = index < correctionsMs.size() ? std::llround(correctionsMs[index] * 1e6) : 0;
            if (m_collected)
                m_collected->correct(i, ns);
            for (const std::filesystem::path& file : m_sources[i].files)
                m_options.offsets[file] = ns;
        }
        if (m_collected) {
            m_sources = m_collected->sources();
            return m_collected->write(movedPath());
        }
        m_sources = TRY(analysis::importFiles(m_options, movedPath())).sources;
        return {};
    }

    analysis::ImportOptions m_options;
    QString m_output;
    QString m_reference;
    bool m_intoRecording = false;
    std::optional<analysis::CollectedImport> m_collected;
    std::vector<analysis::ImportedSource> m_sources;
};

FileImport::FileImport(ui::MainWindow& window)
    : m_window(window)
    , m_shown(*window.imports())
    , m_recognising(ui::BackgroundJob::Policy::Parallel, ui::blockingJobPool())
    , m_importing(ui::BackgroundJob::Policy::NewestWins, ui::blockingJobPool())
    , m_moving(ui::BackgroundJob::Policy::NewestWins, ui::blockingJobPool())
{
    using ui::ImportController;
    connect(&m_shown, &ImportController::openRequested, this, &FileImport::open);
    connect(&m_shown, &ImportController::filesChosen, this,
            [this](const QStringList& paths) { recognise(paths, true); });
    connect(&m_shown, &ImportController::importRequested, this, &FileImport::import);
    connect(&m_shown, &ImportController::cancelRequested, this, [this] {
        if (m_import)
            m_import->requestStop();
    });
    const ui::AlignmentPanel* panel = m_shown.panel();
    connect(panel, &ui::AlignmentPanel::corrected, this, [this](const QList<double>& correctionsMs) {
        m_correctionsMs = correctionsMs;
        move(false);
    });
    connect(panel, &ui::AlignmentPanel::keepRequested, this, [this] { move(true); });
    connect(panel, &ui::AlignmentPanel::closeRequested, this, &FileImport::close);
    connectFailures();
}

/// Exceptions in the threads that read and write files: memory is exhausted.
void FileImport::connectFailures()
{
    using ui::BackgroundJob;
    connect(&m_recognising, &BackgroundJob::failed, this,
            [this](const QString& what) { m_window.showError(ui::messages::memoryExhausted(what)); });
    connect(&m_importing, &BackgroundJob::failed, this, [this](const QString& what) {
        m_import.reset();
        m_shown.setFailed(ui::messages::memoryExhausted(what));
    });
    connect(&m_moving, &BackgroundJob::failed, this, [this](const QString& what) {
        m_shown.panel()->setBusy(false);
        m_window.showError(ui::messages::memoryExhausted(what));
    });
}

FileImport::~FileImport()
{
    if (m_import)
        m_import->requestStop(); // its file is removed by the job
    m_moving.cancel();
    m_importing.waitForDone();
    m_moving.waitForDone();
    if (m_session)
        m_session->removeMoved();
}

void FileImport::open(const QStringList& paths)
{
    m_window.banner()->clearError();
    // With the dialog open, further files are meant for it.
    recognise(paths, m_shown.dialog() != nullptr);
}

void FileImport::recognise(const QStringList& paths, bool forDialog)
{
    m_recognising.start(
        [paths](const std::stop_token& /*stop*/) {
            Found found;
            for (const QString& path : paths) {
                if (StudyFiles::isStudyPath(path)) {
                    found.studies << path;
                    continue;
                }
                const auto kind = analysis::kindOfFile(pathOf(path));
                if (kind.ok() ? kind->isRecording : isNamedRecording(path))
                    found.recordings << path;
                else
                    found.files << describe(path, kind);
            }
            return found;
        },
        [this, forDialog, number = ++m_requests](Found found) {
            // The window shows recordings or studies of a later request already.
            if (number < m_latestOpened) {
                found.recordings.clear();
                found.studies.clear();
            }
            if (!found.recordings.isEmpty() || !found.studies.isEmpty())
                m_latestOpened = number;
            handle(found, forDialog);
        });
}

void FileImport::handle(const Found& found, bool forDialog)
{
    QList<ui::ImportFile> files = found.files;
    const auto isUnknown = [](const ui::ImportFile& file) { return !file.fault.isEmpty(); };
    if (!forDialog && !files.isEmpty() && std::all_of(files.cbegin(), files.cend(), isUnknown)) {
        m_window.showError(files.first().fault);
        files.clear();
    }
    const bool merges = !files.isEmpty() && found.recordings.size() == 1;
    if (merges || (forDialog && !found.recordings.isEmpty())) {
        for (const QString& recording : found.recordings)
            files << describe(recording, analysis::FileKind{.isRecording = true});
    } else {
        for (int i = 0; i < found.recordings.size(); ++i) {
            if (i == 0)
                emit recordingFound(found.recordings[i]);
            else
                emit windowRequested(found.recordings[i]);
        }
    }
    for (const QString& study : found.studies)
        emit studyFound(study);
    if (!files.isEmpty())
        m_shown.showFiles(files);
}

void FileImport::import(const ui::ImportRequest& request)
{
    m_import = m_importing.start(
        [request](const ui::JobPointer& job) {
            return Session::import(request, [&job](double share) {
                job->setProgress(share);
                return !job->stopRequested();
            });
        },
        [this](const Result<std::shared_ptr<Session>>& session) {
            m_import.reset();
            if (session.ok())
                show(*session);
            else
                m_shown.setFailed(session.error().code == Error::Code::Cancelled
                                      ? QString()
                                      : QString::fromStdString(session.error().text));
        },
        [this](double share) { m_shown.setProgress(share); });
}

void FileImport::show(const std::shared_ptr<Session>& session)
{
    leave(session->output());
    m_session = session;
    m_correctionsMs.clear();
    m_shown.setDone(session->reference(), session->shown());
    if (session->shown().isEmpty())
        m_session.reset(); // there is nothing to correct
    emit written(session->output());
}

void FileImport::move(bool keeps)
{
    if (!m_session)
        return;
    m_shown.panel()->setBusy(true);
    m_moving.start([session = m_session, corrections = m_correctionsMs,
                    keeps](const std::stop_token& /*stop*/) { return session->move(corrections, keeps); },
                   [this, session = m_session, keeps](const Result<Moved>& moved) {
                       if (session != m_session)
                           return session->removeMoved();
                       m_shown.panel()->setBusy(false);
                       if (!moved.ok())
                           return m_window.showError(QString::fromStdString(moved.error().text));
                       if (keeps) {
                           m_shown.panel()->setKept(session->shown());
                           m_window.showMessage(
                               ui::messages::correctedTimesWritten(QDir::toNativeSeparators(session->output())));
                       } else {
                           m_shown.panel()->updateSources(session->shown());
                       }
                       emit this->moved(session->output(), moved->view, moved->shiftNs);
                   });
}

void FileImport::close()
{
    if (!m_session)
        return;
    const bool isChanged = m_shown.panel()->hasChanges();
    const QString output = m_session->output();
    leave({});
    if (isChanged)
        emit written(output); // shows what is on the disk
}

void FileImport::leave(const QString& path)
{
    if (!m_session || m_session->output() == path)
        return;
    m_moving.cancel();
    m_moving.waitForDone();
    m_session->removeMoved();
    m_session.reset();
    m_shown.panel()->setSources({}, {});
}

} // namespace stepscope::app
