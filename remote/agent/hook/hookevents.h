#pragma once

#include "remote/agent/hook/hookoutput.h"
#include "remote/format/records.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace stepscope::agent {

/// Turns the JSON messages of one process (facts, events, losses) into frames. Never allocates; writes into memory that
/// all connections share. The functions that take JSON return false when it is not one JSON object.
class HookEvents
{
public:
    HookEvents(HookOutput& output, std::span<char> jsonMemory, std::span<std::byte> payloadMemory)
        : m_output(output)
        , m_jsonMemory(jsonMemory)
        , m_payloadMemory(payloadMemory)
    {}

    /// The process that events name.
    void setProcess(std::uint64_t process) { m_process = process; }

    /// An event of the agent about this process's hook; `text` is cut to 1000 bytes.
    void report(format::Event::Severity severity, std::string_view text);
    /// The Python version, as an event and as a fact.
    void addPython(std::string_view version);
    bool addFacts(std::string_view json);
    bool addEvent(std::string_view json);
    bool addLoss(std::string_view json);

private:
    void writeEvent(std::int64_t time, format::Event::Severity severity, std::string_view details);

    HookOutput& m_output;
    std::span<char> m_jsonMemory;
    std::span<std::byte> m_payloadMemory;
    std::uint64_t m_process = 0;
};

} // namespace stepscope::agent
