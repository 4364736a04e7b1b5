#include "analysis/trace/channelstore.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace stepscope::trace {
namespace {

constexpr std::size_t kPresentEvery = 16;
constexpr std::size_t kSumEvery = 64;

} // namespace

ChannelStore::ChannelStore(Channel info, std::int64_t pauseNs)
    : m_info(std::move(info))
    , m_pauseNs(pauseNs)
    , m_times(m_info.periodNs.value_or(0))
    , m_present(kPresentEvery)
{}

bool ChannelStore::append(std::int64_t time, std::int64_t raw)
{
    const std::size_t index = m_times.size();
    if (index > 0 && time < m_times.at(index - 1))
        return false;
    m_times.append(time);
    m_values.append(raw);
    const auto child = [this](std::size_t i) { return m_values.at(i); };
    m_smallest.grow(index + 1, child);
    m_largest.grow(index + 1, child);
    if (index % kPresentEvery == 0)
        m_present.append(m_presentSoFar);
    m_presentSoFar += raw != format::kMissing ? 1 : 0;
    if (index > 0)
        addSegment(index, m_sum);
    if (index % kSumEvery == 0)
        m_sums.append(m_sum);
    return true;
}

double ChannelStore::value(std::size_t i) const
{
    const std::int64_t raw = m_values.at(i);
    return raw == format::kMissing ? std::numeric_limits<double>::quiet_NaN() : static_cast<double>(raw) * m_info.scale;
}

std::size_t ChannelStore::lowerBound(std::int64_t time, std::size_t size) const
{
    return partitionPoint(size, [&](std::size_t i) { return m_times.at(i) < time; });
}

std::size_t ChannelStore::presentBefore(std::size_t i) const
{
    if (i == 0)
        return 0;
    const std::size_t block = (i - 1) / kPresentEvery;
    auto count = static_cast<std::size_t>(m_present.at(block));
    for (std::size_t sample = block * kPresentEvery; sample < i; ++sample)
        count += m_values.at(sample) != format::kMissing ? 1 : 0;
    return count;
}

Extremes ChannelStore::extremes(std::size_t first, std::size_t last) const
{
    if (first >= last)
        return {};
    const auto child = [this](std::size_t i) { return m_values.at(i); };
    const std::int64_t smallest = m_smallest.over(first, last, child);
    if (smallest == format::kMissing)
        return {};
    const double low = static_cast<double>(smallest) * m_info.scale;
    const double high = static_cast<double>(m_largest.over(first, last, child)) * m_info.scale;
    return {std::min(low, high), std::max(low, high), presentBefore(last) - presentBefore(first)};
}

/// Segment i lies between the samples i - 1 and i.
bool ChannelStore::counts(std::size_t segment) const
{
    if (m_values.at(segment) == format::kMissing)
        return false;
    if (m_info.covers == Channel::Covers::Instant && m_values.at(segment - 1) == format::kMissing)
        return false;
    return m_pauseNs <= 0 || m_times.at(segment) - m_times.at(segment - 1) <= m_pauseNs;
}

void ChannelStore::addSegment(std::size_t segment, Sum& sum) const
{
    if (!counts(segment))
        return;
    const std::int64_t length = m_times.at(segment) - m_times.at(segment - 1);
    const std::int64_t after = m_values.at(segment);
    const std::int64_t before = m_info.covers == Channel::Covers::Interval ? after : m_values.at(segment - 1);
    sum.area += (static_cast<Wide>(before) + static_cast<Wide>(after)) * static_cast<Wide>(length);
    sum.covered += length;
}

ChannelStore::Sum ChannelStore::sumUpTo(std::size_t sample) const
{
    const std::size_t block = sample / kSumEvery;
    Sum sum = m_sums.at(block);
    for (std::size_t segment = block * kSumEvery + 1; segment <= sample; ++segment)
        addSegment(segment, sum);
    return sum;
}

/// `part` lies within the segment.
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
    // Within the samples now, so that one lies at or before the beginning, and one at or after the end.
    const std::size_t first = lowerBound(range.begin, size);
    const std::size_t last = lowerBound(range.end, size);
    if (first == last) {
        addPart(first, range, result);
        return result;
    }
    const Sum from = sumUpTo(first);
    const Sum to = sumUpTo(last - 1);
    __extension__ using Signed = __int128;
    result.value = static_cast<double>(static_cast<Signed>(to.area - from.area)) * 0.5e-9 * m_info.scale;
    result.coveredSeconds = static_cast<double>(to.covered - from.covered) * 1e-9;
    if (first > 0)
        addPart(first, {range.begin, m_times.at(first)}, result);
    addPart(last, {m_times.at(last - 1), range.end}, result);
    return result;
}

std::size_t ChannelStore::memory() const
{
    return sizeof *this + m_times.memory() + m_values.memory() + m_smallest.memory() + m_largest.memory() +
           m_present.memory() + m_sums.memory();
}

} // namespace stepscope::trace
