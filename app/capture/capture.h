#pragma once

#include "analysis/trace/traceview.h"
#include "app/capture/connection.h"
#include "app/capture/modelcommand.h"
#include "remote/format/recordingfile.h"
#include "remote/format/result.h"
#include "remote/link/run/recordingstream.h"
#include "remote/link/run/runcontrol.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace stepscope::app {

struct CaptureOptions
{
    std::string target;
    link::SshOptions ssh;
    /// Attach to this run instead of starting one; "*" = the run in progress, else the newest.
    std::string existingRun;
    link::StartOptions start;
    /// Arguments for the agent, which runs instead of start.command; e.g. {"load", "--seconds", "20"}.
    std::vector<std::string> agentWords;
    /// A built-in model, trained instead of running start.command.
    ModelRun model;
    /// The user's file. A new run needs the name of a file that does not exist. Attaching continues an existing file
    /// that holds the beginning of the run; without a name it uses RUN.stepscope in the current folder.
    std::filesystem::path recording;
    /// How long a start is repeated over new connections while its connection breaks.
    std::chrono::milliseconds startPatience{std::chrono::minutes(2)};
};

struct CaptureProgress
{
    enum class Phase { Connecting, Deploying, Starting, Streaming, Silent, Reconnecting, Stopping };
    Phase phase = Phase::Connecting;
    std::string text; ///< one line for the user
    std::string run;
    std::uint64_t bytes = 0;
};

/// All functions are called on the threads of the capture.
struct CaptureObserver
{
    std::function<void(const CaptureProgress&)> progress;
    std::function<void(trace::TraceView)> view;
    /// Called before a new run is started, and before the bytes of an existing one are fetched: from now on the file
    /// may remain without the end of this run.
    std::function<void(const std::string& run, const std::filesystem::path& recording)> runNamed;
    /// Called once the file exists.
    std::function<void(const std::filesystem::path&)> recordingOpened;
};

struct CaptureOutcome
{
    std::string run;
    std::filesystem::path recording;
    trace::TraceView view;
    bool left = false;                ///< leave() was called; the run continues on the target
    std::vector<std::string> notes{}; ///< one line each, on the kernels of a GPU profiler
};

/// Connects to a target, deploys the agent, starts (or finds) a run and streams it into the file. run() does all of it
/// and blocks; stopTraining() and leave() may be called from any thread.
class Capture
{
public:
    Capture(CaptureOptions options, std::shared_ptr<link::Prompter> prompter, CaptureObserver observer);
    ~Capture();

    format::Result<CaptureOutcome> run();

    /// Asks the target to end the training; the rest of its recording is still streamed. Uses a second connection, so
    /// that it works while the stream is busy or broken. False if no run has started yet.
    bool stopTraining();
    /// Ends streaming (or connecting); the run continues, and `attach` finds it again.
    void leave();
    /// After run() has returned this error: whether the run may exist on the target, so that it can be continued.
    [[nodiscard]] bool mayContinue(const format::Error& error) const;

private:
    format::Result<std::string> obtainRun(Connection& connection);
    format::Result<std::string> prepareRun(Connection& connection);
    bool waitToReconnect(std::chrono::milliseconds delay);
    [[nodiscard]] format::Error withRun(const format::Error& error) const;
    [[nodiscard]] format::Error fileIsGone(const std::string& device, const std::string& run) const;
    format::Result<CaptureOutcome> stream(Connection& connection, const std::string& run);
    bool fetchGpuProfile(Connection& connection, CaptureOutcome& outcome);
    format::Result<std::string> startRun(Connection& connection);
    format::Result<std::vector<std::string>> trainingCommand(Connection& connection) const;
    void report(CaptureProgress::Phase phase, std::string text);
    void reportBytes(std::uint64_t more);
    void reportLink(const link::StreamState& state);
    void stopOverOwnConnection(const std::string& run);

    CaptureOptions m_options;
    std::shared_ptr<link::Prompter> m_prompter;
    CaptureObserver m_observer;

    std::mutex m_mutex;
    CaptureProgress m_progress;                ///< guarded
    link::Transport* m_transport = nullptr;    ///< guarded; what leave() cancels
    link::RecordingStream* m_stream = nullptr; ///< guarded
    std::condition_variable m_wake;            ///< of leave()
    std::atomic<bool> m_stopAsked = false;
    std::atomic<bool> m_left = false;
    std::thread m_stopThread;
    std::optional<format::RecordingFile> m_file; ///< of a new run, until the ingest owns it
    std::string m_run;                           ///< the run, or the name that a new one was given
    bool m_mayHaveStarted = false;               ///< the command that starts m_run was sent, and was not refused
};

/// The command that continues the recording of a run.
std::string attachCommand(const CaptureOptions& options, const std::string& run);
/// SSH options as on the command line, each after a space.
std::string sshArguments(const link::SshOptions& options);

/// An unused file name in `folder` for a recording of `target`: "TARGET-YYYYMMDD-HHMMSS.stepscope" in local time.
std::filesystem::path newRecordingPath(const std::filesystem::path& folder, const std::string& target);

/// Splits a command line as typed by the user into words. A line that needs a shell becomes `/bin/sh -c LINE`; other
/// lines run without a shell, so that the recording shows the name of the training.
std::vector<std::string> commandWords(const std::string& line);

} // namespace stepscope::app
