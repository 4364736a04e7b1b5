#include "analysis/trace/depthstore.h"

#include "analysis/trace/recordlist.h"

#include <algorithm>

namespace stepscope::trace {

/// The longest span by its duration, from the top of the tree downwards: what lies whole within is looked at where it
/// is coarsest, the two ends only as far down as there may be a longer one, and then there is one way down to the span.
class DepthColumns::Search
{
public:
    /// `size`: of all places.
    Search(const DepthColumns& columns, std::size_t size)
        : m_columns(columns)
        , m_size(size)
    {}

    std::size_t operator()(std::size_t first, std::size_t last)
    {
        const unsigned height = Pyramid::heightWithin(first, last);
        look(height, Pyramid::firstWhole(first, height), last >> Pyramid::bits(height));
        // The first of those that are equally long is wanted, so the left end counts where it may have as long a one.
        for (unsigned at = height; at > 0 && mayHave(at, first, m_longest); --at)
            look(at - 1, Pyramid::firstWhole(first, at - 1), Pyramid::firstWhole(first, at) << Pyramid::kFanBits);
        for (unsigned at = height; at > 0 && mayHave(at, last, m_longest + 1); --at)
            look(at - 1, last >> Pyramid::bits(at) << Pyramid::kFanBits, last >> Pyramid::bits(at - 1));
        while (m_height > 0) {
            --m_height;
            m_found *= kFan;
            Values values; // NOLINT(cppcoreguidelines-pro-type-member-init): read() fills it
            read(m_height, m_found, kFan, values);
            m_found += static_cast<std::size_t>(std::find(values.begin(), values.end(), m_longest) - values.begin());
        }
        return m_found;
    }

private:
    static constexpr std::size_t kFan = std::size_t{1} << Pyramid::kFanBits;
    static_assert(kFan == PackedColumn::kReadable);
    using Values = std::array<std::int64_t, kFan>;

    /// Height 0 = the spans themselves.
    void read(unsigned height, std::size_t first, std::size_t count, Values& values) const
    {
        if (height > 0) {
            m_columns.m_longest.read(height - 1, first, count, values.data());
            return;
        }
        Values covered; // NOLINT(cppcoreguidelines-pro-type-member-init): as above
        m_columns.m_covered.read(first, count, covered.data());
        m_columns.m_overlaps.read(first, count, values.data());
        std::int64_t before = m_columns.coveredBefore(first);
        for (std::size_t i = 0; i < count; ++i) {
            values[i] += covered[i] - before;
            before = covered[i];
        }
    }
    /// Whether a node that an end of the range cuts may hold a span of at least this duration.
    [[nodiscard]] bool mayHave(unsigned height, std::size_t end, std::int64_t duration) const
    {
        const std::size_t node = end >> Pyramid::bits(height);
        if (node << Pyramid::bits(height) == end)
            return false; // it is not cut
        return (node + 1) << Pyramid::bits(height) > m_size || m_columns.m_longest.node(height - 1, node) >= duration;
    }
    /// Nodes [first, last), of two parents at most.
    void look(unsigned height, std::size_t first, std::size_t last)
    {
        while (first < last) {
            const std::size_t end = std::min(last, (first | (kFan - 1)) + 1);
            lookAtSiblings(height, first, end);
            first = end;
        }
    }
    void lookAtSiblings(unsigned height, std::size_t first, std::size_t last)
    {
        Values values; // NOLINT(cppcoreguidelines-pro-type-member-init): as above
        read(height, first, last - first, values);
        for (std::size_t i = 0; i < last - first; ++i) {
            const bool isEarlier = (first + i) << Pyramid::bits(height) < m_found << Pyramid::bits(m_height);
            if (values[i] < m_longest || (values[i] == m_longest && !isEarlier))
                continue;
            m_longest = values[i];
            m_found = first + i;
            m_height = height;
        }
    }

    const DepthColumns& m_columns;
    const std::size_t m_size;
    std::int64_t m_longest = -1;
    std::size_t m_found = 0;
    unsigned m_height = 0;
};

DepthColumns::DepthColumns(const PackedColumn::ArenaPointer& arena)
    : m_spans(arena)
    , m_starts(arena)
    , m_covered(arena)
    , m_overlaps(arena)
    , m_outreached(arena)
    , m_longest(Pyramid::Keep::Largest, arena)
{}

DepthColumns::DepthColumns(const DepthColumns& other, std::size_t count)
    : m_spans(other.m_spans, count)
    , m_starts(other.m_starts, count)
    , m_covered(other.m_covered, count)
    , m_overlaps(other.m_overlaps, count)
    , m_outreached(other.m_outreached, count)
    , m_longest(other.m_longest, count)
    , m_reach(count > 0 ? reachOf(count) : 0)
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
    m_starts.append(start);
    m_spans.append(static_cast<std::int64_t>(span));
    m_reach = reach;
    m_longest.grow(places + 1, [this](std::size_t place) { return this->duration(place); });
}

std::size_t DepthColumns::longest(std::size_t first, std::size_t last, std::size_t size) const
{
    return last - first == 1 ? first : Search(*this, size)(first, last);
}

std::size_t DepthColumns::memory() const
{
    return sizeof *this + m_spans.memory() + m_starts.memory() + m_covered.memory() + m_overlaps.memory() +
           m_outreached.memory() + m_longest.memory();
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
