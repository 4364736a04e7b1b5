#include "analysis/algorithms/timingassociation.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace stepscope::analysis {
namespace {

constexpr double kSeconds = 1e-9;
constexpr std::size_t kReadAtOnce = 64; ///< samples
constexpr std::size_t kKept = 256;      ///< segments: so few stay in the nearest cache

/// A channel between its samples, as parabolas of its integral: each piece of work costs a few multiplications.
class RunningIntegral
{
public:
    RunningIntegral(const trace::ChannelView& channel, std::int64_t longestPause, std::int64_t from)
        : m_channel(channel)
        , m_longestPause(longestPause)
        , m_holds(channel.info().covers == trace::Channel::Covers::Interval)
    {
        const std::size_t lower = channel.lowerBound(from);
        m_next = lower > 0 ? lower - 1 : 0;
        if (m_next < channel.size()) {
            m_segments.push_back({.begin = channel.time(m_next)});
            m_value = channel.value(m_next++);
        }
    }
    /// Adds to each kind what its pieces have; they are sorted by their begin. They are gone through once, as they lie
    /// in memory, and samples are read as they are needed: waiting for memory is what costs here.
    void share(std::span<const WorkPiece> pieces, std::span<double> sums)
    {
        if (m_segments.empty())
            return;
        auto piece = pieces.begin();
        for (const std::int64_t known = m_segments.front().begin; piece != pieces.end() && piece->begin < known;
             ++piece)
            sums[piece->kind] += piece->end > known ? across(0, {known, piece->end}) : 0;
        while (piece != pieces.end()) {
            readUntil(piece->begin + 1);
            while (m_at + 1 < m_segments.size() && m_segments[m_at + 1].begin <= piece->begin)
                ++m_at;
            forgetUsed();
            // Most pieces are shorter than the time between two samples: those need no more than this segment.
            const Segment segment = m_segments[m_at];
            const std::int64_t reach = m_at + 1 < m_segments.size() ? m_segments[m_at + 1].begin : INT64_MAX;
            for (; piece != pieces.end() && piece->begin < reach; ++piece) {
                sums[piece->kind] += piece->end <= reach ? segment.between(piece->begin, piece->end)
                                                         : across(m_at, {piece->begin, piece->end});
            }
        }
    }

private:
    struct Segment
    {
        std::int64_t begin = 0; ///< ns
        double value = 0;       ///< at its begin, and half of what it rises by a ns: in unit x s per ns
        double halfSlope = 0;
        double before = 0; ///< integral up to its begin

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

    /// The last segment begins at or behind this time then, or with the last sample: nothing is known behind that.
    void readUntil(std::int64_t time)
    {
        while (m_next < m_channel.size() && m_segments.back().begin < time) {
            const std::size_t end = std::min(m_next + kReadAtOnce, m_channel.size());
            for (; m_next < end; ++m_next)
                readOne();
        }
    }
    void readOne()
    {
        Segment& segment = m_segments.back();
        const std::int64_t nextTime = m_channel.time(m_next);
        const double next = m_channel.value(m_next);
        const std::int64_t length = nextTime - segment.begin;
        if (std::isfinite(next) && (m_holds || std::isfinite(m_value)) && length > 0 && length <= m_longestPause) {
            const double from = m_holds ? next : m_value;
            segment.value = from * kSeconds;
            segment.halfSlope = (next - from) / (2 * static_cast<double>(length)) * kSeconds;
        }
        const double sum = segment.until(nextTime);
        m_segments.push_back({.begin = nextTime, .before = sum});
        m_value = next;
    }
    /// No piece to come begins before the segment in which the latest began.
    void forgetUsed()
    {
        if (m_at < kKept || 2 * m_at < m_segments.size())
            return;
        m_segments.erase(m_segments.begin(), m_segments.begin() + static_cast<std::ptrdiff_t>(m_at));
        m_at = 0;
    }
    /// A range that begins in the segment `first`.
    [[nodiscard]] double across(std::size_t first, trace::TimeRange range)
    {
        readUntil(range.end);
        constexpr std::size_t kNear = 8;
        std::size_t last = first;
        const std::size_t near = std::min(first + kNear, m_segments.size() - 1);
        while (last < near && m_segments[last + 1].begin <= range.end)
            ++last;
        if (last == first + kNear)
            last = static_cast<std::size_t>(
                       std::upper_bound(m_segments.begin() + static_cast<std::ptrdiff_t>(last), m_segments.end(),
                                        range.end,
                                        [](std::int64_t time, const Segment& one) { return time < one.begin; }) -
                       m_segments.begin()) -
                   1;
        return m_segments[last].until(range.end) - m_segments[first].until(range.begin);
    }

    const trace::ChannelView& m_channel;
    std::int64_t m_longestPause;
    bool m_holds;
    std::vector<Segment> m_segments; ///< the last has no value yet
    double m_value = 0;              ///< of the sample with which that one begins
    std::size_t m_next = 0;          ///< sample to be read
    std::size_t m_at = 0;            ///< segment in which the latest piece began
};

} // namespace

std::vector<double> timingAssociation(const trace::ChannelView& channel, std::int64_t longestPause, const Work& work)
{
    std::vector<double> sums(work.kinds.size(), 0);
    if (work.pieces.empty())
        return sums;
    RunningIntegral integral(channel, longestPause, work.pieces.front().begin);
    integral.share(work.pieces, sums);
    return sums;
}

} // namespace stepscope::analysis
