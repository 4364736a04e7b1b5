#include "remote/agent/hook/hookconnection.h"

#include "remote/agent/sampling/sampleblocks.h"
#include "remote/agent/sources/system/tensors.h"
#include "remote/format/bytes.h"
#include "remote/json/reader.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>

namespace stepscope::agent {

using format::ByteReader;
using format::ByteWriter;
using format::FrameType;

namespace {

std::string_view asText(std::span<const std::byte> bytes)
{
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

constexpr const char* kTooMany = "The recording already holds 4 million names or ops; trace fewer steps.";

} // namespace

void HookConnection::begin(std::uint64_t process)
{
    m_process = process;
    m_events.setProcess(process);
    m_processIndex = -1;
    m_nextMark = 1;
    m_missingMark = 0;
    m_hasHello = m_reportedUnknown = false;
    m_protocolError = {};
    m_names.clear();
    m_ops.clear();
    m_laneCount = 0;
}

std::size_t HookConnection::feed(std::span<const std::byte> data)
{
    std::size_t taken = 0;
    while (m_protocolError.empty() && data.size() - taken >= hookwire::kHeadSize) {
        ByteReader head(data.subspan(taken, hookwire::kHeadSize));
        const std::size_t length = head.fixed<std::uint32_t>();
        const auto type = head.fixed<std::uint8_t>();
        if (length > hookwire::kMaxPayload) {
            fail("a message that is too long");
            break;
        }
        if (data.size() - taken - hookwire::kHeadSize < length)
            break;
        if (!accept(type, data.subspan(taken + hookwire::kHeadSize, length)))
            break;
        taken += hookwire::kHeadSize + length;
    }
    return taken;
}

bool HookConnection::accept(std::uint8_t type, std::span<const std::byte> payload)
{
    using hookwire::MessageType;
    const auto messageType = static_cast<MessageType>(type);
    if (m_hasHello == (messageType == MessageType::Hello))
        return fail("no greeting, or a second one");
    switch (messageType) {
    case MessageType::Hello:
        return acceptHello(asText(payload));
    case MessageType::Names:
        return acceptNames(payload);
    case MessageType::Ops:
        return acceptOps(payload);
    case MessageType::Lane:
        return acceptLane(payload);
    case MessageType::Spans:
        return acceptSpans(payload);
    case MessageType::Steps:
        return acceptSteps(payload);
    case MessageType::Facts:
        return m_events.addFacts(asText(payload)) || fail("facts that are not JSON");
    case MessageType::Event:
        return m_events.addEvent(asText(payload)) || fail("an event that is not JSON");
    case MessageType::Loss:
        return m_events.addLoss(asText(payload)) || fail("a loss that is not JSON");
    case MessageType::Links:
        return acceptLinks(payload);
    case MessageType::Work:
        return acceptWork(payload);
    case MessageType::Memory:
        return acceptMemory(payload);
    case MessageType::Metric:
        return acceptMetric(payload);
    }
    // A newer hook may send types that this agent does not know; the other messages are still recorded.
    if (!m_reportedUnknown)
        report(format::Event::Severity::Warning,
               "The hook sent a message of a type that this agent does not know; it is left out.");
    m_reportedUnknown = true;
    return true;
}

bool HookConnection::fail(std::string_view error)
{
    m_protocolError = error;
    return false;
}

bool HookConnection::acceptHello(std::string_view json)
{
    if (!json::isObject(json))
        return fail("a greeting that is not JSON");
    if (json::toInteger(json::findMember(json, "protocol")) != hookwire::kProtocol)
        return fail("another version of the protocol; use the hook that belongs to this agent");
    m_hasHello = true;
    std::array<char, 64> memory;
    m_events.addPython(json::toText(json::findMember(json, "python"), memory).value_or(""));
    return true;
}

bool HookConnection::acceptNames(std::span<const std::byte> payload)
{
    ByteReader reader(payload);
    const auto first = reader.fixed<std::uint32_t>();
    std::uint32_t left = reader.fixed<std::uint32_t>();
    // Each name takes four bytes for its length.
    if (reader.failed() || first != m_names.next() || left > reader.remaining() / 4)
        return fail("names out of order");
    if (left >= format::kMaxInterned - m_ids.nextName || !m_names.add(left, m_ids.nextName)) {
        m_output.lost(LossKind::Names, left, kTooMany);
        return fail(kTooMany);
    }
    while (left > 0) {
        const std::size_t batch = std::min<std::size_t>(left, HookScratch::kBatch);
        for (std::size_t i = 0; i < batch; ++i)
            m_scratch.names[i] = asText(reader.bytes(reader.fixed<std::uint32_t>()));
        if (reader.failed())
            return fail("names that are cut off");
        ByteWriter writer(m_scratch.payload);
        format::encodeNames(writer, m_ids.nextName, std::span(m_scratch.names).first(batch));
        m_output.frame(FrameType::Names, writer.written(), LossKind::Names, static_cast<std::uint32_t>(batch));
        m_ids.nextName += static_cast<std::uint32_t>(batch);
        left -= static_cast<std::uint32_t>(batch);
    }
    return reader.exhausted() || fail("names of a wrong size");
}

bool HookConnection::acceptOps(std::span<const std::byte> payload)
{
    ByteReader reader(payload);
    const auto first = reader.fixed<std::uint32_t>();
    std::uint32_t left = reader.fixed<std::uint32_t>();
    if (reader.failed() || first != m_ops.next() || std::size_t{left} * hookwire::kOpSize != reader.remaining())
        return fail("ops out of order, or of a wrong size");
    if (left >= format::kMaxInterned - m_ids.nextOp || !m_ops.add(left, m_ids.nextOp)) {
        m_output.lost(LossKind::Ops, left, kTooMany);
        return fail(kTooMany);
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
    const auto row = std::find_if(m_lanes.begin(), end, [&](const LaneRow& r) { return r.local == lane; });
    return row == end ? 0 : row->global;
}

bool HookConnection::acceptLane(std::span<const std::byte> payload)
{
    ByteReader reader(payload);
    const auto local = reader.fixed<std::uint32_t>();
    const auto kind = reader.fixed<std::uint32_t>();
    const auto thread = reader.fixed<std::uint64_t>();
    const std::string_view name = asText(reader.bytes(reader.fixed<std::uint32_t>()));
    if (!reader.exhausted() || local == 0 || kind > static_cast<std::uint32_t>(format::Lane::Kind::Phases) ||
        findLane(local) != 0)
        return fail("an invalid lane");
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
    bool valid = true;
    for (std::size_t i = 0; i < count; ++i) {
        m_scratch.ops[i] = m_ops.find(m_scratch.ops[i]);
        valid = valid && m_scratch.durations[i] >= 0 && (i == 0 || m_scratch.starts[i] >= m_scratch.starts[i - 1]);
    }
    return valid;
}

bool HookConnection::acceptSpans(std::span<const std::byte> payload)
{
    ByteReader reader(payload);
    const auto local = reader.fixed<std::uint32_t>();
    const std::size_t count = reader.fixed<std::uint32_t>();
    if (reader.failed() || count > hookwire::kMaxSpans || count * hookwire::kSpanSize != reader.remaining())
        return fail("spans of a wrong size");
    const std::uint32_t lane = findLane(local);
    if (count == 0)
        return true;
    if (lane == 0) {
        m_output.lost(LossKind::Spans, count, "They belong to an unknown thread or stream.");
        return true;
    }
    if (!readSpanColumns(payload.subspan(8), count)) {
        m_output.lost(LossKind::Spans, count, "The hook's times are not in order.");
        return true;
    }
    ByteWriter writer(m_scratch.payload);
    format::encodeSpans(writer,
                        {lane, std::span(m_scratch.starts).first(count), std::span(m_scratch.durations).first(count),
                         std::span(m_scratch.ops).first(count), std::span(m_scratch.depths).first(count)});
    m_output.frame(FrameType::Spans, writer.written(), LossKind::Spans, static_cast<std::uint32_t>(count));
    return true;
}

bool HookConnection::acceptSteps(std::span<const std::byte> payload)
{
    ByteReader reader(payload);
    std::uint32_t left = reader.fixed<std::uint32_t>();
    if (reader.failed() || std::size_t{left} * hookwire::kStepSize != reader.remaining())
        return fail("steps of a wrong size");
    while (left > 0) {
        const std::size_t batch = std::min<std::size_t>(left, HookScratch::kBatch);
        for (format::Step& step : std::span(m_scratch.steps).first(batch)) {
            step.index = reader.fixed<std::uint64_t>();
            step.start = reader.fixed<std::int64_t>();
            step.end = std::max(reader.fixed<std::int64_t>(), step.start);
            step.samples = reader.fixed<std::uint64_t>();
            step.flags = reader.fixed<std::uint32_t>();
        }
        writeSteps(batch);
        left -= static_cast<std::uint32_t>(batch);
    }
    return true;
}

/// Writes the first `count` steps of the scratch memory.
void HookConnection::writeSteps(std::size_t count)
{
    if (count == 0)
        return;
    if (m_processIndex < 0)
        m_processIndex = m_ids.nextProcess++;
    const auto steps = std::span(m_scratch.steps).first(count);
    for (format::Step& step : steps)
        step.process = static_cast<std::uint32_t>(m_processIndex);
    ByteWriter writer(m_scratch.payload);
    format::encodeSteps(writer, steps);
    m_output.frame(FrameType::Steps, writer.written(), LossKind::Steps, static_cast<std::uint32_t>(count));
}

namespace {

constexpr std::uint64_t kMarks = hookwire::kRingRecords;
/// A process cannot have made more steps than this since the ring was read; a higher number is not a sequence number.
constexpr std::uint64_t kMostOverwritten = std::uint64_t{1} << 32U;

struct Mark
{
    format::Step step;
    std::uint64_t sequence = 0;
    bool isValid = false;
};

Mark markAt(std::span<const std::byte> records, std::size_t record)
{
    ByteReader reader(records.subspan(record * hookwire::kMarkSize, hookwire::kMarkSize));
    Mark mark;
    mark.step.index = reader.fixed<std::uint64_t>();
    mark.step.start = reader.fixed<std::int64_t>();
    mark.step.end = reader.fixed<std::int64_t>();
    mark.step.samples = reader.fixed<std::uint64_t>();
    mark.step.flags = reader.fixed<std::uint32_t>();
    const auto check = reader.fixed<std::uint32_t>();
    mark.sequence = reader.fixed<std::uint64_t>();
    const std::uint64_t all = mark.step.index ^ static_cast<std::uint64_t>(mark.step.start) ^
                              static_cast<std::uint64_t>(mark.step.end) ^ mark.step.samples ^ mark.step.flags ^
                              mark.sequence;
    mark.isValid = check == static_cast<std::uint32_t>(all ^ (all >> 32U)) && mark.step.start >= 0 &&
                   mark.step.end >= mark.step.start;
    return mark;
}

} // namespace

bool HookConnection::acceptMarks(std::span<const std::byte> records, bool isLast)
{
    const std::size_t count = std::min(records.size() / hookwire::kMarkSize, HookScratch::kBatch);
    std::size_t taken = 0;
    std::uint64_t invalid = 0;
    std::uint64_t overwritten = 0;
    bool mayFollow = count > 0;
    for (std::size_t i = 0; i < count; ++i) {
        const Mark mark = markAt(records, i);
        const std::uint64_t ahead = mark.sequence - m_nextMark;
        if (mark.isValid && ahead == 0) {
            m_scratch.steps[taken++] = mark.step;
        } else if (mark.isValid && ahead < kMostOverwritten && ahead % kMarks == 0) {
            overwritten = ahead - kMarks + 1; // up to the oldest record that may still be in the ring
            break;
        } else {
            // Being written, or it stays incomplete: a signal interrupted it, or the process writes anything.
            const Mark next = i + 1 < count ? markAt(records, i + 1) : Mark{};
            const bool isFollowed = next.isValid && next.sequence == m_nextMark + 1;
            const bool isOld = mark.sequence == 0 || (ahead != 0 && -ahead < kMostOverwritten && ahead % kMarks == 0);
            mayFollow = isFollowed && (isLast || m_missingMark == m_nextMark);
            if (!mayFollow) {
                invalid += isLast && !isOld ? 1 : 0;
                m_missingMark = m_nextMark;
                break;
            }
            ++invalid;
        }
        ++m_nextMark;
    }
    m_nextMark += overwritten;
    writeSteps(taken);
    if (invalid > 0)
        m_output.lost(LossKind::Steps, invalid, "A process of the training left marks of steps that are not complete.");
    if (overwritten > 0)
        m_output.lost(LossKind::Steps, overwritten, "Steps were shorter than the agent could read their marks.");
    return mayFollow;
}

bool HookConnection::acceptLinks(std::span<const std::byte> payload)
{
    ByteReader reader(payload);
    const auto from = reader.fixed<std::uint32_t>();
    const auto to = reader.fixed<std::uint32_t>();
    const std::size_t count = reader.fixed<std::uint32_t>();
    if (reader.failed() || count > hookwire::kMaxLinks || count * hookwire::kLinkSize != reader.remaining())
        return fail("links of a wrong size");
    if (count == 0)
        return true;
    if (findLane(from) == 0 || findLane(to) == 0) {
        m_output.lost(LossKind::Links, count, "They belong to an unknown thread or stream.");
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

bool HookConnection::acceptWork(std::span<const std::byte> payload)
{
    ByteReader reader(payload);
    std::uint32_t left = reader.fixed<std::uint32_t>();
    if (reader.failed() || std::size_t{left} * hookwire::kWorkSize != reader.remaining())
        return fail("work of ops of a wrong size");
    while (left > 0) {
        const std::size_t batch = std::min<std::size_t>(left, HookScratch::kBatch);
        std::size_t kept = 0;
        for (std::size_t i = 0; i < batch; ++i) {
            format::OpWork& row = m_scratch.work[kept];
            row.op = m_ops.find(reader.fixed<std::uint32_t>());
            row.operations = reader.fixed<std::uint64_t>();
            row.bytes = reader.fixed<std::uint64_t>();
            kept += row.op != 0 ? 1U : 0U;
        }
        ByteWriter writer(m_scratch.payload);
        format::encodeWork(writer, std::span(m_scratch.work).first(kept));
        m_output.frame(FrameType::Work, writer.written(), LossKind::Work, static_cast<std::uint32_t>(kept));
        left -= static_cast<std::uint32_t>(batch);
    }
    return true;
}

/// Memory readings become rows of the group that no sampler reads. Of a training with several processes the first one's
/// memory is recorded: their sum at one time cannot be known.
bool HookConnection::acceptMemory(std::span<const std::byte> payload)
{
    ByteReader reader(payload);
    const std::uint32_t count = reader.fixed<std::uint32_t>();
    if (reader.failed() || std::size_t{count} * 8 * (1 + kTensorChannels) != reader.remaining())
        return fail("memory readings of a wrong size");
    if (count == 0 || !m_ids.memoryGroup)
        return true;
    if (m_ids.memoryProcess == 0)
        m_ids.memoryProcess = m_process;
    if (m_ids.memoryProcess != m_process)
        return true;
    std::uint64_t outOfOrder = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
        const RowHead head{*m_ids.memoryGroup, kTensorChannels};
        const auto time = reader.fixed<std::int64_t>();
        std::array<std::int64_t, 2 * kTensorChannels> cells;
        for (std::size_t channel = 0; channel < kTensorChannels; ++channel) {
            cells[channel] = reader.fixed<std::int64_t>();
            if (cells[channel] < 0)
                cells[channel] = format::kMissing;
            cells[kTensorChannels + channel] = time;
        }
        if (time <= m_ids.lastMemoryTime) {
            ++outOfOrder;
            continue;
        }
        m_ids.lastMemoryTime = time;
        ByteWriter writer(m_scratch.payload);
        writer.bytes(std::as_bytes(std::span(&head, 1)));
        writer.bytes(std::as_bytes(std::span(cells)));
        m_output.frame(FrameType::Samples, writer.written(), LossKind::Samples, kTensorChannels);
    }
    if (outOfOrder > 0)
        m_output.lost(LossKind::Samples, outOfOrder * kTensorChannels, "The hook's times are not in order.");
    return true;
}

/// The metric of this name, which is added if it is new; nullptr if there are too many.
HookIds::Metric* HookConnection::findMetric(std::string_view name)
{
    const auto known = std::span(m_ids.metrics).first(m_ids.metricCount);
    const auto found = std::find_if(known.begin(), known.end(), [&](const HookIds::Metric& metric) {
        return std::string_view(metric.name.data(), metric.size) == name;
    });
    if (found != known.end())
        return &*found;
    if (m_ids.metricCount == HookIds::kMaxMetrics)
        return nullptr;
    HookIds::Metric& metric = m_ids.metrics[m_ids.metricCount++];
    std::copy(name.begin(), name.end(), metric.name.begin());
    metric.size = name.size();
    metric.lastTime = std::numeric_limits<std::int64_t>::min();
    return &metric;
}

/// Of a training with several processes, the metrics of the first one that reports any are recorded: each process would
/// report its own values under the same name.
bool HookConnection::acceptMetric(std::span<const std::byte> payload)
{
    ByteReader reader(payload);
    const std::string_view name = asText(reader.bytes(reader.fixed<std::uint32_t>()));
    const std::uint32_t count = reader.fixed<std::uint32_t>();
    if (reader.failed() || count > hookwire::kMaxMetricValues || count * hookwire::kMetricSize != reader.remaining() ||
        name.empty() || name.size() > format::kMaxMetricName)
        return fail("a metric of a wrong size");
    if (m_ids.metricProcess == 0)
        m_ids.metricProcess = m_process;
    if (m_ids.metricProcess != m_process) {
        m_output.lost(LossKind::Metrics, count, "Another process of the training reports metrics, too.");
        return true;
    }
    HookIds::Metric* metric = findMetric(name);
    if (metric == nullptr) {
        m_output.lost(LossKind::Metrics, count, "The training reports more than 64 different metrics.");
        return true;
    }
    std::size_t kept = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
        const auto time = reader.fixed<std::int64_t>();
        const auto value = std::bit_cast<double>(reader.fixed<std::uint64_t>());
        if (time > metric->lastTime) {
            m_scratch.metric[kept++] = {time, value};
            metric->lastTime = time;
        }
    }
    if (kept < count)
        m_output.lost(LossKind::Metrics, count - kept, "The hook's times are not in order.");
    if (kept > 0) {
        ByteWriter writer(m_scratch.payload);
        format::encodeMetric(writer, name, std::span(m_scratch.metric).first(kept));
        m_output.frame(FrameType::Metric, writer.written(), LossKind::Metrics, static_cast<std::uint32_t>(kept));
    }
    return true;
}

} // namespace stepscope::agent
