// The part of Contents that takes what comes in masses: samples, spans, steps; and makes the snapshot of it all.

#include "analysis/trace/contents.h"
#include "analysis/trace/headerjson.h"
#include "remote/format/wraparound.h"

#include <algorithm>
#include <utility>

namespace stepscope::trace {
namespace {

constexpr std::size_t kMaxLanes = 16384;
constexpr std::size_t kMaxProcesses = 256;

/// How many of something were left out, and when.
struct LeftOut
{
    std::uint64_t count = 0;
    TimeRange range;

    void add(std::int64_t time)
    {
        range = count == 0 ? TimeRange{time, time} : TimeRange{std::min(range.begin, time), std::max(range.end, time)};
        ++count;
    }
};

} // namespace

format::Result<void> Contents::takeSamples(Payload payload)
{
    const format::SampleBlock block = TRY(format::decodeSamples(payload));
    for (const format::SampleColumn& column : block.columns)
        takeColumn(column, block.times);
    return {};
}

void Contents::takeColumn(const format::SampleColumn& column, std::span<const std::int64_t> times)
{
    const auto found = m_channels.find(column.channel);
    if (found == m_channels.end()) {
        lose("samples", times.size(), "of channels that no header describes");
        return;
    }
    ChannelStore& channel = *found->second;
    const std::size_t before = channel.size();
    std::uint64_t impossible = 0;
    LeftOut backwards;
    for (std::size_t row = 0; row < times.size(); ++row) {
        const std::int64_t offset = column.readOffsets.empty() ? 0 : column.readOffsets[row];
        const std::int64_t time = format::wrappingSum(times[row], offset);
        if (!isPossibleTime(time))
            ++impossible;
        else if (!channel.append(time, column.values[row]))
            backwards.add(time);
    }
    if (impossible > 0)
        lose("samples", impossible, "their time is impossible");
    if (backwards.count > 0)
        lose("samples", backwards.count, "their time is before that of samples that came earlier", backwards.range);
    if (channel.size() > before) {
        m_sampleCount += channel.size() - before;
        saw({channel.time(before), channel.time(channel.size() - 1)});
    }
}

LaneWriter* Contents::laneOf(std::uint32_t id)
{
    if (const auto known = m_laneIndex.find(id); known != m_laneIndex.end())
        return &m_lanes[known->second];
    if (m_lanes.size() >= kMaxLanes)
        return nullptr;
    m_laneIndex.emplace(id, m_lanes.size());
    m_lanes.emplace_back(
        format::Lane{.id = id, .kind = format::Lane::Kind::Thread, .process = 0, .thread = 0, .name = {}}, m_arena);
    m_laneStores.reset();
    return &m_lanes.back();
}

format::Result<void> Contents::takeLane(Payload payload)
{
    format::Lane info = TRY(format::decodeLane(payload));
    LaneWriter* lane = laneOf(info.id);
    if (!lane)
        lose("lanes", 1, "more than " + std::to_string(kMaxLanes) + " of them");
    else if (lane->isDescribed() && info != *lane->store()->info())
        lose("lanes", 1, "described again as something else; the first description counts");
    else if (lane->describe(std::move(info)))
        m_laneStores.reset();
    return {};
}

format::Result<void> Contents::takeSpans(Payload payload)
{
    const format::SpanBlock block = TRY(format::decodeSpans(payload));
    LaneWriter* lane = laneOf(block.lane);
    if (!lane) {
        lose("spans", block.starts.size(), "of lanes beyond the first " + std::to_string(kMaxLanes));
        return {};
    }
    m_spans.clear();
    std::uint64_t impossible = 0;
    LeftOut negative;
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
        lose("spans", impossible, "their time is impossible");
    if (negative.count > 0)
        lose("durations", negative.count, "of spans that end before they start; shown with none", negative.range);
    if (!m_spans.empty()) {
        lane->add(m_spans);
        saw({m_spans.front().start, end});
    }
    return {};
}

format::Result<void> Contents::takeSteps(Payload payload)
{
    for (const format::Step& step : TRY(format::decodeSteps(payload))) {
        const bool known = m_columns->steps.contains(step.process);
        if (!known && m_columns->steps.size() >= kMaxProcesses)
            lose("steps", 1, "of processes beyond the first " + std::to_string(kMaxProcesses));
        else if (!isPossibleTime(step.start) || !isPossibleTime(step.end))
            lose("steps", 1, "their time is impossible");
        else
            takeStep(step, m_columns->steps[step.process]);
    }
    return {};
}

void Contents::takeStep(format::Step step, StepList& list)
{
    if (step.end < step.start) {
        lose("durations", 1, "of steps that end before they start; shown with none", {step.end, step.start});
        step.end = step.start;
    }
    if (list.size() > 0) {
        const format::Step& last = list.back();
        if (step.index <= last.index || step.start < last.start || step.end < last.end) {
            lose("steps", 1, "they came out of order", {step.start, step.end});
            return;
        }
    }
    list.append(step);
    saw({step.start, step.end});
}

void Contents::mergeLanes(bool wholly)
{
    for (LaneWriter& lane : m_lanes) {
        if (lane.merge(wholly))
            m_laneStores.reset();
    }
}

std::shared_ptr<const LaneStores> Contents::laneStores()
{
    if (!m_laneStores) {
        auto stores = std::make_shared<LaneStores>();
        stores->reserve(m_lanes.size());
        for (const LaneWriter& lane : m_lanes)
            stores->push_back(lane.store());
        m_laneStores = std::move(stores);
    }
    return m_laneStores;
}

std::shared_ptr<const StoreContents> Contents::snapshot()
{
    if (m_snapshot)
        return m_snapshot;
    mergeLanes(false);
    tellMemory();
    auto contents = std::make_shared<StoreContents>();
    contents->columns = m_columns;
    contents->laneStores = laneStores();
    contents->header = m_header;
    contents->facts = m_facts;
    contents->ending = m_ending;
    contents->channels.reserve(m_columns->channels.size());
    for (const auto& channel : m_columns->channels)
        contents->channels.emplace_back(channel.get(), channel->size());
    contents->lanes.reserve(m_lanes.size());
    for (const LaneWriter& lane : m_lanes) {
        const LaneStore& store = *lane.store();
        contents->lanes.emplace_back(&store, store.size(), store.maxDepth());
        contents->spanCount += store.size();
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
    contents->clockCount = m_columns->clocks.size();
    contents->linkBlocks = m_columns->links.size();
    contents->linkCount = m_linkCount;
    contents->sampleCount = m_sampleCount;
    contents->losses = m_losses.list();
    if (m_header)
        contents->extent = {m_header->startMonotonic, m_header->startMonotonic};
    if (m_seen) {
        const bool hasStart = m_header && m_header->startMonotonic != 0;
        contents->extent = {hasStart ? std::min(m_header->startMonotonic, m_seen->begin) : m_seen->begin,
                            std::max(contents->extent.end, m_seen->end)};
    }
    m_snapshot = std::move(contents);
    return m_snapshot;
}

} // namespace stepscope::trace
