#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

/// The protocol between the training's processes and the agent, over a UNIX stream socket, one process per connection.
///
///     message := length:u32 type:u8 payload[length]
///
/// Integers are little endian, times int64 ns of CLOCK_MONOTONIC. Ids of names and ops count from 1 without gaps within
/// a connection; 0 = none. The agent never replies. The Python side is resources/hook/stepscope/wire.py.
///
/// Steps messages that are not sent yet are lost when a process is killed. A process may therefore pass the descriptor
/// of a file in memory (SCM_RIGHTS) with its greeting, and write the marks of its steps into that file instead: a ring
/// of kRingRecords records of kMarkSize bytes. The agent reads it while the process runs, and once more when the
/// connection has ended. Record i holds the marks with the sequence numbers i + 1, i + 1 + kRingRecords, ...:
///
///     record := index:u64 start:i64 end:i64 samples:u64 flags:u32 check:u32 sequence:u64
///
/// `sequence` is written last and counts from 1. `check` is the upper half xor the lower half of
/// index ^ start ^ end ^ samples ^ flags ^ sequence: the agent may see the writes in another order.
namespace stepscope::hookwire {

enum class MessageType : std::uint8_t {
    Hello = 1,  ///< JSON: protocol, pid, python, executable, argv, parent_pid; must be the first message
    Names = 2,  ///< first:u32 count:u32 (length:u32 bytes)*
    Ops = 3,    ///< first:u32 count:u32 (name:u32 shapes:u32 module:u32 category:u32)*
    Lane = 4,   ///< lane:u32 kind:u32 thread:u64 length:u32 bytes
    Spans = 5,  ///< lane:u32 count:u32 start:i64* duration:i64* op:u32* depth:u8*; by start, parents before children
    Steps = 6,  ///< count:u32 (index:u64 start:i64 end:i64 samples:u64 flags:u32)*; without a ring
    Facts = 7,  ///< JSON object, merged into the recording's facts
    Event = 8,  ///< JSON: time_ns, severity, kind, text
    Loss = 9,   ///< JSON: what, count, from_ns, to_ns, reason
    Links = 10, ///< lane of causes:u32 lane of effects:u32 count:u32 start of cause:i64* start of effect:i64*
    Work = 11,  ///< count:u32 (op:u32 operations:u64 bytes:u64)*
    Memory =
        12, ///< count:u32 (time:i64 value:i64[8])*, by time, in the order of sources/system/tensors.h; < 0: unknown
    Metric = 13, ///< length:u32 name count:u32 (time:i64 value:f64)*, by time
};

inline constexpr int kProtocol = 2;
inline constexpr std::size_t kHeadSize = 5; ///< bytes before the payload
inline constexpr std::size_t kMaxPayload = std::size_t{1} << 20U;
inline constexpr std::size_t kMaxSpans = 8192;        ///< per message
inline constexpr std::size_t kMaxLinks = 8192;        ///< per message
inline constexpr std::size_t kMaxMetricValues = 1024; ///< per message
inline constexpr std::size_t kRingRecords = 65536;

// Bytes of a row within a payload.
inline constexpr std::size_t kOpSize = 16;
inline constexpr std::size_t kSpanSize = 21;
inline constexpr std::size_t kStepSize = 36;
inline constexpr std::size_t kLinkSize = 16;
inline constexpr std::size_t kWorkSize = 20;
inline constexpr std::size_t kMetricSize = 16;
inline constexpr std::size_t kMarkSize = 48; ///< a record of the ring

/// Name of the environment variable that holds the path of the agent's socket.
inline constexpr const char* kSocketVariable = "STEPSCOPE_SOCKET";

/// Builds one message. The payload must not exceed kMaxPayload.
class Message
{
public:
    explicit Message(MessageType type)
        : m_bytes(kHeadSize, '\0')
    {
        m_bytes[kHeadSize - 1] = static_cast<char>(type);
    }

    /// A fixed-width integer, or a struct of such without padding.
    template <typename Number>
    Message& number(Number value)
    {
        m_bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
        return *this;
    }
    /// Length as u32, then the bytes.
    Message& text(std::string_view value)
    {
        number(static_cast<std::uint32_t>(value.size()));
        return raw(value);
    }
    Message& raw(std::string_view bytes)
    {
        m_bytes += bytes;
        return *this;
    }

    [[nodiscard]] std::size_t payloadSize() const { return m_bytes.size() - kHeadSize; }
    /// Head and payload.
    std::string bytes()
    {
        const auto length = static_cast<std::uint32_t>(payloadSize());
        std::memcpy(m_bytes.data(), &length, sizeof length);
        return m_bytes;
    }

private:
    std::string m_bytes;
};

} // namespace stepscope::hookwire
