#include "analysis/energy/attribution.h"
#include "analysis/metrics/channelrules.h"

#include <algorithm>
#include <span>

namespace stepscope::analysis {
namespace {

constexpr double kNsToSeconds = 1e-9;
constexpr std::size_t kReadBatch = 64; ///< samples
constexpr std::size_t kKept = 256;     ///< segments, few enough for the first-level cache

/// The integral of a channel over time, as one parabola between each two samples. An interval costs a few
/// multiplications.
class RunningIntegral
{
public:
    RunningIntegral(const trace::ChannelView& channel, std::int64_t longestPause, std::int64_t from)
        : m_samples(channel)
        , m_count(channel.size())
        , m_longestPause(longestPause)
        , m_covers(channel.info().covers)
    {
        const std::size_t lower = channel.lowerBound(from);
        m_next = lower > 0 ? lower - 1 : 0;
        if (m_next < m_count) {
            m_segments.push_back({.begin = m_samples.time(m_next)});
            m_value = m_samples.value(m_next++);
        }
    }
    /// Adds the integral over each interval to its group's sum. Intervals are in order of begin. Both intervals and
    /// samples are read once, in the order of memory, since memory accesses dominate the cost.
    void addTo(std::span<const SelfTimeInterval> intervals, std::span<double> sums)
    {
        if (m_segments.empty())
            return;
        auto interval = intervals.begin();
        for (const std::int64_t first = m_segments.front().begin;
             interval != intervals.end() && interval->begin < first; ++interval)
            sums[interval->group] += interval->end > first ? across(0, {first, interval->end}) : 0;
        while (interval != intervals.end()) {
            readUntil(interval->begin + 1);
            while (m_current + 1 < m_segments.size() && m_segments[m_current + 1].begin <= interval->begin)
                ++m_current;
            dropPassed();
            // Most intervals are shorter than the time between two samples and need this segment only.
            const Segment segment = m_segments[m_current];
            const std::int64_t reach = m_current + 1 < m_segments.size() ? m_segments[m_current + 1].begin : INT64_MAX;
            for (; interval != intervals.end() && interval->begin < reach; ++interval) {
                sums[interval->group] += interval->end <= reach ? segment.between(interval->begin, interval->end)
                                                                : across(m_current, {interval->begin, interval->end});
            }
        }
    }

private:
    struct Segment
    {
        std::int64_t begin = 0; ///< ns
        double value = 0;       ///< at `begin`, unit x s per ns
        double halfSlope = 0;   ///< half of the slope, per ns
        double before = 0;      ///< integral up to `begin`

        [[nodiscard]] double until(std::int64_t time) const
        {
            const auto since = static_cast<double>(time - begin);
            return before + (value + halfSlope * since) * since;
        }
        [[nodiscard]] double between(std::int64_t from, std::int64_t to) const
        {
            const auto sum = static_cast<double>((from - begin) + (to - begin));
            return (value + halfSlope * sum) * static_cast<double>(to - from);
        }
    };

    /// Afterwards the last segment begins at or after this time, or at the last sample.
    void readUntil(std::int64_t time)
    {
        while (m_next < m_count && m_segments.back().begin < time) {
            const std::size_t end = std::min(m_next + kReadBatch, m_count);
            for (; m_next < end; ++m_next)
                readSample();
        }
    }
    void readSample()
    {
        Segment& segment = m_segments.back();
        const std::int64_t nextTime = m_samples.time(m_next);
        const double next = m_samples.value(m_next);
        const std::int64_t length = nextTime - segment.begin;
        if (isCovered(m_covers, m_longestPause, length, m_value, next)) {
            const double from = m_covers == trace::Channel::Covers::Interval ? next : m_value;
            segment.value = from * kNsToSeconds;
            segment.halfSlope = (next - from) / (2 * static_cast<double>(length)) * kNsToSeconds;
        }
        const double sum = segment.until(nextTime);
        m_segments.push_back({.begin = nextTime, .before = sum});
        m_value = next;
    }
    /// Later intervals begin in the current segment or after it.
    void dropPassed()
    {
        if (m_current < kKept || 2 * m_current < m_segments.size())
            return;
        m_segments.erase(m_segments.begin(), m_segments.begin() + static_cast<std::ptrdiff_t>(m_current));
        m_current = 0;
    }
    /// Integral over a range that begins in the segment `first`.
    [[nodiscard]] double across(std::size_t first, trace::TimeRange range)
    {
        readUntil(range.end);
        constexpr std::size_t kNear = 8;
        std::size_t last = first;
        const std::size_t near = std::min(first + kNear, m_segments.size() - 1);
        while (last < near && m_segments[last + 1].begin <= range.end)
            ++last;
        if (last == first + kNear)
            last = static_cast<std::size_t>(std::upper_bound(m_segments.begin() + static_cast<std::ptrdiff_t>(last),
                                                             m_segments.end(), range.end,
                                                             [](std::int64_t time, const Segment& segment) {
                                                                 return time < segment.begin;
                                                             }) -
                                            m_segments.begin()) -
                   1;
        return m_segments[last].until(range.end) - m_segments[first].until(range.begin);
    }

    trace::SampleReader m_samples;
    std::size_t m_count; ///< of samples
    std::int64_t m_longestPause;
    trace::Channel::Covers m_covers;
    std::vector<Segment> m_segments; ///< the last one has no value yet
    double m_value = 0;              ///< of the sample at which the last segment begins
    std::size_t m_next = 0;          ///< index of the next sample to read
    std::size_t m_current = 0;       ///< segment in which the latest interval began
};

} // namespace

std::vector<double> timingAssociation(const trace::ChannelView& channel, std::int64_t longestPause,
                                      const SelfTimeTrace& selfTimes)
{
    std::vector<double> sums(selfTimes.groups.size(), 0);
    if (selfTimes.intervals.empty())
        return sums;
    RunningIntegral integral(channel, longestPause, selfTimes.intervals.front().begin);
    integral.addTo(selfTimes.intervals, sums);
    return sums;
}

} // namespace stepscope::analysis
