#include "remote/format/records.h"

#include "remote/format/bytes.h"

#include <bit>
#include <cassert>

namespace stepscope::format {
namespace {

Error malformed(const char* what)
{
    return failure(Error::Code::Corrupt, std::string(what) + " is malformed; it is ignored.");
}

} // namespace

void encodeLane(ByteWriter& writer, const Lane& lane, std::string_view name)
{
    writer.varint(lane.id);
    writer.fixed(static_cast<std::uint8_t>(lane.kind));
    writer.varint(lane.process);
    writer.varint(lane.thread);
    writer.text(name.substr(0, kMaxName));
}

Result<Lane> decodeLane(std::span<const std::byte> payload)
{
    ByteReader reader(payload);
    Lane lane;
    lane.id = reader.varint32();
    const auto kind = reader.fixed<std::uint8_t>();
    lane.process = reader.varint();
    lane.thread = reader.varint();
    lane.name = reader.text().substr(0, kMaxName);
    if (!reader.exhausted() || kind > static_cast<std::uint8_t>(Lane::Kind::Phases))
        return malformed("A lane");
    lane.kind = static_cast<Lane::Kind>(kind);
    return lane;
}

void encodeSteps(ByteWriter& writer, std::span<const Step> steps)
{
    writer.varint(steps.size());
    std::uint64_t index = 0;
    std::int64_t end = 0;
    for (const Step& step : steps) {
        writer.zigzag(static_cast<std::int64_t>(step.index - index));
        writer.zigzag(wrappingDifference(step.start, end));
        writer.zigzag(wrappingDifference(step.end, step.start));
        writer.varint(step.samples);
        writer.varint(step.flags);
        writer.varint(step.process);
        index = step.index + 1;
        end = step.end;
    }
}

Result<std::vector<Step>> decodeSteps(std::span<const std::byte> payload)
{
    ByteReader reader(payload);
    const std::uint64_t count = reader.varint();
    // A step takes at least six bytes.
    if (count > reader.remaining() / 6)
        return malformed("A frame of steps");
    std::vector<Step> steps(static_cast<std::size_t>(count));
    std::uint64_t index = 0;
    std::int64_t end = 0;
    for (Step& step : steps) {
        step.index = index + static_cast<std::uint64_t>(reader.zigzag());
        step.start = wrappingSum(end, reader.zigzag());
        step.end = wrappingSum(step.start, reader.zigzag());
        step.samples = reader.varint();
        step.flags = reader.varint32();
        step.process = reader.varint32();
        index = step.index + 1;
        end = step.end;
    }
    if (!reader.exhausted())
        return malformed("A frame of steps");
    return steps;
}

void encodeClock(ByteWriter& writer, const ClockPair& pair)
{
    writer.fixed(pair.monotonic);
    writer.fixed(pair.realtime);
    writer.fixed(pair.uncertainty);
}

Result<ClockPair> decodeClock(std::span<const std::byte> payload)
{
    ByteReader reader(payload);
    ClockPair pair;
    pair.monotonic = reader.fixed<std::int64_t>();
    pair.realtime = reader.fixed<std::int64_t>();
    pair.uncertainty = reader.fixed<std::int64_t>();
    if (!reader.exhausted())
        return malformed("A clock pair");
    return pair;
}

void encodeLog(ByteWriter& writer, std::int64_t time, LogChunk::Stream stream, std::string_view text)
{
    writer.fixed(time);
    writer.fixed(static_cast<std::uint8_t>(stream));
    writer.bytes(std::as_bytes(std::span(text)));
}

Result<LogChunk> decodeLog(std::span<const std::byte> payload)
{
    ByteReader reader(payload);
    LogChunk chunk;
    chunk.time = reader.fixed<std::int64_t>();
    const auto stream = reader.fixed<std::uint8_t>();
    const auto text = reader.bytes(reader.remaining());
    if (!reader.exhausted() || (stream != 1 && stream != 2))
        return malformed("A log frame");
    chunk.stream = static_cast<LogChunk::Stream>(stream);
    chunk.text.assign(reinterpret_cast<const char*>(text.data()), text.size());
    return chunk;
}

void encodeEvent(ByteWriter& writer, std::int64_t time, Event::Severity severity, std::string_view details)
{
    writer.fixed(time);
    writer.fixed(static_cast<std::uint8_t>(severity));
    writer.bytes(std::as_bytes(std::span(details)));
}

Result<Event> decodeEvent(std::span<const std::byte> payload)
{
    ByteReader reader(payload);
    Event event;
    event.time = reader.fixed<std::int64_t>();
    const auto severity = reader.fixed<std::uint8_t>();
    const auto details = reader.bytes(reader.remaining());
    if (!reader.exhausted() || severity > static_cast<std::uint8_t>(Event::Severity::Error))
        return malformed("An event");
    event.severity = static_cast<Event::Severity>(severity);
    event.details.assign(reinterpret_cast<const char*>(details.data()), details.size());
    return event;
}

void encodeLinks(ByteWriter& writer, const LinkBlockView& block)
{
    assert(block.links.size() <= kMaxLinks);
    writer.varint(block.fromLane);
    writer.varint(block.toLane);
    writer.varint(block.links.size());
    std::int64_t before = 0;
    for (const Link& link : block.links) {
        writer.zigzag(wrappingDifference(link.from, before));
        writer.zigzag(wrappingDifference(link.to, link.from));
        before = link.from;
    }
}

Result<LinkBlock> decodeLinks(std::span<const std::byte> payload)
{
    ByteReader reader(payload);
    LinkBlock block;
    block.fromLane = reader.varint32();
    block.toLane = reader.varint32();
    const std::uint64_t count = reader.varint();
    // A link takes at least two bytes.
    if (count > kMaxLinks || count > reader.remaining() / 2)
        return failure(Error::Code::Corrupt, "A frame of links has an impossible size; it is ignored.");
    block.links.resize(static_cast<std::size_t>(count));
    std::int64_t before = 0;
    for (Link& link : block.links) {
        link.from = wrappingSum(before, reader.zigzag());
        link.to = wrappingSum(link.from, reader.zigzag());
        before = link.from;
    }
    if (!reader.exhausted())
        return failure(Error::Code::Corrupt, "A frame of links is malformed; it is ignored.");
    return block;
}

void encodeWork(ByteWriter& writer, std::span<const OpWork> block)
{
    assert(block.size() <= kMaxWork);
    writer.varint(block.size());
    for (const OpWork& row : block) {
        writer.varint(row.op);
        writer.varint(row.operations);
        writer.varint(row.bytes);
    }
}

Result<std::vector<OpWork>> decodeWork(std::span<const std::byte> payload)
{
    ByteReader reader(payload);
    const std::uint64_t count = reader.varint();
    // A row takes at least three bytes.
    if (reader.failed() || count > kMaxWork || count > reader.remaining() / 3)
        return failure(Error::Code::Corrupt, "A frame of work of ops is malformed; it is ignored.");
    std::vector<OpWork> rows(count);
    for (OpWork& row : rows) {
        row.op = reader.varint32();
        row.operations = reader.varint();
        row.bytes = reader.varint();
    }
    if (!reader.exhausted())
        return failure(Error::Code::Corrupt, "A frame of work of ops is malformed; it is ignored.");
    return rows;
}

void encodeMetric(ByteWriter& writer, std::string_view name, std::span<const MetricValue> values)
{
    assert(!name.empty() && name.size() <= kMaxMetricName && values.size() <= kMaxMetricValues);
    writer.text(name);
    writer.varint(values.size());
    std::int64_t before = 0;
    for (const MetricValue& row : values) {
        writer.zigzag(wrappingDifference(row.time, before));
        writer.fixed(std::bit_cast<std::uint64_t>(row.value));
        before = row.time;
    }
}

Result<MetricBlock> decodeMetric(std::span<const std::byte> payload)
{
    ByteReader reader(payload);
    MetricBlock block;
    block.name = reader.text();
    const std::uint64_t count = reader.varint();
    // A value takes at least nine bytes.
    if (reader.failed() || block.name.empty() || block.name.size() > kMaxMetricName || count > kMaxMetricValues ||
        count > reader.remaining() / 9)
        return failure(Error::Code::Corrupt, "A frame of a metric is malformed; it is ignored.");
    block.values.resize(static_cast<std::size_t>(count));
    std::int64_t before = 0;
    for (MetricValue& row : block.values) {
        row.time = before = wrappingSum(before, reader.zigzag());
        row.value = std::bit_cast<double>(reader.fixed<std::uint64_t>());
    }
    if (!reader.exhausted())
        return failure(Error::Code::Corrupt, "A frame of a metric is malformed; it is ignored.");
    return block;
}

namespace {

bool isPlausible(std::uint64_t firstId, std::uint64_t count)
{
    return count <= kMaxInternedPerBlock && firstId <= kMaxInterned && count <= kMaxInterned - firstId;
}

} // namespace

void encodeNames(ByteWriter& writer, std::uint32_t firstId, std::span<const std::string_view> names)
{
    writer.varint(firstId);
    writer.varint(names.size());
    for (const std::string_view name : names)
        writer.text(name.substr(0, kMaxName));
}

Result<NameBlock> decodeNames(std::span<const std::byte> payload)
{
    ByteReader reader(payload);
    NameBlock block;
    const std::uint64_t firstId = reader.varint();
    const std::uint64_t count = reader.varint();
    if (!isPlausible(firstId, count) || count > reader.remaining())
        return failure(Error::Code::Corrupt, "A frame of names has an impossible size; it is ignored.");
    block.firstId = static_cast<std::uint32_t>(firstId);
    block.names.reserve(static_cast<std::size_t>(count));
    for (std::uint64_t i = 0; i < count && !reader.failed(); ++i)
        block.names.emplace_back(reader.text().substr(0, kMaxName));
    if (!reader.exhausted())
        return failure(Error::Code::Corrupt, "A frame of names is malformed; it is ignored.");
    return block;
}

void encodeOps(ByteWriter& writer, std::uint32_t firstId, std::span<const Op> ops)
{
    writer.varint(firstId);
    writer.varint(ops.size());
    for (const Op& op : ops) {
        writer.varint(op.name);
        writer.varint(op.shapes);
        writer.varint(op.module);
        writer.varint(op.category);
    }
}

Result<OpBlock> decodeOps(std::span<const std::byte> payload)
{
    ByteReader reader(payload);
    OpBlock block;
    const std::uint64_t firstId = reader.varint();
    const std::uint64_t count = reader.varint();
    if (!isPlausible(firstId, count) || count * 4 > reader.remaining())
        return failure(Error::Code::Corrupt, "A frame of ops has an impossible size; it is ignored.");
    block.firstId = static_cast<std::uint32_t>(firstId);
    block.ops.resize(static_cast<std::size_t>(count));
    for (Op& op : block.ops) {
        op.name = reader.varint32();
        op.shapes = reader.varint32();
        op.module = reader.varint32();
        op.category = reader.varint32();
    }
    if (!reader.exhausted())
        return failure(Error::Code::Corrupt, "A frame of ops is malformed; it is ignored.");
    return block;
}

} // namespace stepscope::format
