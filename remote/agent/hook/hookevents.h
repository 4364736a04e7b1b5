#pragma once

#include "remote/agent/sampling/losses.h"
#include "remote/format/frame.h"
#include "remote/format/records.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace stepscope::agent {

/// Receives the frames that the hooks' messages become.
class HookOutput
{
public:
    virtual ~HookOutput() = default;
    /// Takes a frame with this many items. False when it was lost; the receiver has counted the loss then.
    virtual bool frame(format::FrameType type, std::span<const std::byte> payload, LossKind kind,
                       std::uint32_t items) = 0;
    virtual void lost(LossKind kind, std::uint64_t count, const char* reason) = 0;
};

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

/// Maps the ids of one connection, which count from 1 without gaps, to ids of the recording. Consecutive ids share an
/// entry, so the fixed memory suffices unless two connections alternate their definitions more than 512 times.
class IdMap
{
public:
    /// Maps the next `count` ids to `globalFirst` and up. False when the map is full.
    bool add(std::uint32_t count, std::uint32_t globalFirst)
    {
        if (count == 0)
            return true;
        if (m_size > 0 && m_ranges[m_size - 1].globalFirst + (m_next - m_ranges[m_size - 1].first) == globalFirst) {
            m_next += count;
            return true;
        }
        if (m_size == m_ranges.size())
            return false;
        m_ranges[m_size++] = {m_next, globalFirst};
        m_next += count;
        return true;
    }
    /// 0 for 0 and for ids that are not defined.
    [[nodiscard]] std::uint32_t find(std::uint32_t id) const
    {
        if (id == 0 || id >= m_next)
            return 0;
        const auto end = m_ranges.begin() + static_cast<std::ptrdiff_t>(m_size);
        const auto after = std::upper_bound(
            m_ranges.begin(), end, id, [](std::uint32_t value, const Range& range) { return value < range.first; });
        const Range& range = *(after - 1);
        return range.globalFirst + (id - range.first);
    }
    /// The next id to define.
    [[nodiscard]] std::uint32_t next() const { return m_next; }
    void clear() { m_size = 0, m_next = 1; }

private:
    struct Range
    {
        std::uint32_t first;
        std::uint32_t globalFirst;
    };
    std::array<Range, 512> m_ranges; ///< not initialized: pages that are not used take no memory
    std::size_t m_size = 0;
    std::uint32_t m_next = 1;
};

} // namespace stepscope::agent
