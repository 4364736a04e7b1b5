#include "widgets/tracks/laneindex.h"

#include <algorithm>
#include <limits>

namespace stepscope::widgets {

namespace {

std::int64_t lengthOf(const trace::SpanRecord& span)
{
    return std::max<std::int64_t>(0, span.duration);
}

std::int64_t endOf(const trace::SpanRecord& span)
{
    const std::int64_t length = lengthOf(span);
    return span.start > INT64_MAX - length ? INT64_MAX : span.start + length;
}

} // namespace

bool LaneIndex::extend(const trace::LaneView& lane, std::size_t budget)
{
    const std::size_t known = std::min<std::size_t>(lane.size(), std::numeric_limits<std::uint32_t>::max());
    const std::size_t end = std::min(known, m_size + budget);
    for (; m_size < end; ++m_size) {
        const std::uint8_t depth = lane.span(m_size).depth;
        if (depth >= m_depths.size())
            m_depths.resize(std::size_t{depth} + 1);
        append(lane, m_depths[depth], static_cast<std::uint32_t>(m_size));
    }
    return m_size == known;
}

std::int64_t LaneIndex::lengthAt(const trace::LaneView& lane, const Depth& depth, std::size_t place)
{
    const std::uint32_t length = depth.lengths[place];
    return length != kLong ? length : lengthOf(lane.span(depth.spans[place]));
}

void LaneIndex::append(const trace::LaneView& lane, Depth& depth, std::uint32_t span)
{
    const trace::SpanRecord record = lane.span(span);
    if (depth.spans.size() % kBlock == 0) {
        depth.busyBefore.push_back(depth.busy);
        depth.endBefore.push_back(depth.end);
    }
    depth.spans.push_back(span);
    depth.lengths.push_back(static_cast<std::uint32_t>(std::min<std::int64_t>(lengthOf(record), kLong)));
    depth.busy += std::min(lengthOf(record), INT64_MAX - depth.busy);
    depth.end = std::max(depth.end, endOf(record));
    // A level only holds blocks that are complete: nothing in it ever changes.
    std::size_t size = depth.spans.size();
    for (std::size_t level = 0; size % kBlock == 0; ++level) {
        if (level == depth.levels.size())
            depth.levels.emplace_back();
        const auto place = [&](std::size_t i) { return level == 0 ? i : std::size_t{depth.levels[level - 1][i]}; };
        std::size_t best = place(size - kBlock);
        for (std::size_t i = size - kBlock + 1; i < size; ++i) {
            if (lengthAt(lane, depth, place(i)) > lengthAt(lane, depth, best))
                best = place(i);
        }
        depth.levels[level].push_back(static_cast<std::uint32_t>(best));
        size = depth.levels[level].size();
    }
}

std::size_t LaneIndex::longest(const trace::LaneView& lane, const Depth& depth, std::size_t first, std::size_t last)
{
    std::size_t best = first;
    std::int64_t length = -1;
    const auto consider = [&](std::size_t place) {
        const std::int64_t other = lengthAt(lane, depth, place);
        if (other > length) {
            best = place;
            length = other;
        }
    };
    // Up the tree from both ends, as far as whole blocks lie between.
    std::size_t level = 0;
    const auto at = [&](std::size_t i) { return level == 0 ? i : std::size_t{depth.levels[level - 1][i]}; };
    while (first < last) {
        if (level == depth.levels.size() || last - first < 2 * kBlock) {
            for (; first < last; ++first)
                consider(at(first));
            break;
        }
        for (; first % kBlock != 0; ++first)
            consider(at(first));
        for (; last % kBlock != 0; --last)
            consider(at(last - 1));
        first /= kBlock;
        last /= kBlock;
        ++level;
    }
    return best;
}

std::int64_t LaneIndex::busy(const trace::LaneView& lane, const Depth& depth, std::size_t first, std::size_t last)
{
    const auto before = [&](std::size_t place) {
        if (place == depth.spans.size())
            return depth.busy;
        std::int64_t sum = depth.busyBefore[place / kBlock];
        for (std::size_t i = place - place % kBlock; i < place; ++i)
            sum += lengthAt(lane, depth, i);
        return sum;
    };
    return before(last) - before(first);
}

std::size_t LaneIndex::firstTouching(const trace::LaneView& lane, const Depth& depth, std::int64_t time)
{
    // Ends need not be in order where spans of one depth overlap; the latest end so far is.
    const auto block = std::partition_point(depth.endBefore.begin(), depth.endBefore.end(),
                                            [&](std::int64_t end) { return end <= time; });
    const auto number = static_cast<std::size_t>(block - depth.endBefore.begin());
    std::size_t place = number == 0 ? 0 : (number - 1) * kBlock;
    while (place < depth.spans.size() && endOf(lane.span(depth.spans[place])) <= time &&
           lane.span(depth.spans[place]).start < time)
        ++place;
    return place;
}

std::size_t LaneIndex::startingAt(const trace::LaneView& lane, const Depth& depth, std::size_t from, std::int64_t time)
{
    // Gallop: the answer is mostly near.
    std::size_t step = 1;
    std::size_t low = from;
    while (low + step < depth.spans.size() && lane.span(depth.spans[low + step]).start < time) {
        low += step;
        step *= 2;
    }
    const auto begin = depth.spans.begin() + static_cast<std::ptrdiff_t>(low);
    const auto end = depth.spans.begin() + static_cast<std::ptrdiff_t>(std::min(low + step + 1, depth.spans.size()));
    return static_cast<std::size_t>(
        std::partition_point(begin, end, [&](std::uint32_t span) { return lane.span(span).start < time; }) -
        depth.spans.begin());
}

void LaneIndex::boxes(const trace::LaneView& lane, std::size_t depthIndex, const Viewport& viewport,
                      std::vector<Box>& boxes) const
{
    if (depthIndex >= m_depths.size() || viewport.columns <= 0)
        return;
    const Depth& depth = m_depths[depthIndex];
    const double columnWidth = viewport.columnWidth();
    const auto wide = [&](const trace::SpanRecord& span, Box& box) {
        box.x0 = std::max(pixelOf(span.start, viewport), 0.0);
        box.x1 = std::min(pixelOf(endOf(span), viewport), viewport.width);
        return box.x1 - box.x0 >= columnWidth;
    };

    std::size_t place = firstTouching(lane, depth, viewport.range.begin);
    while (place < depth.spans.size()) {
        const trace::SpanRecord span = lane.span(depth.spans[place]);
        if (span.start >= viewport.range.end)
            break;
        Box box;
        box.index = depth.spans[place];
        box.op = span.op;
        if (wide(span, box)) {
            boxes.push_back(box);
            ++place;
            continue;
        }
        const int column = std::max(0, columnOf(span.start, viewport));
        const trace::TimeRange time = columnRange(column, viewport);
        std::size_t next = std::max(place + 1, startingAt(lane, depth, place, time.end));
        // The last one may reach out of the column: then it has a box of its own.
        Box last;
        if (next - place > 1 && wide(lane.span(depth.spans[next - 1]), last))
            --next;
        const std::size_t shown = longest(lane, depth, place, next);
        box.index = depth.spans[shown];
        box.op = lane.span(depth.spans[shown]).op;
        box.count = next - place;
        box.x0 = column * columnWidth;
        box.x1 = box.x0 + columnWidth;
        box.busy = std::clamp(
            static_cast<double>(busy(lane, depth, place, next)) / static_cast<double>(time.duration()), 0.0, 1.0);
        boxes.push_back(box);
        place = next;
    }
}

} // namespace stepscope::widgets
