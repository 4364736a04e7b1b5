#pragma once

#include "remote/agent/launcher.h"
#include "remote/agent/options.h"
#include "remote/agent/recorder.h"
#include "remote/agent/runfolder.h"
#include "remote/format/result.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string>

namespace stepscope::agent {

/// The detached process of a run: launches the training, records until it ended, writes the end. Its own loop reads the
/// training's output and the signals; everything else has threads (see Recorder).
///
///     SIGUSR1 (`stop`)   asks the training's process group to end (SIGTERM), and kills it 5 s later
///     SIGTERM, SIGINT    ends the recording in good order; the training goes on without it
///     SIGHUP             nothing: the SSH session that started it may go
class Supervisor
{
public:
    Supervisor(Options options, RunFolder folder);
    ~Supervisor();
    Supervisor(const Supervisor&) = delete;
    Supervisor& operator=(const Supervisor&) = delete;

    /// Prepares everything and starts the training; returns its process number.
    format::Result<int> begin();
    /// Until the run ended.
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
    std::string m_socketFolder; ///< private one in /tmp, where the run's path is too long for a socket
    std::unique_ptr<Recorder> m_recorder;
    OutputPipes m_pipes;
    std::array<int, 2> m_alive{-1, -1};
    int m_signals = -1;
    int m_training = 0;
    bool m_ended = false;   ///< the training
    bool m_leaving = false; ///< asked to end without the training
    bool m_stopping = false;
    bool m_killed = false;
    int m_status = 0;
    std::int64_t m_killAt = 0;
    std::int64_t m_endedAt = 0;
    std::array<std::byte, 65536> m_buffer{};
};

} // namespace stepscope::agent
