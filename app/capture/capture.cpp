#include "app/capture/capture.h"

#include "analysis/text/quantitytext.h"
#include "analysis/trace/tracestore.h"
#include "app/capture/ingest.h"
#include "remote/link/run/recordingstream.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <ctime>
#include <sstream>
#include <utility>

namespace stepscope::app {
namespace {

using format::Error;
using format::Result;

/// The default run to attach to: the newest one in progress, else the newest one.
Result<std::string> chooseRun(const std::vector<link::RunInfo>& runs, const std::string& target)
{
    const auto best = std::max_element(runs.begin(), runs.end(), [](const link::RunInfo& a, const link::RunInfo& b) {
        const bool aRuns = a.state == link::RunState::Running;
        const bool bRuns = b.state == link::RunState::Running;
        return aRuns != bRuns ? bRuns : a.startedRealtimeNs < b.startedRealtimeNs;
    });
    if (best == runs.end())
        return format::failure(Error::Code::NotFound, "There is no run on " + target +
                                                          ": start one with `stepscope profile " + target +
                                                          " -- COMMAND`.");
    return best->run;
}

/// An existing file must be the beginning of this run's recording.
Result<void> checkBelongsTo(const std::filesystem::path& path, const std::string& run)
{
    const trace::TraceView view = TRY(trace::loadRecording(path));
    if (view.hasHeader() && view.header().run != run)
        return format::failure(Error::Code::Failed, path.string() + " is the recording of run " + view.header().run +
                                                        ", not of " + run + ": choose another file with -o.");
    return {};
}

/// Resuming a damaged recording truncates it to its intact beginning. That is allowed only where the target still has
/// all of its bytes.
Result<void> checkRestAvailable(const std::filesystem::path& path, const std::string& run, Connection& connection)
{
    const std::uint64_t intact = TRY(format::recoverablePrefix(path));
    const std::uint64_t size = std::filesystem::file_size(path);
    if (intact >= size)
        return {};
    const auto runs = TRY(connection.runs().list());
    const auto kept =
        std::find_if(runs.begin(), runs.end(), [&run](const link::RunInfo& candidate) { return candidate.run == run; });
    if (kept != runs.end() && kept->bytes >= size)
        return {};
    const auto bytes = [](std::uint64_t count) { return analysis::bytesText(static_cast<double>(count)); };
    return format::failure(
        Error::Code::NotFound,
        path.string() + " is damaged after " + bytes(intact) + " of " + bytes(size) + ", and " +
            connection.transport().name() +
            (kept == runs.end() ? " no longer has run " + run : " has only " + bytes(kept->bytes) + " of run " + run) +
            ": the file was not changed, and `stepscope report` reads what is intact.");
}

Result<format::RecordingFile> openToResume(const std::filesystem::path& path, const std::string& run,
                                           Connection& connection)
{
    std::error_code ignored;
    // An empty file remains where the capture ended before the first byte.
    if (std::filesystem::is_regular_file(path, ignored) && std::filesystem::is_empty(path, ignored))
        std::filesystem::remove(path, ignored);
    if (!std::filesystem::exists(path, ignored))
        return format::RecordingFile::create(path);
    TRY(checkBelongsTo(path, run));
    TRY(checkRestAvailable(path, run, connection));
    return format::RecordingFile::recover(path);
}

std::string reconnectingText(const link::StreamState& state)
{
    const auto seconds =
        std::chrono::duration_cast<std::chrono::seconds>(state.delay + std::chrono::milliseconds(500)).count();
    return "The connection broke (" + state.reason + "); the run continues. Attempt " + std::to_string(state.attempt) +
           " in " + std::to_string(seconds) + " s";
}

} // namespace

Capture::Capture(CaptureOptions options, std::shared_ptr<link::Prompter> prompter, CaptureObserver observer)
    : m_options(std::move(options))
    , m_prompter(std::move(prompter))
    , m_observer(std::move(observer))
{}

Capture::~Capture()
{
    if (m_stopThread.joinable())
        m_stopThread.join();
}

void Capture::report(CaptureProgress::Phase phase, std::string text)
{
    CaptureProgress copy;
    {
        const std::lock_guard lock(m_mutex);
        m_progress.phase = phase;
        m_progress.text = std::move(text);
        copy = m_progress;
    }
    if (m_observer.progress)
        m_observer.progress(copy);
}

void Capture::reportBytes(std::uint64_t more)
{
    CaptureProgress copy;
    {
        const std::lock_guard lock(m_mutex);
        m_progress.bytes += more;
        copy = m_progress;
    }
    if (m_observer.progress)
        m_observer.progress(copy);
}

Result<CaptureOutcome> Capture::run()
{
    const std::unique_ptr<Connection> connection =
        TRY(Connection::make(m_options.target, m_options.ssh, m_prompter.get()));
    {
        const std::lock_guard lock(m_mutex);
        m_transport = &connection->transport();
    }
    const auto forgetTransport = [this] {
        const std::lock_guard lock(m_mutex);
        m_transport = nullptr;
    };
    auto run = obtainRun(*connection);
    Result<CaptureOutcome> outcome = run.ok() ? stream(*connection, *run) : Result<CaptureOutcome>(run.error());
    forgetTransport();
    return outcome;
}

Result<std::string> Capture::obtainRun(Connection& connection)
{
    report(CaptureProgress::Phase::Connecting, "Connecting to " + connection.transport().name());
    TRY(connection.connect());
    report(CaptureProgress::Phase::Deploying, "Checking the agent on " + connection.transport().name());
    TRY(connection.deploy([this](const std::string& line) { report(CaptureProgress::Phase::Deploying, line); }));
    std::string run = m_options.existingRun;
    if (run == "*")
        run = TRY(chooseRun(TRY(connection.runs().list()), m_options.target));
    if (run.empty())
        run = TRY(startRun(connection));
    const std::lock_guard lock(m_mutex);
    m_progress.run = run;
    return run;
}

Result<std::vector<std::string>> Capture::trainingCommand(Connection& connection) const
{
    if (!m_options.model.model.empty())
        return modelCommand(connection, m_options.model);
    if (m_options.agentWords.empty())
        return m_options.start.command;
    std::vector<std::string> words = connection.transport().played(m_options.agentWords);
    if (words.empty()) {
        words = m_options.agentWords;
        words.insert(words.begin(), connection.agent().path);
    }
    return words;
}

Result<std::string> Capture::startRun(Connection& connection)
{
    link::StartOptions start = m_options.start;
    start.command = TRY(trainingCommand(connection));
    if (start.command != m_options.start.command)
        start.workingFolder.clear(); // it applies to the user's own command only
    // The file is created first, so that no training is started that cannot be recorded.
    m_file = TRY(format::RecordingFile::create(m_options.recording));
    report(CaptureProgress::Phase::Starting, "Starting the training");
    auto started = connection.runs().start(start);
    if (started.ok())
        return started->run;
    m_file.reset();
    std::error_code ignored;
    std::filesystem::remove(m_options.recording, ignored);
    return started.error();
}

Result<CaptureOutcome> Capture::stream(Connection& connection, const std::string& run)
{
    const std::filesystem::path path =
        m_options.recording.empty() ? std::filesystem::path(run + ".stepscope") : m_options.recording;
    if (!m_file)
        m_file = TRY(openToResume(path, run, connection));
    const std::uint64_t from = m_file->size();
    if (m_observer.recordingOpened)
        m_observer.recordingOpened(path);
    Ingest ingest(std::move(*m_file), m_observer.view);
    m_file.reset();

    link::StreamOptions options;
    options.onState = [this](const link::StreamState& state) {
        {
            const std::lock_guard lock(m_mutex);
            m_progress.bytes = state.offset;
        }
        if (state.phase == link::StreamState::Phase::Streaming)
            report(m_stopAsked ? CaptureProgress::Phase::Stopping : CaptureProgress::Phase::Streaming, "");
        else if (state.phase == link::StreamState::Phase::Reconnecting)
            report(CaptureProgress::Phase::Reconnecting, reconnectingText(state));
    };
    link::RecordingStream stream(connection.transport(), connection.agent().path, options);
    {
        const std::lock_guard lock(m_mutex);
        m_stream = &stream;
    }
    if (m_left)
        stream.cancel();
    const auto followed = stream.follow(run, from, [this, &ingest](std::span<const std::byte> bytes) {
        reportBytes(bytes.size());
        return ingest.push(bytes);
    });
    {
        const std::lock_guard lock(m_mutex);
        m_stream = nullptr;
    }
    auto view = ingest.finish();
    const bool left = !followed.ok() && followed.error().code == Error::Code::Cancelled && m_left;
    if (!followed.ok() && !left) {
        // An empty file would look like a recording, and block its name for the next run.
        std::error_code ignored;
        if (std::filesystem::is_regular_file(path, ignored) && std::filesystem::is_empty(path, ignored))
            std::filesystem::remove(path, ignored);
        return followed.error();
    }
    if (!view.ok())
        return view.error();
    return CaptureOutcome{run, path, *view, left};
}

void Capture::stopTraining()
{
    std::string run;
    {
        const std::lock_guard lock(m_mutex);
        run = m_progress.run;
    }
    if (run.empty() || m_stopAsked.exchange(true))
        return;
    // Only an attempt that failed has reset m_stopAsked; its thread has ended.
    if (m_stopThread.joinable())
        m_stopThread.join();
    report(CaptureProgress::Phase::Stopping, "Asking the target to end the training");
    m_stopThread = std::thread([this, run] { stopOverOwnConnection(run); });
}

void Capture::stopOverOwnConnection(const std::string& run)
{
    const auto stop = [&]() -> Result<void> {
        const auto connection = TRY(Connection::make(m_options.target, m_options.ssh, m_prompter.get()));
        TRY(connection->connect());
        TRY(connection->deploy({}));
        TRY(connection->runs().stop(run));
        return {};
    };
    const auto stopped = stop();
    if (stopped.ok())
        return;
    report(CaptureProgress::Phase::Streaming, "The training was not stopped: " + stopped.error().text);
    m_stopAsked = false;
}

void Capture::leave()
{
    m_left = true;
    const std::lock_guard lock(m_mutex);
    if (m_stream != nullptr)
        m_stream->cancel();
    else if (m_transport != nullptr)
        m_transport->cancel();
}

std::filesystem::path newRecordingPath(const std::filesystem::path& folder, const std::string& target)
{
    std::string stem;
    for (const char c : target)
        stem += std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '-' || c == '_' ? c : '-';
    const std::time_t now = std::time(nullptr);
    std::tm local{};
    ::localtime_r(&now, &local);
    std::array<char, 32> stamp{};
    std::strftime(stamp.data(), stamp.size(), "-%Y%m%d-%H%M%S", &local);
    stem += stamp.data();
    std::filesystem::path path = folder / (stem + ".stepscope");
    std::error_code ignored;
    for (int copy = 2; std::filesystem::exists(path, ignored); ++copy)
        path = folder / (stem + "-" + std::to_string(copy) + ".stepscope");
    return path;
}

std::vector<std::string> commandWords(const std::string& line)
{
    if (line.find_first_of("|&;<>()$`\\\"'*?[]#~={}!\n") != std::string::npos)
        return {"/bin/sh", "-c", line};
    std::istringstream words(line);
    std::vector<std::string> result;
    for (std::string word; words >> word;)
        result.push_back(word);
    return result;
}

} // namespace stepscope::app
