#include "remote/agent/run/supervisor.h"

#include "remote/agent/run/carriedfiles.h"
#include "remote/agent/run/runfolder.h"
#include "remote/agent/run/secrets.h"
#include "remote/agent/system/findcommand.h"
#include "remote/agent/system/gpuprofiler.h"
#include "remote/format/clock.h"
#include "remote/format/version.h"
#include "remote/json/writer.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <limits>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace stepscope::agent {

using format::Error;
using format::Result;
using Severity = format::Event::Severity;

namespace {

constexpr std::int64_t kKillAfter = 5 * format::kSecond;
/// How long output of the training's children is read after the training has ended.
constexpr std::int64_t kLastOutput = 500 * format::kMillisecond;
constexpr std::size_t kSocketPathLimit = 108;
/// Pauses between looks for a missing hook: first short, since a program may end soon, then doubled up to the second.
constexpr std::int64_t kFirstLook = 50 * format::kMillisecond;
constexpr std::int64_t kLastLookPause = 2 * format::kSecond;
/// How long a Python process that cannot load the hook runs before that is reported; at the end it is always reported.
constexpr std::int64_t kCertainAfter = 5 * format::kSecond;

int blockSignals()
{
    sigset_t set;
    sigemptyset(&set);
    for (const int signal : {SIGCHLD, SIGTERM, SIGINT, SIGUSR1})
        sigaddset(&set, signal);
    sigprocmask(SIG_BLOCK, &set, nullptr);
    // A broken pipe or a file size limit is handled as an error of the call.
    for (const int signal : {SIGHUP, SIGPIPE, SIGXFSZ})
        ::signal(signal, SIG_IGN);
    return signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
}

std::vector<std::string> shownCommand(const Options& options)
{
    return options.keepsSecrets ? options.command : withoutSecrets(options.command);
}

} // namespace

std::string commandJson(const Options& options)
{
    std::string text;
    json::Writer json(text);
    json.beginArray();
    for (const std::string& word : shownCommand(options))
        json.text(word);
    json.endArray();
    return text;
}

Supervisor::Supervisor(Options options, RunFolder folder)
    : m_options(std::move(options))
    , m_folder(std::move(folder))
{}

Supervisor::~Supervisor()
{
    m_recorder.reset();
    if (!m_socketFolder.empty())
        rmdir(m_socketFolder.c_str());
}

Result<void> Supervisor::checkFolder() const
{
    struct stat status
    {};
    if (stat(m_options.cwd.c_str(), &status) != 0 || !S_ISDIR(status.st_mode))
        return format::failure(Error::Code::NotFound,
                               "the folder " + m_options.cwd + " was not found; give another one with --cwd");
    if (access(m_options.cwd.c_str(), X_OK) != 0)
        return format::failure(Error::Code::Denied,
                               "Permission denied: the folder " + m_options.cwd + " cannot be entered");
    return {};
}

/// The folder with the hook; empty without a hook, then no steps and ops are recorded.
Result<std::string> Supervisor::prepareHook()
{
    std::string folder = m_options.hookFolder;
    if (folder.empty() && hasEmbeddedHook())
        folder = TRY(provideHook(TRY(runsFolder(m_options))));
    if (folder.empty())
        return folder;
    m_socketPath = m_folder.path + "/hook.socket";
    if (m_socketPath.size() >= kSocketPathLimit) {
        std::array<char, 32> pattern{"/tmp/stepscope-XXXXXX"};
        if (mkdtemp(pattern.data()) == nullptr)
            return format::failure(std::string("a folder for the hook's socket cannot be created in /tmp: ") +
                                   std::strerror(errno));
        m_socketFolder = pattern.data();
        m_socketPath = m_socketFolder + "/hook.socket";
    }
    return folder;
}

Result<int> Supervisor::begin()
{
    auto begun = beginTraining();
    if (!begun)
        (void)m_power.restore();
    return begun;
}

/// Before the recording begins, so that it describes the device as it is then.
Result<void> Supervisor::applyPower()
{
    if (m_options.powerSettings.empty())
        return {};
    return m_power.apply(TRY(parsePowerSetting(m_options.powerSettings.front())), m_options.sysroot, m_folder.run);
}

