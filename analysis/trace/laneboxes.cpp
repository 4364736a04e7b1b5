#include "analysis/trace/laneboxes.h"

#include "analysis/trace/depthstore.h"
#include "analysis/trace/lanestore.h"
#include "analysis/trace/recordlist.h"

#include <algorithm>
#include <array>
#include <optional>

namespace stepscope::trace {
namespace {

/// What DepthColumns knows, of spans so few that it is found out when it is asked for.
class FewPlaces
{
public:
    FewPlaces(const LaneStore& lane, const DepthStore& depth, std::size_t size)
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
    [[nodiscard]] std::int64_t coveredBefore(std::size_t places) const { return m_covered[places]; }
    [[nodiscard]] std::int64_t reachOf(std::size_t places) const { return m_reaches[places]; }
    void prefetch(std::size_t /*place*/) const {}
    [[nodiscard]] std::size_t longest(std::size_t first, std::size_t last, std::size_t /*size*/) const
    {
        const auto at = [&](std::size_t place) { return m_durations.begin() + static_cast<std::ptrdiff_t>(place); };
        return static_cast<std::size_t>(std::max_element(at(first), at(last)) - m_durations.begin());
    }

private:
    using Times = std::array<std::int64_t, DepthStore::kFew + 1>;

    const std::array<std::uint32_t, DepthStore::kFew>& m_indices;
    Times m_starts{};
    Times m_durations{};
    Times m_covered{};
    Times m_reaches{};
};

/// Goes over the columns from left to right. Only those in which something begins, or into which a span without a box
/// of its own reaches, are looked at.
template <typename Places>
class Sweep
{
public:
    Sweep(const Places& places, std::size_t size, const ColumnGrid& grid, std::vector<SpanBox>& boxes)
        : m_places(places)
        , m_size(size)
        , m_grid(grid)
        , m_boxes(boxes)
    {}

    void run()
    {
        m_place = partitionPoint(m_size, [&](std::size_t i) { return m_places.start(i) < m_grid.range().begin; });
        takeReaching({});
        if (m_reaching && m_grid.fillsColumn(timeOf(*m_reaching))) {
            addWide(*m_reaching);
            m_reachingHasBox = true;
        }
        int column = nextColumn(-1, m_grid.range().begin);
        while (column < m_grid.columns()) {
            const TimeRange time = m_grid.rangeOf(column);
            takeColumn(column, time);
            column = nextColumn(column, time.end);
        }
    }

private:
    [[nodiscard]] TimeRange timeOf(std::size_t place) const
    {
        const std::int64_t start = m_places.start(place);
        return {start, start + m_places.duration(place)};
    }
    /// The span before m_place that reaches furthest; `wide` just got a box.
    void takeReaching(std::optional<std::size_t> wide)
    {
        const std::int64_t reach = m_place > 0 ? m_places.reachOf(m_place) : m_grid.range().begin;
        if (m_reaching && reach == m_reachingEnd)
            return;
        m_reaching.reset();
        if (reach <= m_grid.range().begin)
            return;
        m_reaching = m_place - 1;
        if (timeOf(*m_reaching).end != reach) // overlapped by one before it
            m_reaching = partitionPoint(m_place, [&](std::size_t i) { return m_places.reachOf(i + 1) < reach; });
        m_reachingEnd = reach;
        m_reachingHasBox = m_reaching == wide;
    }
    /// The first after `column` in which there is something to tell; `from`: where that one ended.
    [[nodiscard]] int nextColumn(int column, std::int64_t from) const
    {
        if (m_reaching && !m_reachingHasBox && m_reachingEnd > from)
            return column + 1;
        return m_place < m_size ? std::max(column + 1, m_grid.of(m_places.start(m_place))) : m_grid.columns();
    }
    /// The first place from m_place on that begins at `time` or later. Neighbouring columns are much alike, so the
    /// search begins where the one before would have it end.
    [[nodiscard]] std::size_t startingAt(std::int64_t time)
    {
        return partitionPointNear(m_place, m_place + m_lastCount, m_size,
                                  [&](std::size_t place) { return m_places.start(place) < time; });
    }
    /// ns before `time` in which any span runs; `places` begin before it.
    [[nodiscard]] std::int64_t busyBefore(std::int64_t time, std::size_t places) const
    {
        if (places == 0)
            return 0;
        return m_places.coveredBefore(places) - std::max<std::int64_t>(0, m_places.reachOf(places) - time);
    }
    void addWide(std::size_t place)
    {
        const TimeRange time = timeOf(place);
        m_boxes.push_back({.span = m_places.span(place), .column = SpanBox::kOwn, .time = time});
    }
    [[nodiscard]] std::optional<std::size_t> longestOf(std::size_t first, std::size_t last) const
    {
        return first < last ? std::optional(m_places.longest(first, last, m_size)) : std::nullopt;
    }
    [[nodiscard]] std::optional<std::size_t> longer(std::optional<std::size_t> a, std::optional<std::size_t> b) const
    {
        if (!a || !b)
            return a ? a : b;
        return m_places.duration(*b) > m_places.duration(*a) ? b : a;
    }
    void takeColumn(int column, TimeRange time)
    {
        const std::size_t first = m_place;
        const std::size_t last = startingAt(time.end);
        m_lastCount = last - first;
        m_places.prefetch(std::min(last + m_lastCount, m_size - 1));
        // One that is at least a column long has a box of its own. Only where spans overlap there could be more of
        // those: the others share the column's box, so that there are never more boxes than two a column.
        std::optional<std::size_t> longest = longestOf(first, last);
        std::optional<std::size_t> wide;
        if (longest && m_grid.fillsColumn(timeOf(*longest))) {
            wide = longest;
            longest = longer(longestOf(first, *wide), longestOf(*wide + 1, last));
        }
        std::size_t count = last - first - (wide ? 1 : 0);
        if (m_reaching && !m_reachingHasBox && m_reachingEnd > time.begin) {
            longest = longer(m_reaching, longest);
            ++count;
        }
        if (longest) {
            const auto busy = static_cast<double>(busyBefore(time.end, last) - busyBefore(time.begin, first));
            m_boxes.push_back({.span = m_places.span(*longest),
                               .count = count,
                               .column = column,
                               .busy = busy / static_cast<double>(time.duration()),
                               .time = time});
        }
        if (wide)
            addWide(*wide);
        m_place = last;
        if (first < last)
            takeReaching(wide);
    }

    const Places& m_places;
    const std::size_t m_size;
    const ColumnGrid& m_grid;
    std::vector<SpanBox>& m_boxes;
    std::size_t m_place = 0; ///< the first that begins in or after the next column
    std::size_t m_lastCount = 1;
    std::optional<std::size_t> m_reaching; ///< before m_place
    std::int64_t m_reachingEnd = 0;
    bool m_reachingHasBox = false;
};

} // namespace

void appendBoxes(const LaneStore& lane, std::size_t size, std::uint8_t depth, const ColumnGrid& grid,
                 std::vector<SpanBox>& boxes)
{
    const DepthStore* store = lane.depth(depth);
    const std::size_t places = store ? store->sizeAmong(size) : 0;
    if (places == 0)
        return;
    const std::size_t first = boxes.size();
    if (const DepthColumns* columns = places > DepthStore::kFew ? store->columns() : nullptr)
        Sweep(*columns, places, grid, boxes).run();
    else
        Sweep(FewPlaces(lane, *store, places), places, grid, boxes).run();
    for (std::size_t i = first; i < boxes.size(); ++i)
        boxes[i].op = lane.op(boxes[i].span);
}

} // namespace stepscope::trace
