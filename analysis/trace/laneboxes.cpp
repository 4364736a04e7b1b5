#include "analysis/trace/columngrid.h"
#include "analysis/trace/depthstore.h"
#include "analysis/trace/lanestore.h"
#include "analysis/trace/recordlist.h"

#include <algorithm>
#include <array>
#include <optional>

namespace stepscope::trace {
namespace {

/// The interface of DepthColumns for a depth with at most DepthStore::kFew spans; computed on demand.
class SmallDepthIndex
{
public:
    SmallDepthIndex(const LaneStore& lane, const DepthStore& depth, std::size_t size)
        : m_indices(depth.few())
    {
        for (std::size_t i = 0; i < size; ++i) {
            const SpanRecord span = lane.span(m_indices[i]);
            const std::int64_t end = span.end();
            const std::int64_t before = i > 0 ? m_reaches[i] : span.start;
            m_starts[i] = span.start;
            m_durations[i] = span.duration;
            m_reaches[i + 1] = std::max(before, end);
            m_covered[i + 1] = m_covered[i] + std::max<std::int64_t>(0, end - std::max(before, span.start));
        }
    }

    [[nodiscard]] std::size_t span(std::size_t place) const { return m_indices[place]; }
    [[nodiscard]] std::int64_t start(std::size_t place) const { return m_starts[place]; }
    [[nodiscard]] std::int64_t duration(std::size_t place) const { return m_durations[place]; }
    using Edge = DepthColumns::Edge;
    using Longest = DepthColumns::Longest;
    [[nodiscard]] Edge edge(std::size_t places) const
    {
        return {m_starts[places - 1], m_durations[places - 1], m_covered[places], m_reaches[places]};
    }
    [[nodiscard]] std::int64_t reachOf(std::size_t places) const { return m_reaches[places]; }
    [[nodiscard]] Longest longest(std::size_t first, std::size_t last, std::size_t /*size*/) const
    {
        const auto at = [&](std::size_t place) { return m_durations.begin() + static_cast<std::ptrdiff_t>(place); };
        const auto largest = std::max_element(at(first), at(last));
        return {*largest, static_cast<std::size_t>(largest - m_durations.begin()), 1, 0};
    }
    [[nodiscard]] Longest closer(const Longest& longest) const { return longest; }
    void prefetch(const Longest& /*longest*/) const {}
    void prefetch(std::size_t /*place*/) const {}
    void prefetchChunks(std::size_t /*place*/) const {}
    void prefetchStart(std::size_t /*place*/) const {}
    void prefetchChunkOfStart(std::size_t /*place*/) const {}
    void prefetchSpan(std::size_t /*place*/) const {}
    void prefetchGroup(std::size_t /*group*/) const {}
    [[nodiscard]] std::size_t placeOf(const Longest& longest) const { return longest.first; }
    [[nodiscard]] std::size_t spanOfGroup(std::size_t group) const { return group; } // not called: placeOf() is exact
    [[nodiscard]] std::uint32_t opOfGroup(std::size_t /*group*/) const { return 0; }

private:
    using Times = std::array<std::int64_t, DepthStore::kFew + 1>;

    const std::array<std::uint32_t, DepthStore::kFew>& m_indices;
    Times m_starts{};
    Times m_durations{};
    Times m_covered{};
    Times m_reaches{};
};

/// Distance between the prefetch of a value and its use, in columns or boxes; chunks are prefetched at twice this
/// distance. Drawing a day reads about a million addresses that are not in any cache, so their loads must overlap.
constexpr std::size_t kAhead = 8;
/// Number of consecutive places that usually share their chunks.
constexpr std::size_t kNearby = 2048;

/// Computes the boxes of the columns from left to right. Visits only columns in which a span begins or into which a
/// span without a box extends.
template <typename Places>
class Sweep
{
public:
    /// Buffers, reused from sweep to sweep.
    struct Scratch
    {
        struct Pending
        {
            std::size_t box = 0;
            DepthColumns::Longest longest;
        };
        std::vector<TimeRange> times;    ///< of the columns
        std::vector<std::size_t> ends;   ///< number of places that begin before the column's end
        std::vector<Pending> pending;    ///< boxes whose longest span is not found yet
        std::vector<Pending> current;    ///< those that the current step processes
        std::vector<Pending> groups;     ///< boxes whose longest span is that of a group of 16
        std::vector<std::size_t> placed; ///< boxes whose `span` is a place; span and op are not set yet
    };

