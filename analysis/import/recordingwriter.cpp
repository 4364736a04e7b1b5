#include "analysis/import/recordingwriter.h"

#include "remote/format/bytes.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstddef>

namespace stepscope::analysis {
namespace {

constexpr std::size_t kFlushAt = std::size_t{1} << 20U;
constexpr std::size_t kMostInBlock = 16384; ///< records, so that a block always fits into a frame

std::span<const std::byte> bytesOf(std::string_view text)
{
    return std::as_bytes(std::span(text));
}

} // namespace

RecordingWriter::RecordingWriter(format::RecordingFile file)
    : m_file(std::move(file))
    , m_payload(format::kMaxPayload)
{
    std::array<std::byte, format::kFileHeaderSize> memory{};
    format::ByteWriter writer(memory);
    format::writeFileHeader(writer);
    m_waiting.assign(memory.begin(), memory.end());
}

void RecordingWriter::header(std::string_view json)
{
    frame(format::FrameType::Header, bytesOf(json));
}

void RecordingWriter::footer(std::string_view json)
{
    frame(format::FrameType::Footer, bytesOf(json));
}

void RecordingWriter::clock(const format::ClockPair& pair)
{
    record(format::FrameType::Clock, [&](format::ByteWriter& writer) { format::encodeClock(writer, pair); });
}

void RecordingWriter::samples(const format::SampleBlockView& block)
{
    record(format::FrameType::Samples, [&](format::ByteWriter& writer) { format::encodeSamples(writer, block); });
}

void RecordingWriter::copy(const format::Frame& copied)
{
    frame(copied.type, copied.payload);
}

void RecordingWriter::names(std::span<const std::string> names, std::uint32_t firstId)
{
    std::vector<std::string_view> block;
    std::size_t bytes = 0;
    const auto writeBlock = [&] {
        if (!block.empty())
            record(format::FrameType::Names,
                   [&](format::ByteWriter& writer) { format::encodeNames(writer, firstId, block); });
        firstId += static_cast<std::uint32_t>(block.size());
        block.clear();
        bytes = 0;
    };
    for (const std::string& name : names) {
        if (bytes + name.size() > kFlushAt || block.size() == kMostInBlock)
            writeBlock();
        block.push_back(name);
        bytes += name.size();
    }
    writeBlock();
}

void RecordingWriter::ops(std::span<const format::Op> ops, std::uint32_t firstId)
{
    for (std::size_t i = 0; i < ops.size(); i += kMostInBlock) {
        const auto block = ops.subspan(i, std::min(kMostInBlock, ops.size() - i));
        record(format::FrameType::Ops, [&](format::ByteWriter& writer) {
            format::encodeOps(writer, firstId + static_cast<std::uint32_t>(i), block);
        });
    }
}

void RecordingWriter::lane(const format::Lane& lane)
{
    record(format::FrameType::Lane, [&](format::ByteWriter& writer) { format::encodeLane(writer, lane, lane.name); });
}

void RecordingWriter::spans(const format::SpanBlockView& block)
{
    record(format::FrameType::Spans, [&](format::ByteWriter& writer) { format::encodeSpans(writer, block); });
}

void RecordingWriter::links(std::pair<std::uint32_t, std::uint32_t> lanes, std::span<const format::Link> links)
{
    for (std::size_t i = 0; i < links.size(); i += kMostInBlock) {
        const format::LinkBlockView block{.fromLane = lanes.first,
                                          .toLane = lanes.second,
                                          .links = links.subspan(i, std::min(kMostInBlock, links.size() - i))};
        record(format::FrameType::Links, [&](format::ByteWriter& writer) { format::encodeLinks(writer, block); });
    }
}

void RecordingWriter::steps(std::span<const format::Step> steps)
{
    for (std::size_t i = 0; i < steps.size(); i += kMostInBlock) {
        const auto block = steps.subspan(i, std::min(kMostInBlock, steps.size() - i));
        record(format::FrameType::Steps, [&](format::ByteWriter& writer) { format::encodeSteps(writer, block); });
    }
}

void RecordingWriter::loss(const trace::Loss& loss)
{
    const nlohmann::json object{{"kind", "loss"},
                                {"text", std::to_string(loss.count) + " " + loss.what + " lost: " + loss.reason},
                                {"what", loss.what},
                                {"count", loss.count},
                                {"from_ns", loss.range.begin},
                                {"to_ns", loss.range.end},
                                {"reason", loss.reason}};
    const std::string details = object.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    record(format::FrameType::Event, [&](format::ByteWriter& writer) {
        format::encodeEvent(writer, loss.range.end, format::Event::Severity::Warning, details);
    });
}

void RecordingWriter::log(std::int64_t time, std::string_view text)
{
    record(format::FrameType::Log, [&](format::ByteWriter& writer) {
        format::encodeLog(writer, time, format::LogChunk::Stream::Output, text);
    });
}

void RecordingWriter::event(std::int64_t time, format::Event::Severity severity, std::string_view kind,
                            std::string_view text)
{
    const nlohmann::json object{{"kind", kind}, {"text", text}};
    eventDetails(time, severity, object.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

void RecordingWriter::eventDetails(std::int64_t time, format::Event::Severity severity, std::string_view json)
{
    record(format::FrameType::Event,
           [&](format::ByteWriter& writer) { format::encodeEvent(writer, time, severity, json); });
}

template <typename Encode>
void RecordingWriter::record(format::FrameType type, Encode encode)
{
    format::ByteWriter writer(m_payload);
    encode(writer);
    if (writer.overflowed())
        m_error = m_error.value_or(format::failure("A record exceeds the maximum size of a frame; nothing was kept."));
    else
        frame(type, writer.written());
}

void RecordingWriter::frame(format::FrameType type, std::span<const std::byte> payload)
{
    if (m_error)
        return;
    if (payload.size() > format::kMaxPayload) {
        m_error = format::failure("The files have more channels than a recording can describe; nothing was kept.");
        return;
    }
    const std::size_t start = m_waiting.size();
    m_waiting.resize(start + format::kFrameHeaderSize + payload.size());
    format::ByteWriter writer(std::span<std::byte>(m_waiting).subspan(start));
    format::writeFrame(writer, type, payload);
    if (m_waiting.size() >= kFlushAt)
        flush();
}

void RecordingWriter::flush()
{
    if (m_error)
        return;
    if (auto written = m_file.append(m_waiting); !written.ok())
        m_error = written.error();
    m_waiting.clear();
}

format::Result<void> RecordingWriter::close()
{
    flush();
    if (m_error)
        return *m_error;
    return {};
}

Nesting nestSpans(std::vector<NestedSpan>& spans)
{
    constexpr std::size_t kDeepest = 255;
    std::stable_sort(spans.begin(), spans.end(), [](const NestedSpan& a, const NestedSpan& b) {
        return a.start != b.start ? a.start < b.start : a.duration > b.duration;
    });
    Nesting nesting;
    std::vector<std::int64_t> ends; // of open spans; not sorted where spans overlap
    for (NestedSpan& span : spans) {
        while (!ends.empty() && ends.back() <= span.start)
            ends.pop_back();
        const std::int64_t end = span.start + span.duration;
        if (!ends.empty() && ends.back() < end)
            ++nesting.overlaps;
        if (ends.size() > kDeepest)
            ++nesting.tooDeep;
        span.depth = static_cast<std::uint8_t>(std::min(ends.size(), kDeepest));
        ends.push_back(end);
    }
    return nesting;
}

namespace {

using nlohmann::json;

template <typename T>
json orNull(const std::optional<T>& value)
{
    return value ? json(*value) : json();
}

json channelJson(const trace::Channel& channel)
{
    json object = {{"id", channel.id},
                   {"group", channel.group},
                   {"name", channel.name},
                   {"quantity", channel.quantity},
                   {"unit", channel.unit},
                   {"scale", channel.scale},
                   {"covers", channel.covers == trace::Channel::Covers::Interval ? "interval" : "instant"},
                   {"source", channel.source},
                   {"rail", channel.rail},
                   {"parent", channel.parent},
                   {"role", channel.role},
                   {"resolution", orNull(channel.resolution)},
                   {"period_ns", orNull(channel.periodNs)},
                   {"window_ns", orNull(channel.windowNs)},
                   {"lag_ns", orNull(channel.lagNs)}};
    if (channel.core >= 0) {
        object["core"] = channel.core;
        object["cluster"] = channel.cluster;
    }
    return object;
}

json deviceJson(const trace::Device& device)
{
    json cores = json::array();
    for (const trace::Core& core : device.cores)
        cores.push_back({{"core", core.core}, {"cluster", core.cluster}});
    return {{"hostname", device.hostname}, {"board", device.board},
            {"model", device.model},       {"soc", device.soc},
            {"l4t", device.l4t},           {"kernel", device.kernel},
            {"machine", device.machine},   {"memory_bytes", device.memoryBytes},
            {"cores", std::move(cores)}};
}

std::string dumped(const json& object)
{
    return object.dump(-1, ' ', false, json::error_handler_t::replace);
}

} // namespace

std::string headerText(const trace::RunHeader& header)
{
    json sources = json::array();
    for (const trace::Source& source : header.sources)
        sources.push_back({{"name", source.name},
                           {"title", source.title},
                           {"state", source.state},
                           {"resolution", source.resolution},
                           {"reason", source.reason}});
    json channels = json::array();
    for (const trace::Channel& channel : header.channels)
        channels.push_back(channelJson(channel));
    return dumped({{"format", 1},
                   {"run", header.run},
                   {"virtual", header.isVirtual},
                   {"agent", {{"version", header.agentVersion}, {"architecture", header.device.machine}}},
                   {"start", {{"monotonic_ns", header.startMonotonic}, {"realtime_ns", header.startRealtime}}},
                   {"options", {{"period_ns", header.periodNs}, {"ops", header.ops}, {"spool_limit_bytes", 0}}},
                   {"command", header.command},
                   {"cwd", header.workingDirectory},
                   {"device", deviceJson(header.device)},
                   {"sources", std::move(sources)},
                   {"channels", std::move(channels)}});
}

std::string footerText(std::int64_t endNs, const RecordingTotals& totals)
{
    return dumped({{"end_ns", endNs},
                   {"exit_status", 0},
                   {"signal", 0},
                   {"state", "ended"},
                   {"reason", ""},
                   {"totals",
                    {{"samples", totals.samples},
                     {"spans", totals.spans},
                     {"steps", totals.steps},
                     {"log_bytes", 0},
                     {"losses", totals.losses}}}});
}

} // namespace stepscope::analysis
