#include "remote/format/bytes.h"
#include "remote/format/framereader.h"
#include "remote/format/records.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <vector>

// The first byte of an input selects the decoder. Checks besides crashes: a decoded record survives another round trip,
// and the sizes of the fed pieces do not affect the result.

using namespace stepscope::format;

namespace {

using Input = std::span<const std::byte>;

void require(bool holds)
{
    if (!holds)
        std::abort();
}

template <typename Encode>
Input encoded(Encode encode)
{
    static std::vector<std::byte> memory(std::size_t{32} << 20U);
    ByteWriter writer(memory);
    encode(writer);
    require(!writer.overflowed());
    return writer.written();
}

Input encodedSamples(const SampleBlock& block)
{
    std::vector<SampleColumnView> columns;
    for (const SampleColumn& column : block.columns)
        columns.push_back({column.channel, column.values, column.readOffsets});
    return encoded([&](ByteWriter& writer) { encodeSamples(writer, {block.group, block.times, columns}); });
}

bool same(const SampleBlock& a, const SampleBlock& b)
{
    const auto sameColumn = [](const SampleColumn& x, const SampleColumn& y) {
        return x.channel == y.channel && x.values == y.values && x.readOffsets == y.readOffsets;
    };
    return a.group == b.group && a.times == b.times &&
           std::equal(a.columns.begin(), a.columns.end(), b.columns.begin(), b.columns.end(), sameColumn);
}

void samples(Input input)
{
    if (const auto block = decodeSamples(input); block.ok()) {
        for (const SampleColumn& column : block->columns)
            require(column.values.size() == block->times.size() &&
                    (column.readOffsets.empty() || column.readOffsets.size() == block->times.size()));
        const auto again = decodeSamples(encodedSamples(*block));
        require(again.ok() && same(*block, *again));
    }
}

void spans(Input input)
{
    if (const auto block = decodeSpans(input); block.ok()) {
        const auto again = decodeSpans(encoded([&](ByteWriter& writer) {
            encodeSpans(writer, {block->lane, block->starts, block->durations, block->ops, block->depths});
        }));
        require(again.ok() && again->lane == block->lane && again->starts == block->starts &&
                again->durations == block->durations && again->ops == block->ops && again->depths == block->depths);
    }
}

void steps(Input input)
{
    if (const auto list = decodeSteps(input); list.ok()) {
        const auto again = decodeSteps(encoded([&](ByteWriter& writer) { encodeSteps(writer, *list); }));
        require(again.ok() && *again == *list);
    }
}

void links(Input input)
{
    if (const auto block = decodeLinks(input); block.ok()) {
        const auto again = decodeLinks(encoded([&](ByteWriter& writer) {
            encodeLinks(writer, {block->fromLane, block->toLane, block->links});
        }));
        require(again.ok() && again->fromLane == block->fromLane && again->toLane == block->toLane &&
                again->links == block->links);
    }
}

void interned(Input input)
{
    if (const auto block = decodeNames(input); block.ok()) {
        const std::vector<std::string_view> names(block->names.begin(), block->names.end());
        const auto again =
            decodeNames(encoded([&](ByteWriter& writer) { encodeNames(writer, block->firstId, names); }));
        require(again.ok() && again->firstId == block->firstId && again->names == block->names);
    }
    if (const auto block = decodeOps(input); block.ok()) {
        const auto again =
            decodeOps(encoded([&](ByteWriter& writer) { encodeOps(writer, block->firstId, block->ops); }));
        require(again.ok() && again->firstId == block->firstId && again->ops == block->ops);
    }
}

void smallRecords(Input input)
{
    if (const auto lane = decodeLane(input); lane.ok()) {
        const auto again = decodeLane(encoded([&](ByteWriter& writer) { encodeLane(writer, *lane, lane->name); }));
        require(again.ok() && *again == *lane);
    }
    if (const auto pair = decodeClock(input); pair.ok()) {
        const auto again = decodeClock(encoded([&](ByteWriter& writer) { encodeClock(writer, *pair); }));
        require(again.ok() && *again == *pair);
    }
    if (const auto chunk = decodeLog(input); chunk.ok()) {
        const auto again =
            decodeLog(encoded([&](ByteWriter& writer) { encodeLog(writer, chunk->time, chunk->stream, chunk->text); }));
        require(again.ok() && *again == *chunk);
    }
    if (const auto event = decodeEvent(input); event.ok()) {
        const auto again = decodeEvent(
            encoded([&](ByteWriter& writer) { encodeEvent(writer, event->time, event->severity, event->details); }));
        require(again.ok() && *again == *event);
    }
}

struct Reading
{
    bool failed = false;
    std::vector<std::pair<std::uint64_t, std::vector<std::byte>>> frames;
    ReadDamage damage;
    std::uint64_t goodUntil = 0;
};

void drain(FrameReader& reader, Reading& reading)
{
    while (!reading.failed) {
        const auto frame = reader.next();
        reading.failed = !frame.ok();
        if (reading.failed || !frame->has_value())
            return;
        const auto& payload = (*frame)->payload;
        reading.frames.push_back({(*frame)->offset, {payload.begin(), payload.end()}});
    }
}

Reading readInPieces(Input input, std::size_t pieceSize)
{
    FrameReader reader;
    Reading reading;
    while (!input.empty() && !reading.failed) {
        const auto piece = input.first(std::min(pieceSize, input.size()));
        input = input.subspan(piece.size());
        reader.feed(piece);
        drain(reader, reading);
    }
    reader.finish();
    drain(reader, reading);
    reading.damage = reader.damage();
    reading.goodUntil = reader.goodUntil();
    return reading;
}

/// Inputs are "length type payload" records, which this function frames with valid CRCs, because a fuzzer cannot guess
/// them. Types from 0x80 on become bytes without a frame.
std::vector<std::byte> asRecording(Input input)
{
    std::vector<std::byte> memory(input.size() * 20 + 64);
    ByteWriter writer(memory);
    writeFileHeader(writer);
    ByteReader reader(input);
    while (reader.remaining() > 0) {
        const auto length = reader.fixed<std::uint8_t>();
        const auto type = reader.fixed<std::uint8_t>();
        const auto payload = reader.bytes(std::min<std::size_t>(length, reader.remaining()));
        if (type >= 0x80)
            writer.bytes(payload); // garbage between frames
        else
            writeFrame(writer, static_cast<FrameType>(type), payload);
    }
    require(!writer.overflowed());
    memory.resize(writer.size());
    return memory;
}

void recording(Input input, bool framedHere)
{
    if (input.empty())
        return;
    const std::size_t pieceSize = 1 + static_cast<std::size_t>(input.front());
    std::vector<std::byte> framed;
    if (framedHere) {
        framed = asRecording(input.subspan(1));
        input = framed;
    }
    const Reading whole = readInPieces(input, input.size());
    const Reading pieces = readInPieces(input, pieceSize);
    require(whole.failed == pieces.failed && whole.frames == pieces.frames && whole.goodUntil == pieces.goodUntil);
    if (whole.failed)
        return;
    require(whole.damage.skippedBytes == pieces.damage.skippedBytes &&
            whole.damage.tornBytes == pieces.damage.tornBytes && whole.damage.badFrames == pieces.damage.badFrames &&
            whole.damage.places == pieces.damage.places);
    // Every byte is accounted for: in a frame, skipped or torn.
    std::uint64_t accounted = whole.damage.skippedBytes + whole.damage.tornBytes;
    for (const auto& [offset, payload] : whole.frames)
        accounted += kFrameHeaderSize + payload.size();
    require(accounted + (input.size() >= kFileHeaderSize ? kFileHeaderSize : 0) == input.size());
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0)
        return 0;
    const Input input = std::as_bytes(std::span(data, size)).subspan(1);
    switch (data[0] % 7) {
    case 0:
        samples(input);
        break;
    case 1:
        spans(input);
        break;
    case 2:
        steps(input);
        break;
    case 3:
        interned(input);
        break;
    case 4:
        smallRecords(input);
        links(input);
        break;
    case 5:
        recording(input, false);
        break;
    default:
        recording(input, true);
        break;
    }
    return 0;
}
