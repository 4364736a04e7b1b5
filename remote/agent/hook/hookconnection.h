#pragma once

#include "remote/agent/hook/hookevents.h"
#include "remote/format/records.h"
#include "remote/hookwire/message.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace stepscope::agent {

/// Ids of the recording, shared by all connections.
struct HookIds
{
    std::uint32_t nextName = 1;
    std::uint32_t nextOp = 1;
    std::uint32_t nextLane = 1;
    std::uint32_t nextProcess = 0;
    std::optional<std::uint32_t> memoryGroup; ///< of the samples that Memory messages become
    std::uint64_t memoryProcess = 0;          ///< the first one that sent memory; the others' memory is dropped
    std::int64_t lastMemoryTime = 0;

    static constexpr std::size_t kMaxMetrics = 64;
    struct Metric
    {
        std::array<char, format::kMaxMetricName> name;
        std::size_t size;
        std::int64_t lastTime;
    };
    std::array<Metric, kMaxMetrics> metrics; ///< not initialized beyond metricCount
    std::size_t metricCount = 0;
    std::uint64_t metricProcess = 0; ///< the first one that sent a metric; those of the others are counted as lost
};

/// Memory for translating messages, allocated once and shared by all connections.
struct HookScratch
{
    static constexpr std::size_t kBatch = 1024; ///< most names, ops or steps in one frame
    std::array<std::int64_t, hookwire::kMaxSpans> starts;
    std::array<std::int64_t, hookwire::kMaxSpans> durations;
    std::array<std::uint32_t, hookwire::kMaxSpans> ops;
    std::array<std::uint8_t, hookwire::kMaxSpans> depths;
    std::array<std::string_view, kBatch> names;
    std::array<format::Op, kBatch> opRows;
    std::array<format::Step, kBatch> steps;
    std::array<format::OpWork, kBatch> work;
    std::array<format::MetricValue, hookwire::kMaxMetricValues> metric;
    std::array<format::Link, hookwire::kMaxLinks> links;
    std::array<char, 8192> json;
    std::array<std::byte, kBatch * hookwire::kMarkSize> marks;
    std::array<std::byte, hookwire::kMaxPayload + 65536> payload;
};

/// Checks the messages of one process and turns them into frames of the recording. The messages are not trusted: every
/// length and id is checked. Never allocates.
class HookConnection
{
public:
    HookConnection(HookIds& ids, HookScratch& scratch, HookOutput& output)
        : m_ids(ids)
        , m_scratch(scratch)
        , m_output(output)
        , m_events(output, scratch.json, scratch.payload)
    {}

    /// Starts a new connection of a process, as the kernel reports its number.
    void begin(std::uint64_t process);
    /// Processes the whole messages at the front of `data` and returns their size in bytes. Stops at the first message
    /// that violates the protocol; protocolError() is set then, and the connection has to be closed.
    std::size_t feed(std::span<const std::byte> data);
    /// Where the next mark of the process's ring lies, in bytes.
    [[nodiscard]] std::size_t nextMark() const
    {
        return (m_nextMark - 1) % hookwire::kRingRecords * hookwire::kMarkSize;
    }
    /// Takes the new marks of up to HookScratch::kBatch records of the ring that begin at nextMark(). isLast: the
    /// process writes no more. Records that cannot be used are counted as lost. True if more marks may follow.
    bool acceptMarks(std::span<const std::byte> records, bool isLast);
    /// Empty while every message followed the protocol.
    [[nodiscard]] std::string_view protocolError() const { return m_protocolError; }
    [[nodiscard]] std::uint64_t process() const { return m_process; }
    /// True once the process has reported a step.
    [[nodiscard]] bool hasSteps() const { return m_processIndex >= 0; }
    /// Records an event about this process's hook.
    void report(format::Event::Severity severity, std::string_view text) { m_events.report(severity, text); }

private:
    // False on a violation of the protocol.
    bool accept(std::uint8_t type, std::span<const std::byte> payload);
    bool acceptHello(std::string_view json);
    bool acceptNames(std::span<const std::byte> payload);
    bool acceptOps(std::span<const std::byte> payload);
    bool acceptLane(std::span<const std::byte> payload);
    bool acceptSpans(std::span<const std::byte> payload);
    bool acceptSteps(std::span<const std::byte> payload);
    bool acceptWork(std::span<const std::byte> payload);
    bool acceptLinks(std::span<const std::byte> payload);
    bool acceptMemory(std::span<const std::byte> payload);
    bool acceptMetric(std::span<const std::byte> payload);
    HookIds::Metric* findMetric(std::string_view name);
    bool readSpanColumns(std::span<const std::byte> payload, std::size_t count);
    bool fail(std::string_view error);
    void writeSteps(std::size_t count);
    std::uint32_t findLane(std::uint32_t lane) const;

    static constexpr std::size_t kMaxLanes = 1024;

    HookIds& m_ids;
    HookScratch& m_scratch;
    HookOutput& m_output;
    HookEvents m_events;
    std::uint64_t m_process = 0;
    std::int64_t m_processIndex = -1; ///< in the recording's steps; -1 until the first step
    std::uint64_t m_nextMark = 1;     ///< sequence number
    std::uint64_t m_missingMark = 0;  ///< the number that was not complete at the last call of acceptMarks()
    bool m_hasHello = false;
    bool m_reportedUnknown = false;
    std::string_view m_protocolError;
    IdMap m_names;
    IdMap m_ops;
    struct LaneRow
    {
        std::uint32_t local;
        std::uint32_t global;
    };
    std::array<LaneRow, kMaxLanes> m_lanes; ///< not initialized: pages that are not used take no memory
    std::size_t m_laneCount = 0;
};

} // namespace stepscope::agent
