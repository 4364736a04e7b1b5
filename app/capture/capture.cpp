#include "app/capture/capture.h"

#include "analysis/text/quantitytext.h"
#include "analysis/trace/tracestore.h"
#include "app/capture/gpuprofilefetch.h"
#include "app/capture/ingest.h"
#include "remote/link/run/recordingstream.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <ctime>
#include <random>
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

/// A damaged recording is fetched again from its damage on. That is possible only where the target still has all of its
/// bytes.
Result<void> checkRestAvailable(const std::filesystem::path& path, const std::string& run, Connection& connection)
{
    const std::uint64_t intact = TRY(format::recoverablePrefix(path));
    std::error_code unknownSize; // the file was removed just now
    const std::uint64_t size = std::filesystem::file_size(path, unknownSize);
    if (unknownSize || intact >= size)
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
    TRY(format::checkNotRecorded(path));
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

/// A recording of this run into which kernels were merged: it is complete, and longer than that of the target.
std::optional<trace::TraceView> mergedRecording(const std::filesystem::path& path, const std::string& run)
{
    const auto isWhole = format::endsWithFooter(path);
    if (!isWhole.ok() || !*isWhole)
        return std::nullopt;
    const auto view = trace::loadRecording(path);
    if (!view.ok() || !view->hasHeader() || view->header().run != run)
        return std::nullopt;
    for (std::size_t i = 0; i < view->eventCount(); ++i) {
        if (view->event(i).kind == "alignment")
            return *view;
    }
    return std::nullopt;
}

std::string reconnectingText(const link::StreamState& state)
{
    const auto seconds =
        std::chrono::duration_cast<std::chrono::seconds>(state.delay + std::chrono::milliseconds(500)).count();
    // The reason is long and comes last: lines are cut at the width of a terminal.
    const std::string next = state.delay.count() > 0
                                 ? "next attempt in " + std::to_string(std::max<std::int64_t>(seconds, 1)) + " s"
                                 : "connecting again";
    return "Connection lost; " + next + " (attempt " + std::to_string(state.attempt) +
           "). The run on the target is not affected. Reason: " + state.reason;
}

std::string silentText(const link::StreamState& state)
{
    return "No data for " + std::to_string(state.silence.count()) +
           " s: the connection or the device does not answer. The recording continues when data comes.";
}

/// What a stream has just recovered from; empty if nothing.
std::string backText(const link::StreamState& state)
{
    const std::string after = state.silence.count() > 0 ? " after " + std::to_string(state.silence.count()) + " s" : "";
    if (state.attempt > 0)
        return "Connected again" + after + "; the recording continues where it stopped";
    return after.empty() ? after : "Data again" + after;
}

} // namespace

std::string sshArguments(const link::SshOptions& options)
{
    std::string arguments;
    for (const auto& [name, value] :
         {std::pair(" --identity ", options.identityFile), std::pair(" --ssh-config ", options.configFile),
          std::pair(" --known-hosts ", options.knownHostsFile)}) {
        if (!value.empty())
            arguments += name + value;
    }
    return arguments;
}

std::string attachCommand(const CaptureOptions& options, const std::string& run)
{
    return "stepscope attach " + options.target + ' ' + run + sshArguments(options.ssh) +
           (options.recording.empty() ? "" : " -o " + options.recording.string());
}

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
    link::Backoff backoff(std::chrono::milliseconds(250), std::chrono::seconds(10), std::random_device{}());
    const auto deadline = std::chrono::steady_clock::now() + m_options.startPatience;
    auto run = prepareRun(connection);
    // Starting is idempotent, so a command whose answer was lost is repeated.
    while (!run.ok() && run.error().code == Error::Code::Disconnected && std::chrono::steady_clock::now() < deadline) {
        const auto delay = backoff.next();
        report(CaptureProgress::Phase::Reconnecting,
               "The connection broke (" + run.error().text + ") before the training was known to run. Attempt " +
                   std::to_string(backoff.attempt()) + " in " + std::to_string((delay.count() + 500) / 1000) + " s");
        if (!waitToReconnect(delay))
            break;
        const auto connected = connection.connect();
        run = connected.ok() ? prepareRun(connection) : Result<std::string>(connected.error());
    }
    if (!run.ok() && m_file) {
        m_file.reset(); // empty, since nothing was streamed
        std::error_code ignored;
        std::filesystem::remove(m_options.recording, ignored);
    }
    if (!run.ok())
        return withRun(run.error());
    const std::lock_guard lock(m_mutex);
    m_progress.run = *run;
    return run;
}

/// False after leave().
bool Capture::waitToReconnect(std::chrono::milliseconds delay)
{
    std::unique_lock lock(m_mutex);
    return !m_wake.wait_for(lock, delay, [this] { return m_left.load(); });
}

Result<std::string> Capture::prepareRun(Connection& connection)
{
    report(CaptureProgress::Phase::Deploying, "Checking the agent on " + connection.transport().name());
    TRY(connection.deploy([this](const std::string& line) { report(CaptureProgress::Phase::Deploying, line); }));
    if (m_options.existingRun == "*")
        m_run = TRY(chooseRun(TRY(connection.runs().list()), m_options.target));
    else if (!m_options.existingRun.empty())
        m_run = m_options.existingRun;
    else
        m_run = TRY(startRun(connection));
    return m_run;
}

bool Capture::mayContinue(const Error& error) const
{
    const bool isNew = m_options.existingRun.empty();
    return (!isNew || m_mayHaveStarted) && error.text.find("no such run") == std::string::npos;
}

