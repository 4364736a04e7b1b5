#include "tests/support/decodedrecording.h"

#include <charconv>
#include <cstdlib>
#include <fstream>
#include <iterator>

namespace stepscope::testing {
namespace {

using format::FrameType;

std::string text(std::span<const std::byte> payload)
{
    return {reinterpret_cast<const char*>(payload.data()), payload.size()};
}

/// The decoded value, or a default value and a line in `errors`.
template <typename T>
T valueOrError(DecodedRecording& recording, format::Result<T> result)
{
    if (result)
        return std::move(result).value();
    recording.errors.push_back(result.error().text);
    return {};
}

/// Frames whose contents no test reads.
void checkOnly(DecodedRecording& recording, const format::Frame& frame)
{
    if (frame.type == FrameType::Links)
        (void)valueOrError(recording, format::decodeLinks(frame.payload));
    else if (frame.type == FrameType::Metric)
        (void)valueOrError(recording, format::decodeMetric(frame.payload));
    else
        (void)valueOrError(recording, format::decodeWork(frame.payload));
}

void addFrame(DecodedRecording& recording, const format::Frame& frame)
{
    const auto& payload = frame.payload;
    recording.bytes[frame.type] += payload.size() + format::kFrameHeaderSize;
    recording.order.push_back(frame.type);
    switch (frame.type) {
    case FrameType::Header:
        recording.header = text(payload);
        break;
    case FrameType::Clock:
        recording.clocks.push_back(valueOrError(recording, format::decodeClock(payload)));
        break;
    case FrameType::Samples:
        recording.blocks.push_back(valueOrError(recording, format::decodeSamples(payload)));
        break;
    case FrameType::Names: {
        auto block = valueOrError(recording, format::decodeNames(payload));
        if (block.firstId != recording.names.size())
            recording.errors.emplace_back("names are not in sequence");
        recording.names.insert(recording.names.end(), block.names.begin(), block.names.end());
        break;
    }
    case FrameType::Ops: {
        auto block = valueOrError(recording, format::decodeOps(payload));
        if (block.firstId != recording.ops.size())
            recording.errors.emplace_back("ops are not in sequence");
        recording.ops.insert(recording.ops.end(), block.ops.begin(), block.ops.end());
        break;
    }
    case FrameType::Lane:
        recording.lanes.push_back(valueOrError(recording, format::decodeLane(payload)));
        break;
    case FrameType::Spans:
        recording.spans.push_back(valueOrError(recording, format::decodeSpans(payload)));
        break;
    case FrameType::Links:
    case FrameType::Metric:
    case FrameType::Work:
        checkOnly(recording, frame);
        break;
    case FrameType::Steps: {
        const auto steps = valueOrError(recording, format::decodeSteps(payload));
        recording.steps.insert(recording.steps.end(), steps.begin(), steps.end());
        break;
    }
    case FrameType::Log:
        recording.log.push_back(valueOrError(recording, format::decodeLog(payload)));
        break;
    case FrameType::Event:
        recording.events.push_back(valueOrError(recording, format::decodeEvent(payload)));
        break;
    case FrameType::Footer:
        recording.footer = text(payload);
        break;
    case FrameType::Facts:
        recording.facts.push_back(text(payload));
        break;
    }
}

} // namespace

std::int64_t DecodedRecording::channel(std::string_view name) const
{
    // Objects of channels are flat; their keys are in any order, and other objects have no quantity.
    const std::string key = "\"name\":\"" + std::string(name) + "\"";
    const std::string_view text = header;
    for (std::size_t at = text.find(key); at != std::string_view::npos; at = text.find(key, at + 1)) {
        const std::size_t begin = text.rfind('{', at);
        const std::string_view object = text.substr(begin, text.find('}', at) - begin);
        const std::size_t id = object.find("\"id\":");
        std::int64_t number = -1;
        if (object.find("\"quantity\"") == std::string_view::npos || id == std::string_view::npos)
            continue;
        std::from_chars(object.data() + id + 5, object.data() + object.size(), number);
        return number;
    }
    return -1;
}

DecodedRecording::Series DecodedRecording::series(std::string_view name) const
{
    Series series;
    const std::int64_t id = channel(name);
    for (const format::SampleBlock& block : blocks) {
        for (const format::SampleColumn& column : block.columns) {
            if (column.channel != id)
                continue;
            for (std::size_t row = 0; row < column.values.size(); ++row) {
                series.times.push_back(block.times[row] + (column.readOffsets.empty() ? 0 : column.readOffsets[row]));
                series.values.push_back(column.values[row]);
            }
        }
    }
    return series;
}

std::string DecodedRecording::logText(format::LogChunk::Stream stream) const
{
    std::string all;
    for (const format::LogChunk& chunk : log) {
        if (chunk.stream == stream)
            all += chunk.text;
    }
    return all;
}

std::size_t DecodedRecording::eventsWith(std::string_view part) const
{
    std::size_t count = 0;
    for (const format::Event& event : events)
        count += event.details.find(part) != std::string::npos;
    return count;
}

std::string DecodedRecording::category(std::uint32_t op) const
{
    return op < ops.size() && ops[op].category < names.size() ? names[ops[op].category] : "?";
}

std::uint64_t DecodedRecording::lossCount(std::string_view what) const
{
    const std::string kind = "\"what\":\"" + std::string(what) + '"';
    const std::string_view count = "\"count\":";
    std::uint64_t sum = 0;
    for (const format::Event& event : events) {
        const auto at = event.details.find(count);
        if (at != std::string::npos && event.details.find(kind) != std::string::npos)
            sum += std::strtoull(event.details.c_str() + at + count.size(), nullptr, 10);
    }
    return sum;
}

std::size_t DecodedRecording::spanCount() const
{
    std::size_t count = 0;
    for (const format::SpanBlock& block : spans)
        count += block.starts.size();
    return count;
}

std::uint64_t DecodedRecording::sampleCount() const
{
    std::uint64_t count = 0;
    for (const format::SampleBlock& block : blocks) {
        for (const format::SampleColumn& column : block.columns) {
            for (const std::int64_t value : column.values)
                count += value != format::kMissing;
        }
    }
    return count;
}

DecodedRecording decodeBytes(std::string_view bytes)
{
    DecodedRecording recording;
    format::FrameReader reader;
    const auto feedAll = [&] {
        for (;;) {
            const auto frame = reader.next();
            if (!frame) {
                recording.errors.push_back(frame.error().text);
                return;
            }
            if (!frame.value())
                return;
            addFrame(recording, *frame.value());
        }
    };
    reader.feed(std::as_bytes(std::span(bytes)));
    feedAll();
    reader.finish();
    feedAll();
    recording.damage = reader.damage();
    return recording;
}

DecodedRecording decodeRecording(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    return decodeBytes(bytes);
}

} // namespace stepscope::testing
