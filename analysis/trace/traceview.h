#pragma once

#include "analysis/trace/model.h"
#include "remote/format/records.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

/// Immutable views of a trace: the contents of the store at one moment. A view is cheap to copy (a pointer and counts)
/// and safe to read from any thread while the store's only writer continues to append: data below a view's counts never
/// changes or moves. The only exception: an op name that arrives late replaces "?".
namespace stepscope::trace {

class ChannelStore;
class ColumnGrid;
class LaneStore;
struct StoreContents;

struct Extremes
{
    double min = 0;
    double max = 0;
    std::size_t samples = 0; ///< without gaps; min and max are undefined when 0
};

/// The samples of one channel, ordered by time (never decreasing). Values are in the channel's unit; a gap is NaN.
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
    /// Reads the samples [first, first + count), which must lie within one block of kReadable aligned to kReadable.
    /// Much cheaper per sample than time() and value().
    static constexpr std::size_t kReadable = 16;
    void read(std::size_t first, std::size_t count, std::int64_t* times, double* values) const;
    /// Index of the first sample at or after `time`.
    [[nodiscard]] std::size_t lowerBound(std::int64_t time) const;
    /// Writes lowerBound() of the begin of the first column and of the end of each column: grid.columns() + 1 indices.
    /// Much faster than one lowerBound() each.
    void columnEnds(const ColumnGrid& grid, std::vector<std::size_t>& ends) const;
    /// Exact smallest and largest value of the samples [first, last). O(log n).
    [[nodiscard]] Extremes extremes(std::size_t first, std::size_t last) const;
    struct Bounds
    {
        double min = 0;
        double max = 0;
        bool any = false; ///< false = only gaps; min and max are undefined
    };
    /// As extremes() without the number of samples; several times faster.
    [[nodiscard]] Bounds bounds(std::size_t first, std::size_t last) const;
    /// Bounds of the samples [first, last) and of at most a quarter as many more on each side: as many as the reading
    /// of whole summaries needs. Exact below kExactBounds samples. The memory of adjacent ranges is adjacent, so that a
    /// row of pixel columns takes one pass; several times faster than bounds().
    [[nodiscard]] Bounds boundsAround(std::size_t first, std::size_t last) const;
    /// How many samples boundsAround() adds at most at each end of a range of `samples` samples. There can be a pause
    /// between them and the range.
    [[nodiscard]] static constexpr std::size_t mostBeside(std::size_t samples)
    {
        return samples < kExactBounds ? 0 : samples / kLeastNodes;
    }
    static constexpr std::size_t kLeastNodes = 4;   ///< summaries within a range of boundsAround()
    static constexpr std::size_t kExactBounds = 64; ///< with fewer samples, they are read themselves
    /// Time integral in unit x s, and the time covered by samples. A sample of an interval channel holds back to the
    /// previous sample; samples of an instant channel are joined by straight lines (trapezoids on the true times). Gaps
    /// and pauses longer than 20 periods contribute zero.
    struct Integral
    {
        double value = 0;
        double coveredSeconds = 0;
        [[nodiscard]] double mean() const { return coveredSeconds > 0 ? value / coveredSeconds : 0; }
    };
    /// The integral within the range. O(log n).
    [[nodiscard]] Integral integral(TimeRange range) const;
    /// The integral up to a sample; between() subtracts two of them. For adjacent ranges this costs one sumUpTo() each.
    class Sum
    {
    public:
        [[nodiscard]] std::int64_t coveredNs() const { return m_covered; }

    private:
        friend ChannelStore;
        __extension__ using Wide = unsigned __int128; ///< may wrap around; differences are exact

        Wide m_area = 0; ///< twice that in raw x ns
        std::int64_t m_covered = 0;
    };
    static constexpr std::size_t kIntegralEvery = 16;
    /// O(1); fastest for multiples of kIntegralEvery.
    [[nodiscard]] Sum sumUpTo(std::size_t sample) const;
    [[nodiscard]] Integral between(const Sum& from, const Sum& to) const;

private:
    friend class ColumnSums;

