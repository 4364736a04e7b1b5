#include "analysis/trace/traceview.h"

#include "analysis/trace/columngrid.h"
#include "analysis/trace/tracestore.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <optional>
#include <utility>

namespace stepscope::trace {
namespace {

std::optional<std::size_t> laneWithId(const TraceView& view, std::uint32_t id)
{
    for (std::size_t i = 0; i < view.lanes().size(); ++i) {
        if (view.lanes()[i].info().id == id)
            return i;
    }
    return std::nullopt;
}

} // namespace

const Channel& ChannelView::info() const
{
    return m_store->info();
}

std::int64_t ChannelView::time(std::size_t i) const
{
    assert(i < m_size);
    return m_store->time(i);
}

void ChannelView::read(std::size_t first, std::size_t count, std::int64_t* times, double* values) const
{
    static_assert(kReadable == PackedColumn::kReadable);
    assert(first + count <= m_size);
    m_store->read(first, count, times, values);
}

double ChannelView::value(std::size_t i) const
{
    assert(i < m_size);
    return m_store->value(i);
}

std::size_t ChannelView::lowerBound(std::int64_t time) const
{
    return m_store->lowerBound(time, m_size);
}

Extremes ChannelView::extremes(std::size_t first, std::size_t last) const
{
    return m_store->extremes(first, std::min(last, m_size));
}

void ChannelView::columnEnds(const ColumnGrid& grid, std::vector<std::size_t>& ends) const
{
    m_store->columnEnds(grid, m_size, ends);
}

ChannelView::Bounds ChannelView::bounds(std::size_t first, std::size_t last) const
{
    return m_store->bounds(first, std::min(last, m_size), m_size);
}

ChannelView::Bounds ChannelView::boundsAround(std::size_t first, std::size_t last) const
{
    return m_store->boundsAround(first, std::min(last, m_size), m_size);
}

ChannelView::Sum ChannelView::sumUpTo(std::size_t sample) const
{
    assert(sample < m_size);
    return m_store->sumUpTo(sample);
}

ChannelView::Integral ChannelView::between(const Sum& from, const Sum& to) const
{
    return m_store->between(from, to);
}

ChannelView::Integral ChannelView::integral(TimeRange range) const
{
    return m_store->integral(range, m_size);
}

const ChannelView::Sum& ColumnSums::upTo(std::size_t sample, std::size_t end)
{
    if (m_sample == sample)
        return m_sum;
    // The address of a sum depends on its chunk, so the chunk is fetched earlier.
    constexpr std::size_t kAhead = 8; // columns
    const auto sampleAt = [&](std::size_t column) { return m_ends[std::min(column, m_ends.size() - 1)]; };
    if (const std::size_t i = sampleAt(end + kAhead); i < m_channel.m_size)
        m_channel.m_store->prefetchSums(i);
    if (const std::size_t i = sampleAt(end + 2 * kAhead); i < m_channel.m_size)
        m_channel.m_store->prefetchChunksOfSums(i);
    m_sample = sample;
    m_sum = m_channel.sumUpTo(sample);
    return m_sum;
}

const format::Lane& LaneView::info() const
{
    return *m_store->info();
}

SpanRecord LaneView::span(std::size_t i) const
{
    assert(i < m_size);
    return m_store->span(i);
}

std::int64_t LaneView::start(std::size_t i) const
{
    assert(i < m_size);
    return m_store->start(i);
}

std::int64_t LaneView::duration(std::size_t i) const
{
    assert(i < m_size);
    return m_store->duration(i);
}

std::uint32_t LaneView::op(std::size_t i) const
{
    assert(i < m_size);
    return m_store->op(i);
}

std::uint8_t LaneView::depth(std::size_t i) const
{
    assert(i < m_size);
    return m_store->depthOf(i);
}

LaneView::Indices LaneView::touching(TimeRange range) const
{
    if (range.isEmpty())
        return {};
    const std::size_t last = m_store->lowerBound({.start = range.end, .duration = 0, .op = 0, .depth = 0}, m_size);
    return {m_store->next(0, last, range.begin, 0), last};
}

std::size_t LaneView::next(std::size_t from, std::size_t last, std::int64_t time, std::int64_t minDuration) const
{
    return m_store->next(from, std::min(last, m_size), time, minDuration);
}

void LaneView::boxes(std::uint8_t depth, TimeRange range, int columns, std::vector<SpanBox>& boxes) const
{
    if (range.isEmpty() || columns <= 0 || m_size == 0 || depth > m_maxDepth)
        return;
    appendBoxes(*m_store, m_size, depth, ColumnGrid(range, columns), boxes);
}

TraceView::TraceView()
    : TraceView(nullptr)
{}

TraceView::TraceView(std::shared_ptr<const StoreContents> contents)
    : m_contents(std::move(contents))
{
    if (m_contents)
        return;
    static const auto kEmpty = [] {
        auto empty = std::make_shared<StoreContents>();
        empty->columns = std::make_shared<const StoreColumns>();
        empty->facts = std::make_shared<const Facts>();
        empty->losses = std::make_shared<const std::vector<Loss>>();
        return std::shared_ptr<const StoreContents>(std::move(empty));
    }();
    m_contents = kEmpty;
}

bool TraceView::hasHeader() const
{
    return m_contents->header != nullptr;
}

const RunHeader& TraceView::header() const
{
    static const RunHeader kNone;
    return m_contents->header ? *m_contents->header : kNone;
}

const Facts& TraceView::facts() const
{
    return *m_contents->facts;
}

const std::optional<RunEnding>& TraceView::ending() const
{
    return m_contents->ending;
}

TimeRange TraceView::extent() const
{
    return m_contents->extent;
}

const std::vector<ChannelView>& TraceView::channels() const
{
    return m_contents->channels;
}

const std::vector<LaneView>& TraceView::lanes() const
{
    return m_contents->lanes;
}

std::size_t TraceView::stepCount() const
{
    return m_contents->stepCount;
}

format::Step TraceView::step(std::size_t i) const
{
    assert(i < m_contents->stepCount);
    return m_contents->steps->at(i);
}

std::size_t TraceView::stepLowerBound(std::int64_t time) const
{
    if (time == std::numeric_limits<std::int64_t>::max())
        return m_contents->stepCount;
    return lowerBoundOfTimes(m_contents->stepCount, time + 1,
                             [this](std::size_t i) { return m_contents->steps->at(i).end; });
}

std::size_t TraceView::opCount() const
{
    return m_contents->opCount;
}

format::OpWork TraceView::opWork(std::uint32_t op) const
{
    const format::OpWork* work = m_contents->columns->work.find(op);
    return work ? *work : format::OpWork();
}

std::string_view TraceView::opText(std::uint32_t op, std::uint32_t format::Op::*part) const
{
    const format::Op* record = m_contents->columns->ops.find(op);
    const std::string* text = record ? m_contents->columns->names.find(record->*part) : nullptr;
    return text ? std::string_view(*text) : std::string_view();
}

std::string_view TraceView::opName(std::uint32_t op) const
{
    const std::string_view name = opText(op, &format::Op::name);
    return name.empty() ? "?" : name;
}

std::string_view TraceView::opShapes(std::uint32_t op) const
{
    return opText(op, &format::Op::shapes);
}

std::string_view TraceView::opModule(std::uint32_t op) const
{
    return opText(op, &format::Op::module);
}

std::string_view TraceView::opCategory(std::uint32_t op) const
{
    return opText(op, &format::Op::category);
}

std::size_t TraceView::logSize() const
{
    return m_contents->logSize;
}

const format::LogChunk& TraceView::log(std::size_t i) const
{
    assert(i < m_contents->logSize);
    return m_contents->columns->log.at(i);
}

std::size_t TraceView::eventCount() const
{
    return m_contents->eventCount;
}

const EventRecord& TraceView::event(std::size_t i) const
{
    assert(i < m_contents->eventCount);
    return m_contents->columns->events.at(i);
}

const std::vector<Loss>& TraceView::losses() const
{
    return *m_contents->losses;
}

std::uint64_t TraceView::spanCount() const
{
    return m_contents->spanCount;
}

std::uint64_t TraceView::sampleCount() const
{
    return m_contents->sampleCount;
}

std::uint64_t TraceView::linkCount() const
{
    return m_contents->linkCount;
}

std::vector<SpanLink> TraceView::linksFrom(std::size_t lane, TimeRange starts, std::size_t limit) const
{
    std::vector<SpanLink> links;
    std::vector<format::Link> frameLinks;
    for (std::size_t i = 0; i < m_contents->linkBlocks; ++i) {
        const LinkIndex& block = m_contents->columns->links.at(i);
        if (block.fromLane() != lanes()[lane].info().id)
            continue;
        frameLinks.clear();
        block.appendByCause(starts, limit, frameLinks);
        const auto other = frameLinks.empty() ? std::nullopt : laneWithId(*this, block.toLane());
        for (const format::Link& link : frameLinks) {
            if (other)
                links.push_back({lane, link.from, *other, link.to});
        }
    }
    std::stable_sort(links.begin(), links.end(), [](const auto& a, const auto& b) { return a.from < b.from; });
    links.resize(std::min(links.size(), limit));
    return links;
}

std::vector<SpanLink> TraceView::linksTo(std::size_t lane, TimeRange starts, std::size_t limit) const
{
    std::vector<SpanLink> links;
    std::vector<format::Link> frameLinks;
    for (std::size_t i = 0; i < m_contents->linkBlocks; ++i) {
        const LinkIndex& block = m_contents->columns->links.at(i);
        if (block.toLane() != lanes()[lane].info().id)
            continue;
        frameLinks.clear();
        block.appendByEffect(starts, limit, frameLinks);
        const auto other = frameLinks.empty() ? std::nullopt : laneWithId(*this, block.fromLane());
        for (const format::Link& link : frameLinks) {
            if (other)
                links.push_back({*other, link.from, lane, link.to});
        }
    }
    std::stable_sort(links.begin(), links.end(), [](const auto& a, const auto& b) { return a.to < b.to; });
    links.resize(std::min(links.size(), limit));
    return links;
}

bool hasNewData(const TraceView& later, const TraceView& earlier)
{
    return later.extent() != earlier.extent() || later.sampleCount() != earlier.sampleCount() ||
           later.spanCount() != earlier.spanCount() || later.stepCount() != earlier.stepCount();
}

} // namespace stepscope::trace
