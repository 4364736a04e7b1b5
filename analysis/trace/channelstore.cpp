#include "analysis/trace/channelstore.h"

#include "analysis/trace/recordlist.h"
#include "remote/format/bytes.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace stepscope::trace {
namespace {

/// Presence and sums are stored for every kBlock-th sample. PackedColumn::read() reads kBlock values at once.
constexpr std::size_t kBlock = PackedColumn::kReadable;
using Block = std::array<std::int64_t, kBlock>;

} // namespace

ChannelStore::ChannelStore(Channel info, std::int64_t pauseNs, const PackedColumn::ArenaPointer& arena)
    : m_info(std::move(info))
    , m_pauseNs(pauseNs)
    , m_times(arena, m_info.periodNs.value_or(0))
    , m_values(arena)
    , m_smallest(Pyramid::Keep::Smallest, arena)
    , m_largest(Pyramid::Keep::Largest, arena)
    , m_present(arena, kBlock)
    , m_areasLow(arena)
    , m_areasHigh(arena)
    , m_covered(arena, m_info.periodNs.value_or(0) * static_cast<std::int64_t>(kBlock))
{}

bool ChannelStore::append(std::int64_t time, std::int64_t raw)
{
    const std::size_t index = m_times.size();
    if (index > 0 && time < m_running.last.time)
        return false;
    m_times.append(time);
    m_values.append(raw);
    summarize(index, {time, raw}, m_running);
    return true;
}

void ChannelStore::append(std::span<const std::int64_t> times, std::span<const std::int64_t> values)
{
    const std::size_t index = m_times.size();
    m_times.append(times);
    m_values.append(values);
    Running running = m_running; // a local, which the compiler knows not to alias the columns
    for (std::size_t i = 0; i < times.size(); ++i)
        summarize(index + i, {times[i], values[i]}, running);
    m_running = running;
}

inline void ChannelStore::summarize(std::size_t index, Sample sample, Running& running)
{
    running.recent[index % kBlock] = sample.raw;
    static_assert(kBlock == std::size_t{1} << Pyramid::kFanBits);
    const auto child = [&running](std::size_t i) { return running.recent[i % kBlock]; };
    m_smallest.grow(index + 1, child);
    m_largest.grow(index + 1, child);
    if (index > 0)
        addSegment(running.last, sample, running.sum);
    running.last = sample;
    if (index % kBlock == 0) {
        m_present.append(running.present);
        m_areasLow.append(static_cast<std::int64_t>(running.sum.m_area));
        m_areasHigh.append(static_cast<std::int64_t>(running.sum.m_area >> 64U));
        m_covered.append(running.sum.m_covered);
    }
    running.present += sample.raw != format::kMissing ? 1 : 0;
}

double ChannelStore::value(std::size_t i) const
{
    const std::int64_t raw = m_values.at(i);
    return raw == format::kMissing ? std::numeric_limits<double>::quiet_NaN() : static_cast<double>(raw) * m_info.scale;
}

void ChannelStore::read(std::size_t first, std::size_t count, std::int64_t* times, double* values) const
{
    Block raw; // NOLINT(cppcoreguidelines-pro-type-member-init): read() fills it
    m_times.read(first, count, times);
    m_values.read(first, count, raw.data());
    for (std::size_t i = 0; i < count; ++i)
        values[i] = raw[i] == format::kMissing ? std::numeric_limits<double>::quiet_NaN()
                                               : static_cast<double>(raw[i]) * m_info.scale;
}

std::size_t ChannelStore::lowerBound(std::int64_t time, std::size_t size) const
{
    return lowerBoundOfTimes(size, time, [this](std::size_t i) { return m_times.at(i); });
}

/// Neighbouring columns have similar numbers of samples, so the search for each end starts where the previous column
/// predicts it. The prediction also says what to prefetch.
void ChannelStore::columnEnds(const ColumnGrid& grid, std::size_t size, std::vector<std::size_t>& ends) const
{
    constexpr std::size_t kAhead = 8;
    ends.resize(static_cast<std::size_t>(grid.columns()) + 1);
    std::size_t last = lowerBound(grid.range().begin, size);
    ends.front() = last;
    ColumnGrid::Walk walk(grid);
    std::size_t count = 1;
    for (std::size_t column = 1; column < ends.size(); ++column) {
        const std::int64_t end = walk.next().end;
        const std::size_t first = last;
        last = partitionPointNear(first, first + count, size, [&](std::size_t i) { return m_times.at(i) < end; });
        count = last - first;
        if (size > 0 && count > 0) {
            m_times.prefetchChunk(std::min(last + 2 * kAhead * count, size - 1));
            m_times.prefetch(std::min(last + kAhead * count, size - 1));
        }
        ends[column] = last;
    }
}