Result<int> Supervisor::beginTraining()
{
    if (auto there = checkFolder(); !there)
        return there.error();
    const std::string hook = TRY(prepareHook());
    const std::string suite =
        runsSuite(m_options.command) ? TRY(provideSuite(TRY(runsFolder(m_options)))) : std::string();
    const std::vector<std::string> environment = trainingEnvironment(m_options, hook, m_socketPath, suite);
    std::string program =
        TRY(findCommand(m_options.command.front(), environmentValue(environment, "PATH"), m_options.cwd));
    std::vector<std::string> words = m_options.command;
    if (!m_options.profiler.empty()) {
        words = TRY(profiledCommand(m_options.profiler, environmentValue(environment, "PATH"), m_folder.path, words));
        program = words.front();
    }
    if (!holdLock(m_folder) || !writeState(m_folder, R"({"state":"running"})"))
        return format::failure(Error::Code::Denied, m_folder.path + " cannot be written: " + std::strerror(errno));
    if (auto opened = m_pipes.open(); !opened)
        return opened.error();
    m_signals = blockSignals();
    if (auto applied = applyPower(); !applied)
        return applied.error();
    prctl(PR_SET_CHILD_SUBREAPER, 1UL, 0UL, 0UL, 0UL);
    m_drain.start(m_pipes);
    m_recorder = std::make_unique<Recorder>(RecorderOptions{.run = m_folder.run,
                                                            .spoolFile = m_folder.recording(),
                                                            .spoolLimitBytes = m_options.spoolLimitBytes,
                                                            .periodNs = m_options.periodNs,
                                                            .pauseNs = m_options.pauseNs,
                                                            .ops = m_options.ops,
                                                            .sysroot = m_options.sysroot,
                                                            .cwd = m_options.cwd,
                                                            .socketPath = m_socketPath,
                                                            .command = shownCommand(m_options)});
    if (auto opened = m_recorder->open(); !opened)
        return opened.error();
    m_recorder->start();
    for (const std::string& note : m_power.notes())
        m_recorder->report(Severity::Warning, "device", note);
    if (!m_options.profiler.empty())
        m_recorder->report(Severity::Info, "run",
                           "The training runs under " + m_options.profiler +
                               ", so the hook does not trace the kernels: CUDA permits one such program.");
    auto launched = launch(program, words, environment, m_options.cwd, m_pipes);
    m_pipes.closeWritingEnds();
    if (!launched)
        return launched.error();
    m_training = *launched;
    m_recorder->setTraining(m_training);
    if (!hook.empty()) {
        m_hookFolder = hook;
        m_missingHook.emplace(m_socketPath, m_hookFolder);
        m_lookPause = kFirstLook;
        m_nextLook = format::monotonicNs() + m_lookPause;
    }
    writeFacts(m_training);
    return m_training;
}

void Supervisor::writeFacts(int process) const
{
    std::string text;
    json::Writer json(text);
    json.beginObject().key("run").text(m_folder.run).key("command").raw(commandJson(m_options));
    json.key("label").text(m_options.label);
    json.key("cwd").text(m_options.cwd).key("started_realtime_ns").integer(format::realtimeNs());
    json.key("pid").integer(process).key("pid_started").integer(startOfProcess(process));
    json.key("boot").text(bootId());
    json.key("agent_version").text(format::version()).endObject();
    // Renamed when complete, so that `list` never reads a part of it.
    const std::string path = m_folder.facts();
    if (writeFile(path + ".new", text))
        rename((path + ".new").c_str(), path.c_str());
}

void Supervisor::superviseToEnd()
{
    while (!isOver()) {
        std::array<pollfd, 3> waiting{pollfd{m_signals, POLLIN, 0}, pollfd{m_pipes.output[0], POLLIN, 0},
                                      pollfd{m_pipes.error[0], POLLIN, 0}};
        poll(waiting.data(), waiting.size(), pause());
        if (waiting[1].revents != 0)
            readPipe(m_pipes.output[0], format::LogChunk::Stream::Output);
        if (waiting[2].revents != 0)
            readPipe(m_pipes.error[0], format::LogChunk::Stream::Error);
        if (waiting[0].revents != 0)
            handleSignals();
        killWhenDue();
        lookForHook();
        reportDroppedOutput();
    }
    end();
}

void Supervisor::reportDroppedOutput()
{
    if (const std::uint64_t bytes = m_drain.takeDropped(); bytes > 0)
        m_recorder->loseLog(bytes, "The agent was stopped (SIGSTOP) and did not read it.");
}

bool Supervisor::isOver() const
{
    if (m_leaving)
        return true;
    const bool quiet = m_pipes.output[0] < 0 && m_pipes.error[0] < 0;
    return m_trainingEnded && (quiet || format::monotonicNs() >= m_endedAt + kLastOutput);
}

