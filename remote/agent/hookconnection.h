#pragma once

#include "remote/agent/idmap.h"
#include "remote/agent/losses.h"
#include "remote/format/frame.h"
#include "remote/format/records.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

namespace stepscope::agent {

/// What the hook may say (one process a connection). message := length:u32 type:u8 payload[length], little endian,
/// times int64 ns of CLOCK_MONOTONIC, ids per connection from 1 without holes, 0 = none. The agent never answers.
enum class HookMessage : std::uint8_t {
    Hello = 1,   ///< JSON: protocol, pid, python, executable, argv; must come first
    Names = 2,   ///< first:u32 count:u32 (length:u32 bytes)*
    Ops = 3,     ///< first:u32 count:u32 (name:u32 shapes:u32 module:u32 category:u32)*
    Lane = 4,    ///< lane:u32 kind:u32 thread:u64 length:u32 bytes
    Spans = 5,   ///< lane:u32 count:u32 start:i64* duration:i64* op:u32* depth:u8*
    Steps = 6,   ///< count:u32 (index:u64 start:i64 end:i64 samples:u64 flags:u32)*
    Facts = 7,   ///< JSON object
    Event = 8,   ///< JSON: time_ns, severity, kind, text
    Loss = 9,    ///< JSON: what, count, from_ns, to_ns, reason
    Links = 10,  ///< from lane:u32 to lane:u32 count:u32 start of the cause:i64* start of what it caused:i64*
    Work = 11,   ///< count:u32 (op:u32 operations:u64 bytes:u64)*
    Memory = 12, ///< count:u32 (time:i64 value:i64[8])*, channels of sources/tensors.h by time; < 0: not known
};
inline constexpr std::size_t kHookMessageHead = 5;
inline constexpr std::size_t kMaxHookPayload = std::size_t{1} << 20U;
inline constexpr std::size_t kMaxSpansPerMessage = 8192;
inline constexpr std::size_t kMaxLinksPerMessage = 8192;

/// Where translated messages go.
class HookOutput
{
public:
    virtual ~HookOutput() = default;
    /// False = it was lost (and counted there).
    virtual bool frame(format::FrameType type, std::span<const std::byte> payload, LossKind kind,
                       std::uint32_t items) = 0;
    virtual void lost(LossKind kind, std::uint64_t count, const char* reason) = 0;
};

/// Ids of the recording that all connections share.
struct HookIds
{
    std::uint32_t nextName = 1;
    std::uint32_t nextOp = 1;
    std::uint32_t nextLane = 1;
    std::uint32_t nextProcess = 0;
    std::optional<std::uint32_t> memoryGroup; ///< of the samples that Memory becomes
    std::uint64_t memoryProcess = 0;          ///< the first that told; the others' memory is left out
    std::int64_t memoryUntil = 0;
};

/// Memory for translating, one for all connections: taken once.
struct HookScratch
{
    static constexpr std::size_t kBatch = 1024; ///< names, ops or steps of a frame
    std::array<std::int64_t, kMaxSpansPerMessage> starts;
    std::array<std::int64_t, kMaxSpansPerMessage> durations;
    std::array<std::uint32_t, kMaxSpansPerMessage> ops;
    std::array<std::uint8_t, kMaxSpansPerMessage> depths;
    std::array<std::string_view, kBatch> names;
    std::array<format::Op, kBatch> opRows;
    std::array<format::Step, kBatch> steps;
    std::array<format::OpWork, kBatch> work;
    std::array<format::Link, kMaxLinksPerMessage> links;
    std::array<char, 8192> json;
    std::array<std::byte, kMaxHookPayload + 65536> payload;
};

/// Checks one process's messages and turns them into frames of the recording. Nothing is trusted, nothing allocates.
class HookConnection
{
public:
    HookConnection(HookIds& ids, HookScratch& scratch, HookOutput& output)
        : m_ids(ids)
        , m_scratch(scratch)
        , m_output(output)
    {}

    /// A new connection; process: as the kernel says.
    void begin(std::uint64_t process);
    /// Takes whole messages off the front of data; returns how many bytes were taken. Stops at the first message that
    /// breaks the protocol: complaint() says why then, and the connection has to be closed.
    std::size_t feed(std::span<const std::byte> data);
    /// Empty while all is well.
    [[nodiscard]] std::string_view complaint() const { return m_complaint; }
    [[nodiscard]] std::uint64_t process() const { return m_process; }
    void tell(format::Event::Severity severity, std::string_view text);

private:
    bool message(std::uint8_t type, std::span<const std::byte> payload);
    bool hello(std::string_view json);
    bool names(std::span<const std::byte> payload);
    bool ops(std::span<const std::byte> payload);
    bool lane(std::span<const std::byte> payload);
    bool spans(std::span<const std::byte> payload);
    bool steps(std::span<const std::byte> payload);
    bool facts(std::string_view json);
    bool event(std::string_view json);
    bool loss(std::string_view json);
    bool work(std::span<const std::byte> payload);
    bool links(std::span<const std::byte> payload);
    bool memory(std::span<const std::byte> payload);
    bool readSpanColumns(std::span<const std::byte> payload, std::size_t count);
    bool refuse(std::string_view complaint);
    std::uint32_t findLane(std::uint32_t lane) const;

    static constexpr std::size_t kMaxLanes = 1024;

    HookIds& m_ids;
    HookScratch& m_scratch;
    HookOutput& m_output;
    std::uint64_t m_process = 0;
    std::int64_t m_processIndex = -1; ///< of its steps
    bool m_greeted = false;
    bool m_toldUnknown = false;
    std::string_view m_complaint;
    IdMap m_names;
    IdMap m_ops;
    struct LaneRow
    {
        std::uint32_t local;
        std::uint32_t global;
    };
    std::array<LaneRow, kMaxLanes> m_lanes; ///< not filled: most connections touch few
    std::size_t m_laneCount = 0;
};

} // namespace stepscope::agent