std::size_t ChannelStore::presentBefore(std::size_t i) const
{
    if (i == 0)
        return 0;
    const std::size_t block = (i - 1) / kBlock;
    const std::size_t count = i - block * kBlock;
    Block values; // NOLINT(cppcoreguidelines-pro-type-member-init): read() fills it
    m_values.read(block * kBlock, count, values.data());
    const auto missing =
        std::count(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(count), format::kMissing);
    return static_cast<std::size_t>(m_present.at(block)) + count - static_cast<std::size_t>(missing);
}

Extremes ChannelStore::extremes(std::size_t first, std::size_t last) const
{
    if (first >= last)
        return {};
    const auto read = [this](std::size_t from, std::size_t count, std::int64_t* values) {
        m_values.read(from, count, values);
    };
    const std::int64_t smallest = m_smallest.over(first, last, read);
    if (smallest == format::kMissing)
        return {};
    const double low = static_cast<double>(smallest) * m_info.scale;
    const double high = static_cast<double>(m_largest.over(first, last, read)) * m_info.scale;
    return {std::min(low, high), std::max(low, high), presentBefore(last) - presentBefore(first)};
}

/// Whether the segment between two adjacent samples counts for the integral.
bool ChannelStore::counts(Sample before, Sample after) const
{
    if (after.raw == format::kMissing)
        return false;
    if (m_info.covers == Channel::Covers::Instant && before.raw == format::kMissing)
        return false;
    return m_pauseNs <= 0 || after.time - before.time <= m_pauseNs;
}

/// Searches the two pyramids from the top: complete nodes within the range are read at the coarsest level, and the two
/// ends are refined only as long as they can extend the bounds. Reads a small part of a long range.
class ChannelStore::BoundsSearch
{
public:
    BoundsSearch(const ChannelStore& channel, std::size_t size)
        : m_channel(channel)
        , m_size(size)
    {}

    PackedColumn::Bounds operator()(std::size_t first, std::size_t last)
    {
        const unsigned height = Pyramid::heightWithin(first, last);
        const std::size_t begin = Pyramid::firstWhole(first, height);
        const std::size_t end = last >> Pyramid::bits(height);
        take(height, begin, end);
        for (unsigned at = height; at > 0 && !holdsNode(at, first >> Pyramid::bits(at)); --at)
            take(at - 1, Pyramid::firstWhole(first, at - 1), Pyramid::firstWhole(first, at) << Pyramid::kFanBits);
        for (unsigned at = height; at > 0 && last != last >> Pyramid::bits(at) << Pyramid::bits(at) &&
                                   !holdsNode(at, last >> Pyramid::bits(at));
             --at)
            take(at - 1, last >> Pyramid::bits(at) << Pyramid::kFanBits, last >> Pyramid::bits(at - 1));
        return m_bounds;
    }

private:
    static constexpr std::size_t kFan = std::size_t{1} << Pyramid::kFanBits;
    static_assert(PackedColumn::kReadable == kFan);

    [[nodiscard]] PackedColumn::Bounds read(unsigned height, std::size_t first, std::size_t count) const
    {
        if (height == 0)
            return m_channel.m_values.bounds(first, count);
        return {m_channel.m_smallest.bounds(height - 1, first, count).smallest,
                m_channel.m_largest.bounds(height - 1, first, count).largest};
    }
    /// Adds the nodes [first, last), which have at most two parents.
    void take(unsigned height, std::size_t first, std::size_t last)
    {
        while (first < last) {
            const std::size_t end = std::min(last, (first | (kFan - 1)) + 1);
            m_bounds.add(read(height, first, end - first));
            first = end;
        }
    }
    /// Whether a node is complete and lies within the bounds so far. A node that lies only partly in the range may
    /// exceed the bounds outside the range; then its children decide.
    [[nodiscard]] bool holdsNode(unsigned height, std::size_t node) const
    {
        if ((node + 1) << Pyramid::bits(height) > m_size)
            return false;
        const PackedColumn::Bounds all = read(height, node, 1);
        return all.isEmpty() || (m_bounds.smallest <= all.smallest && all.largest <= m_bounds.largest);
    }

    const ChannelStore& m_channel;
    const std::size_t m_size;
    PackedColumn::Bounds m_bounds;
};

ChannelView::Bounds ChannelStore::bounds(std::size_t first, std::size_t last, std::size_t size) const
{
    if (first >= last)
        return {};
    return scaled(BoundsSearch(*this, size)(first, last));
}