/// Milliseconds until the next timeout; -1 = none.
int Supervisor::pause() const
{
    std::int64_t due = std::numeric_limits<std::int64_t>::max();
    if (m_stopping && !m_killed)
        due = m_killAt;
    if (m_trainingEnded)
        due = std::min(due, m_endedAt + kLastOutput);
    else if (m_missingHook)
        due = std::min(due, m_nextLook);
    if (due == std::numeric_limits<std::int64_t>::max())
        return -1;
    return static_cast<int>(
        std::clamp<std::int64_t>((due - format::monotonicNs()) / format::kMillisecond + 1, 0, 60'000));
}

void Supervisor::readPipe(int& descriptor, format::LogChunk::Stream stream)
{
    if (descriptor < 0)
        return;
    const ssize_t got = read(descriptor, m_buffer.data(), m_buffer.size());
    if (got > 0) {
        m_recorder->log(stream, std::span(m_buffer).first(static_cast<std::size_t>(got)));
    } else if (got == 0) {
        close(descriptor);
        descriptor = -1;
    }
}

void Supervisor::handleSignals()
{
    signalfd_siginfo info{};
    while (read(m_signals, &info, sizeof info) == static_cast<ssize_t>(sizeof info)) {
        if (info.ssi_signo == SIGUSR1)
            requestStop();
        else if (info.ssi_signo == SIGCHLD)
            reapChildren();
        else
            m_leaving = true;
    }
}

void Supervisor::requestStop()
{
    if (m_stopping || m_trainingEnded)
        return;
    m_stopping = true;
    m_killAt = format::monotonicNs() + kKillAfter;
    m_recorder->report(Severity::Info, "run", "A stop of the run was requested.");
    kill(-m_training, SIGTERM);
    // Processes stopped by SIGSTOP or a debugger do not handle SIGTERM otherwise.
    kill(-m_training, SIGCONT);
}

void Supervisor::killWhenDue()
{
    if (!m_stopping || m_killed || format::monotonicNs() < m_killAt)
        return;
    m_killed = true;
    m_recorder->report(Severity::Warning, "run", "The training did not end within 5 s and was killed.");
    kill(-m_training, SIGKILL);
}

void Supervisor::reapChildren()
{
    int status = 0;
    for (pid_t child = waitpid(-1, &status, WNOHANG); child > 0; child = waitpid(-1, &status, WNOHANG)) {
        if (child != m_training)
            continue; // an orphan of the training; this process is its sub-reaper
        m_trainingEnded = true;
        m_endedAt = format::monotonicNs();
        m_status = status;
    }
}

void Supervisor::lookForHook()
{
    const std::int64_t now = format::monotonicNs();
    if (!m_missingHook || m_trainingEnded || now < m_nextLook)
        return;
    m_lookPause = std::min(2 * m_lookPause, kLastLookPause);
    m_nextLook = m_recorder->sawStep() ? std::numeric_limits<std::int64_t>::max() : now + m_lookPause;
    if (m_recorder->sawStep())
        return;
    m_missingHook->look();
    if (!m_missingHook->isCertain())
        m_certainSince = 0;
    else if (m_certainSince == 0)
        m_certainSince = now;
    else if (now > m_certainSince + kCertainAfter)
        reportMissingHook();
}

/// Looks for processes that continue although the command has ended. One that the command started as its last action
/// may still be replacing its program, which takes milliseconds.
void Supervisor::lookForLeftover()
{
    constexpr int kAttempts = 20;
    constexpr timespec kPause{.tv_sec = 0, .tv_nsec = 5 * format::kMillisecond};
    m_missingHook->look();
    for (int attempt = 1; attempt < kAttempts && m_missingHook->isStarting(); ++attempt) {
        nanosleep(&kPause, nullptr);
        m_missingHook->look();
    }
}

/// Reports why there are no steps, once.
void Supervisor::reportMissingHook()
{
    const std::string_view text = m_missingHook->text(m_recorder->sawHook(), m_recorder->sawStep(), m_trainingEnded);
    if (!text.empty())
        m_recorder->report(m_missingHook->sawPython() ? Severity::Warning : Severity::Info, "hook", text);
    m_missingHook.reset();
}

void Supervisor::end()
{
    const bool reports = m_missingHook && m_trainingEnded;
    if (reports && !m_recorder->sawStep())
        lookForLeftover();
    m_recorder->finishHooks();
    if (reports && m_recorder->sawStep())
        m_missingHook->setLeftover(m_recorder->leftover());
    if (reports)
        reportMissingHook();
    // Reads the remaining output, even if other processes still hold the pipes.
    for (int round = 0; round < 64; ++round) {
        readPipe(m_pipes.output[0], format::LogChunk::Stream::Output);
        readPipe(m_pipes.error[0], format::LogChunk::Stream::Error);
    }
    Ending ending;
    if (m_leaving && !m_trainingEnded) {
        ending.state = "stopped";
        ending.hasStatus = false;
        ending.reason = "The agent was requested to end; the training continued.";
    } else {
        ending.signal = WIFSIGNALED(m_status) ? WTERMSIG(m_status) : 0;
        ending.exitStatus = ending.signal != 0 ? 128 + ending.signal : WEXITSTATUS(m_status);
        ending.state = m_stopping ? "stopped" : "ended";
        if (m_stopping)
            ending.reason = m_killed ? "Stopped by request; it had to be killed." : "Stopped by request.";
        else if (ending.signal != 0)
            ending.reason = std::string("The training was ended by a signal: ") + strsignal(ending.signal) + ".";
    }
    m_recorder->finish(ending);
    // After the recording, which would report another power mode. What cannot be restored now remains for the next
    // agent that starts.
    (void)m_power.restore();
    std::array<char, 400> memory;
    json::Writer json(memory);
    json.beginObject().key("state").text(ending.state).key("exit_status");
    if (ending.hasStatus)
        json.integer(ending.exitStatus);
    else
        json.null();
    json.key("signal").integer(ending.signal).key("ended_realtime_ns").integer(format::realtimeNs()).endObject();
    writeState(m_folder, json.written());
}

} // namespace stepscope::agent