    Sweep(const LaneStore& lane, const Places& places, std::size_t size, const ColumnGrid& grid, Scratch& scratch,
          std::vector<SpanBox>& boxes)
        : m_lane(lane)
        , m_places(places)
        , m_size(size)
        , m_grid(grid)
        , m_scratch(scratch)
        , m_boxes(boxes)
    {}

    void run()
    {
        m_place = partitionPoint(m_size, [&](std::size_t i) { return m_places.start(i) < m_grid.range().begin; });
        findEnds();
        if (m_place > 0)
            m_edge = m_places.edge(m_place);
        takeReaching({});
        if (m_reaching && m_grid.fillsColumn(timeOf(*m_reaching))) {
            addWide(*m_reaching);
            m_reachingHasBox = true;
        }
        int column = nextColumn(-1, m_grid.range().begin);
        while (column < m_grid.columns()) {
            const TimeRange time = m_scratch.times[static_cast<std::size_t>(column)];
            takeColumn(column, time);
            column = nextColumn(column, time.end);
        }
        resolvePending();
        setSpansAndOps();
    }

private:
    using Edge = DepthColumns::Edge;
    using Longest = DepthColumns::Longest;

    [[nodiscard]] TimeRange timeOf(std::size_t place) const
    {
        const std::int64_t start = m_places.start(place);
        return {start, start + m_places.duration(place)};
    }
    /// Finds the ends of all columns first, so that the data at the ends can be prefetched. Neighbouring columns have
    /// similar numbers of spans, so the search for each end starts where the previous column predicts it.
    void findEnds()
    {
        const auto columns = static_cast<std::size_t>(m_grid.columns());
        m_scratch.times.resize(columns);
        m_scratch.ends.resize(columns);
        ColumnGrid::Walk walk(m_grid);
        std::size_t place = m_place;
        std::size_t count = 1;
        std::int64_t next = place < m_size ? m_places.start(place) : 0;
        for (std::size_t column = 0; column < columns; ++column) {
            const TimeRange time = walk.next();
            if (place < m_size && next < time.end) {
                const std::size_t last = partitionPointNear(
                    place + 1, place + count, m_size, [&](std::size_t i) { return m_places.start(i) < time.end; });
                count = last - place;
                place = last;
                // Predict the next columns from the last ones.
                const std::size_t ahead = column < kAhead ? kAhead * count : place - m_scratch.ends[column - kAhead];
                m_places.prefetchStart(std::min(place + ahead, m_size - 1));
                m_places.prefetchChunkOfStart(std::min(place + 2 * ahead, m_size - 1));
                next = place < m_size ? m_places.start(place) : 0;
            }
            m_scratch.times[column] = time;
            m_scratch.ends[column] = place;
        }
    }
    [[nodiscard]] std::size_t endOf(std::size_t column) const
    {
        return m_scratch.ends[std::min(column, m_scratch.ends.size() - 1)];
    }
    /// Sets m_reaching to the span before m_place that ends last. `wide`: the span that just got its own box.
    void takeReaching(std::optional<std::size_t> wide)
    {
        const std::int64_t reach = m_place > 0 ? m_edge.reach : m_grid.range().begin;
        if (m_reaching && reach == m_reachingEnd)
            return;
        m_reaching.reset();
        if (reach <= m_grid.range().begin)
            return;
        m_reaching = m_place - 1;
        m_reachingDuration = m_edge.duration;
        if (m_edge.start + m_edge.duration != reach) { // an earlier span ends later
            m_reaching = partitionPoint(m_place, [&](std::size_t i) { return m_places.reachOf(i + 1) < reach; });
            m_reachingDuration = m_places.duration(*m_reaching);
        }
        m_reachingEnd = reach;
        m_reachingHasBox = m_reaching == wide;
    }
    /// The first column after `column` that can have a box; `from`: the end of `column`.
    [[nodiscard]] int nextColumn(int column, std::int64_t from) const
    {
        if (m_reaching && !m_reachingHasBox && m_reachingEnd > from)
            return column + 1;
        if (m_place == m_size)
            return m_grid.columns();
        const int next = column + 1;
        // Usually it is the next column; this saves a division.
        const std::int64_t start = m_places.start(m_place);
        if (next + 1 < m_grid.columns() && start < m_scratch.times[static_cast<std::size_t>(next) + 1].begin)
            return next;
        return std::max(next, m_grid.of(start));
    }
    /// ns before `time` in which any span runs; `places`: number of spans that begin before it, `edge`: the state after
    /// them.
    [[nodiscard]] static std::int64_t busyBefore(std::int64_t time, std::size_t places, const Edge& edge)
    {
        return places == 0 ? 0 : edge.covered - std::max<std::int64_t>(0, edge.reach - time);
    }
    void addWide(std::size_t place)
    {
        m_scratch.placed.push_back(m_boxes.size());
        SpanBox& box = m_boxes.emplace_back();
        box.span = place;
        box.time = timeOf(place);
    }
    [[nodiscard]] Longest longestOf(std::size_t first, std::size_t last) const
    {
        return first < last ? m_places.longest(first, last, m_size) : Longest();
    }
    static const Longest& longer(const Longest& a, const Longest& b) { return b.duration > a.duration ? b : a; }
    void prefetchFor(std::size_t column)
    {
        // The column reads the data of the last span that begins before its end.
        m_places.prefetch(std::max<std::size_t>(endOf(column + kAhead), 1) - 1);
        const std::size_t later = std::max<std::size_t>(endOf(column + 2 * kAhead), 1) - 1;
        if (later / kNearby != m_fetched / kNearby)
            m_places.prefetchChunks(later);
        m_fetched = later;
    }
    void takeColumn(int column, TimeRange time)
    {
        const std::size_t first = m_place;
        const std::size_t last = m_scratch.ends[static_cast<std::size_t>(column)];
        prefetchFor(static_cast<std::size_t>(column));
        // A span at least as long as a column has its own box. If overlapping spans make several of them begin in one
        // column, the others share the column's box, so there are at most two boxes per column.
        Longest longest = longestOf(first, last);
        std::optional<std::size_t> wide;
        if (longest.duration > 0 && m_grid.lastsAColumn(static_cast<std::uint64_t>(longest.duration))) {
            while (!longest.isFound())
                longest = m_places.closer(longest);
            longest = {longest.duration, m_places.placeOf(longest), 1, 0};
            if (m_grid.fillsColumn(timeOf(longest.first))) {
                wide = longest.first;
                longest = longer(longestOf(first, *wide), longestOf(*wide + 1, last));
            }
        }
        std::size_t count = last - first - (wide ? 1 : 0);
        if (m_reaching && !m_reachingHasBox && m_reachingEnd > time.begin) {
            longest = longer({m_reachingDuration, *m_reaching, 1, 0}, longest);
            ++count;
        }
        const Edge end = first < last ? m_places.edge(last) : m_edge;
        if (longest.duration >= 0) {
            const auto busy =
                static_cast<double>(busyBefore(time.end, last, end) - busyBefore(time.begin, first, m_edge));
            enqueue({m_boxes.size(), longest});
            SpanBox& box = m_boxes.emplace_back(); // in place: copying what was just written makes the processor wait
            box.span = longest.first;
            box.count = count;
            box.column = column;
            box.busy = busy / static_cast<double>(time.duration());
            box.time = time;
        }
        if (wide)
            addWide(*wide);
        m_place = last;
        m_edge = end;
        if (first < last)
            takeReaching(wide);
    }
    using Pending = typename Scratch::Pending;

