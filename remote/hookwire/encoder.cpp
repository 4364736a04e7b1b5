#include "remote/hookwire/encoder.h"

#include "remote/hookwire/message.h"
#include "remote/json/writer.h"

#include <algorithm>

namespace stepscope::hookwire {

std::string encodeHello(const Hello& hello)
{
    std::string text;
    json::Writer json(text);
    json.beginObject().key("protocol").integer(kProtocol).key("pid").integer(hello.process);
    json.key("parent_pid").integer(hello.parentProcess);
    if (!hello.python.empty())
        json.key("python").text(hello.python);
    if (!hello.executable.empty())
        json.key("executable").text(hello.executable);
    json.endObject();
    return Message(MessageType::Hello).raw(text).bytes();
}

std::string encodeNames(std::uint32_t firstId, std::span<const std::string_view> names)
{
    const auto encodedSize = [](std::string_view name) {
        return sizeof(std::uint32_t) + std::min(name.size(), format::kMaxName);
    };
    std::string bytes;
    while (!names.empty()) {
        std::size_t size = 2 * sizeof(std::uint32_t);
        const auto end = std::find_if(names.begin(), names.end(), [&](std::string_view name) {
            size += encodedSize(name);
            return size > kMaxPayload;
        });
        const auto count = static_cast<std::size_t>(end - names.begin());
        Message message(MessageType::Names);
        message.number(firstId).number(static_cast<std::uint32_t>(count));
        for (const std::string_view name : names.first(count))
            message.text(name.substr(0, format::kMaxName));
        bytes += message.bytes();
        firstId += static_cast<std::uint32_t>(count);
        names = names.subspan(count);
    }
    return bytes;
}

std::string encodeOps(std::uint32_t firstId, std::span<const format::Op> ops)
{
    constexpr std::size_t kMaxOps = (kMaxPayload - 2 * sizeof(std::uint32_t)) / kOpSize;
    std::string bytes;
    while (!ops.empty()) {
        const std::size_t count = std::min(ops.size(), kMaxOps);
        Message message(MessageType::Ops);
        message.number(firstId).number(static_cast<std::uint32_t>(count));
        for (const format::Op& op : ops.first(count))
            message.number(op.name).number(op.shapes).number(op.module).number(op.category);
        bytes += message.bytes();
        firstId += static_cast<std::uint32_t>(count);
        ops = ops.subspan(count);
    }
    return bytes;
}

std::string encodeLane(const format::Lane& lane)
{
    Message message(MessageType::Lane);
    message.number(lane.id).number(static_cast<std::uint32_t>(lane.kind)).number(lane.thread).text(lane.name);
    return message.bytes();
}

std::string encodeSpans(std::uint32_t lane, std::span<const Span> spans)
{
    std::string bytes;
    while (!spans.empty()) {
        const auto part = spans.first(std::min(spans.size(), kMaxSpans));
        Message message(MessageType::Spans);
        message.number(lane).number(static_cast<std::uint32_t>(part.size()));
        for (const Span& span : part)
            message.number(span.start);
        for (const Span& span : part)
            message.number(span.duration);
        for (const Span& span : part)
            message.number(span.op);
        for (const Span& span : part)
            message.number(span.depth);
        bytes += message.bytes();
        spans = spans.subspan(part.size());
    }
    return bytes;
}

std::string encodeLinks(std::uint32_t causes, std::uint32_t effects, std::span<const format::Link> links)
{
    std::string bytes;
    while (!links.empty()) {
        const auto part = links.first(std::min(links.size(), kMaxLinks));
        Message message(MessageType::Links);
        message.number(causes).number(effects).number(static_cast<std::uint32_t>(part.size()));
        for (const format::Link& link : part)
            message.number(link.from);
        for (const format::Link& link : part)
            message.number(link.to);
        bytes += message.bytes();
        links = links.subspan(part.size());
    }
    return bytes;
}

std::string encodeStep(const format::Step& step)
{
    Message message(MessageType::Steps);
    message.number(std::uint32_t{1}).number(step.index).number(step.start).number(step.end);
    message.number(step.samples).number(step.flags);
    return message.bytes();
}

std::string encodeFacts(std::string_view json)
{
    return Message(MessageType::Facts).raw(json).bytes();
}

} // namespace stepscope::hookwire