ChannelView::Bounds ChannelStore::boundsAround(std::size_t first, std::size_t last, std::size_t size) const
{
    if (first >= last)
        return {};
    static_assert(ChannelView::kExactBounds == ChannelView::kLeastNodes << Pyramid::bits(1));
    unsigned height = 0;
    while (height < Pyramid::kLevels && (last - first) >> Pyramid::bits(height + 1) >= ChannelView::kLeastNodes)
        ++height;
    if (height == 0)
        return scaled(m_values.boundsOf(first, last));
    const std::size_t begin = first >> Pyramid::bits(height);
    const std::size_t end = Pyramid::firstWhole(last, height);
    if (end << Pyramid::bits(height) > size) // the last node is not complete
        return bounds(first, last, size);
    return scaled(
        {m_smallest.boundsOf(height - 1, begin, end).smallest, m_largest.boundsOf(height - 1, begin, end).largest});
}

ChannelView::Bounds ChannelStore::scaled(const PackedColumn::Bounds& bounds) const
{
    if (bounds.isEmpty())
        return {};
    const double low = static_cast<double>(bounds.smallest) * m_info.scale;
    const double high = static_cast<double>(bounds.largest) * m_info.scale;
    return {std::min(low, high), std::max(low, high), true};
}

/// Segment i lies between the samples i - 1 and i.
bool ChannelStore::counts(std::size_t segment) const
{
    return counts(sample(segment - 1), sample(segment));
}

void ChannelStore::addSegment(Sample before, Sample after, Sum& sum) const
{
    if (!counts(before, after))
        return;
    const std::int64_t length = after.time - before.time;
    const std::int64_t from = m_info.covers == Channel::Covers::Interval ? after.raw : before.raw;
    using Wide = Sum::Wide;
    sum.m_area += (static_cast<Wide>(from) + static_cast<Wide>(after.raw)) * static_cast<Wide>(length);
    sum.m_covered += length;
}

ChannelView::Sum ChannelStore::sumUpTo(std::size_t sample) const
{
    static_assert(kBlock == ChannelView::kIntegralEvery);
    const std::size_t block = sample / kBlock;
    Sum sum;
    sum.m_area = static_cast<Sum::Wide>(static_cast<std::uint64_t>(m_areasHigh.at(block))) << 64U |
                 static_cast<std::uint64_t>(m_areasLow.at(block));
    sum.m_covered = m_covered.at(block);
    const std::size_t count = sample - block * kBlock + 1;
    if (count == 1)
        return sum;
    Block times;  // NOLINT(cppcoreguidelines-pro-type-member-init): read() fills it
    Block values; // NOLINT(cppcoreguidelines-pro-type-member-init): as above
    m_times.read(block * kBlock, count, times.data());
    m_values.read(block * kBlock, count, values.data());
    for (std::size_t i = 1; i < count; ++i)
        addSegment({times[i - 1], values[i - 1]}, {times[i], values[i]}, sum);
    return sum;
}

ChannelView::Integral ChannelStore::between(const Sum& from, const Sum& to) const
{
    __extension__ using Signed = __int128;
    return {static_cast<double>(static_cast<Signed>(to.m_area - from.m_area)) * 0.5e-9 * m_info.scale,
            static_cast<double>(to.m_covered - from.m_covered) * 1e-9};
}

/// Adds the integral of `part`, which must lie within the segment that ends at sample `segment`.
void ChannelStore::addPart(std::size_t segment, TimeRange part, ChannelView::Integral& integral) const
{
    if (part.isEmpty() || !counts(segment))
        return;
    const std::int64_t begin = m_times.at(segment - 1);
    const auto length = static_cast<double>(m_times.at(segment) - begin);
    const double after = value(segment);
    const double before = m_info.covers == Channel::Covers::Interval ? after : value(segment - 1);
    const double middle = (static_cast<double>(part.begin - begin) + static_cast<double>(part.end - begin)) / 2;
    integral.value += (before + (after - before) * middle / length) * part.seconds();
    integral.coveredSeconds += part.seconds();
}

ChannelView::Integral ChannelStore::integral(TimeRange range, std::size_t size) const
{
    ChannelView::Integral result;
    if (size < 2 || range.isEmpty())
        return result;
    range = range.intersected({m_times.at(0), m_times.at(size - 1)});
    if (range.isEmpty())
        return result;
    // The range lies within the samples now: one sample is at or before its begin, and one at or after its end.
    const std::size_t first = lowerBound(range.begin, size);
    const std::size_t last = lowerBound(range.end, size);
    if (first == last) {
        addPart(first, range, result);
        return result;
    }
    result = between(sumUpTo(first), sumUpTo(last - 1));
    if (first > 0)
        addPart(first, {range.begin, m_times.at(first)}, result);
    addPart(last, {m_times.at(last - 1), range.end}, result);
    return result;
}

std::size_t ChannelStore::memory() const
{
    return sizeof *this + m_times.memory() + m_values.memory() + m_smallest.memory() + m_largest.memory() +
           m_present.memory() + m_areasLow.memory() + m_areasHigh.memory() + m_covered.memory();
}

} // namespace stepscope::trace