    void enqueue(const Pending& pending)
    {
        if (!pending.longest.isFound())
            m_scratch.pending.push_back(pending);
        else if (pending.longest.height > 0)
            m_scratch.groups.push_back(pending);
        else
            m_scratch.placed.push_back(pending.box);
    }
    /// Calls `step` for each item of a list and `fetch` for the item kAhead later; clears the list.
    template <typename Item, typename Fetch, typename Step>
    static void forEachPrefetched(std::vector<Item>& list, const Fetch& fetch, const Step& step)
    {
        for (std::size_t i = 0; i < list.size(); ++i) {
            fetch(list[std::min(i + kAhead, list.size() - 1)]);
            step(list[i]);
        }
        list.clear();
    }
    /// Descends one level for all pending boxes at a time, until all longest spans are found.
    void resolvePending()
    {
        while (!m_scratch.pending.empty()) {
            m_scratch.current.swap(m_scratch.pending);
            forEachPrefetched(
                m_scratch.current, [&](const Pending& pending) { m_places.prefetch(pending.longest); },
                [&](const Pending& pending) {
                    const Longest closer = m_places.closer(pending.longest);
                    if (closer.isFound() && closer.height == 0)
                        m_boxes[pending.box].span = closer.first;
                    enqueue({pending.box, closer});
                });
        }
    }
    void setSpansAndOps()
    {
        forEachPrefetched(
            m_scratch.groups, [&](const Pending& pending) { m_places.prefetchGroup(pending.longest.first); },
            [&](const Pending& pending) {
                m_boxes[pending.box].span = m_places.spanOfGroup(pending.longest.first);
                m_boxes[pending.box].op = m_places.opOfGroup(pending.longest.first);
            });
        auto& placed = m_scratch.placed;
        for (std::size_t i = 0; i < placed.size(); ++i) {
            m_places.prefetchSpan(m_boxes[placed[std::min(i + kAhead, placed.size() - 1)]].span);
            m_boxes[placed[i]].span = m_places.span(m_boxes[placed[i]].span);
        }
        forEachPrefetched(
            placed, [&](std::size_t box) { m_lane.prefetchOp(m_boxes[box].span); },
            [&](std::size_t box) { m_boxes[box].op = m_lane.op(m_boxes[box].span); });
    }

