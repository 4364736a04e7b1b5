#pragma once

#include "remote/format/result.h"

#include <cstdint>
#include <string>

namespace stepscope::agent {

/// Tells the agent that watches this process what it does: busy phases as spans of the op "load", equal pieces of work
/// as steps. Over the span port, as a hook does (spanport.h).
class LoadReport
{
public:
    /// Connects to the port that the agent named in the environment (STEPSCOPE_SOCKET); without one nothing is told.
    static format::Result<LoadReport> open();
    LoadReport(LoadReport&& other) noexcept;
    LoadReport& operator=(LoadReport&&) = delete;
    ~LoadReport();

    /// One busy phase, CLOCK_MONOTONIC ns. False when the agent is gone.
    bool add(std::int64_t begin, std::int64_t end);
    /// One piece of work, so too.
    bool addStep(std::int64_t begin, std::int64_t end);
    [[nodiscard]] const std::string& reason() const { return m_reason; }

private:
    explicit LoadReport(int socket);
    bool send(std::uint8_t type, std::string payload);
    bool introduce();

    int m_socket = -1;
    std::uint64_t m_steps = 0;
    std::string m_reason;
};

} // namespace stepscope::agent
