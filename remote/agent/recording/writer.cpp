#include "remote/agent/recording/writer.h"

#include "remote/format/bytes.h"
#include "remote/format/clock.h"
#include "remote/format/records.h"
#include "remote/json/writer.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <limits>

namespace stepscope::agent {

using format::FrameType;

namespace {

/// Delay of a live view.
constexpr std::int64_t kFlushPeriod = 300 * format::kMillisecond;
constexpr std::int64_t kClockPeriod = 10 * format::kSecond;
constexpr std::int64_t kPatienceAtTheEnd = 5 * format::kSecond;

} // namespace

Writer::Writer(Spool& spool, LossLedger& losses, const SamplingPlan& plan)
    : m_spool(spool)
    , m_losses(losses)
{
    std::size_t widest = 0;
    for (std::size_t i = 0; i < plan.groups.size(); ++i) {
        m_blocks.emplace_back(static_cast<std::uint32_t>(i), plan.groups[i].channels, plan.groups[i].periodNs);
        widest = std::max(widest, plan.groups[i].channels.size());
    }
    m_row.resize(1 + 2 * widest);
}

Writer::~Writer()
{
    m_stopping.store(true);
    m_wakeup.wake();
    if (m_thread.joinable())
        m_thread.join();
}

bool Writer::writeHeader(std::string_view header)
{
    const auto payload = m_spool.reserve(header.size());
    if (payload.empty())
        return false;
    std::memcpy(payload.data(), header.data(), header.size());
    if (!m_spool.commit(FrameType::Header, header.size()))
        return false;
    writeClock();
    return m_spool.flush(format::monotonicNs(), true);
}

void Writer::start()
{
    m_thread = std::thread([this] { run(); });
}

bool Writer::finish(const Ending& ending)
{
    m_stopping.store(true);
    m_wakeup.wake();
    if (m_thread.joinable())
        m_thread.join();
    drain();
    flushBlocks(std::numeric_limits<std::int64_t>::max());
    const std::int64_t deadline = format::monotonicNs() + kPatienceAtTheEnd;
    while (!m_spool.flush(format::monotonicNs(), true) && format::monotonicNs() < deadline)
        format::sleepUntil(format::monotonicNs() + 100 * format::kMillisecond);
    if (!m_spool.flush(format::monotonicNs(), true))
        m_spool.dropWaitingData([this](FrameType type, auto payload) { countDropped(type, payload); });
    reportLosses(true);
    writeClock();
    writeFooter(ending);
    return m_spool.flush(format::monotonicNs(), true);
}

/// Counts data that had been accepted and were dropped at the end, since the disk stayed full.
void Writer::countDropped(FrameType type, std::span<const std::byte> payload)
{
    constexpr const char* kReason = "The disk was full until the end of the run.";
    const std::int64_t now = format::monotonicNs();
    if (type == FrameType::Samples) {
        const auto block = format::decodeSamples(payload);
        const std::uint64_t count = block.ok() ? block->times.size() * block->columns.size() : 0;
        m_totals.samples -= std::min(m_totals.samples, count);
        m_losses.add(LossKind::Samples, count, now, kReason);
    } else if (type == FrameType::Spans) {
        const auto block = format::decodeSpans(payload);
        const std::uint64_t count = block.ok() ? block->starts.size() : 0;
        m_totals.spans -= std::min(m_totals.spans, count);
        m_losses.add(LossKind::Spans, count, now, kReason);
    } else if (type == FrameType::Steps) {
        const auto steps = format::decodeSteps(payload);
        const std::uint64_t count = steps.ok() ? steps->size() : 0;
        m_totals.steps -= std::min(m_totals.steps, count);
        m_losses.add(LossKind::Steps, count, now, kReason);
    } else if (type == FrameType::Log) {
        const auto chunk = format::decodeLog(payload);
        const std::uint64_t bytes = chunk.ok() ? chunk->text.size() : 0;
        m_totals.logBytes -= std::min(m_totals.logBytes, bytes);
        m_losses.add(LossKind::Log, bytes, now, kReason);
    } else {
        m_losses.add(LossKind::Events, 1, now, kReason);
    }
}

void Writer::run()
{
    std::int64_t nextFlush = format::monotonicNs() + kFlushPeriod;
    while (!m_stopping.load()) {
        m_wakeup.waitUntil(nextFlush);
        drain();
        const std::int64_t now = format::monotonicNs();
        if (now >= nextFlush) {
            nextFlush = std::max(nextFlush + kFlushPeriod, now + kFlushPeriod / 2);
            flushBlocks(now);
            reportLosses(false);
            if (now >= m_nextClock)
                writeClock();
        }
        m_spool.flush(now);
    }
}

void Writer::drain()
{
    for (Ring* ring : m_rings) {
        RingEntry entry;
        while (ring->peek(entry)) {
            if (entry.type == FrameType::Samples)
                takeRow(*ring, entry);
            else
                takeFrame(*ring, entry);
        }
    }
}

void Writer::takeRow(Ring& ring, const RingEntry& entry)
{
    static_assert(sizeof(RowHead) == sizeof(std::int64_t));
    const std::size_t cells = entry.size / sizeof(std::int64_t);
    ring.take(entry, std::as_writable_bytes(std::span(m_row)).first(entry.size));
    RowHead head{};
    std::memcpy(&head, m_row.data(), sizeof head);
    const auto values = std::span<const std::int64_t>(m_row).subspan(1, head.count);
    const auto times = std::span<const std::int64_t>(m_row).subspan(1 + head.count, (cells - 1) / 2);
    SampleBlockBuffer& block = m_blocks[head.group];
    if (block.isFull())
        flushBlock(block);
    block.append(values, times);
}

void Writer::takeFrame(Ring& ring, const RingEntry& entry)
{
    const auto payload = m_spool.reserve(entry.size);
    ring.take(entry, payload);
    if (!payload.empty() && m_spool.commit(entry.type, entry.size))
        count(entry);
    else
        m_losses.add(entry.lossKind, entry.items, format::monotonicNs(), m_spool.reason());
}

void Writer::count(const RingEntry& entry)
{
    if (entry.type == FrameType::Spans)
        m_totals.spans += entry.items;
    else if (entry.type == FrameType::Steps)
        m_totals.steps += entry.items;
    else if (entry.type == FrameType::Log)
        m_totals.logBytes += entry.items;
}

void Writer::flushBlock(SampleBlockBuffer& block)
{
    if (block.isEmpty())
        return;
    const auto payload = m_spool.reserve(block.encodedBound());
    bool kept = false;
    if (!payload.empty()) {
        format::ByteWriter writer(payload);
        block.encode(writer);
        kept = !writer.overflowed() && m_spool.commit(FrameType::Samples, writer.size());
    }
    if (kept)
        m_totals.samples += block.presentValues();
    else
        m_losses.add(LossKind::Samples, block.rows() * block.columns(), format::monotonicNs(), m_spool.reason());
    block.clear();
}

void Writer::flushBlocks(std::int64_t now)
{
    for (SampleBlockBuffer& block : m_blocks) {
        // Blocks that become due shortly after this round are written now.
        if (block.isDue(now < std::numeric_limits<std::int64_t>::max() ? now + kFlushPeriod / 4 : now))
            flushBlock(block);
    }
}

void Writer::writeClock()
{
    m_nextClock = format::monotonicNs() + kClockPeriod;
    const auto payload = m_spool.reserve(64);
    if (payload.empty())
        return;
    format::ByteWriter writer(payload);
    format::encodeClock(writer, format::readClockPair());
    m_spool.commit(FrameType::Clock, writer.size());
}

void Writer::reportLosses(bool final)
{
    for (std::size_t kind = 0; kind < kLossKinds; ++kind) {
        const auto loss = m_losses.takeUnreported(static_cast<LossKind>(kind), format::monotonicNs(), final);
        if (loss.count == 0)
            continue;
        std::array<char, 256> text;
        const int size =
            std::snprintf(text.data(), text.size(), "%llu %s%s lost. %s", static_cast<unsigned long long>(loss.count),
                          loss.kind == LossKind::Log ? "bytes of the " : "", lossName(loss.kind), loss.reason);
        std::array<char, 1024> memory;
        json::Writer json(memory);
        json.beginObject().key("kind").text("loss");
        json.key("text").text({text.data(), std::min(static_cast<std::size_t>(size), text.size() - 1)});
        json.key("what").text(lossName(loss.kind)).key("count").integer(static_cast<std::int64_t>(loss.count));
        json.key("from_ns")
            .integer(loss.from)
            .key("to_ns")
            .integer(loss.to)
            .key("reason")
            .text(loss.reason)
            .endObject();
        const auto payload = m_spool.reserve(memory.size() + 64);
        if (payload.empty())
            continue;
        format::ByteWriter writer(payload);
        format::encodeEvent(writer, loss.to, format::Event::Severity::Warning, json.written());
        m_spool.commit(FrameType::Event, writer.size());
    }
}

void Writer::writeFooter(const Ending& ending)
{
    std::array<char, 2048> memory;
    json::Writer json(memory);
    json.beginObject().key("end_ns").integer(format::monotonicNs()).key("exit_status");
    if (ending.hasStatus)
        json.integer(ending.exitStatus);
    else
        json.null();
    json.key("signal").integer(ending.signal).key("state").text(ending.state).key("reason").text(ending.reason);
    json.key("totals").beginObject();
    json.key("samples").integer(static_cast<std::int64_t>(m_totals.samples));
    json.key("spans").integer(static_cast<std::int64_t>(m_totals.spans));
    json.key("steps").integer(static_cast<std::int64_t>(m_totals.steps));
    json.key("log_bytes").integer(static_cast<std::int64_t>(m_totals.logBytes));
    json.key("losses").integer(static_cast<std::int64_t>(m_losses.total()));
    json.endObject().endObject();
    const std::string_view text = json.written();
    const auto payload = m_spool.reserve(text.size());
    if (payload.empty())
        return;
    std::memcpy(payload.data(), text.data(), text.size());
    m_spool.commit(FrameType::Footer, text.size());
}

} // namespace stepscope::agent
