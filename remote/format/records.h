#pragma once

#include "remote/format/result.h"

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// The payloads of frames as structures, with their encoders and decoders. FORMAT.md specifies the layouts. Encoders
/// write into the caller's memory and never allocate (the agent does not allocate after its start). Decoders accept
/// untrusted bytes and check all sizes before they allocate; they return Error::Code::Corrupt for malformed payloads.
namespace stepscope::format {

class ByteWriter;

/// A sample that could not be read (core offline, sensor missing). It is shown as a gap, not as zero.
inline constexpr std::int64_t kMissing = std::numeric_limits<std::int64_t>::min();

inline constexpr std::size_t kMaxRows = 65536;             ///< of a sample block
inline constexpr std::size_t kMaxColumns = 4096;           ///< of a sample block
inline constexpr std::size_t kMaxCells = 1U << 20U;        ///< rows x columns
inline constexpr std::size_t kMaxSpans = 65536;            ///< of a span block
inline constexpr std::size_t kMaxLinks = 65536;            ///< of a block of links
inline constexpr std::size_t kMaxInterned = 1U << 22U;     ///< names or ops of a recording
inline constexpr std::size_t kMaxName = 65536;             ///< bytes of one name
inline constexpr std::size_t kMaxInternedPerBlock = 65536; ///< names or ops of one frame

// Samples -----------------------------------------------------------------------------------------------------------

/// A block of samples: rows of one group of channels that are read together. Values are integers in the channel's raw
/// unit (Channel::scale converts them).
struct SampleColumnView
{
    std::uint32_t channel = 0;
    std::span<const std::int64_t> values; ///< one per row; kMissing = gap
    /// ns from the row's time to the reading of this value, one per row; empty = all 0.
    std::span<const std::int64_t> readOffsets;
};
struct SampleBlockView
{
    std::uint32_t group = 0;
    std::span<const std::int64_t> times; ///< ns, one per row
    std::span<const SampleColumnView> columns;
};
void encodeSamples(ByteWriter& writer, const SampleBlockView& block);

struct SampleColumn
{
    std::uint32_t channel = 0;
    std::vector<std::int64_t> values;
    std::vector<std::int64_t> readOffsets; ///< empty or one per row; multiples of 1 us
};
struct SampleBlock
{
    std::uint32_t group = 0;
    std::vector<std::int64_t> times;
    std::vector<SampleColumn> columns;
};
Result<SampleBlock> decodeSamples(std::span<const std::byte> payload);

// Interned names and ops --------------------------------------------------------------------------------------------

/// Interned names with consecutive ids, beginning at `firstId`. Id 0 is the empty text.
void encodeNames(ByteWriter& writer, std::uint32_t firstId, std::span<const std::string_view> names);
struct NameBlock
{
    std::uint32_t firstId = 0;
    std::vector<std::string> names;
};
Result<NameBlock> decodeNames(std::span<const std::byte> payload);

/// An op. All members are name ids, 0 = none. Op ids begin at 1.
struct Op
{
    std::uint32_t name = 0;
    std::uint32_t shapes = 0;
    std::uint32_t module = 0;   ///< path of the layer, "layer1.0.conv2"
    std::uint32_t category = 0; ///< "op", "kernel", "memcpy", "runtime", "user", ...
    bool operator==(const Op&) const = default;
};
void encodeOps(ByteWriter& writer, std::uint32_t firstId, std::span<const Op> ops);
struct OpBlock
{
    std::uint32_t firstId = 0;
    std::vector<Op> ops;
};
Result<OpBlock> decodeOps(std::span<const std::byte> payload);

// Lanes and spans ---------------------------------------------------------------------------------------------------

struct Lane
{
    enum class Kind : std::uint8_t { Thread = 0, GpuStream = 1, Phases = 2 };
    std::uint32_t id = 0;
    Kind kind = Kind::Thread;
    std::uint64_t process = 0;
    std::uint64_t thread = 0; ///< operating system's thread id, or the stream's number
    std::string name;
    bool operator==(const Lane&) const = default;
};
void encodeLane(ByteWriter& writer, const Lane& lane, std::string_view name);
Result<Lane> decodeLane(std::span<const std::byte> payload);

/// Spans (instances of ops) of one lane, ordered by start time, parents before children. All four columns have the same
/// length.
struct SpanBlockView
{
    std::uint32_t lane = 0;
    std::span<const std::int64_t> starts;    ///< ns
    std::span<const std::int64_t> durations; ///< ns
    std::span<const std::uint32_t> ops;
    std::span<const std::uint8_t> depths; ///< 0 = outermost
};
void encodeSpans(ByteWriter& writer, const SpanBlockView& block);
struct SpanBlock
{
    std::uint32_t lane = 0;
    std::vector<std::int64_t> starts;
    std::vector<std::int64_t> durations;
    std::vector<std::uint32_t> ops;
    std::vector<std::uint8_t> depths;
};
Result<SpanBlock> decodeSpans(std::span<const std::byte> payload);

// Work of ops -------------------------------------------------------------------------------------------------------

/// Work of one instance of an op; 0 = unknown.
struct OpWork
{
    std::uint32_t op = 0;
    std::uint64_t operations = 0; ///< floating-point operations; a multiply-add counts as two
    std::uint64_t bytes = 0;      ///< lower bound of the bytes read and written in memory
    bool operator==(const OpWork&) const = default;
};
inline constexpr std::size_t kMaxWork = 65536; ///< of a block
void encodeWork(ByteWriter& writer, std::span<const OpWork> block);
Result<std::vector<OpWork>> decodeWork(std::span<const std::byte> payload);

// Metrics of the training ------------------------------------------------------------------------------------------

struct MetricValue
{
    std::int64_t time = 0; ///< ns, as reported by the training
    double value = 0;      ///< may be infinite or not a number
};
/// Values of one metric, in order of time.
struct MetricBlock
{
    std::string name; ///< valid UTF-8 is not checked
    std::vector<MetricValue> values;
};
inline constexpr std::size_t kMaxMetricName = 64;      ///< bytes
inline constexpr std::size_t kMaxMetricValues = 65536; ///< of a block
void encodeMetric(ByteWriter& writer, std::string_view name, std::span<const MetricValue> values);
Result<MetricBlock> decodeMetric(std::span<const std::byte> payload);

// Links -------------------------------------------------------------------------------------------------------------

/// A causal link between two spans, for example a launch call and its kernel. Each span is identified by its start in
/// its lane; among spans with the same start, the deepest is meant.
struct Link
{
    std::int64_t from = 0; ///< ns, start of the cause
    std::int64_t to = 0;   ///< ns, start of the effect
    bool operator==(const Link&) const = default;
};
/// Links from spans of one lane to spans of another lane or the same lane, in any order.
struct LinkBlockView
{
    std::uint32_t fromLane = 0;
    std::uint32_t toLane = 0;
    std::span<const Link> links;
};
void encodeLinks(ByteWriter& writer, const LinkBlockView& block);
struct LinkBlock
{
    std::uint32_t fromLane = 0;
    std::uint32_t toLane = 0;
    std::vector<Link> links;
};
Result<LinkBlock> decodeLinks(std::span<const std::byte> payload);

// Steps, clock, log, events -----------------------------------------------------------------------------------------

struct Step
{
    static constexpr std::uint32_t kTraced = 1;   ///< ops were recorded during it
    static constexpr std::uint32_t kExplicit = 2; ///< the training script marks its steps explicitly
    std::uint64_t index = 0;
    std::int64_t start = 0;    ///< ns
    std::int64_t end = 0;      ///< ns
    std::uint64_t samples = 0; ///< training samples (batch size); 0 = unknown
    std::uint32_t flags = 0;
    std::uint32_t process = 0; ///< 0 = the first process that reported steps
    bool operator==(const Step&) const = default;
};
void encodeSteps(ByteWriter& writer, std::span<const Step> steps);
Result<std::vector<Step>> decodeSteps(std::span<const std::byte> payload);

/// CLOCK_REALTIME at the CLOCK_MONOTONIC time `monotonic`, within +- `uncertainty` (half the distance of the two
/// readings around it). All in ns.
struct ClockPair
{
    std::int64_t monotonic = 0;
    std::int64_t realtime = 0;
    std::int64_t uncertainty = 0;
    bool operator==(const ClockPair&) const = default;
};
void encodeClock(ByteWriter& writer, const ClockPair& pair);
Result<ClockPair> decodeClock(std::span<const std::byte> payload);

/// A part of the training's output as it arrived; not aligned to lines.
struct LogChunk
{
    enum class Stream : std::uint8_t { Output = 1, Error = 2 };
    std::int64_t time = 0; ///< ns
    Stream stream = Stream::Output;
    std::string text;
    bool operator==(const LogChunk&) const = default;
};
void encodeLog(ByteWriter& writer, std::int64_t time, LogChunk::Stream stream, std::string_view text);
Result<LogChunk> decodeLog(std::span<const std::byte> payload);

/// An event. `details` is a JSON object with at least "kind" and "text" (one line for the user). FORMAT.md lists the
/// kinds. An event of kind "loss" has "what", "count", "from_ns", "to_ns" and "reason"; every loss of data is reported
/// by such an event.
struct Event
{
    enum class Severity : std::uint8_t { Info = 0, Warning = 1, Error = 2 };
    std::int64_t time = 0; ///< ns
    Severity severity = Severity::Info;
    std::string details;
    bool operator==(const Event&) const = default;
};
void encodeEvent(ByteWriter& writer, std::int64_t time, Event::Severity severity, std::string_view details);
Result<Event> decodeEvent(std::span<const std::byte> payload);

/// The pauses of an agent that measures its profiling overhead. Time is divided into blocks; the agent samples (A) or
/// sleeps (B) in the order A B B A, so that a linear drift of the machine cancels out.
struct PauseBlocks
{
    std::int64_t gridNs = 0;   ///< begin of the first block
    std::int64_t lengthNs = 0; ///< of a block; 0 = no pauses

    /// The block that contains a time; times before the grid belong to the first block.
    [[nodiscard]] std::int64_t block(std::int64_t time) const
    {
        return lengthNs <= 0 || time < gridNs ? 0 : (time - gridNs) / lengthNs;
    }
    [[nodiscard]] static bool isBlockPaused(std::int64_t block) { return ((block ^ (block >> 1)) & 1) != 0; }
    [[nodiscard]] bool isPaused(std::int64_t time) const { return lengthNs > 0 && isBlockPaused(block(time)); }
    /// The earliest time at or after `time` at which the agent does not sleep.
    [[nodiscard]] std::int64_t awakeFrom(std::int64_t time) const
    {
        while (isPaused(time))
            time = gridNs + (block(time) + 1) * lengthNs;
        return time;
    }
};

} // namespace stepscope::format