/// The error with what is known of the run and the command that continues, where it helps.
Error Capture::withRun(const Error& error) const
{
    const bool isNew = m_options.existingRun.empty();
    if (m_run.empty() || !mayContinue(error))
        return error;
    std::string text = error.text;
    while (text.ends_with('.'))
        text.pop_back();
    if (m_progress.run.empty() && isNew)
        text += "; the training may have started as run " + m_run + ": `";
    else
        text += "; run " + m_run + " on the target is not affected: `";
    return format::failure(error.code, text + attachCommand(m_options, m_run) + "` records " +
                                           (m_progress.run.empty() ? "it" : "the rest"));
}

Error Capture::fileIsGone(const std::string& device, const std::string& run) const
{
    // Not NotFound: the run exists, so that a sweep fetches it again.
    return format::failure(Error::Code::Failed,
                           m_options.recording.string() +
                               " was deleted, moved or replaced while the run was recorded; its data are still on " +
                               device + ": fetch them with `" + attachCommand(m_options, run) + "`.");
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
    // That of a named run may exist: it is continued.
    std::error_code ignored;
    if (!m_file && (start.run.empty() || !std::filesystem::exists(m_options.recording, ignored)))
        m_file = TRY(format::RecordingFile::create(m_options.recording));
    if (m_run.empty())
        m_run = start.run.empty() ? link::newRunName() : start.run;
    start.run = m_run;
    report(CaptureProgress::Phase::Starting, "Starting the training");
    if (m_observer.runNamed)
        m_observer.runNamed(m_run, m_options.recording);
    m_mayHaveStarted = true;
    auto started = connection.runs().start(start);
    if (started.ok())
        return started->run;
    const auto code = started.error().code;
    m_mayHaveStarted = code == Error::Code::Disconnected || code == Error::Code::Cancelled;
    return started.error();
}

void Capture::reportLink(const link::StreamState& state)
{
    {
        const std::lock_guard lock(m_mutex);
        m_progress.bytes = state.offset;
    }
    using Phase = CaptureProgress::Phase;
    if (state.phase == link::StreamState::Phase::Streaming)
        report(m_stopAsked ? Phase::Stopping : Phase::Streaming, backText(state));
    else if (state.phase == link::StreamState::Phase::Silent)
        report(m_stopAsked ? Phase::Stopping : Phase::Silent, silentText(state));
    else if (state.phase == link::StreamState::Phase::Reconnecting)
        report(Phase::Reconnecting, reconnectingText(state));
}

Result<CaptureOutcome> Capture::stream(Connection& connection, const std::string& run)
{
    if (m_options.recording.empty())
        m_options.recording = run + ".stepscope";
    const std::filesystem::path path = m_options.recording;
    if (auto merged = m_file ? std::nullopt : mergedRecording(path, run)) {
        if (m_observer.recordingOpened)
            m_observer.recordingOpened(path);
        return CaptureOutcome{run, path, std::move(*merged), false};
    }
    if (!m_file)
        m_file = TRY(openToResume(path, run, connection));
    const std::uint64_t from = m_file->size();
    if (m_observer.runNamed && !m_options.existingRun.empty())
        m_observer.runNamed(run, path);
    if (m_observer.recordingOpened)
        m_observer.recordingOpened(path);
    Ingest ingest(std::move(*m_file), m_observer.view);
    m_file.reset();

    link::StreamOptions options;
    const std::chrono::nanoseconds period(m_options.start.periodNs);
    options.silentAfter = std::max(options.silentAfter, std::chrono::ceil<std::chrono::milliseconds>(period * 5 / 2));
    options.onState = [this](const link::StreamState& state) { reportLink(state); };
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
        return withRun(followed.error());
    }
    if (!view.ok())
        return withRun(view.error());
    // Without a note that it is received, `clean` keeps the run, which has the only copy.
    if (!ingest.fileIsInPlace())
        return fileIsGone(connection.transport().name(), run);
    CaptureOutcome outcome{run, path, *view, left};
    // Without this note `clean` keeps the run: its loss is harmless.
    if (!left && fetchGpuProfile(connection, outcome))
        (void)connection.runs().noteReceived(run, *followed);
    return outcome;
}

/// False if files of a profiler remain on the target only.
bool Capture::fetchGpuProfile(Connection& connection, CaptureOutcome& outcome)
{
    // Runs that others have started may have been under a profiler, too.
    if (m_options.start.profiler.empty() && m_options.existingRun.empty())
        return true;
    GpuProfileFetch fetch(
        connection, outcome.recording,
        [this](const std::string& line) { report(CaptureProgress::Phase::Stopping, line); },
        [this](std::chrono::milliseconds delay) { return delay.count() > 0 ? waitToReconnect(delay) : !m_left; });
    GpuProfileOutcome fetched = fetch.fetch(outcome.run, m_options.start.profiler);
    outcome.notes = std::move(fetched.notes);
    if (fetched.view)
        outcome.view = std::move(*fetched.view);
    return fetched.areFetched;
}

bool Capture::stopTraining()
{
    std::string run;
    {
        const std::lock_guard lock(m_mutex);
        run = m_progress.run;
    }
    if (run.empty() || m_stopAsked.exchange(true))
        return !run.empty();
    // Only an attempt that failed has reset m_stopAsked; its thread has ended.
    if (m_stopThread.joinable())
        m_stopThread.join();
    report(CaptureProgress::Phase::Stopping, "Asking the target to end the training");
    m_stopThread = std::thread([this, run] { stopOverOwnConnection(run); });
    return true;
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
    const std::lock_guard lock(m_mutex);
    m_left = true;
    m_wake.notify_all();
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