    const LaneStore& m_lane;
    const Places& m_places;
    const std::size_t m_size;
    const ColumnGrid& m_grid;
    Scratch& m_scratch;
    std::vector<SpanBox>& m_boxes;         ///< SpanBox::span is a place until setSpansAndOps()
    std::size_t m_place = 0;               ///< the first place that begins in or after the next column
    std::size_t m_fetched = 0;             ///< the place whose chunks were prefetched last
    Edge m_edge;                           ///< the state before m_place; undefined for place 0
    std::optional<std::size_t> m_reaching; ///< of the places before m_place, the one that ends last
    std::int64_t m_reachingDuration = 0;
    std::int64_t m_reachingEnd = 0;
    bool m_reachingHasBox = false;
};

template <typename Places>
void sweep(const LaneStore& lane, const Places& places, std::size_t size, const ColumnGrid& grid,
           std::vector<SpanBox>& boxes)
{
    thread_local typename Sweep<Places>::Scratch scratch;
    Sweep(lane, places, size, grid, scratch, boxes).run();
}

} // namespace

void appendBoxes(const LaneStore& lane, std::size_t size, std::uint8_t depth, const ColumnGrid& grid,
                 std::vector<SpanBox>& boxes)
{
    const DepthStore* store = lane.depth(depth);
    const std::size_t places = store ? store->sizeAmong(size) : 0;
    if (places == 0)
        return;
    if (const DepthColumns* columns = places > DepthStore::kFew ? store->columns() : nullptr)
        sweep(lane, *columns, places, grid, boxes);
    else
        sweep(lane, SmallDepthIndex(lane, *store, places), places, grid, boxes);
}

} // namespace stepscope::trace
