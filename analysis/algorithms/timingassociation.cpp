#include "analysis/algorithms/timingassociation.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace stepscope::analysis {
namespace {

constexpr double kSeconds = 1e-9;
constexpr std::size_t kAtOnce = 512; ///< pieces: so few are still in the cache when they are looked at again

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
    /// Adds to each kind what its pieces have; they are sorted by their begin, also from one call to the next.
    void share(std::span<const WorkPiece> pieces, std::span<double> sums)
    {
        if (m_segments.empty() || pieces.empty())
            return;
        std::int64_t end = pieces.front().end;
        for (const WorkPiece& one : pieces)
            end = std::max(end, one.end);
        readUntil(end);
        auto piece = pieces.begin();
        for (const std::int64_t known = m_segments.front().begin; piece != pieces.end() && piece->begin < known;
             ++piece)
            sums[piece->kind] += piece->end > known ? across(0, {known, piece->end}) : 0;
        while (piece != pieces.end()) {
            while (m_at + 1 < m_segments.size() && m_segments[m_at + 1].begin <= piece->begin)
                ++m_at;
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
        for (; m_next < m_channel.size() && m_segments.back().begin < time; ++m_next) {
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
    }
    /// A range that begins in the segment `first`.
    [[nodiscard]] double across(std::size_t first, trace::TimeRange range) const
    {
        std::size_t last = first;
        while (last + 1 < m_segments.size() && m_segments[last + 1].begin <= range.end)
            ++last;
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
    std::span<const WorkPiece> pieces(work.pieces);
    while (!pieces.empty()) {
        const std::size_t count = std::min(kAtOnce, pieces.size());
        integral.share(pieces.first(count), sums);
        pieces = pieces.subspan(count);
    }
    return sums;
}

} // namespace stepscope::analysis
