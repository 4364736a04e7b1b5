#include "tests/support/recordingbuilder.h"

#include "analysis/trace/tracestore.h"
#include "remote/format/bytes.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <utility>

namespace stepscope::testing {
namespace {

using nlohmann::json;

/// Reports a mistake of the test itself and aborts, in every build type.
void require(bool condition, const char* what)
{
    if (condition)
        return;
    std::fprintf(stderr, "recordingbuilder: %s\n", what);
    std::abort();
}

template <typename Encode>
std::vector<std::byte> encoded(Encode encode)
{
    static thread_local std::vector<std::byte> memory(format::kMaxPayload);
    format::ByteWriter writer(memory);
    encode(writer);
    require(!writer.overflowed(), "a record is longer than a frame may be");
    const auto written = writer.written();
    return {written.begin(), written.end()};
}

template <typename T>
json orNull(const std::optional<T>& value)
{
    return value ? json(*value) : json();
}

json channelJson(const trace::Channel& channel)
{
    return {{"id", channel.id},
            {"group", channel.group},
            {"name", channel.name},
            {"quantity", channel.quantity},
            {"unit", channel.unit},
            {"scale", channel.scale},
            {"covers", channel.covers == trace::Channel::Covers::Interval ? "interval" : "instant"},
            {"source", channel.source},
            {"core", channel.core >= 0 ? json(channel.core) : json()},
            {"cluster", channel.cluster},
            {"rail", channel.rail},
            {"parent", channel.parent},
            {"role", channel.role},
            {"resolution", orNull(channel.resolution)},
            {"period_ns", orNull(channel.periodNs)},
            {"window_ns", orNull(channel.windowNs)},
            {"lag_ns", orNull(channel.lagNs)},
            {"update_ns", orNull(channel.updateNs)},
            {"read_ns", orNull(channel.readNs)},
            {"facts_from", channel.factsFrom}};
}

json deviceJson(const trace::Device& device)
{
    json cores = json::array();
    for (const trace::Core& core : device.cores)
        cores.push_back({{"core", core.core}, {"cluster", core.cluster}});
    return {{"hostname", device.hostname},
            {"board", device.board},
            {"model", device.model},
            {"soc", device.soc},
            {"l4t", device.l4t},
            {"kernel", device.kernel},
            {"jetpack", device.jetpack},
            {"power_mode", device.powerMode},
            {"clocks_locked", orNull(device.clocksLocked)},
            {"machine", device.machine},
            {"memory_bytes", device.memoryBytes},
            {"gpu", device.gpu},
            {"storage", device.storage},
            {"cores", std::move(cores)}};
}

} // namespace

std::string headerJson(const trace::RunHeader& header)
{
    json sources = json::array();
    for (const trace::Source& source : header.sources) {
        sources.push_back({{"name", source.name},
                           {"title", source.title},
                           {"state", source.state},
                           {"resolution", source.resolution},
                           {"reason", source.reason}});
    }
    json channels = json::array();
    for (const trace::Channel& channel : header.channels)
        channels.push_back(channelJson(channel));
    const json root = {{"format", 1},
                       {"run", header.run},
                       {"virtual", header.isVirtual},
                       {"agent", {{"version", header.agentVersion}, {"architecture", header.device.machine}}},
                       {"start", {{"monotonic_ns", header.startMonotonic}, {"realtime_ns", header.startRealtime}}},
                       {"options",
                        {{"period_ns", header.periodNs},
                         {"grid_ns", header.pauses.gridNs},
                         {"pause_ns", header.pauses.lengthNs},
                         {"ops", header.ops},
                         {"spool_limit_bytes", 0}}},
                       {"command", header.command},
                       {"cwd", header.workingDirectory},
                       {"device", deviceJson(header.device)},
                       {"sources", std::move(sources)},
                       {"channels", std::move(channels)}};
    return root.dump(-1, ' ', false, json::error_handler_t::replace);
}

RecordingBuilder::RecordingBuilder()
{
    m_header.run = "20260102-030405-test";
    m_header.agentVersion = "test";
    m_header.startRealtime = 1'767'323'045'000'000'000;
    m_header.periodNs = 10'000'000;
    std::array<std::byte, format::kFileHeaderSize> memory{};
    format::ByteWriter writer(memory);
    format::writeFileHeader(writer);
    m_bytes.assign(memory.begin(), memory.end());
}

std::uint32_t RecordingBuilder::channel(trace::Channel channel)
{
    require(!m_headerWritten, "channels belong before the first record");
    channel.id = static_cast<std::uint32_t>(m_header.channels.size());
    m_header.channels.push_back(std::move(channel));
    return m_header.channels.back().id;
}

RecordingBuilder& RecordingBuilder::header(std::string_view json)
{
    m_headerWritten = true;
    return text(format::FrameType::Header, json);
}

void RecordingBuilder::writeHeader()
{
    if (!m_headerWritten)
        header(headerJson(m_header));
}

RecordingBuilder& RecordingBuilder::samples(std::uint32_t channel, std::span<const std::int64_t> times,
                                            std::span<const std::int64_t> values)
{
    require(times.size() == values.size(), "samples need a value for each time");
    for (std::size_t row = 0; row < times.size(); row += format::kMaxRows) {
        const std::size_t count = std::min(format::kMaxRows, times.size() - row);
        const format::SampleColumnView column{
            .channel = channel, .values = values.subspan(row, count), .readOffsets = {}};
        samples({.group = 0, .times = times.subspan(row, count), .columns = std::span(&column, 1)});
    }
    return *this;
}

RecordingBuilder& RecordingBuilder::samples(std::uint32_t channel, std::initializer_list<std::int64_t> times,
                                            std::initializer_list<std::int64_t> values)
{
    return samples(channel, std::span(times.begin(), times.size()), values);
}

RecordingBuilder& RecordingBuilder::samples(const format::SampleBlockView& block)
{
    return frame(format::FrameType::Samples,
                 encoded([&](format::ByteWriter& writer) { format::encodeSamples(writer, block); }));
}

std::uint32_t RecordingBuilder::name(std::string_view text)
{
    if (text.empty())
        return 0;
    if (const auto entry = m_names.find(text); entry != m_names.end())
        return entry->second;
    const auto id = static_cast<std::uint32_t>(m_names.size() + 1);
    m_names.emplace(text, id);
    frame(format::FrameType::Names,
          encoded([&](format::ByteWriter& writer) { format::encodeNames(writer, id, std::span(&text, 1)); }));
    return id;
}

std::uint32_t RecordingBuilder::op(std::string_view opName, std::string_view shapes, std::string_view module,
                                   std::string_view category)
{
    const format::Op op{
        .name = name(opName), .shapes = name(shapes), .module = name(module), .category = name(category)};
    const auto key = std::tuple(op.name, op.shapes, op.module, op.category);
    if (const auto entry = m_ops.find(key); entry != m_ops.end())
        return entry->second;
    const auto id = static_cast<std::uint32_t>(m_ops.size() + 1);
    m_ops.emplace(key, id);
    frame(format::FrameType::Ops,
          encoded([&](format::ByteWriter& writer) { format::encodeOps(writer, id, std::span(&op, 1)); }));
    return id;
}

RecordingBuilder& RecordingBuilder::lane(const format::Lane& lane)
{
    return frame(format::FrameType::Lane,
                 encoded([&](format::ByteWriter& writer) { format::encodeLane(writer, lane, lane.name); }));
}

RecordingBuilder& RecordingBuilder::spans(std::uint32_t lane, std::span<const trace::SpanRecord> spans)
{
    for (std::size_t from = 0; from < spans.size(); from += format::kMaxSpans) {
        format::SpanBlock block;
        for (const trace::SpanRecord& span : spans.subspan(from, std::min(format::kMaxSpans, spans.size() - from))) {
            block.starts.push_back(span.start);
            block.durations.push_back(span.duration);
            block.ops.push_back(span.op);
            block.depths.push_back(span.depth);
        }
        const format::SpanBlockView view{.lane = lane,
                                         .starts = block.starts,
                                         .durations = block.durations,
                                         .ops = block.ops,
                                         .depths = block.depths};
        frame(format::FrameType::Spans,
              encoded([&](format::ByteWriter& writer) { format::encodeSpans(writer, view); }));
    }
    return *this;
}

RecordingBuilder& RecordingBuilder::spans(std::uint32_t lane, std::initializer_list<trace::SpanRecord> list)
{
    return spans(lane, std::span(list.begin(), list.size()));
}

RecordingBuilder& RecordingBuilder::steps(std::span<const format::Step> steps)
{
    return frame(format::FrameType::Steps,
                 encoded([&](format::ByteWriter& writer) { format::encodeSteps(writer, steps); }));
}

RecordingBuilder& RecordingBuilder::steps(std::initializer_list<format::Step> list)
{
    return steps(std::span(list.begin(), list.size()));
}

RecordingBuilder& RecordingBuilder::work(std::initializer_list<format::OpWork> rows)
{
    return frame(format::FrameType::Work, encoded([&](format::ByteWriter& writer) {
                     format::encodeWork(writer, std::span(rows.begin(), rows.size()));
                 }));
}

RecordingBuilder& RecordingBuilder::metric(std::string_view name, const std::vector<format::MetricValue>& values)
{
    return frame(format::FrameType::Metric, encoded([&](format::ByteWriter& writer) {
                     format::encodeMetric(writer, name, std::span(values.begin(), values.size()));
                 }));
}

RecordingBuilder& RecordingBuilder::links(std::uint32_t fromLane, std::uint32_t toLane,
                                          std::span<const format::Link> links)
{
    return frame(format::FrameType::Links, encoded([&](format::ByteWriter& writer) {
                     format::encodeLinks(writer, {fromLane, toLane, links});
                 }));
}

RecordingBuilder& RecordingBuilder::clock(const format::ClockPair& pair)
{
    return frame(format::FrameType::Clock,
                 encoded([&](format::ByteWriter& writer) { format::encodeClock(writer, pair); }));
}

RecordingBuilder& RecordingBuilder::log(std::int64_t time, std::string_view text, format::LogChunk::Stream stream)
{
    return frame(format::FrameType::Log,
                 encoded([&](format::ByteWriter& writer) { format::encodeLog(writer, time, stream, text); }));
}

RecordingBuilder& RecordingBuilder::event(std::int64_t time, format::Event::Severity severity, std::string_view kind,
                                          std::string_view text)
{
    const std::string details =
        json{{"kind", kind}, {"text", text}}.dump(-1, ' ', false, json::error_handler_t::replace);
    return frame(format::FrameType::Event,
                 encoded([&](format::ByteWriter& writer) { format::encodeEvent(writer, time, severity, details); }));
}

RecordingBuilder& RecordingBuilder::loss(const trace::Loss& loss)
{
    const std::string details = json{
        {"kind", "loss"},
        {"text", std::to_string(loss.count) + " " + loss.what + " lost: " + loss.reason},
        {"what", loss.what},
        {"count", loss.count},
        {"from_ns", loss.range.begin},
        {"to_ns", loss.range.end},
        {"reason", loss.reason}}.dump(-1, ' ', false, json::error_handler_t::replace);
    return frame(format::FrameType::Event, encoded([&](format::ByteWriter& writer) {
                     format::encodeEvent(writer, loss.range.end, format::Event::Severity::Warning, details);
                 }));
}

RecordingBuilder& RecordingBuilder::facts(std::string_view json)
{
    return text(format::FrameType::Facts, json);
}

RecordingBuilder& RecordingBuilder::footer(const trace::RunEnding& ending)
{
    return footer(json{{"end_ns", ending.end},
                       {"exit_status", ending.hasStatus ? json(ending.exitStatus) : json()},
                       {"signal", ending.signal},
                       {"state", ending.state},
                       {"reason", ending.reason}}
                      .dump(-1, ' ', false, json::error_handler_t::replace));
}

RecordingBuilder& RecordingBuilder::footer(std::string_view json)
{
    return text(format::FrameType::Footer, json);
}

RecordingBuilder& RecordingBuilder::text(format::FrameType type, std::string_view json)
{
    return frame(type, std::as_bytes(std::span(json)));
}

RecordingBuilder& RecordingBuilder::frame(format::FrameType type, std::span<const std::byte> payload)
{
    if (type != format::FrameType::Header)
        writeHeader();
    m_offsets.push_back(m_bytes.size());
    std::vector<std::byte> memory(format::kFrameHeaderSize + payload.size());
    format::ByteWriter writer(memory);
    format::writeFrame(writer, type, payload);
    require(!writer.overflowed(), "a frame does not fit");
    return raw(writer.written());
}

RecordingBuilder& RecordingBuilder::raw(std::span<const std::byte> bytes)
{
    m_bytes.insert(m_bytes.end(), bytes.begin(), bytes.end());
    return *this;
}

const std::vector<std::byte>& RecordingBuilder::bytes()
{
    writeHeader();
    return m_bytes;
}

std::vector<std::byte> RecordingBuilder::takeNew()
{
    const std::size_t from = std::exchange(m_taken, bytes().size());
    return {m_bytes.begin() + static_cast<std::ptrdiff_t>(from), m_bytes.end()};
}

const std::vector<std::size_t>& RecordingBuilder::frameOffsets()
{
    writeHeader();
    return m_offsets;
}

trace::TraceView viewOf(std::span<const std::byte> recording)
{
    trace::TraceStore store;
    require(store.feed(recording).ok(), "these bytes are no recording");
    store.finish();
    return store.view();
}

void writeFile(const std::filesystem::path& path, std::span<const std::byte> bytes)
{
    std::ofstream file(path, std::ios::binary | std::ios::trunc);
    file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    file.close();
    require(file.good(), "the file cannot be written");
}

} // namespace stepscope::testing
