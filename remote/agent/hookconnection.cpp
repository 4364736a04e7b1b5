#include "remote/agent/hookconnection.h"

#include "remote/agent/jsontext.h"
#include "remote/agent/jsonwriter.h"
#include "remote/agent/system/clock.h"
#include "remote/format/bytes.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

namespace stepscope::agent {

using format::ByteReader;
using format::ByteWriter;
using format::FrameType;

namespace {

std::string_view asText(std::span<const std::byte> bytes)
{
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

constexpr const char* kTooMany = "The recording has no more room for names or ops (4 million); trace fewer steps.";

} // namespace

void HookConnection::begin(std::uint64_t process)
{
    m_process = process;
    m_processIndex = -1;
    m_greeted = m_toldUnknown = false;
    m_complaint = {};
    m_names.clear();
    m_ops.clear();
    m_laneCount = 0;
}

std::size_t HookConnection::feed(std::span<const std::byte> data)
{
    std::size_t taken = 0;
    while (m_complaint.empty() && data.size() - taken >= kHookMessageHead) {
        ByteReader head(data.subspan(taken, kHookMessageHead));
        const std::size_t length = head.fixed<std::uint32_t>();
        const auto type = head.fixed<std::uint8_t>();
        if (length > kMaxHookPayload) {
            refuse("a message that is too long");
            break;
        }
        if (data.size() - taken - kHookMessageHead < length)
            break;
        if (!message(type, data.subspan(taken + kHookMessageHead, length)))
            break;
        taken += kHookMessageHead + length;
    }
    return taken;
}

bool HookConnection::message(std::uint8_t type, std::span<const std::byte> payload)
{
    if (m_greeted == (type == static_cast<std::uint8_t>(HookMessage::Hello)))
        return refuse("no greeting, or a second one");
    switch (static_cast<HookMessage>(type)) {
    case HookMessage::Hello:
        return hello(asText(payload));
    case HookMessage::Names:
        return names(payload);
    case HookMessage::Ops:
        return ops(payload);
    case HookMessage::Lane:
        return lane(payload);
    case HookMessage::Spans:
        return spans(payload);
    case HookMessage::Steps:
        return steps(payload);
    case HookMessage::Facts:
        return facts(asText(payload));
    case HookMessage::Event:
        return event(asText(payload));
    case HookMessage::Loss:
        return loss(asText(payload));
    case HookMessage::Links:
        return links(payload);
    case HookMessage::Work:
        return work(payload);
    case HookMessage::Memory:
        return memory(payload);
    }
    // A newer hook may say more: that is no reason to lose the rest.
    if (!m_toldUnknown)
        tell(format::Event::Severity::Warning,
             "The hook said something that this agent does not know; it is left out.");
    m_toldUnknown = true;
    return true;
}

bool HookConnection::refuse(std::string_view complaint)
{
    m_complaint = complaint;
    return false;
}

void HookConnection::tell(format::Event::Severity severity, std::string_view text)
{
    JsonWriter json(m_scratch.json);
    json.beginObject().key("kind").text("hook").key("text").text(text.substr(0, 1000));
    json.key("process").integer(static_cast<std::int64_t>(m_process)).endObject();
    ByteWriter writer(m_scratch.payload);
    format::encodeEvent(writer, monotonicNs(), severity, json.written());
    m_output.frame(FrameType::Event, writer.written(), LossKind::Events, 1);
}

bool HookConnection::hello(std::string_view json)
{
    if (!isJsonObject(json))
        return refuse("a greeting that is no JSON");
    if (jsonInteger(jsonMember(json, "protocol")) != 1)
        return refuse("another version of the protocol; hook and agent do not fit together");
    m_greeted = true;
    std::array<char, 64> memory;
    const std::string_view python = jsonString(jsonMember(json, "python"), memory).value_or("");
    std::array<char, 160> line;
    const int size =
        std::snprintf(line.data(), line.size(), "The hook is in process %llu (Python %.*s).",
                      static_cast<unsigned long long>(m_process), static_cast<int>(python.size()), python.data());
    tell(format::Event::Severity::Info, {line.data(), std::min(static_cast<std::size_t>(size), line.size() - 1)});
    JsonWriter facts(m_scratch.json);
    facts.beginObject().key("python").text(python).endObject();
    m_output.frame(FrameType::Facts, std::as_bytes(std::span(facts.written())), LossKind::Facts, 1);
    return true;
}

bool HookConnection::names(std::span<const std::byte> payload)
{
    ByteReader reader(payload);
    const auto first = reader.fixed<std::uint32_t>();
    std::uint32_t left = reader.fixed<std::uint32_t>();
    // Each name has its length before it.
    if (reader.failed() || first != m_names.next() || left > reader.remaining() / 4)
        return refuse("names out of order");
    if (left >= format::kMaxInterned - m_ids.nextName || !m_names.add(left, m_ids.nextName)) {
        m_output.lost(LossKind::Names, left, kTooMany);
        return refuse(kTooMany);
    }
    while (left > 0) {
        const std::size_t batch = std::min<std::size_t>(left, HookScratch::kBatch);
        for (std::size_t i = 0; i < batch; ++i)
            m_scratch.names[i] = asText(reader.bytes(reader.fixed<std::uint32_t>()));
        if (reader.failed())
            return refuse("names that are cut off");
        ByteWriter writer(m_scratch.payload);
        format::encodeNames(writer, m_ids.nextName, std::span(m_scratch.names).first(batch));
        m_output.frame(FrameType::Names, writer.written(), LossKind::Names, static_cast<std::uint32_t>(batch));
        m_ids.nextName += static_cast<std::uint32_t>(batch);
        left -= static_cast<std::uint32_t>(batch);
    }
    return reader.exhausted() || refuse("names that do not fill their message");
}

bool HookConnection::ops(std::span<const std::byte> payload)
{
    ByteReader reader(payload);
    const auto first = reader.fixed<std::uint32_t>();
    std::uint32_t left = reader.fixed<std::uint32_t>();
    if (reader.failed() || first != m_ops.next() || std::size_t{left} * 16 != reader.remaining())
        return refuse("ops out of order, or that do not fill their message");
    if (left >= format::kMaxInterned - m_ids.nextOp || !m_ops.add(left, m_ids.nextOp)) {
        m_output.lost(LossKind::Ops, left, kTooMany);
        return refuse(kTooMany);
    }
    while (left > 0) {
        const std::size_t batch = std::min<std::size_t>(left, HookScratch::kBatch);
        for (format::Op& op : std::span(m_scratch.opRows).first(batch)) {
            op.name = m_names.find(reader.fixed<std::uint32_t>());
            op.shapes = m_names.find(reader.fixed<std::uint32_t>());
            op.module = m_names.find(reader.fixed<std::uint32_t>());
            op.category = m_names.find(reader.fixed<std::uint32_t>());
        }
        ByteWriter writer(m_scratch.payload);
        format::encodeOps(writer, m_ids.nextOp, std::span(m_scratch.opRows).first(batch));
        m_output.frame(FrameType::Ops, writer.written(), LossKind::Ops, static_cast<std::uint32_t>(batch));
        m_ids.nextOp += static_cast<std::uint32_t>(batch);
        left -= static_cast<std::uint32_t>(batch);
    }
    return true;
}

std::uint32_t HookConnection::findLane(std::uint32_t lane) const
{
    const auto end = m_lanes.begin() + static_cast<std::ptrdiff_t>(m_laneCount);
    const auto found = std::find_if(m_lanes.begin(), end, [&](const LaneRow& row) { return row.local == lane; });
    return found == end ? 0 : found->global;
}

bool HookConnection::lane(std::span<const std::byte> payload)
{
    ByteReader reader(payload);
    const auto local = reader.fixed<std::uint32_t>();
    const auto kind = reader.fixed<std::uint32_t>();
    const auto thread = reader.fixed<std::uint64_t>();
    const std::string_view name = asText(reader.bytes(reader.fixed<std::uint32_t>()));
    if (!reader.exhausted() || local == 0 || kind > static_cast<std::uint32_t>(format::Lane::Kind::Phases) ||
        findLane(local) != 0)
        return refuse("a lane that is not understood");
    if (m_laneCount == kMaxLanes) {
        m_output.lost(LossKind::Lanes, 1,
                      "A process has more than 1024 threads and streams; the ops of the others are left out.");
        return true;
    }
    m_lanes[m_laneCount++] = {local, m_ids.nextLane};
    format::Lane row;
    row.id = m_ids.nextLane++;
    row.kind = static_cast<format::Lane::Kind>(kind);
    row.process = m_process;
    row.thread = thread;
    ByteWriter writer(m_scratch.payload);
    format::encodeLane(writer, row, name);
    m_output.frame(FrameType::Lane, writer.written(), LossKind::Lanes, 1);
    return true;
}

bool HookConnection::readSpanColumns(std::span<const std::byte> payload, std::size_t count)
{
    const std::byte* at = payload.data();
    std::memcpy(m_scratch.starts.data(), at, count * 8);
    std::memcpy(m_scratch.durations.data(), at + count * 8, count * 8);
    std::memcpy(m_scratch.ops.data(), at + count * 16, count * 4);
    std::memcpy(m_scratch.depths.data(), at + count * 20, count);
    bool sane = true;
    for (std::size_t i = 0; i < count; ++i) {
        m_scratch.ops[i] = m_ops.find(m_scratch.ops[i]);
        sane = sane && m_scratch.durations[i] >= 0 && (i == 0 || m_scratch.starts[i] >= m_scratch.starts[i - 1]);
    }
    return sane;
}

bool HookConnection::spans(std::span<const std::byte> payload)
{
    ByteReader reader(payload);
    const auto local = reader.fixed<std::uint32_t>();
    const std::size_t count = reader.fixed<std::uint32_t>();
    if (reader.failed() || count > kMaxSpansPerMessage || count * 21 != reader.remaining())
        return refuse("ops' times that do not fill their message");
    const std::uint32_t lane = findLane(local);
    if (count == 0)
        return true;
    if (lane == 0) {
        m_output.lost(LossKind::Spans, count, "They belong to a thread or stream that is not known.");
        return true;
    }
    if (!readSpanColumns(payload.subspan(8), count)) {
        m_output.lost(LossKind::Spans, count, "The hook's times ran backwards.");
        return true;
    }
    ByteWriter writer(m_scratch.payload);
    format::encodeSpans(writer,
                        {lane, std::span(m_scratch.starts).first(count), std::span(m_scratch.durations).first(count),
                         std::span(m_scratch.ops).first(count), std::span(m_scratch.depths).first(count)});
    m_output.frame(FrameType::Spans, writer.written(), LossKind::Spans, static_cast<std::uint32_t>(count));
    return true;
}

bool HookConnection::steps(std::span<const std::byte> payload)
{
    ByteReader reader(payload);
    std::uint32_t left = reader.fixed<std::uint32_t>();
    if (reader.failed() || std::size_t{left} * 36 != reader.remaining())
        return refuse("steps that do not fill their message");
    if (left > 0 && m_processIndex < 0)
        m_processIndex = m_ids.nextProcess++;
    while (left > 0) {
        const std::size_t batch = std::min<std::size_t>(left, HookScratch::kBatch);
        for (format::Step& step : std::span(m_scratch.steps).first(batch)) {
            step.index = reader.fixed<std::uint64_t>();
            step.start = reader.fixed<std::int64_t>();
            step.end = std::max(reader.fixed<std::int64_t>(), step.start);
            step.samples = reader.fixed<std::uint64_t>();
            step.flags = reader.fixed<std::uint32_t>();
            step.process = static_cast<std::uint32_t>(m_processIndex);
        }
        ByteWriter writer(m_scratch.payload);
        format::encodeSteps(writer, std::span(m_scratch.steps).first(batch));
        m_output.frame(FrameType::Steps, writer.written(), LossKind::Steps, static_cast<std::uint32_t>(batch));
        left -= static_cast<std::uint32_t>(batch);
    }
    return true;
}

bool HookConnection::links(std::span<const std::byte> payload)
{
    ByteReader reader(payload);
    const auto from = reader.fixed<std::uint32_t>();
    const auto to = reader.fixed<std::uint32_t>();
    const std::size_t count = reader.fixed<std::uint32_t>();
    if (reader.failed() || count > kMaxLinksPerMessage || count * 16 != reader.remaining())
        return refuse("links that do not fill their message");
    if (count == 0)
        return true;
    if (findLane(from) == 0 || findLane(to) == 0) {
        m_output.lost(LossKind::Links, count, "They belong to a thread or stream that is not known.");
        return true;
    }
    const auto links = std::span(m_scratch.links).first(count);
    for (format::Link& link : links)
        link.from = reader.fixed<std::int64_t>();
    for (format::Link& link : links)
        link.to = reader.fixed<std::int64_t>();
    ByteWriter writer(m_scratch.payload);
    format::encodeLinks(writer, {findLane(from), findLane(to), links});
    m_output.frame(FrameType::Links, writer.written(), LossKind::Links, static_cast<std::uint32_t>(count));
    return true;
}

bool HookConnection::work(std::span<const std::byte> payload)
{
    ByteReader reader(payload);
    std::uint32_t left = reader.fixed<std::uint32_t>();
    if (reader.failed() || std::size_t{left} * 20 != reader.remaining())
        return refuse("work of ops that does not fill its message");
    while (left > 0) {
        const std::size_t batch = std::min<std::size_t>(left, HookScratch::kBatch);
        std::size_t known = 0;
        for (std::size_t i = 0; i < batch; ++i) {
            format::OpWork& row = m_scratch.work[known];
            row.op = m_ops.find(reader.fixed<std::uint32_t>());
            row.operations = reader.fixed<std::uint64_t>();
            row.bytes = reader.fixed<std::uint64_t>();
            known += row.op != 0 ? 1U : 0U;
        }
        ByteWriter writer(m_scratch.payload);
        format::encodeWork(writer, std::span(m_scratch.work).first(known));
        m_output.frame(FrameType::Work, writer.written(), LossKind::Work, static_cast<std::uint32_t>(known));
        left -= static_cast<std::uint32_t>(batch);
    }
    return true;
}

bool HookConnection::facts(std::string_view json)
{
    if (!isJsonObject(json))
        return refuse("facts that are no JSON");
    m_output.frame(FrameType::Facts, std::as_bytes(std::span(json)), LossKind::Facts, 1);
    return true;
}

bool HookConnection::event(std::string_view json)
{
    if (!isJsonObject(json))
        return refuse("an event that is no JSON");
    std::array<char, 16> word;
    const std::string_view severity = jsonString(jsonMember(json, "severity"), word).value_or("");
    std::array<char, 1000> line;
    const std::string_view text = jsonString(jsonMember(json, "text"), line).value_or("");
    JsonWriter details(m_scratch.json);
    details.beginObject().key("kind").text("hook").key("text").text(text);
    details.key("process").integer(static_cast<std::int64_t>(m_process)).endObject();
    using Severity = format::Event::Severity;
    ByteWriter writer(m_scratch.payload);
    format::encodeEvent(writer, jsonInteger(jsonMember(json, "time_ns")).value_or(monotonicNs()),
                        severity == "error"     ? Severity::Error
                        : severity == "warning" ? Severity::Warning
                                                : Severity::Info,
                        details.written());
    m_output.frame(FrameType::Event, writer.written(), LossKind::Events, 1);
    return true;
}

bool HookConnection::loss(std::string_view json)
{
    if (!isJsonObject(json))
        return refuse("a loss that is no JSON");
    std::array<char, 32> whatMemory;
    std::array<char, 400> reasonMemory;
    const std::string_view what = jsonString(jsonMember(json, "what"), whatMemory).value_or("data");
    const std::string_view reason = jsonString(jsonMember(json, "reason"), reasonMemory).value_or("");
    const std::int64_t count = std::max<std::int64_t>(jsonInteger(jsonMember(json, "count")).value_or(1), 0);
    const std::int64_t to = jsonInteger(jsonMember(json, "to_ns")).value_or(monotonicNs());
    std::array<char, 600> line;
    const int size =
        std::snprintf(line.data(), line.size(), "%lld %.*s lost. %.*s", static_cast<long long>(count),
                      static_cast<int>(what.size()), what.data(), static_cast<int>(reason.size()), reason.data());
    JsonWriter details(m_scratch.json);
    details.beginObject().key("kind").text("loss");
    details.key("text").text({line.data(), std::min(static_cast<std::size_t>(size), line.size() - 1)});
    details.key("what").text(what).key("count").integer(count);
    details.key("from_ns").integer(jsonInteger(jsonMember(json, "from_ns")).value_or(to)).key("to_ns").integer(to);
    details.key("reason").text(reason).key("process").integer(static_cast<std::int64_t>(m_process)).endObject();
    ByteWriter writer(m_scratch.payload);
    format::encodeEvent(writer, to, format::Event::Severity::Warning, details.written());
    m_output.frame(FrameType::Event, writer.written(), LossKind::Events, 1);
    return true;
}

} // namespace stepscope::agent