    const ChannelStore* m_store;
    std::size_t m_size;
};

/// Time and value of samples that are read mostly in order of index.
class SampleReader
{
public:
    explicit SampleReader(const ChannelView& channel)
        : m_channel(channel)
    {}
    [[nodiscard]] std::int64_t time(std::size_t i) { return m_times[slot(i)]; }
    [[nodiscard]] double value(std::size_t i) { return m_values[slot(i)]; }

private:
    static constexpr std::size_t kBlock = ChannelView::kReadable;

    std::size_t slot(std::size_t i)
    {
        if (i / kBlock != m_block) {
            m_block = i / kBlock;
            m_channel.read(m_block * kBlock, std::min(kBlock, m_channel.size() - m_block * kBlock), m_times.data(),
                           m_values.data());
        }
        return i % kBlock;
    }

    const ChannelView& m_channel;
    std::size_t m_block = SIZE_MAX;
    std::array<std::int64_t, kBlock> m_times{};
    std::array<double, kBlock> m_values{};
};

/// Reads ChannelView::sumUpTo() at the ends of columns from left to right. It prefetches the sums of later columns, and
/// keeps the latest sum because adjacent columns share an end.
class ColumnSums
{
public:
    /// `ends`: as written by channel.columnEnds(). Both arguments must outlive this object.
    ColumnSums(const ChannelView& channel, const std::vector<std::size_t>& ends)
        : m_channel(channel)
        , m_ends(ends)
    {}

    /// channel.sumUpTo(sample). `end`: index in `ends` of the column end next to the sample.
    const ChannelView::Sum& upTo(std::size_t sample, std::size_t end);

private:
    const ChannelView& m_channel;
    const std::vector<std::size_t>& m_ends;
    std::size_t m_sample = SIZE_MAX; ///< SIZE_MAX = none
    ChannelView::Sum m_sum;
};

struct SpanRecord
{
    std::int64_t start = 0;    ///< ns
    std::int64_t duration = 0; ///< ns
    std::uint32_t op = 0;
    std::uint8_t depth = 0;
    [[nodiscard]] std::int64_t end() const { return start + duration; }
};

/// A box to draw for one depth of a lane: either one span at least as long as a column, or all shorter spans of one
/// column together.
struct SpanBox
{
    static constexpr int kOwn = -1; ///< value of `column` for a single span

    std::size_t span = 0;  ///< index in the lane; of several spans, that of the longest
    std::uint32_t op = 0;  ///< op of `span`
    std::size_t count = 1; ///< spans in this box: those that touch the column and have no box themselves
    int column = kOwn;
    double busy = 1;  ///< fraction of the column's time in which any span of the depth runs; exact
    TimeRange time{}; ///< of the span (it may exceed the visible range), or of the column
};

/// The spans of one lane, ordered by start time, parents before children. A span without duration counts as lying at
/// its start. An index is valid for this view only: late spans can shift indices in a later view.
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
    /// One member of span(i), for a fraction of its cost.
    [[nodiscard]] std::int64_t start(std::size_t i) const;
    [[nodiscard]] std::int64_t duration(std::size_t i) const;
    [[nodiscard]] std::uint32_t op(std::size_t i) const;
    [[nodiscard]] std::uint8_t depth(std::size_t i) const;
    /// Deepest nesting in the whole lane, 0 = flat.
    [[nodiscard]] std::uint8_t maxDepth() const { return m_maxDepth; }
    /// A range of indices [first, last).
    struct Indices
    {
        std::size_t first = 0;
        std::size_t last = 0;
    };
    /// A range of indices that contains all spans that touch the time range, and possibly others.
    [[nodiscard]] Indices touching(TimeRange range) const;
    /// Index of the first of the spans [from, last) that ends after `time` and lasts at least `minDuration` ns; `last`
    /// = none. O(log n), so that iteration skips irrelevant spans even when one long span encloses all others:
    ///     const auto [first, last] = lane.touching(range);
    ///     for (auto i = first; i < last; i = lane.next(i + 1, last, range.begin, onePixel)) ...
    [[nodiscard]] std::size_t next(std::size_t from, std::size_t last, std::int64_t time,
                                   std::int64_t minDuration = 0) const;

    /// Appends the boxes of one depth from left to right, at most two per column. O(columns x log spans), independent
    /// of the number of visible spans. Spans of one depth should not overlap; where they do, SpanBox::busy is still
    /// exact, but of the spans that began before a column only the one that ends last is counted.
    void boxes(std::uint8_t depth, TimeRange range, int columns, std::vector<SpanBox>& boxes) const;

