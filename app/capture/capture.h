#pragma once

#include "analysis/trace/traceview.h"
#include "app/capture/connection.h"
#include "app/capture/modelcommand.h"
#include "remote/format/recordingfile.h"
#include "remote/format/result.h"
#include "remote/link/recordingstream.h"
#include "remote/link/runcontrol.h"

#include <atomic>
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
    /// Attach to this run instead of starting one; "*" = the one that runs, else the newest.
    std::string existingRun;
    link::StartOptions start;
    /// Instead of start.command: what the agent itself is to do, as {"load", "--seconds", "20"}.
    std::vector<std::string> agentWords;
    /// Instead of start.command: a model that Stepscope brings along.
    ModelRun model;
    /// The user's file. A new run needs a name, and one that is free; attaching goes on with a file that holds the
    /// run's beginning, and without a name takes RUN.stepscope in the current folder.
    std::filesystem::path recording;
};

struct CaptureProgress
{
    enum class Phase { Connecting, Deploying, Starting, Streaming, Reconnecting, Stopping };
    Phase phase = Phase::Connecting;
    std::string text; ///< one line for a person
    std::string run;
    std::uint64_t bytes = 0;
};

/// Both are called on the capture's own threads.
struct CaptureObserver
{
    std::function<void(const CaptureProgress&)> progress;
    std::function<void(trace::TraceView)> view;
    /// The file's name is known and it exists.
    std::function<void(const std::filesystem::path&)> recordingOpened;
};

struct CaptureOutcome
{
    std::string run;
    std::filesystem::path recording;
    trace::TraceView view;
    bool left = false; ///< the run goes on without us
};

/// The main job as one blocking call on a thread of the caller's: connect, deploy, start (or find) a run, stream it
/// into the file. stopTraining() and leave() may be called from any thread.
class Capture
{
public:
    Capture(CaptureOptions options, std::shared_ptr<link::Prompter> prompter, CaptureObserver observer);
    ~Capture();

    format::Result<CaptureOutcome> run();

    /// Asks the target to end the training; the rest of its recording is still streamed. Over a connection of its own,
    /// so that it works while the stream is busy or broken.
    void stopTraining();
    /// Stops watching (or connecting): the run goes on, and attach finds it again.
    void leave();

private:
    format::Result<std::string> obtainRun(Connection& connection);
    format::Result<CaptureOutcome> stream(Connection& connection, const std::string& run);
    format::Result<std::string> startRun(Connection& connection);
    format::Result<std::vector<std::string>> trainingCommand(Connection& connection) const;
    void report(CaptureProgress::Phase phase, std::string text);
    void reportBytes(std::uint64_t more);
    void stopOverOwnConnection(const std::string& run);

    CaptureOptions m_options;
    std::shared_ptr<link::Prompter> m_prompter;
    CaptureObserver m_observer;

    std::mutex m_mutex;
    CaptureProgress m_progress;                ///< guarded
    link::Transport* m_transport = nullptr;    ///< guarded; what leave() cancels
    link::RecordingStream* m_stream = nullptr; ///< guarded
    std::atomic<bool> m_stopAsked = false;
    std::atomic<bool> m_left = false;
    std::thread m_stopThread;
    std::optional<format::RecordingFile> m_file; ///< of a new run, until the ingest has it
};

} // namespace stepscope::app
