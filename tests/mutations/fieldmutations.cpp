#include "tests/mutations/fieldmutations.h"

#include "remote/format/bytes.h"
#include "remote/format/records.h"
#include "tests/mutations/jsonmutations.h"

#include <algorithm>
#include <bit>
#include <string>
#include <string_view>

namespace stepscope::mutations {
namespace {

using format::FrameType;

/// The payload that `encode` writes; empty if it is longer than the format allows.
template <typename Encode>
Bytes encoded(Encode encode)
{
    Bytes memory(format::kMaxPayload);
    format::ByteWriter writer(memory);
    encode(writer);
    memory.resize(writer.overflowed() ? 0 : writer.size());
    return memory;
}

template <typename Value>
void changeOne(std::vector<Value>& values, Random& random)
{
    if (!values.empty()) {
        Value& value = values[random.below(values.size())];
        value = static_cast<Value>(random.changed(static_cast<std::int64_t>(value)));
    }
}

template <typename Value>
void change(Value& value, Random& random)
{
    value = static_cast<Value>(random.changed(static_cast<std::int64_t>(value)));
}

/// The end of a column moves by the same distance, as after a jump of a clock.
void jump(std::vector<std::int64_t>& values, Random& random)
{
    const std::int64_t distance = random.changed(static_cast<std::int64_t>(1) << random.below(62));
    for (std::size_t i = random.below(values.size()); i < values.size(); ++i)
        values[i] = format::wrappingSum(values[i], distance);
}

bool mutateSamples(Bytes& payload, Random& random)
{
    auto block = format::decodeSamples(payload);
    if (!block.ok() || block->columns.empty())
        return false;
    format::SampleColumn& column = block->columns[random.below(block->columns.size())];
    switch (random.below(6)) {
    case 0:
        changeOne(block->times, random);
        break;
    case 1:
        jump(block->times, random);
        break;
    case 2:
        changeOne(column.values, random);
        break;
    case 3:
        column.readOffsets.resize(column.values.size());
        changeOne(column.readOffsets, random);
        break;
    case 4:
        change(column.channel, random);
        break;
    default:
        std::fill(column.values.begin(), column.values.end(), random.oneIn(2) ? format::kMissing : random.extreme());
    }
    std::vector<format::SampleColumnView> views;
    for (const format::SampleColumn& each : block->columns)
        views.push_back({each.channel, each.values, each.readOffsets});
    payload = encoded([&](auto& writer) { encodeSamples(writer, {block->group, block->times, views}); });
    return true;
}

bool mutateSpans(Bytes& payload, Random& random)
{
    auto block = format::decodeSpans(payload);
    if (!block.ok() || block->starts.empty())
        return false;
    switch (random.below(7)) {
    case 0:
        changeOne(block->starts, random);
        break;
    case 1:
        jump(block->starts, random);
        break;
    case 2:
        changeOne(block->durations, random);
        break;
    case 3:
        changeOne(block->ops, random);
        break;
    case 4:
        changeOne(block->depths, random);
        break;
    case 5:
        std::reverse(block->starts.begin(), block->starts.end());
        break;
    default:
        change(block->lane, random);
    }
    payload = encoded([&](auto& writer) {
        encodeSpans(writer, {block->lane, block->starts, block->durations, block->ops, block->depths});
    });
    return true;
}

bool mutateSteps(Bytes& payload, Random& random)
{
    auto steps = format::decodeSteps(payload);
    if (!steps.ok() || steps->empty())
        return false;
    format::Step& step = (*steps)[random.below(steps->size())];
    switch (random.below(7)) {
    case 0:
        change(step.index, random);
        break;
    case 1:
        change(step.start, random);
        break;
    case 2:
        change(step.end, random);
        break;
    case 3:
        change(step.samples, random);
        break;
    case 4:
        change(step.flags, random);
        break;
    case 5:
        std::swap(step, steps->front());
        break;
    default:
        change(step.process, random);
    }
    payload = encoded([&](auto& writer) { encodeSteps(writer, *steps); });
    return true;
}

bool mutateNames(Bytes& payload, Random& random)
{
    auto block = format::decodeNames(payload);
    if (!block.ok() || block->names.empty())
        return false;
    std::string& name = block->names[random.below(block->names.size())];
    switch (random.below(4)) {
    case 0:
        change(block->firstId, random);
        break;
    case 1:
        name.assign(random.below(format::kMaxName), static_cast<char>(random.bits()));
        break;
    case 2:
        name = block->names[random.below(block->names.size())];
        break;
    default:
        name.insert(random.below(name.size() + 1), 1, static_cast<char>(random.bits()));
    }
    const std::vector<std::string_view> names(block->names.begin(), block->names.end());
    payload = encoded([&](auto& writer) { encodeNames(writer, block->firstId, names); });
    return true;
}

bool mutateOps(Bytes& payload, Random& random)
{
    auto block = format::decodeOps(payload);
    if (!block.ok() || block->ops.empty())
        return false;
    format::Op& op = block->ops[random.below(block->ops.size())];
    std::uint32_t* const fields[]{&block->firstId, &op.name, &op.shapes, &op.module, &op.category};
    change(*fields[random.below(std::size(fields))], random);
    payload = encoded([&](auto& writer) { encodeOps(writer, block->firstId, block->ops); });
    return true;
}

bool mutateLane(Bytes& payload, Random& random)
{
    auto lane = format::decodeLane(payload);
    if (!lane.ok())
        return false;
    switch (random.below(4)) {
    case 0:
        change(lane->id, random);
        break;
    case 1:
        lane->kind = static_cast<format::Lane::Kind>(random.below(3));
        break;
    case 2:
        change(lane->process, random);
        break;
    default:
        change(lane->thread, random);
    }
    payload = encoded([&](auto& writer) { encodeLane(writer, *lane, lane->name); });
    return true;
}

bool mutateClock(Bytes& payload, Random& random)
{
    auto pair = format::decodeClock(payload);
    if (!pair.ok())
        return false;
    std::int64_t* const fields[]{&pair->monotonic, &pair->realtime, &pair->uncertainty};
    change(*fields[random.below(std::size(fields))], random);
    payload = encoded([&](auto& writer) { encodeClock(writer, *pair); });
    return true;
}

bool mutateLinks(Bytes& payload, Random& random)
{
    auto block = format::decodeLinks(payload);
    if (!block.ok() || block->links.empty())
        return false;
    format::Link& link = block->links[random.below(block->links.size())];
    if (random.oneIn(3))
        change(random.oneIn(2) ? block->fromLane : block->toLane, random);
    else
        change(random.oneIn(2) ? link.from : link.to, random);
    payload = encoded([&](auto& writer) { encodeLinks(writer, {block->fromLane, block->toLane, block->links}); });
    return true;
}

bool mutateWork(Bytes& payload, Random& random)
{
    auto rows = format::decodeWork(payload);
    if (!rows.ok() || rows->empty())
        return false;
    format::OpWork& row = (*rows)[random.below(rows->size())];
    if (random.oneIn(3))
        change(row.op, random);
    else
        change(random.oneIn(2) ? row.operations : row.bytes, random);
    payload = encoded([&](auto& writer) { encodeWork(writer, *rows); });
    return true;
}

bool mutateMetric(Bytes& payload, Random& random)
{
    auto block = format::decodeMetric(payload);
    if (!block.ok() || block->values.empty())
        return false;
    format::MetricValue& row = block->values[random.below(block->values.size())];
    if (random.oneIn(2))
        change(row.time, random);
    else
        row.value = std::bit_cast<double>(random.oneIn(2) ? random.bits() : std::uint64_t{0x7FF0} << 48U);
    payload = encoded([&](auto& writer) { encodeMetric(writer, block->name, block->values); });
    return true;
}

bool mutateEvent(Bytes& payload, Random& random)
{
    auto event = format::decodeEvent(payload);
    if (!event.ok())
        return false;
    if (random.oneIn(3))
        change(event->time, random);
    else
        event->details = mutatedJson(event->details, random);
    payload = encoded([&](auto& writer) { encodeEvent(writer, event->time, event->severity, event->details); });
    return true;
}

bool mutateLog(Bytes& payload, Random& random)
{
    auto chunk = format::decodeLog(payload);
    if (!chunk.ok())
        return false;
    if (random.oneIn(2))
        change(chunk->time, random);
    else
        chunk->text.insert(random.below(chunk->text.size() + 1), 1 + random.below(100'000),
                           static_cast<char>(random.bits()));
    payload = encoded([&](auto& writer) { encodeLog(writer, chunk->time, chunk->stream, chunk->text); });
    return true;
}

bool mutateText(Bytes& payload, Random& random)
{
    const std::string text(reinterpret_cast<const char*>(payload.data()), payload.size());
    const std::string changed = mutatedJson(text, random);
    const auto bytes = std::as_bytes(std::span(changed));
    payload.assign(bytes.begin(), bytes.end());
    return true;
}

struct Row
{
    FrameType type;
    bool (*mutate)(Bytes&, Random&);
};
constexpr Row kRows[]{
    {FrameType::Header, mutateText}, {FrameType::Footer, mutateText},     {FrameType::Facts, mutateText},
    {FrameType::Clock, mutateClock}, {FrameType::Samples, mutateSamples}, {FrameType::Names, mutateNames},
    {FrameType::Spans, mutateSpans}, {FrameType::Steps, mutateSteps},     {FrameType::Log, mutateLog},
    {FrameType::Event, mutateEvent}, {FrameType::Ops, mutateOps},         {FrameType::Lane, mutateLane},
    {FrameType::Links, mutateLinks}, {FrameType::Work, mutateWork},       {FrameType::Metric, mutateMetric}};

/// Replaces the varint that begins at this byte, whether or not one does.
void replaceVarint(Bytes& payload, std::size_t at, Random& random)
{
    std::size_t end = at;
    while (end < payload.size() && (payload[end] & std::byte{0x80}) != std::byte{0})
        ++end;
    end = std::min(end + 1, payload.size());
    std::array<std::byte, 10> memory;
    format::ByteWriter writer(memory);
    writer.varint(static_cast<std::uint64_t>(random.extreme()));
    const auto position = payload.erase(payload.begin() + static_cast<std::ptrdiff_t>(at),
                                        payload.begin() + static_cast<std::ptrdiff_t>(end));
    payload.insert(position, memory.begin(), memory.begin() + static_cast<std::ptrdiff_t>(writer.size()));
}

} // namespace

bool mutateFields(OwnedFrame& frame, Random& random)
{
    const auto* const row =
        std::find_if(std::begin(kRows), std::end(kRows), [&](const Row& each) { return each.type == frame.type; });
    if (row == std::end(kRows))
        return false;
    bool changed = false;
    for (std::size_t i = 0; i <= random.below(3); ++i)
        changed = row->mutate(frame.payload, random) || changed;
    return changed;
}

void mutateBytes(Bytes& payload, Random& random)
{
    if (payload.empty())
        return;
    const std::size_t at = random.below(payload.size());
    const std::size_t length = 1 + random.below(std::min<std::size_t>(payload.size() - at, 64));
    const auto begin = payload.begin() + static_cast<std::ptrdiff_t>(at);
    const auto end = begin + static_cast<std::ptrdiff_t>(length);
    switch (random.below(6)) {
    case 0:
        *begin ^= std::byte{1} << random.below(8);
        break;
    case 1:
        *begin = std::byte(random.bits());
        break;
    case 2:
        payload.erase(begin, end);
        break;
    case 3: {
        const Bytes copy(begin, end);
        payload.insert(begin, copy.begin(), copy.end());
        break;
    }
    case 4:
        payload.resize(at);
        break;
    default:
        replaceVarint(payload, at, random);
    }
}

} // namespace stepscope::mutations
