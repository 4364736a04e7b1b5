#pragma once

#include "remote/format/result.h"

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// The payloads of frames: what they hold in memory, and how they become bytes. Layouts are specified in FORMAT.md.
/// Encoders write into the caller's memory and never allocate (the agent may not after its start);
/// decoders take untrusted bytes and bound everything before they allocate.
namespace stepscope::format {

class ByteWriter;

/// A sample that could not be read (core offline, sensor gone): drawn as a gap, never as zero.
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

/// Rows of one group of channels that are read together. Values are integers in the channel's raw unit (see its scale).
struct SampleColumnView
{
    std::uint32_t channel = 0;
    std::span<const std::int64_t> values; ///< one a row; kMissing = gap
    std::span<const std::int64_t>
        readOffsets; ///< ns after the row's time at which this value was read; empty = at the time
};
struct SampleBlockView
{
    std::uint32_t group = 0;
    std::span<const std::int64_t> times; ///< ns, when the row was read
    std::span<const SampleColumnView> columns;
};
void encodeSamples(ByteWriter& writer, const SampleBlockView& block);

struct SampleColumn
{
    std::uint32_t channel = 0;
    std::vector<std::int64_t> values;
    std::vector<std::int64_t> readOffsets; ///< empty, or one a row; multiples of 1 us
};
struct SampleBlock
{
    std::uint32_t group = 0;
    std::vector<std::int64_t> times;
    std::vector<SampleColumn> columns;
};
Result<SampleBlock> decodeSamples(std::span<const std::byte> payload);

// Interned names and ops --------------------------------------------------------------------------------------------

/// Names get ids in sequence; id 0 is the empty text. Frames say from which id on they define.
void encodeNames(ByteWriter& writer, std::uint32_t firstId, std::span<const std::string_view> names);
struct NameBlock
{
    std::uint32_t firstId = 0;
    std::vector<std::string> names;
};
Result<NameBlock> decodeNames(std::span<const std::byte> payload);

/// What a span is an instance of; all are name ids, 0 = none. Ops are numbered from 1.
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

/// Op instances of one lane by start time, parents before children. All four columns have the same length.
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

/// What one instance of an op does; 0 = not known.
struct OpWork
{
    std::uint32_t op = 0;
    std::uint64_t operations = 0; ///< of floating point; a multiply-add is two
    std::uint64_t bytes = 0;      ///< read and written in memory, at least
    bool operator==(const OpWork&) const = default;
};
inline constexpr std::size_t kMaxWork = 65536; ///< of a block
void encodeWork(ByteWriter& writer, std::span<const OpWork> block);
Result<std::vector<OpWork>> decodeWork(std::span<const std::byte> payload);

// Links -------------------------------------------------------------------------------------------------------------

/// One span caused another: the call that launched a kernel, and the kernel. Each is named by when it starts in its
/// lane; of spans that start at once the deepest is meant.
struct Link
{
    std::int64_t from = 0; ///< ns, start of the cause
    std::int64_t to = 0;   ///< ns, start of what it caused
    bool operator==(const Link&) const = default;
};
/// Links from spans of one lane to spans of another (or the same) one, in any order.
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
    static constexpr std::uint32_t kExplicit = 2; ///< the script marked it itself
    std::uint64_t index = 0;
    std::int64_t start = 0;    ///< ns
    std::int64_t end = 0;      ///< ns
    std::uint64_t samples = 0; ///< training samples (batch size); 0 = not known
    std::uint32_t flags = 0;
    std::uint32_t process = 0; ///< 0 = the first process that reported steps
    bool operator==(const Step&) const = default;
};
void encodeSteps(ByteWriter& writer, std::span<const Step> steps);
Result<std::vector<Step>> decodeSteps(std::span<const std::byte> payload);

/// CLOCK_REALTIME at CLOCK_MONOTONIC `monotonic`, true within +- uncertainty (half the bracket of reads), all ns.
struct ClockPair
{
    std::int64_t monotonic = 0;
    std::int64_t realtime = 0;
    std::int64_t uncertainty = 0;
    bool operator==(const ClockPair&) const = default;
};
void encodeClock(ByteWriter& writer, const ClockPair& pair);
Result<ClockPair> decodeClock(std::span<const std::byte> payload);

/// A piece of the training's output, as it came, not cut at line ends.
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

/// Something happened. `details` is a JSON object with at least "kind" and "text" (one line for a person).
/// Kinds in use: "source" (lost, back), "core" (offline, online), "hook", "run", "loss" (with "what", "count",
/// "from_ns", "to_ns", "reason": every way to lose data is told by one of these).
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

} // namespace stepscope::format
