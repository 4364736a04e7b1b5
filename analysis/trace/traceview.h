#pragma once

#include "analysis/trace/model.h"
#include "remote/format/records.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

/// Immutable views of a trace: what the store held at one moment. Cheap to copy (a pointer and counts), safe to read
/// from any thread while the store's only writer goes on appending: data below a view's counts never change or move
/// (only a name that comes late takes the place of "?").
namespace stepscope::trace {

class ChannelStore;
class ColumnGrid;
class LaneStore;
struct StoreContents;

struct Extremes
{
    double min = 0;
    double max = 0;
    std::size_t samples = 0; ///< that are no gaps; min and max mean nothing when 0
};

/// One channel's samples by time (never decreasing). Values in the channel's unit; a gap is NaN.
class ChannelView
{
public:
    ChannelView(const ChannelStore* store, std::size_t size)
        : m_store(store)
        , m_size(size)
    {}

    [[nodiscard]] const Channel& info() const;
    [[nodiscard]] std::size_t size() const { return m_size; }
    [[nodiscard]] std::int64_t time(std::size_t i) const;
    [[nodiscard]] double value(std::size_t i) const;
    /// Index of the first sample at or after `time`.
    [[nodiscard]] std::size_t lowerBound(std::int64_t time) const;
    /// The same of the beginning of the first column and of the end of each: much quicker than one by one.
    void columnEnds(const ColumnGrid& grid, std::vector<std::size_t>& ends) const;
    /// Whether it is known, without a look at any sample, that neither a gap nor a pause lies between the samples i - 1
    /// and i, and that both are there. Where channels do not tell their period nothing is a pause.
    [[nodiscard]] bool isSteady(std::size_t i) const;
    /// Exact smallest and largest of samples [first, last): O(log n).
    [[nodiscard]] Extremes extremes(std::size_t first, std::size_t last) const;
    struct Bounds
    {
        double min = 0;
        double max = 0;
        bool any = false; ///< else there are only gaps
    };
    /// The same several times as quickly, without their number.
    [[nodiscard]] Bounds bounds(std::size_t first, std::size_t last) const;
    /// Whether it is known, without a look at any sample, that those of i - 1 and i that are there lie within bounds.
    [[nodiscard]] bool holds(const Bounds& bounds, std::size_t i) const;
    /// Time integral in unit x s, and the time covered by samples, within the range. Interval channels hold a value
    /// back to the sample before; instant ones are joined by straight lines (trapezoids on true times). Nothing is
    /// counted across gaps, or across pauses longer than 20 periods. O(log n).
    struct Integral
    {
        double value = 0;
        double coveredSeconds = 0;
        [[nodiscard]] double mean() const { return coveredSeconds > 0 ? value / coveredSeconds : 0; }
    };
    [[nodiscard]] Integral integral(TimeRange range) const;
    /// The same up to a sample: of two of those, what integral there is between them. Asked for once where one stretch
    /// ends and the next begins; O(1), and quickest of multiples of kIntegralEvery.
    class Sum
    {
        friend ChannelStore;
        __extension__ using Wide = unsigned __int128; ///< wraps around, as differences of it may

        Wide area = 0; ///< twice that in raw x ns
        std::int64_t covered = 0;
    };
    static constexpr std::size_t kIntegralEvery = 16;
    [[nodiscard]] Sum sumUpTo(std::size_t sample) const;
    [[nodiscard]] Integral between(const Sum& from, const Sum& to) const;
    /// Has the processor fetch what that asks of a sample, and what it finds that by, which should come earlier. One
    /// that is not there does no harm.
    void prefetchSums(std::size_t i) const;
    void prefetchChunksOfSums(std::size_t i) const;

private:
    const ChannelStore* m_store;
    std::size_t m_size;
};

struct SpanRecord
{
    std::int64_t start = 0;    ///< ns
    std::int64_t duration = 0; ///< ns
    std::uint32_t op = 0;
    std::uint8_t depth = 0;
    [[nodiscard]] std::int64_t end() const { return start + duration; }
};

/// What is to be drawn of one depth of a lane: a span of at least a column's length by itself, or the shorter ones of a
/// column together.
struct SpanBox
{
    static constexpr int kOwn = -1;

    std::size_t span = 0;  ///< index in the lane; of the longest when there are more
    std::uint32_t op = 0;  ///< its op
    std::size_t count = 1; ///< that touch the column and have no box of their own
    int column = kOwn;
    double busy = 1;  ///< share of the column's time in which any span of the depth runs; exact
    TimeRange time{}; ///< of the span (it may reach out of sight), or of the column
};

/// One lane's spans by start time, parents before children. Spans without duration count as being at their start. An
/// index is of this view: a block that came late can move spans in a later one.
class LaneView
{
public:
    LaneView(const LaneStore* store, std::size_t size, std::uint8_t maxDepth = 0)
        : m_store(store)
        , m_size(size)
        , m_maxDepth(maxDepth)
    {}