private:
    const LaneStore* m_store;
    std::size_t m_size;
    std::uint8_t m_maxDepth;
};

/// A causal link from one span to another. Lanes are indices into TraceView::lanes(); times are the starts of the spans
/// in ns. Among spans of a lane with the same start, the deepest is meant. Either span may be missing from the trace.
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
    TraceView(); ///< an empty trace
    explicit TraceView(std::shared_ptr<const StoreContents> contents);

    [[nodiscard]] bool hasHeader() const;
    [[nodiscard]] const RunHeader& header() const;
    [[nodiscard]] const Facts& facts() const;
    [[nodiscard]] const std::optional<RunEnding>& ending() const;
    /// From the start of the run to the latest record.
    [[nodiscard]] TimeRange extent() const;

    [[nodiscard]] const std::vector<ChannelView>& channels() const;
    [[nodiscard]] const std::vector<LaneView>& lanes() const;
    /// Links whose cause (linksFrom) or effect (linksTo) is a span of the lane that starts within the range, ordered by
    /// that start; the first `limit` of them. O(frames with links + log n).
    [[nodiscard]] std::vector<SpanLink> linksFrom(std::size_t lane, TimeRange starts, std::size_t limit) const;
    [[nodiscard]] std::vector<SpanLink> linksTo(std::size_t lane, TimeRange starts, std::size_t limit) const;
    [[nodiscard]] std::uint64_t linkCount() const;
    /// Steps of the process that reports the most steps, ordered by index.
    [[nodiscard]] std::size_t stepCount() const;
    [[nodiscard]] format::Step step(std::size_t i) const;
    /// Index of the first step that ends after `time`.
    [[nodiscard]] std::size_t stepLowerBound(std::int64_t time) const;

    [[nodiscard]] std::size_t opCount() const;                       ///< ids are 1..opCount()
    [[nodiscard]] std::string_view opName(std::uint32_t op) const;   ///< "?" = the name was lost
    [[nodiscard]] std::string_view opShapes(std::uint32_t op) const; ///< may be empty
    [[nodiscard]] std::string_view opModule(std::uint32_t op) const;
    [[nodiscard]] std::string_view opCategory(std::uint32_t op) const; ///< "op", "kernel", "memcpy", ...; may be empty
    /// FLOPs and bytes of one instance; {} = not known.
    [[nodiscard]] format::OpWork opWork(std::uint32_t op) const;

    [[nodiscard]] std::size_t logSize() const;
    [[nodiscard]] const format::LogChunk& log(std::size_t i) const;
    [[nodiscard]] std::size_t eventCount() const;
    [[nodiscard]] const EventRecord& event(std::size_t i) const;
    [[nodiscard]] const std::vector<Loss>& losses() const; ///< reported by the agent or detected while reading
    [[nodiscard]] std::uint64_t spanCount() const;
    [[nodiscard]] std::uint64_t sampleCount() const;

private:
    [[nodiscard]] std::string_view opText(std::uint32_t op, std::uint32_t format::Op::*part) const;

    std::shared_ptr<const StoreContents> m_contents;
};

/// Whether a later view of a recording has data that the earlier one does not have. O(1).
[[nodiscard]] bool hasNewData(const TraceView& later, const TraceView& earlier);

} // namespace stepscope::trace
