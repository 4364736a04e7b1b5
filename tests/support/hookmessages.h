#pragma once

#include "remote/format/records.h"
#include "remote/hookwire/encoder.h"
#include "remote/hookwire/message.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// Messages of a hook with the values that tests need (protocol: remote/hookwire/message.h).
namespace stepscope::testing {

using hookwire::Message;
using hookwire::MessageType;
using HookOp = format::Op;
using HookSpan = hookwire::Span;

inline std::string hookMessage(MessageType type, std::string_view payload)
{
    return Message(type).raw(payload).bytes();
}
inline std::string helloMessage()
{
    return hookwire::encodeHello({1, 2, "3.11.2", "/usr/bin/python3"});
}
inline std::string namesMessage(std::uint32_t first, const std::vector<std::string>& names)
{
    return hookwire::encodeNames(first, std::vector<std::string_view>(names.begin(), names.end()));
}
inline std::string opsMessage(std::uint32_t first, const std::vector<HookOp>& ops)
{
    return hookwire::encodeOps(first, ops);
}
inline std::string laneMessage(std::uint32_t lane, std::uint64_t thread, const std::string& name)
{
    return hookwire::encodeLane({lane, format::Lane::Kind::Thread, 0, thread, name});
}
inline std::string spansMessage(std::uint32_t lane, const std::vector<HookSpan>& spans)
{
    return hookwire::encodeSpans(lane, spans);
}
inline std::string stepsMessage(std::uint64_t first, std::uint32_t count, std::int64_t start, std::int64_t length)
{
    Message message(MessageType::Steps);
    message.number(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::int64_t begin = start + i * length;
        message.number(first + i)
            .number(begin)
            .number(begin + length)
            .number(std::uint64_t{16})
            .number(std::uint32_t{1});
    }
    return message.bytes();
}
/// A record of the ring: a step of 16 samples with flags 1 and the index sequence - 1.
inline std::string markRecord(std::uint64_t sequence, std::int64_t start, std::int64_t end)
{
    const std::uint64_t index = sequence - 1;
    const std::uint64_t samples = 16;
    const std::uint32_t flags = 1;
    const std::uint64_t all =
        index ^ static_cast<std::uint64_t>(start) ^ static_cast<std::uint64_t>(end) ^ samples ^ flags ^ sequence;
    Message message(MessageType::Steps);
    message.number(index).number(start).number(end).number(samples).number(flags);
    message.number(static_cast<std::uint32_t>(all ^ (all >> 32U))).number(sequence);
    return message.bytes().substr(hookwire::kHeadSize);
}
struct HookMemory
{
    std::int64_t time, used, reserved, peak;
    std::int64_t parameters = -1, gradients = -1, optimizer = -1, inputs = -1, intermediate = -1; ///< -1: unknown
};
inline std::string memoryMessage(const std::vector<HookMemory>& rows)
{
    Message message(MessageType::Memory);
    message.number(static_cast<std::uint32_t>(rows.size()));
    for (const HookMemory& row : rows)
        message.number(row);
    return message.bytes();
}
inline std::string metricMessage(const std::string& name, const std::vector<format::MetricValue>& values)
{
    Message message(MessageType::Metric);
    message.text(name).number(static_cast<std::uint32_t>(values.size()));
    for (const format::MetricValue& row : values)
        message.number(row.time).number(row.value);
    return message.bytes();
}
inline std::string linksMessage(std::uint32_t from, std::uint32_t to, const std::vector<format::Link>& links)
{
    Message message(MessageType::Links);
    message.number(from).number(to).number(static_cast<std::uint32_t>(links.size()));
    for (const format::Link& link : links)
        message.number(link.from);
    for (const format::Link& link : links)
        message.number(link.to);
    return message.bytes();
}

} // namespace stepscope::testing