    [[nodiscard]] const format::Lane& info() const;
    [[nodiscard]] std::size_t size() const { return m_size; }
    [[nodiscard]] SpanRecord span(std::size_t i) const;
    /// Deepest nesting, 0 = flat; of the whole lane so far.
    [[nodiscard]] std::uint8_t maxDepth() const { return m_maxDepth; }
    /// Spans [first, last) include all that touch the range (and may include some that do not).
    struct Indices
    {
        std::size_t first = 0;
        std::size_t last = 0;
    };
    [[nodiscard]] Indices touching(TimeRange range) const;
    /// Index of the first of spans [from, last) that ends after `time` and lasts `minDuration` at least; `last` = none.
    /// O(log n), so that a lane with one span around all others is walked without looking at those that do not matter:
    ///     const auto [first, last] = lane.touching(range);
    ///     for (auto i = first; i < last; i = lane.next(i + 1, last, range.begin, onePixel)) ...
    [[nodiscard]] std::size_t next(std::size_t from, std::size_t last, std::int64_t time,
                                   std::int64_t minDuration = 0) const;

    /// Adds the boxes of one depth, left to right, at most two a column: O(columns x log spans), whatever is in sight.
    /// Spans of one depth should not overlap. Where they do, busy is still exact, but of those that reach into a column
    /// from before it only the one that ends last is counted.
    void boxes(std::uint8_t depth, TimeRange range, int columns, std::vector<SpanBox>& boxes) const;

private:
    const LaneStore* m_store;
    std::size_t m_size;
    std::uint8_t m_maxDepth;
};

/// One span caused another. Lanes are indices into TraceView::lanes(), times are when the spans start, ns; of spans of
/// a lane that start at once the deepest is meant. Either may not be there.
struct SpanLink
{
    std::size_t fromLane = 0;
    std::int64_t from = 0;
    std::size_t toLane = 0;
    std::int64_t to = 0;
    bool operator==(const SpanLink&) const = default;
};

class TraceView
{
public:
    TraceView(); ///< of an empty trace
    explicit TraceView(std::shared_ptr<const StoreContents> contents);

    [[nodiscard]] bool hasHeader() const;
    [[nodiscard]] const RunHeader& header() const;
    [[nodiscard]] const Facts& facts() const;
    [[nodiscard]] const std::optional<RunEnding>& ending() const;
    /// From the run's start to the latest thing recorded.
    [[nodiscard]] TimeRange extent() const;

    [[nodiscard]] const std::vector<ChannelView>& channels() const;
    [[nodiscard]] const std::vector<LaneView>& lanes() const;
    /// Links whose cause (linksFrom) or effect (linksTo) is a span of the lane that starts within the range, by its
    /// time; the first `most` of them. O(blocks + log n): a block is a frame of the recording.
    [[nodiscard]] std::vector<SpanLink> linksFrom(std::size_t lane, TimeRange starts, std::size_t most) const;
    [[nodiscard]] std::vector<SpanLink> linksTo(std::size_t lane, TimeRange starts, std::size_t most) const;
    [[nodiscard]] std::uint64_t linkCount() const;
    /// Of the process that reports most steps; by index.
    [[nodiscard]] std::size_t stepCount() const;
    [[nodiscard]] format::Step step(std::size_t i) const;
    /// Index of the first step that ends after `time`.
    [[nodiscard]] std::size_t stepLowerBound(std::int64_t time) const;

    [[nodiscard]] std::size_t opCount() const;                       ///< ids are 1..opCount()
    [[nodiscard]] std::string_view opName(std::uint32_t op) const;   ///< "?" when its name was lost
    [[nodiscard]] std::string_view opShapes(std::uint32_t op) const; ///< may be empty
    [[nodiscard]] std::string_view opModule(std::uint32_t op) const;
    /// What one instance does; {} where it is not known.
    [[nodiscard]] format::OpWork opWork(std::uint32_t op) const;
    [[nodiscard]] std::string_view opCategory(std::uint32_t op) const; ///< "op", "kernel", "memcpy", ...

    [[nodiscard]] std::size_t logSize() const;
    [[nodiscard]] const format::LogChunk& log(std::size_t i) const;
    [[nodiscard]] std::size_t eventCount() const;
    [[nodiscard]] const EventRecord& event(std::size_t i) const;
    [[nodiscard]] const std::vector<Loss>& losses() const; ///< told by the agent and found while reading
    [[nodiscard]] std::uint64_t spanCount() const;
    [[nodiscard]] std::uint64_t sampleCount() const;

    /// CLOCK_REALTIME ns at a monotonic time, by the nearest clock pair.
    [[nodiscard]] std::int64_t toRealtime(std::int64_t monotonic) const;

private:
    [[nodiscard]] std::string_view opText(std::uint32_t op, std::uint32_t format::Op::*part) const;

    std::shared_ptr<const StoreContents> m_contents;
};

} // namespace stepscope::trace
