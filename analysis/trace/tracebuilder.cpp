#include "analysis/trace/tracebuilder.h"

#include "analysis/trace/headerjson.h"
#include "remote/format/bytes.h"
#include "remote/format/frame.h"
#include "remote/format/plaintext.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string_view>
#include <utility>

namespace stepscope::trace {
namespace {

constexpr std::size_t kMaxProcesses = 256;

/// Number of omitted records and the range of their times.
struct Omitted
{
    std::uint64_t count = 0;
    TimeRange range;

    void add(std::int64_t time)
    {
        range = count == 0 ? TimeRange{time, time} : TimeRange{std::min(range.begin, time), std::max(range.end, time)};
        ++count;
    }
};

constexpr std::size_t kMaxMetrics = 64;
constexpr std::uint32_t kMetricGroup = std::numeric_limits<std::uint32_t>::max();
constexpr double kMetricScale = 1e-9; ///< of the stored integer

/// A metric's value as stored: in units of kMetricScale, at most 9e18 of them; missing if it is not finite.
std::int64_t storedMetric(double value)
{
    constexpr double kMost = 9e18;
    return std::isfinite(value) ? std::llround(std::clamp(value / kMetricScale, -kMost, kMost)) : format::kMissing;
}

std::string_view textOf(std::span<const std::byte> payload)
{
    return {reinterpret_cast<const char*>(payload.data()), payload.size()};
}

format::Error unreadable(const char* what)
{
    return format::failure(format::Error::Code::Corrupt, std::string(what) + " is not a JSON object; it is ignored.");
}

} // namespace

/// To read a new type of frame, add a take...() function and a row in TraceBuilder::take().
struct TraceBuilder::Decoder
{
    format::FrameType type;
    Decode decode;
};

TraceBuilder::TraceBuilder(ChunkArena::Options memory)
    : m_arena(std::make_shared<ChunkArena>(std::move(memory)))
    , m_columns(std::make_shared<StoreColumns>())
    , m_lanes(m_arena)
    , m_facts(std::make_shared<const Facts>())
{}

void TraceBuilder::take(const format::Frame& frame)
{
    using format::FrameType;
    static constexpr std::array kDecoders{
        Decoder{FrameType::Header, &TraceBuilder::takeHeader},   Decoder{FrameType::Clock, &TraceBuilder::takeClock},
        Decoder{FrameType::Samples, &TraceBuilder::takeSamples}, Decoder{FrameType::Names, &TraceBuilder::takeNames},
        Decoder{FrameType::Spans, &TraceBuilder::takeSpans},     Decoder{FrameType::Steps, &TraceBuilder::takeSteps},
        Decoder{FrameType::Log, &TraceBuilder::takeLog},         Decoder{FrameType::Event, &TraceBuilder::takeEvent},
        Decoder{FrameType::Footer, &TraceBuilder::takeFooter},   Decoder{FrameType::Ops, &TraceBuilder::takeOps},
        Decoder{FrameType::Lane, &TraceBuilder::takeLane},       Decoder{FrameType::Facts, &TraceBuilder::takeFacts},
        Decoder{FrameType::Links, &TraceBuilder::takeLinks},     Decoder{FrameType::Work, &TraceBuilder::takeWork},
        Decoder{FrameType::Metric, &TraceBuilder::takeMetric}};
    const auto decoder = std::find_if(kDecoders.begin(), kDecoders.end(),
                                      [&](const Decoder& candidate) { return candidate.type == frame.type; });
    if (decoder == kDecoders.end())
        return; // of a newer version; the format says that readers skip it
    m_snapshot.reset();
    if (const auto taken = (this->*decoder->decode)(frame.payload); !taken)
        addLoss("frames", 1, taken.error().text);
}

void TraceBuilder::reportDamage(const format::ReadDamage& damage)
{
    const std::uint64_t frames = damage.badFrames - m_reportedDamage.badFrames;
    const std::uint64_t bytes = damage.skippedBytes - m_reportedDamage.skippedBytes;
    if (frames > 0)
        addLoss("frames", frames, "the recording is damaged: their checksum or length is wrong");
    if (bytes > 0)
        addLoss("bytes", bytes, "the recording is damaged: they do not belong to a complete frame");
    m_reportedDamage = damage;
}

void TraceBuilder::finish(const format::ReadDamage& damage)
{
    reportDamage(damage);
    if (damage.tornBytes > 0)
        addLoss("tail", damage.tornBytes,
                "the recording ends in the middle of a frame; the bytes of that frame are ignored");
    m_lanes.merge(true);
    m_snapshot.reset();
}

/// Exceeding the memory bound is reported like a loss.
void TraceBuilder::reportOverflow()
{
    const ChunkArena::Use use = m_arena->use();
    const std::size_t before = std::exchange(m_reportedOverflow, use.overflowSegments);
    if (use.overflowSegments > before)
        addLoss("memory bound", use.overflowSegments - before, use.trouble);
}

format::Result<void> TraceBuilder::takeHeader(Payload payload)
{
    if (m_header)
        return format::failure("A second header; the first one is used.");
    std::vector<Loss> losses;
    auto header = parseHeader(textOf(payload), losses);
    if (!header)
        return unreadable("The header");
    for (Loss& loss : losses)
        addLoss(std::move(loss.what), loss.count, std::move(loss.reason));
    for (const Channel& channel : header->channels)
        addChannel(channel);
    m_header = std::make_shared<const RunHeader>(std::move(*header));
    return {};
}

void TraceBuilder::addChannel(const Channel& channel)
{
    // A longer distance means that sampling paused, not that it was late (ChannelView::integral()).
    constexpr std::int64_t kPausePeriods = 20;
    m_columns->channels.push_back(
        std::make_unique<ChannelStore>(channel, kPausePeriods * channel.periodNs.value_or(0), m_arena));
    m_channels.emplace(channel.id, m_columns->channels.back().get());
}

/// The channel of a metric, which is added if the name is new; nullptr if there are too many.
ChannelStore* TraceBuilder::metricChannel(const std::string& name)
{
    if (const auto known = m_metrics.find(name); known != m_metrics.end())
        return known->second;
    std::uint32_t id = 0;
    for (const auto& [used, store] : m_channels)
        id = std::max(id, used + 1);
    const bool isLastIdUsed = id == 0 && !m_channels.empty();
    if (m_metrics.size() >= kMaxMetrics || m_channels.size() >= kMaxChannels || isLastIdUsed)
        return nullptr;
    // No other channel has values at the same times, so the metric is alone in its group.
    addChannel({.id = id,
                .group = kMetricGroup,
                .name = name,
                .quantity = "metric",
                .unit = "1",
                .scale = kMetricScale,
                .source = "training"});
    return m_metrics.emplace(name, m_columns->channels.back().get()).first->second;
}

format::Result<void> TraceBuilder::takeMetric(Payload payload)
{
    const format::MetricBlock block = TRY(format::decodeMetric(payload));
    ChannelStore* channel = metricChannel(format::plainText(block.name));
    if (channel == nullptr) {
        addLoss("metrics", block.values.size(), "of more than " + std::to_string(kMaxMetrics) + " different metrics");
        return {};
    }
    for (const format::MetricValue& row : block.values) {
        if (!isPossibleTime(row.time) || !channel->append(row.time, storedMetric(row.value))) {
            addLoss("metrics", 1, "their time is impossible or before that of values that arrived earlier");
            continue;
        }
        ++m_sampleCount;
        extendTo({row.time, row.time});
    }
    return {};
}

format::Result<void> TraceBuilder::takeClock(Payload payload)
{
    const format::ClockPair pair = TRY(format::decodeClock(payload));
    if (!isPossibleTime(pair.monotonic))
        addLoss("clock", 1, "a pair of clock readings has an impossible time");
    else if (m_lastClock && pair.monotonic < *m_lastClock)
        addLoss("clock", 1, "a pair of clock readings arrived out of order");
    else
        m_lastClock = pair.monotonic;
    return {};
}

format::Result<void> TraceBuilder::takeSamples(Payload payload)
{
    const format::SampleBlock block = TRY(format::decodeSamples(payload));
    for (const format::SampleColumn& column : block.columns)
        takeColumn(column, block.times);
    return {};
}

void TraceBuilder::takeColumn(const format::SampleColumn& column, std::span<const std::int64_t> times)
{
    const auto entry = m_channels.find(column.channel);
    if (entry == m_channels.end()) {
        addLoss("samples", times.size(), "of channels that the header does not describe");
        return;
    }
    if (!column.readOffsets.empty()) {
        m_times.resize(times.size());
        std::transform(times.begin(), times.end(), column.readOffsets.begin(), m_times.begin(), format::wrappingSum);
        times = m_times;
    }
    ChannelStore& channel = *entry->second;
    const std::size_t before = channel.size();
    const bool isAscending = std::is_sorted(times.begin(), times.end()) &&
                             (before == 0 || times.empty() || times.front() >= channel.time(before - 1));
    if (isAscending && (times.empty() || (isPossibleTime(times.front()) && isPossibleTime(times.back()))))
        channel.append(times, column.values);
    else
        takePossible(channel, column.values, times);
    if (channel.size() > before) {
        m_sampleCount += channel.size() - before;
        extendTo({channel.time(before), channel.time(channel.size() - 1)});
    }
}

/// Counts the other samples as losses.
void TraceBuilder::takePossible(ChannelStore& channel, std::span<const std::int64_t> values,
                                std::span<const std::int64_t> times)
{
    std::uint64_t impossible = 0;
    Omitted backwards;
    for (std::size_t row = 0; row < times.size(); ++row) {
        if (!isPossibleTime(times[row]))
            ++impossible;
        else if (!channel.append(times[row], values[row]))
            backwards.add(times[row]);
    }
    if (impossible > 0)
        addLoss("samples", impossible, "their time is impossible");
    if (backwards.count > 0)
        addLoss("samples", backwards.count, "their time is before that of samples that arrived earlier",
                backwards.range);
}

format::Result<void> TraceBuilder::takeLane(Payload payload)
{
    format::Lane info = TRY(format::decodeLane(payload));
    info.name = format::plainText(info.name);
    LaneWriter* lane = m_lanes.writer(info.id);
    if (!lane)
        addLoss("lanes", 1, "more than " + std::to_string(LaneSet::kMaxLanes));
    else if (lane->isDescribed() && info != *lane->store()->info())
        addLoss("lanes", 1, "described twice with different contents; the first description is used");
    else
        m_lanes.describe(*lane, std::move(info));
    return {};
}

format::Result<void> TraceBuilder::takeSpans(Payload payload)
{
    const format::SpanBlock block = TRY(format::decodeSpans(payload));
    LaneWriter* lane = m_lanes.writer(block.lane);
    if (!lane) {
        addLoss("spans", block.starts.size(), "of lanes beyond the first " + std::to_string(LaneSet::kMaxLanes));
        return {};
    }
    m_spans.clear();
    std::uint64_t impossible = 0;
    Omitted negative;
    std::int64_t end = -kMaxTime;
    for (std::size_t i = 0; i < block.starts.size(); ++i) {
        SpanRecord span{block.starts[i], block.durations[i], block.ops[i], block.depths[i]};
        if (!isPossibleTime(span.start) || span.duration > kMaxTime) {
            ++impossible;
            continue;
        }
        if (span.duration < 0) {
            negative.add(span.start);
            span.duration = 0;
        }
        end = std::max(end, span.end());
        m_spans.push_back(span);
    }
    if (impossible > 0)
        addLoss("spans", impossible, "their time is impossible");
    if (negative.count > 0)
        addLoss("durations", negative.count, "of spans that end before they start; shown with duration 0",
                negative.range);
    if (!m_spans.empty()) {
        lane->add(m_spans);
        extendTo({m_spans.front().start, end});
    }
    return {};
}

format::Result<void> TraceBuilder::takeSteps(Payload payload)
{
    for (const format::Step& step : TRY(format::decodeSteps(payload))) {
        const bool isKnown = m_columns->steps.contains(step.process);
        if (!isKnown && m_columns->steps.size() >= kMaxProcesses)
            addLoss("steps", 1, "of processes beyond the first " + std::to_string(kMaxProcesses));
        else if (!isPossibleTime(step.start) || !isPossibleTime(step.end))
            addLoss("steps", 1, "their time is impossible");
        else
            takeStep(step, m_columns->steps[step.process]);
    }
    return {};
}

void TraceBuilder::takeStep(format::Step step, StepList& list)
{
    if (step.end < step.start) {
        addLoss("durations", 1, "of steps that end before they start; shown with duration 0", {step.end, step.start});
        step.end = step.start;
    }
    if (list.size() > 0) {
        const format::Step& last = list.back();
        if (step.index <= last.index || step.start < last.start || step.end < last.end) {
            addLoss("steps", 1, "they arrived out of order", {step.start, step.end});
            return;
        }
    }
    list.append(step);
    extendTo({step.start, step.end});
}

format::Result<void> TraceBuilder::takeNames(Payload payload)
{
    format::NameBlock block = TRY(format::decodeNames(payload));
    std::uint64_t refused = 0;
    std::uint32_t id = block.firstId;
    for (const std::string& foreign : block.names) {
        std::string name = format::plainText(foreign);
        const std::string* existing = m_columns->names.find(id);
        if (existing ? *existing != name : !m_columns->names.define(id, std::move(name)))
            ++refused;
        ++id;
    }
    if (refused > 0)
        addLoss("names", refused, "defined twice with different contents, or beyond the format's limit");
    return {};
}

format::Result<void> TraceBuilder::takeOps(Payload payload)
{
    const format::OpBlock block = TRY(format::decodeOps(payload));
    std::uint64_t refused = 0;
    std::uint32_t id = block.firstId;
    for (const format::Op& op : block.ops) {
        const format::Op* existing = m_columns->ops.find(id);
        if (existing ? *existing != op : !m_columns->ops.define(id, op))
            ++refused;
        ++id;
    }
    if (refused > 0)
        addLoss("ops", refused, "defined twice with different contents, or beyond the format's limit");
    return {};
}

format::Result<void> TraceBuilder::takeWork(Payload payload)
{
    for (const format::OpWork& row : TRY(format::decodeWork(payload))) {
        if (m_columns->work.find(row.op) == nullptr)
            (void)m_columns->work.define(row.op, row);
    }
    return {};
}

format::Result<void> TraceBuilder::takeLog(Payload payload)
{
    format::LogChunk chunk = TRY(format::decodeLog(payload));
    chunk.time = possibleTime(chunk.time);
    extendTo({chunk.time, chunk.time});
    m_columns->log.append(std::move(chunk));
    return {};
}

format::Result<void> TraceBuilder::takeEvent(Payload payload)
{
    const format::Event event = TRY(format::decodeEvent(payload));
    EventDetails details = parseEvent(event.details);
    const std::int64_t time = possibleTime(event.time);
    extendTo({time, time});
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

format::Result<void> TraceBuilder::takeLinks(Payload payload)
{
    format::LinkBlock block = TRY(format::decodeLinks(payload));
    const auto impossible = std::erase_if(
        block.links, [](const format::Link& link) { return !isPossibleTime(link.from) || !isPossibleTime(link.to); });
    if (impossible > 0)
        addLoss("links", impossible, "their time is impossible");
    m_linkCount += block.links.size();
    m_columns->links.append(LinkIndex(std::move(block)));
    return {};
}

format::Result<void> TraceBuilder::takeFacts(Payload payload)
{
    auto facts = std::make_shared<Facts>(*m_facts);
    if (!mergeFacts(textOf(payload), *facts))
        return unreadable("A facts frame");
    m_facts = std::move(facts);
    return {};
}

format::Result<void> TraceBuilder::takeFooter(Payload payload)
{
    auto ending = parseEnding(textOf(payload));
    if (!ending)
        return unreadable("The footer");
    m_ending = std::move(*ending);
    extendTo({m_ending->end, m_ending->end});
    return {};
}

/// Counts an impossible time as a loss and replaces it by the latest known time. For records whose text matters more
/// than their time.
std::int64_t TraceBuilder::possibleTime(std::int64_t time)
{
    if (isPossibleTime(time))
        return time;
    addLoss("times", 1, "impossible time of a log line or event; it is shown at the latest known time");
    return m_dataExtent ? m_dataExtent->end : 0;
}

void TraceBuilder::extendTo(TimeRange range)
{
    m_dataExtent = m_dataExtent
                       ? TimeRange{std::min(m_dataExtent->begin, range.begin), std::max(m_dataExtent->end, range.end)}
                       : range;
}

void TraceBuilder::addLoss(std::string what, std::uint64_t count, std::string reason, TimeRange range)
{
    m_snapshot.reset();
    m_losses.add({std::move(what), count, range, std::move(reason)});
}

void TraceBuilder::addLoss(std::string what, std::uint64_t count, std::string reason)
{
    const std::int64_t now = m_dataExtent ? m_dataExtent->end : m_header ? m_header->startMonotonic : 0;
    addLoss(std::move(what), count, std::move(reason), {now, now});
}

TimeRange TraceBuilder::extent() const
{
    const std::int64_t start = m_header ? m_header->startMonotonic : 0;
    if (!m_dataExtent)
        return {start, start};
    // 0 = the header has no start.
    return {start != 0 ? std::min(start, m_dataExtent->begin) : m_dataExtent->begin,
            std::max(start, m_dataExtent->end)};
}

std::shared_ptr<const StoreContents> TraceBuilder::snapshot()
{
    if (m_snapshot)
        return m_snapshot;
    m_lanes.merge(false);
    reportOverflow();
    auto contents = std::make_shared<StoreContents>();
    contents->columns = m_columns;
    contents->laneStores = m_lanes.stores();
    contents->header = m_header;
    contents->facts = m_facts;
    contents->ending = m_ending;
    contents->channels.reserve(m_columns->channels.size());
    for (const auto& channel : m_columns->channels)
        contents->channels.emplace_back(channel.get(), channel->size());
    contents->lanes.reserve(contents->laneStores->size());
    for (const auto& store : *contents->laneStores) {
        contents->lanes.emplace_back(store.get(), store->size(), store->maxDepth());
        contents->spanCount += store->size();
    }
    for (const auto& [process, list] : m_columns->steps) {
        if (list.size() > contents->stepCount) {
            contents->steps = &list;
            contents->stepCount = list.size();
        }
    }
    contents->opCount = m_columns->ops.end() > 0 ? m_columns->ops.end() - 1 : 0;
    contents->logSize = m_columns->log.size();
    contents->eventCount = m_columns->events.size();
    contents->linkBlocks = m_columns->links.size();
    contents->linkCount = m_linkCount;
    contents->sampleCount = m_sampleCount;
    contents->losses = m_losses.list();
    contents->extent = extent();
    m_snapshot = std::move(contents);
    return m_snapshot;
}

namespace {

constexpr std::size_t kManyLosses = 1000;
constexpr std::int64_t kAtOnce = 1'000'000'000; ///< ns; losses that all lie within this time are one entry
constexpr std::int64_t kAdjacent = 50'000'000;  ///< ns; a shorter time between two losses is no break

bool belongTogether(TimeRange a, TimeRange b)
{
    const std::int64_t all = std::max(a.end, b.end) - std::min(a.begin, b.begin);
    const std::int64_t between = std::max(a.begin, b.begin) - std::min(a.end, b.end);
    return all <= kAtOnce || between <= kAdjacent;
}

} // namespace

void LossList::add(Loss loss)
{
    m_list.reset();
    const bool many = m_losses.size() >= kManyLosses;
    auto same = std::find_if(m_losses.rbegin(), m_losses.rend(), [&](const Loss& other) {
        return other.what == loss.what && other.reason == loss.reason &&
               (many || belongTogether(other.range, loss.range));
    });
    if (many && same == m_losses.rend()) {
        loss.what = "others";
        loss.reason = "more kinds of losses than the list can hold";
        same = std::find_if(m_losses.rbegin(), m_losses.rend(),
                            [&](const Loss& other) { return other.what == loss.what && other.reason == loss.reason; });
    }
    if (same == m_losses.rend()) {
        m_losses.push_back(std::move(loss));
        return;
    }
    const std::uint64_t room = std::numeric_limits<std::uint64_t>::max() - same->count;
    same->count += std::min(room, loss.count);
    same->range = {std::min(same->range.begin, loss.range.begin), std::max(same->range.end, loss.range.end)};
}

std::shared_ptr<const std::vector<Loss>> LossList::list() const
{
    if (!m_list)
        m_list = std::make_shared<const std::vector<Loss>>(m_losses);
    return m_list;
}

} // namespace stepscope::trace
