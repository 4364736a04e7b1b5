#include "analysis/import/recordingwriter.h"

#include "remote/format/bytes.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

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

void RecordingWriter::names(std::span<const std::string> names)
{
    std::vector<std::string_view> block;
    std::uint32_t firstId = 1;
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

void RecordingWriter::ops(std::span<const format::Op> ops)
{
    for (std::size_t i = 0; i < ops.size(); i += kMostInBlock) {
        const auto block = ops.subspan(i, std::min(kMostInBlock, ops.size() - i));
        record(format::FrameType::Ops, [&](format::ByteWriter& writer) {
            format::encodeOps(writer, static_cast<std::uint32_t>(i + 1), block);
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
    const std::string details = object.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    record(format::FrameType::Event,
           [&](format::ByteWriter& writer) { format::encodeEvent(writer, time, severity, details); });
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

} // namespace stepscope::analysis
