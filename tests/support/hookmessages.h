#pragma once

#include "remote/format/records.h"

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

/// What a hook sends to the agent, message by message (remote/agent/hookconnection.h).
namespace stepscope::testing {

class MessageBytes
{
public:
    template <typename T>
    MessageBytes& number(T value)
    {
        m_bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
        return *this;
    }
    template <typename T>
    MessageBytes& numbers(const std::vector<T>& values)
    {
        for (const T& value : values)
            number(value);
        return *this;
    }
    MessageBytes& text(const std::string& value)
    {
        number(static_cast<std::uint32_t>(value.size()));
        m_bytes += value;
        return *this;
    }
    [[nodiscard]] const std::string& bytes() const { return m_bytes; }

private:
    std::string m_bytes;
};

inline std::string hookMessage(std::uint8_t type, const std::string& payload)
{
    return MessageBytes().number(static_cast<std::uint32_t>(payload.size())).number(type).bytes() + payload;
}
inline std::string helloMessage()
{
    return hookMessage(
        1,
        R"({"protocol":1,"pid":1,"python":"3.11.2","executable":"/usr/bin/python3","argv":["x.py"],"parent_pid":2})");
}
inline std::string namesMessage(std::uint32_t first, const std::vector<std::string>& names)
{
    MessageBytes payload;
    payload.number(first).number(static_cast<std::uint32_t>(names.size()));
    for (const std::string& name : names)
        payload.text(name);
    return hookMessage(2, payload.bytes());
}
struct HookOp
{
    std::uint32_t name, shapes, module, category;
};
inline std::string opsMessage(std::uint32_t first, const std::vector<HookOp>& ops)
{
    MessageBytes payload;
    payload.number(first).number(static_cast<std::uint32_t>(ops.size())).numbers(ops);
    return hookMessage(3, payload.bytes());
}
inline std::string laneMessage(std::uint32_t lane, std::uint64_t thread, const std::string& name)
{
    return hookMessage(4, MessageBytes().number(lane).number(std::uint32_t{0}).number(thread).text(name).bytes());
}
struct HookSpan
{
    std::int64_t start, duration;
    std::uint32_t op;
    std::uint8_t depth;
};
inline std::string spansMessage(std::uint32_t lane, const std::vector<HookSpan>& spans)
{
    MessageBytes payload;
    payload.number(lane).number(static_cast<std::uint32_t>(spans.size()));
    for (const HookSpan& span : spans)
        payload.number(span.start);
    for (const HookSpan& span : spans)
        payload.number(span.duration);
    for (const HookSpan& span : spans)
        payload.number(span.op);
    for (const HookSpan& span : spans)
        payload.number(span.depth);
    return hookMessage(5, payload.bytes());
}
inline std::string stepsMessage(std::uint64_t first, std::uint32_t count, std::int64_t start, std::int64_t length)
{
    MessageBytes payload;
    payload.number(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::int64_t begin = start + i * length;
        payload.number(first + i)
            .number(begin)
            .number(begin + length)
            .number(std::uint64_t{16})
            .number(std::uint32_t{1});
    }
    return hookMessage(6, payload.bytes());
}
struct HookMemory
{
    std::int64_t time, used, reserved, peak;
    std::int64_t parameters = -1, gradients = -1, optimizer = -1, inputs = -1, intermediate = -1; ///< -1: not known
};
inline std::string memoryMessage(const std::vector<HookMemory>& rows)
{
    return hookMessage(12, MessageBytes().number(static_cast<std::uint32_t>(rows.size())).numbers(rows).bytes());
}
inline std::string linksMessage(std::uint32_t from, std::uint32_t to, const std::vector<format::Link>& links)
{
    MessageBytes payload;
    payload.number(from).number(to).number(static_cast<std::uint32_t>(links.size()));
    for (const format::Link& link : links)
        payload.number(link.from);
    for (const format::Link& link : links)
        payload.number(link.to);
    return hookMessage(10, payload.bytes());
}

} // namespace stepscope::testing
