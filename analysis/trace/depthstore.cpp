#include "analysis/trace/depthstore.h"

#include "analysis/trace/recordlist.h"

#include <algorithm>

namespace stepscope::trace {

namespace {

constexpr std::size_t kFan = std::size_t{1} << Pyramid::kFanBits;
static_assert(kFan == PackedColumn::kReadable);
using Values = std::array<std::int64_t, kFan>;
/// So few durations are read faster than the tree above them is searched.
constexpr std::size_t kLinear = 16;

} // namespace

/// Searches the longest span from the top of the pyramid: complete nodes within the range are read at the coarsest
/// level, and the two ends are refined only as long as they may contain a longer span.
class DepthColumns::Search
{
public:
    /// `size`: number of places of the depth. The result is written to `longest`.
    Search(const DepthColumns& columns, std::size_t size, Longest& longest)
        : m_columns(columns)
        , m_size(size)
        , m_longest(longest)
    {}

    void run(std::size_t first, std::size_t last)
    {
        const std::size_t begin = Pyramid::firstWhole(first, 1);
        const std::size_t end = last >> Pyramid::bits(1);
        if (begin < end && end - begin <= kMostGroups)
            return amongGroups(first, last, begin, end);
        const unsigned height = Pyramid::heightWithin(first, last);
        search(height, Pyramid::firstWhole(first, height), last >> Pyramid::bits(height));
        // The result is the first of equally long spans, so the left end is refined if it may contain an equally long
        // one.
        for (unsigned at = height; at > 0 && mayHave(at, first, m_longest.duration); --at)
            search(at - 1, Pyramid::firstWhole(first, at - 1), Pyramid::firstWhole(first, at) << Pyramid::kFanBits);
        for (unsigned at = height; at > 0 && mayHave(at, last, m_longest.duration + 1); --at)
            search(at - 1, last >> Pyramid::bits(at) << Pyramid::kFanBits, last >> Pyramid::bits(at - 1));
    }

private:
    static constexpr std::size_t kMostGroups =
        128; ///< lie in a few cache lines: a linear search is faster than the tree

    /// The groups [begin, end) lie within the range of places [first, last).
    void amongGroups(std::size_t first, std::size_t last, std::size_t begin, std::size_t end)
    {
        const PackedColumn::Largest group = m_columns.m_longest.largest(0, begin, end);
        set(group.value, group.at, 1, 1);
        if (mayHave(1, first, m_longest.duration))
            searchSiblings(0, first, begin << Pyramid::bits(1));
        if (mayHave(1, last, m_longest.duration + 1))
            searchSiblings(0, end << Pyramid::bits(1), last);
    }
    /// Longest duration of some nodes; height 0 = spans.
    [[nodiscard]] std::int64_t largest(unsigned height, std::size_t first, std::size_t count) const
    {
        if (height > 0)
            return m_columns.m_longest.bounds(height - 1, first, count).largest;
        Values values; // NOLINT(cppcoreguidelines-pro-type-member-init): filled by the next call
        m_columns.readDurations(first, count, values.data());
        return *std::max_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(count));
    }
    /// Whether the end of the range lies inside a node that may contain a span of at least this duration.
    [[nodiscard]] bool mayHave(unsigned height, std::size_t end, std::int64_t duration) const
    {
        const std::size_t node = end >> Pyramid::bits(height);
        if (node << Pyramid::bits(height) == end)
            return false; // the node begins at the end of the range
        return (node + 1) << Pyramid::bits(height) > m_size || m_columns.m_longest.node(height - 1, node) >= duration;
    }
    /// Searches the nodes [first, last), which have at most two parents.
    void search(unsigned height, std::size_t first, std::size_t last)
    {
        while (first < last) {
            const std::size_t end = std::min(last, (first | (kFan - 1)) + 1);
            searchSiblings(height, first, end);
            first = end;
        }
    }
    void searchSiblings(unsigned height, std::size_t first, std::size_t last)
    {
        const std::int64_t duration = largest(height, first, last - first);
        const bool isEarlier = first << Pyramid::bits(height) < m_longest.first << Pyramid::bits(m_longest.height);
        if (duration > m_longest.duration || (duration == m_longest.duration && isEarlier))
            set(duration, first, last - first, height);
    }
    void set(std::int64_t duration, std::size_t first, std::size_t count, unsigned height)
    {
        m_longest.duration = duration;
        m_longest.first = first;
        m_longest.count = static_cast<std::uint8_t>(count);
        m_longest.height = static_cast<std::uint8_t>(height);
    }

    const DepthColumns& m_columns;
    const std::size_t m_size;
    Longest& m_longest;
};

DepthColumns::DepthColumns(const PackedColumn::ArenaPointer& arena)
    : m_spans(PackedColumn::rising(arena))
    , m_starts(PackedColumn::rising(arena))
    , m_covered(PackedColumn::rising(arena))
    , m_overlaps(arena)
    , m_outreached(arena)
    , m_longest(Pyramid::Keep::Largest, arena)
    , m_longestAt(arena)
    , m_longestSpan(PackedColumn::rising(arena))
    , m_longestOp(arena)
{}

DepthColumns::DepthColumns(const DepthColumns& other, std::size_t count)
    : m_spans(other.m_spans, count)
    , m_starts(other.m_starts, count)
    , m_covered(other.m_covered, count)
    , m_overlaps(other.m_overlaps, count)
    , m_outreached(other.m_outreached, count)
    , m_longest(other.m_longest, count)
    , m_longestAt(other.m_longestAt, count / kGroup)
    , m_longestSpan(other.m_longestSpan, count / kGroup)
    , m_longestOp(other.m_longestOp, count / kGroup)
    , m_reach(count > 0 ? other.reachOf(count) : 0)
    , m_hasOverlaps(other.hasOverlaps())
{}

