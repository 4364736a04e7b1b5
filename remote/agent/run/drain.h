#pragma once

#include "remote/agent/run/launcher.h"

#include <array>
#include <atomic>
#include <cstdint>

namespace stepscope::agent {

/// A process that keeps the training's output flowing: the training is neither ended by SIGPIPE nor blocked by a full
/// pipe when its supervisor ends or is stopped. After the supervisor's end it reads the pipes until the last writer
/// closes them. While the supervisor is stopped (SIGSTOP, a debugger), it drops the oldest output beyond half of a
/// pipe. Costs one look at the supervisor's state per second.
class Drain
{
public:
    Drain() = default;
    ~Drain();
    Drain(const Drain&) = delete;
    Drain& operator=(const Drain&) = delete;

    /// Forks the process. Call it before any thread is started. Without it, after a failure, a run works all the same.
    void start(const OutputPipes& pipes);
    /// Bytes that were dropped since the last call.
    [[nodiscard]] std::uint64_t takeDropped();

private:
    std::atomic<std::uint64_t>* m_dropped = nullptr; ///< in memory that both processes share
    std::uint64_t m_taken = 0;
    std::array<int, 2> m_alive{-1, -1}; ///< a pipe whose writing end only the supervisor holds
};

} // namespace stepscope::agent
