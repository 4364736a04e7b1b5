#pragma once

#include "remote/agent/recording/recorder.h"
#include "remote/agent/run/launcher.h"
#include "remote/agent/run/options.h"
#include "remote/agent/run/runfolder.h"
#include "remote/format/result.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string>

namespace stepscope::agent {

/// The detached process of a run: launches the training, records until it has ended, and writes its state. Its main
/// loop reads the training's output and handles signals; the rest runs in threads (see Recorder).
///
///     SIGUSR1 (`stop`)   sends SIGTERM to the training's process group, and SIGKILL 5 s later
///     SIGTERM, SIGINT    completes the recording; the training continues
///     SIGHUP             ignored, so that the SSH session which started the run may end
class Supervisor
{
public:
    Supervisor(Options options, RunFolder folder);
    ~Supervisor();
    Supervisor(const Supervisor&) = delete;
    Supervisor& operator=(const Supervisor&) = delete;

    /// Starts the recording and the training; returns the training's process ID.
    format::Result<int> begin();
    /// Returns when the run has ended.
    void superviseToEnd();

private:
    format::Result<std::string> prepareHook();
    format::Result<void> checkFolder() const;
    void writeFacts(int process) const;
    void handleSignals();
    void requestStop();
    void killWhenDue();
    void readPipe(int& descriptor, format::LogChunk::Stream stream);
    void reapChildren();
    [[nodiscard]] bool isOver() const;
    [[nodiscard]] int pause() const;
    void end();

    Options m_options;
    RunFolder m_folder;
    std::string m_socketPath;
    std::string m_socketFolder; ///< in /tmp, if the run's path is too long for a socket
    std::unique_ptr<Recorder> m_recorder;
    OutputPipes m_pipes;
    std::array<int, 2> m_alive{-1, -1};
    int m_signals = -1;
    int m_training = 0;
    bool m_trainingEnded = false;
    bool m_leaving = false; ///< requested to end without the training
    bool m_stopping = false;
    bool m_killed = false;
    int m_status = 0;
    std::int64_t m_killAt = 0;
    std::int64_t m_endedAt = 0;
    std::array<std::byte, 65536> m_buffer{};
};

} // namespace stepscope::agent
