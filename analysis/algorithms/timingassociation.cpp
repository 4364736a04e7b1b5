#include "analysis/algorithms/timingassociation.h"

#include <algorithm>
#include <cmath>

namespace stepscope::analysis {
namespace {

/// The integral of a channel from its first sample up to a time, for times that mostly rise.
class RunningIntegral
{
public:
    RunningIntegral(const trace::ChannelView& channel, std::int64_t longestPause, trace::TimeRange range)
        : m_holds(channel.info().covers == trace::Channel::Covers::Interval)
    {
        const std::size_t first = channel.lowerBound(range.begin);
        const std::size_t last = std::min(channel.size(), channel.lowerBound(range.end) + 1);
        double sum = 0;
        for (std::size_t i = first > 0 ? first - 1 : 0; i < last; ++i) {
            const Sample sample{channel.time(i), channel.value(i), 0};
            if (!m_samples.empty()) {
                const Sample& before = m_samples.back();
                const bool counts = std::isfinite(sample.value) && (m_holds || std::isfinite(before.value)) &&
                                    sample.time - before.time <= longestPause;
                const double mean = m_holds ? sample.value : (before.value + sample.value) / 2;
                sum += counts ? mean * static_cast<double>(sample.time - before.time) * 1e-9 : 0;
            }
            m_samples.push_back(sample);
            m_samples.back().before = sum;
        }
    }
    [[nodiscard]] double until(std::int64_t time)
    {
        if (m_samples.size() < 2 || time <= m_samples.front().time)
            return 0;
        if (time >= m_samples.back().time)
            return m_samples.back().before;
        // The next time is nearly always close to the one before.
        while (m_at > 0 && m_samples[m_at].time > time)
            --m_at;
        while (m_samples[m_at + 1].time <= time)
            ++m_at;
        const Sample& a = m_samples[m_at];
        const Sample& b = m_samples[m_at + 1];
        const double whole = b.before - a.before;
        if (whole == 0)
            return a.before;
        const double part = static_cast<double>(time - a.time);
        const double length = static_cast<double>(b.time - a.time);
        if (m_holds)
            return a.before + whole * part / length;
        const double value = a.value + (b.value - a.value) * part / length;
        return a.before + (a.value + value) / 2 * part * 1e-9;
    }

private:
    struct Sample
    {
        std::int64_t time = 0;
        double value = 0;
        double before = 0; ///< integral up to it
    };
    std::vector<Sample> m_samples;
    std::size_t m_at = 0;
    bool m_holds;
};

} // namespace

std::vector<double> timingAssociation(const trace::ChannelView& channel, std::int64_t longestPause, const Work& work)
{
    std::vector<double> sums(work.kinds.size(), 0);
    if (work.pieces.empty())
        return sums;
    trace::TimeRange range{work.pieces.front().begin, work.pieces.front().end};
    for (const WorkPiece& piece : work.pieces)
        range.end = std::max(range.end, piece.end);
    RunningIntegral integral(channel, longestPause, range);
    for (const WorkPiece& piece : work.pieces) {
        const double begin = integral.until(piece.begin);
        sums[piece.kind] += integral.until(piece.end) - begin;
    }
    return sums;
}

} // namespace stepscope::analysis
