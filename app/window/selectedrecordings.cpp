#include "app/window/selectedrecordings.h"

#include "analysis/export/exporter.h"
#include "analysis/trace/tracestore.h"
#include "app/commands/figurefile.h"
#include "app/window/captures.h"
#include "app/window/studyfiles.h"
#include "ui/messages/filetexts.h"
#include "ui/window/mainwindow.h"

#include <QDir>
#include <QFileInfo>

#include <optional>
#include <utility>
#include <vector>

namespace stepscope::app {
namespace {

using format::Error;
using format::Result;

/// A recording by its path, with its latest view if it is being recorded.
struct Selected
{
    QString path;
    std::optional<trace::TraceView> live;
};

std::vector<Selected> selected(const QStringList& paths, const Captures& captures)
{
    std::vector<Selected> all;
    for (const QString& path : paths)
        all.push_back({path, captures.viewOf(path)});
    return all;
}

/// `done` of `all` recordings have been read: that is the progress from which the next one continues.
Result<trace::TraceView> viewOf(const Selected& recording, const ui::JobPointer& job, std::size_t done, std::size_t all)
{
    if (recording.live)
        return *recording.live;
    return trace::loadRecording(recording.path.toStdString(), [&](double share) {
        job->setProgress((static_cast<double>(done) + share) / static_cast<double>(all));
        return !job->stopRequested();
    });
}

Result<std::vector<analysis::NamedRecording>> readAll(const std::vector<Selected>& recordings,
                                                      const ui::JobPointer& job)
{
    std::vector<analysis::NamedRecording> views;
    for (const Selected& recording : recordings)
        views.push_back({QFileInfo(recording.path).absoluteFilePath().toStdString(),
                         TRY(viewOf(recording, job, views.size(), recordings.size()))});
    return views;
}

/// Exports one recording. Returns an error's text, or nothing.
Result<void> exportOne(const trace::TraceView& view, const analysis::Exporter& exporter, const QString& file,
                       const ui::JobPointer& job)
{
    analysis::ExportOptions options;
    options.title = QFileInfo(file).completeBaseName().toStdString();
    options.stop = job->stopToken();
    TRY(analysis::exportFile(view, exporter, file.toStdString(), false, options,
                             [&](double) { return !job->stopRequested(); }));
    return {};
}

/// What became of an export of several recordings.
struct Exported
{
    std::size_t written = 0;
    QStringList faults; ///< one line each
};

} // namespace

SelectedRecordings::SelectedRecordings(ui::MainWindow& window, const Captures& captures, StudyFiles& studies)
    : m_window(window)
    , m_captures(captures)
    , m_studies(studies)
    , m_jobs(ui::BackgroundJob::Policy::Parallel, ui::blockingJobPool())
{}

SelectedRecordings::~SelectedRecordings() = default;

std::function<void(double)> SelectedRecordings::showProgress(const QString& text)
{
    return [this, text](double share) { m_window.setBusy(text, share); };
}

void SelectedRecordings::compare(const QString& pathA, const QString& pathB)
{
    const bool isLive = m_captures.viewOf(pathA) || m_captures.viewOf(pathB);
    const auto job =
        m_jobs.start([recordings = selected({pathA, pathB}, m_captures)](
                         const ui::JobPointer& control) { return readAll(recordings, control); },
                     [this, pathA, pathB, isLive](const Result<std::vector<analysis::NamedRecording>>& views) {
                         m_window.clearBusy();
                         if (views.ok())
                             m_window.setComparedRecordings((*views)[0].view, pathA, (*views)[1].view, pathB,
                                                            isLive ? ui::messages::refreshedWhileRecording()
                                                                   : ui::messages::bothStayInMemory());
                         else if (views.error().code != Error::Code::Cancelled)
                             m_window.showError(QString::fromStdString(views.error().text));
                     },
                     showProgress(ui::messages::openingTwo()));
    emit started(job);
}

void SelectedRecordings::observe(const QStringList& paths)
{
    const auto job = m_jobs.start(
        [recordings = selected(paths, m_captures)](const ui::JobPointer& control) -> Result<ui::StudyContent> {
            return StudyFiles::contentOf(TRY(readAll(recordings, control)), control);
        },
        [this](Result<ui::StudyContent> content) {
            m_window.clearBusy();
            if (content.ok())
                m_studies.show(*content);
            else if (content.error().code != Error::Code::Cancelled)
                m_window.showError(QString::fromStdString(content.error().text));
        },
        showProgress(ui::messages::reading(paths.size())));
    emit started(job);
}

void SelectedRecordings::exportAll(const QStringList& paths, qsizetype exporter, const QString& folder)
{
    const analysis::Exporter& chosen = *analysis::exporters()[static_cast<std::size_t>(exporter)];
    const std::string_view suffix = chosen.suffixes().front();
    const QString ending = QString::fromUtf8(suffix.data(), static_cast<qsizetype>(suffix.size()));
    const QString shown = QDir::toNativeSeparators(folder);
    const auto job = m_jobs.start(
        [recordings = selected(paths, m_captures), folder, ending, &chosen](const ui::JobPointer& control) {
            Exported result;
            for (std::size_t i = 0; i < recordings.size() && !control->stopRequested(); ++i) {
                const QString file = QDir(folder).filePath(QFileInfo(recordings[i].path).completeBaseName() + ending);
                const auto view = viewOf(recordings[i], control, i, recordings.size());
                const Result<void> done = view.ok() ? exportOne(*view, chosen, file, control) : view.error();
                if (done.ok())
                    ++result.written;
                else
                    result.faults << QString::fromStdString(done.error().text);
            }
            return result;
        },
        [this, shown, all = paths.size()](const Exported& result) {
            m_window.clearBusy();
            const QString written = ui::messages::exported(static_cast<qsizetype>(result.written), all, shown);
            if (result.faults.isEmpty())
                m_window.showMessage(written);
            else
                m_window.showError(written + QStringLiteral(". ") + result.faults.join(QStringLiteral(" ")));
        },
        showProgress(ui::messages::exporting(paths.size(), shown)));
    emit started(job);
}

} // namespace stepscope::app