void DepthColumns::append(std::size_t span, std::int64_t start, std::int64_t duration)
{
    const std::size_t places = size();
    const std::int64_t end = start + duration;
    const std::int64_t reach = places > 0 ? std::max(m_reach, end) : end;
    const std::int64_t overlap = places > 0 ? std::clamp<std::int64_t>(m_reach - start, 0, duration) : 0;
    m_covered.append(coveredBefore(places) + duration - overlap);
    m_overlaps.append(overlap);
    m_outreached.append(reach - end);
    if (overlap != 0 || reach != end)
        m_hasOverlaps.store(true, std::memory_order_relaxed); // before the new size is published
    m_starts.append(start);
    m_spans.append(static_cast<std::int64_t>(span));
    m_reach = reach;
    if ((places + 1) % kGroup == 0)
        appendGroup(places + 1 - kGroup);
    m_longest.grow(places + 1, [this](std::size_t place) { return this->duration(place); });
}

void DepthColumns::appendGroup(std::size_t first)
{
    Values durations; // NOLINT(cppcoreguidelines-pro-type-member-init): filled by the next call
    readDurations(first, kGroup, durations.data());
    const auto at = static_cast<std::size_t>(std::max_element(durations.begin(), durations.end()) - durations.begin());
    m_longestAt.append(static_cast<std::int64_t>(at));
    m_longestSpan.append(m_spans.at(first + at));
}

DepthColumns::Longest DepthColumns::longest(std::size_t first, std::size_t last, std::size_t size) const
{
    if (last - first == 1)
        return {duration(first), first, 1, 0};
    if (last - first <= kLinear)
        return longestOfFew(first, last);
    Longest longest;
    Search(*this, size, longest).run(first, last);
    return longest;
}

DepthColumns::Longest DepthColumns::longestOfFew(std::size_t first, std::size_t last) const
{
    Longest longest;
    while (first < last) {
        const std::size_t end = std::min(last, (first | (kFan - 1)) + 1);
        Values durations; // NOLINT(cppcoreguidelines-pro-type-member-init): filled by the next call
        readDurations(first, end - first, durations.data());
        for (std::size_t i = 0; i < end - first; ++i) {
            if (durations[i] > longest.duration)
                longest = {durations[i], first + i, 1, 0};
        }
        first = end;
    }
    return longest;
}

DepthColumns::Longest DepthColumns::closer(const Longest& longest) const
{
    Values values; // NOLINT(cppcoreguidelines-pro-type-member-init): filled by the next call
    if (longest.height > 0)
        m_longest.read(longest.height - 1U, longest.first, longest.count, values.data());
    else
        readDurations(longest.first, longest.count, values.data());
    std::size_t node = longest.first;
    for (std::size_t i = 0; i + 1 < longest.count && values[i] != longest.duration; ++i)
        ++node;
    if (longest.height <= 1)
        return {longest.duration, node, 1, longest.height};
    return {longest.duration, node * kFan, kFan, static_cast<std::uint8_t>(longest.height - 1)};
}

void DepthColumns::prefetch(const Longest& longest) const
{
    if (longest.height > 0)
        return m_longest.prefetchNode(longest.height - 1U, longest.first);
    m_covered.prefetch(longest.first);
    m_overlaps.prefetch(longest.first);
}

/// Durations of places within one block of PackedColumn::read().
void DepthColumns::readDurations(std::size_t first, std::size_t count, std::int64_t* durations) const
{
    Values covered; // NOLINT(cppcoreguidelines-pro-type-member-init): filled by the next call
    m_covered.read(first, count, covered.data());
    std::int64_t before = coveredBefore(first);
    for (std::size_t i = 0; i < count; ++i) {
        durations[i] = covered[i] - before;
        before = covered[i];
    }
    if (!hasOverlaps())
        return;
    Values overlaps; // NOLINT(cppcoreguidelines-pro-type-member-init): filled by the next call
    m_overlaps.read(first, count, overlaps.data());
    for (std::size_t i = 0; i < count; ++i)
        durations[i] += overlaps[i];
}

std::size_t DepthColumns::memory() const
{
    return sizeof *this + m_spans.memory() + m_starts.memory() + m_covered.memory() + m_overlaps.memory() +
           m_outreached.memory() + m_longest.memory() + m_longestAt.memory() + m_longestSpan.memory() +
           m_longestOp.memory();
}

DepthStore::DepthStore(const DepthStore& other, std::size_t spans)
    : m_few(other.m_few)
    , m_size(other.sizeAmong(spans))
{
    if (const std::size_t size = m_size.load(std::memory_order_relaxed); size > kFew)
        m_columns.store(new DepthColumns(*other.columns(), size), std::memory_order_relaxed);
}

DepthStore::~DepthStore()
{
    delete m_columns.load(std::memory_order_relaxed);
}

std::size_t DepthStore::sizeAmong(std::size_t spans) const
{
    const std::size_t size = m_size.load(std::memory_order_acquire);
    const DepthColumns* columns = size > kFew ? this->columns() : nullptr;
    const auto isAmong = [&](std::size_t place) { return (columns ? columns->span(place) : m_few[place]) < spans; };
    return size == 0 || isAmong(size - 1) ? size : partitionPoint(size, isAmong);
}

std::size_t DepthStore::memory() const
{
    const DepthColumns* columns = this->columns();
    return sizeof *this + (columns ? columns->memory() : 0);
}

} // namespace stepscope::trace
