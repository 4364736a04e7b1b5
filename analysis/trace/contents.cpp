#include "analysis/trace/contents.h"

#include "analysis/trace/headerjson.h"
#include "remote/format/frame.h"

#include <algorithm>
#include <array>
#include <utility>

namespace stepscope::trace {
namespace {

std::string_view textOf(std::span<const std::byte> payload)
{
    return {reinterpret_cast<const char*>(payload.data()), payload.size()};
}

format::Error unreadable(const char* what)
{
    return format::failure(format::Error::Code::Corrupt, std::string(what) + " is no JSON object; it is left out.");
}

} // namespace

/// To read a new type of frame: a function here, a row in Contents::take.
struct Contents::Decoder
{
    format::FrameType type;
    Decode decode;
};

Contents::Contents(ChunkArena::Options memory)
    : m_arena(std::make_shared<ChunkArena>(std::move(memory)))
    , m_columns(std::make_shared<StoreColumns>())
    , m_facts(std::make_shared<const Facts>())
{}

void Contents::take(const format::Frame& frame)
{
    using format::FrameType;
    static constexpr std::array kDecoders{
        Decoder{FrameType::Header, &Contents::takeHeader},   Decoder{FrameType::Clock, &Contents::takeClock},
        Decoder{FrameType::Samples, &Contents::takeSamples}, Decoder{FrameType::Names, &Contents::takeNames},
        Decoder{FrameType::Spans, &Contents::takeSpans},     Decoder{FrameType::Steps, &Contents::takeSteps},
        Decoder{FrameType::Log, &Contents::takeLog},         Decoder{FrameType::Event, &Contents::takeEvent},
        Decoder{FrameType::Footer, &Contents::takeFooter},   Decoder{FrameType::Ops, &Contents::takeOps},
        Decoder{FrameType::Lane, &Contents::takeLane},       Decoder{FrameType::Facts, &Contents::takeFacts},
        Decoder{FrameType::Links, &Contents::takeLinks},     Decoder{FrameType::Work, &Contents::takeWork}};
    const auto decoder = std::find_if(kDecoders.begin(), kDecoders.end(),
                                      [&](const Decoder& candidate) { return candidate.type == frame.type; });
    if (decoder == kDecoders.end())
        return; // of a newer version: to be skipped, as the format says
    m_snapshot.reset();
    if (const auto taken = (this->*decoder->decode)(frame.payload); !taken)
        lose("frames", 1, taken.error().text);
}

void Contents::tellDamage(const format::ReadDamage& damage)
{
    const std::uint64_t frames = damage.badFrames - m_toldDamage.badFrames;
    const std::uint64_t bytes = damage.skippedBytes - m_toldDamage.skippedBytes;
    if (frames > 0)
        lose("frames", frames, "the recording is damaged: their checksum or length is wrong");
    if (bytes > 0)
        lose("bytes", bytes, "the recording is damaged: they belong to no whole frame");
    m_toldDamage = damage;
}

void Contents::finish(const format::ReadDamage& damage)
{
    tellDamage(damage);
    if (damage.tornBytes > 0)
        lose("tail", damage.tornBytes, "the recording ends in the middle of a frame; its bytes are left out");
    mergeLanes(true);
    m_snapshot.reset();
}

/// A bound that is not held is told like any other loss.
void Contents::tellMemory()
{
    const ChunkArena::Use use = m_arena->use();
    if (use.beyond > m_toldBeyond)
        lose("memory bound", use.beyond - std::exchange(m_toldBeyond, use.beyond), use.trouble);
}

format::Result<void> Contents::takeHeader(Payload payload)
{
    if (m_header)
        return format::failure("A second header: only the first counts.");
    std::vector<Loss> losses;
    auto header = parseHeader(textOf(payload), losses);
    if (!header)
        return unreadable("The header");
    for (Loss& loss : losses)
        lose(std::move(loss.what), loss.count, std::move(loss.reason));
    for (const Channel& channel : header->channels) {
        // A longer pause is no sampling that was late, but none at all (traceview.h, integral).
        constexpr std::int64_t kPausePeriods = 20;
        m_columns->channels.push_back(
            std::make_unique<ChannelStore>(channel, kPausePeriods * channel.periodNs.value_or(0), m_arena));
        m_channels.emplace(channel.id, m_columns->channels.back().get());
    }
    m_header = std::make_shared<const RunHeader>(std::move(*header));
    return {};
}

format::Result<void> Contents::takeClock(Payload payload)
{
    const format::ClockPair pair = TRY(format::decodeClock(payload));
    if (!isPossibleTime(pair.monotonic))
        lose("clock", 1, "a pair of clock readings has an impossible time");
    else if (m_columns->clocks.size() > 0 && pair.monotonic < m_columns->clocks.back().monotonic)
        lose("clock", 1, "a pair of clock readings came out of order");
    else
        m_columns->clocks.append(pair);
    return {};
}

format::Result<void> Contents::takeNames(Payload payload)
{
    format::NameBlock block = TRY(format::decodeNames(payload));
    std::uint64_t refused = 0;
    std::uint32_t id = block.firstId;
    for (std::string& name : block.names) {
        const std::string* known = m_columns->names.find(id);
        if (known ? *known != name : !m_columns->names.define(id, std::move(name)))
            ++refused;
        ++id;
    }
    if (refused > 0)
        lose("names", refused, "defined again as something else, or beyond the format's limit");
    return {};
}

format::Result<void> Contents::takeOps(Payload payload)
{
    const format::OpBlock block = TRY(format::decodeOps(payload));
    std::uint64_t refused = 0;
    std::uint32_t id = block.firstId;
    for (const format::Op& op : block.ops) {
        const format::Op* known = m_columns->ops.find(id);
        if (known ? *known != op : !m_columns->ops.define(id, op))
            ++refused;
        ++id;
    }
    if (refused > 0)
        lose("ops", refused, "defined again as something else, or beyond the format's limit");
    return {};
}

format::Result<void> Contents::takeWork(Payload payload)
{
    for (const format::OpWork& row : TRY(format::decodeWork(payload))) {
        if (m_columns->work.find(row.op) == nullptr)
            (void)m_columns->work.define(row.op, row);
    }
    return {};
}

format::Result<void> Contents::takeLog(Payload payload)
{
    format::LogChunk chunk = TRY(format::decodeLog(payload));
    chunk.time = possible(chunk.time);
    saw({chunk.time, chunk.time});
    m_columns->log.append(std::move(chunk));
    return {};
}

format::Result<void> Contents::takeEvent(Payload payload)
{
    const format::Event event = TRY(format::decodeEvent(payload));
    EventDetails details = parseEvent(event.details);
    const std::int64_t time = possible(event.time);
    saw({time, time});
    if (details.loss) {
        if (details.loss->range == TimeRange())
            details.loss->range = {time, time};
        m_losses.add(std::move(*details.loss));
    }
    m_columns->events.append({.time = time,
                              .severity = static_cast<EventRecord::Severity>(event.severity),
                              .kind = std::move(details.kind),
                              .text = std::move(details.text)});
    return {};
}

format::Result<void> Contents::takeLinks(Payload payload)
{
    format::LinkBlock block = TRY(format::decodeLinks(payload));
    const auto impossible = std::erase_if(
        block.links, [](const format::Link& link) { return !isPossibleTime(link.from) || !isPossibleTime(link.to); });
    if (impossible > 0)
        lose("links", impossible, "their time is impossible");
    m_linkCount += block.links.size();
    m_columns->links.append(LinkBlock(std::move(block)));
    return {};
}

format::Result<void> Contents::takeFacts(Payload payload)
{
    auto facts = std::make_shared<Facts>(*m_facts);
    if (!mergeFacts(textOf(payload), *facts))
        return unreadable("A piece of facts");
    m_facts = std::move(facts);
    return {};
}

format::Result<void> Contents::takeFooter(Payload payload)
{
    auto ending = parseEnding(textOf(payload));
    if (!ending)
        return unreadable("The footer");
    m_ending = std::move(*ending);
    saw({m_ending->end, m_ending->end});
    return {};
}

/// An impossible time is told and replaced by the latest one known, for records whose text matters more than when.
std::int64_t Contents::possible(std::int64_t time)
{
    if (isPossibleTime(time))
        return time;
    lose("times", 1, "of a log line or event; it is shown at the latest time known");
    return m_seen ? m_seen->end : 0;
}

void Contents::saw(TimeRange range)
{
    m_seen = m_seen ? TimeRange{std::min(m_seen->begin, range.begin), std::max(m_seen->end, range.end)} : range;
}

void Contents::lose(std::string what, std::uint64_t count, std::string reason, TimeRange range)
{
    m_snapshot.reset();
    m_losses.add({std::move(what), count, range, std::move(reason)});
}

void Contents::lose(std::string what, std::uint64_t count, std::string reason)
{
    const std::int64_t now = m_seen ? m_seen->end : m_header ? m_header->startMonotonic : 0;
    lose(std::move(what), count, std::move(reason), {now, now});
}

} // namespace stepscope::trace
