#pragma once

#include "remote/agent/power/powerchange.h"
#include "remote/agent/recording/recorder.h"
#include "remote/agent/run/drain.h"
#include "remote/agent/run/launcher.h"
#include "remote/agent/run/options.h"
#include "remote/agent/run/runfolder.h"
#include "remote/format/result.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace stepscope::agent {

/// Finds out why no process of the training loads the hook. Looks at the processes' programs, arguments and
/// environments while they run; does not allocate.
class MissingHook
{
public:
    /// socketPath, hookFolder: the hook's variables in the training's environment; they have to outlive this object.
    MissingHook(std::string_view socketPath, std::string_view hookFolder)
        : m_socketPath(socketPath)
        , m_hookFolder(hookFolder)
    {}

    /// Looks at all processes that this one has started, and at their descendants.
    void look();
    /// True if a process of the last look has no environment, as one that is just starting another program: look again.
    [[nodiscard]] bool isStarting() const { return m_isStarting; }
    /// A process of the training continues although the command has ended.
    void setLeftover(int process) { m_leftover = process; }
    /// One line with the reason and the cure; empty if there is none. sawHook: a process has loaded the hook; sawStep:
    /// one has reported a step; hasEnded: the command has.
    std::string_view text(bool sawHook, bool sawStep, bool hasEnded);
    [[nodiscard]] bool sawPython() const { return m_python != 0; }
    /// True if the Python processes of the last look cannot load the hook.
    [[nodiscard]] bool isCertain() const { return m_reason != Reason::None && !m_canLoad; }

private:
    enum class Reason { None, Environment, Path, Option };
    void lookAt(int process);

    std::string_view m_socketPath;
    std::string_view m_hookFolder;
    Reason m_reason = Reason::None;     ///< of the last look
    Reason m_lastReason = Reason::None; ///< of all looks
    bool m_isStarting = false;          ///< of the last look
    bool m_canLoad = false;             ///< of the last look: a Python process can load the hook
    int m_process = 0;                  ///< the one with m_lastReason
    int m_python = 0;                   ///< a Python process of any look; 0 = none
    int m_leftover = 0; ///< of the last look: a process of the training that is not a child of another one
    char m_option = 0;  ///< for Reason::Option
    std::array<char, 65536> m_buffer{};
    std::array<char, 512> m_text{};
};

/// The command line as run.json and the header show it: an array of words, without secrets unless they are kept.
std::string commandJson(const Options& options);

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

    /// Applies the power setting, and starts the recording and the training; returns the training's process ID. After
    /// an error the device has the operating point that it had before.
    format::Result<int> begin();
    /// Returns when the run has ended.
    void superviseToEnd();

private:
    format::Result<std::string> prepareHook();
    format::Result<int> beginTraining();
    format::Result<void> applyPower();
    format::Result<void> checkFolder() const;
    void writeFacts(int process) const;
    void handleSignals();
    void requestStop();
    void killWhenDue();
    void reportDroppedOutput();
    void readPipe(int& descriptor, format::LogChunk::Stream stream);
    void reapChildren();
    void lookForHook();
    void lookForLeftover();
    void reportMissingHook();
    [[nodiscard]] bool isOver() const;
    [[nodiscard]] int pause() const;
    void end();

    Options m_options;
    RunFolder m_folder;
    std::string m_socketPath;
    std::string m_hookFolder;
    std::string m_socketFolder; ///< in /tmp, if the run's path is too long for a socket
    std::unique_ptr<Recorder> m_recorder;
    PowerChange m_power;
    OutputPipes m_pipes;
    Drain m_drain;
    int m_signals = -1;
    int m_training = 0;
    bool m_trainingEnded = false;
    bool m_leaving = false; ///< requested to end without the training
    bool m_stopping = false;
    bool m_killed = false;
    int m_status = 0;
    std::optional<MissingHook> m_missingHook; ///< set until it has reported, if the training has the hook
    std::int64_t m_nextLook = 0;
    std::int64_t m_lookPause = 0;
    std::int64_t m_certainSince = 0;
    std::int64_t m_killAt = 0;
    std::int64_t m_endedAt = 0;
    std::array<std::byte, 65536> m_buffer{};
};

} // namespace stepscope::agent
