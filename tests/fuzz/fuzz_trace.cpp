#include "analysis/trace/tracestore.h"
#include "remote/format/bytes.h"
#include "remote/format/frame.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string_view>
#include <vector>

// Feeds frames with arbitrary contents and valid checksums to a trace store. Checks besides crashes: every view is
// consistent and answers all queries.

using namespace stepscope;

namespace {

constexpr std::string_view kHeader =
    R"({"run":"r","start":{"monotonic_ns":5,"realtime_ns":7},"channels":[{"id":0,"scale":0.5,"period_ns":3},)"
    R"({"id":1,"covers":"interval"},{"id":2,"scale":-1e18}]})";

void require(bool holds)
{
    if (!holds)
        std::abort();
}

void checkChannel(const trace::ChannelView& channel, trace::TimeRange extent)
{
    for (std::size_t i = 1; i < channel.size(); ++i)
        require(channel.time(i - 1) <= channel.time(i));
    const trace::Extremes all = channel.extremes(0, channel.size());
    require(all.samples <= channel.size() && (all.samples == 0 || all.min <= all.max));
    require(channel.integral(extent).coveredSeconds >= 0);
    require(channel.lowerBound(extent.begin) == 0 || extent.isEmpty());
}

void checkLane(const trace::LaneView& lane, trace::TimeRange extent)
{
    for (std::size_t i = 0; i < lane.size(); ++i) {
        const trace::SpanRecord span = lane.span(i);
        require(span.duration >= 0 && span.start >= extent.begin && span.end() <= extent.end);
        require(i == 0 || lane.span(i - 1).start <= span.start);
        require(span.depth <= lane.maxDepth());
    }
    const auto [first, last] = lane.touching({extent.begin, extent.end});
    require(first <= last && last <= lane.size());
    require(lane.next(0, lane.size(), extent.begin - 1) == 0);
}

void checkView(const trace::TraceView& view)
{
    const trace::TimeRange extent = view.extent();
    require(extent.begin <= extent.end);
    for (const trace::ChannelView& channel : view.channels())
        checkChannel(channel, extent);
    for (const trace::LaneView& lane : view.lanes())
        checkLane(lane, extent);
    for (std::size_t i = 1; i < view.stepCount(); ++i)
        require(view.step(i - 1).index < view.step(i).index && view.step(i - 1).end <= view.step(i).end);
    for (std::uint32_t op = 0; op <= std::min<std::size_t>(view.opCount(), 300); ++op)
        require(!view.opName(op).empty() && view.opShapes(op).size() + view.opModule(op).size() < (1U << 20U));
    for (std::size_t i = 0; i < view.eventCount(); ++i)
        require(view.event(i).text.size() <= 4096);
    for (const trace::Loss& loss : view.losses())
        require(!loss.what.empty() && loss.range.begin <= loss.range.end);
}

/// Inputs are "length type payload" records, which this function frames with valid CRCs, because a fuzzer cannot guess
/// them. Types from 0x80 on become bytes without a frame.
std::vector<std::byte> asRecording(std::span<const std::byte> input, bool withHeader)
{
    std::vector<std::byte> memory(input.size() * 20 + 64 + kHeader.size());
    format::ByteWriter writer(memory);
    format::writeFileHeader(writer);
    if (withHeader)
        format::writeFrame(writer, format::FrameType::Header, std::as_bytes(std::span(kHeader)));
    format::ByteReader reader(input);
    while (reader.remaining() > 0) {
        const auto length = reader.fixed<std::uint8_t>();
        const auto type = reader.fixed<std::uint8_t>();
        const auto payload = reader.bytes(std::min<std::size_t>(length, reader.remaining()));
        if (type >= 0x80)
            writer.bytes(payload); // garbage between frames
        else
            format::writeFrame(writer, static_cast<format::FrameType>(type), payload);
    }
    require(!writer.overflowed());
    memory.resize(writer.size());
    return memory;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size < 2)
        return 0;
    const auto recording = asRecording(std::as_bytes(std::span(data, size)).subspan(2), (data[0] & 1U) != 0);
    const std::size_t piece = 1 + std::size_t{data[1]} * 8;
    trace::TraceStore store;
    trace::TraceView held;
    std::uint64_t heldSpans = 0;
    for (std::size_t at = 0; at < recording.size(); at += piece) {
        require(store.feed(std::span(recording).subspan(at, std::min(piece, recording.size() - at))).ok());
        if (at / piece % 4 == 1) {
            held = store.view();
            heldSpans = held.spanCount();
        }
    }
    store.finish();
    checkView(store.view());
    checkView(held); // a view from before the end
    require(held.spanCount() == heldSpans && held.spanCount() <= store.view().spanCount());
    return 0;
}
