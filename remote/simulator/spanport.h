#pragma once

#include "remote/format/result.h"
#include "remote/simulator/training.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace stepscope::simulator {

/// The agent's port for steps and ops, as a hook speaks to it: messages of a length (u32), a type (u8) and a payload,
/// over the UNIX socket named by STEPSCOPE_SOCKET. Without that variable, and once the agent is gone, nothing is told.
class SpanPort
{
public:
    enum class LaneKind : std::uint32_t { Thread = 0, Stream = 1 };

    static format::Result<SpanPort> open();
    SpanPort(SpanPort&& other) noexcept;
    SpanPort& operator=(SpanPort&&) = delete;
    ~SpanPort();

    /// First of all.
    void hello(const std::string& program);
    /// Ids of kinds are their places, from 1.
    void kinds(std::span<const OpKind> kinds);
    void lane(std::uint32_t lane, LaneKind kind, std::uint64_t thread, const std::string& name);
    /// Of one lane, by start, parents before children.
    void spans(std::uint32_t lane, std::span<const OpInstance> ops);
    void step(std::uint64_t index, std::int64_t begin, std::int64_t end, std::uint64_t samples, bool traced);
    /// JSON of an object.
    void facts(const std::string& json);

private:
    explicit SpanPort(int socket);
    void send(std::uint8_t type, const std::string& payload);

    int m_socket = -1;
};

} // namespace stepscope::simulator
