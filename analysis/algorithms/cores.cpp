#include "analysis/algorithms/metrics.h"
#include "analysis/algorithms/sampling.h"

#include <algorithm>
#include <utility>

namespace stepscope::analysis {
namespace {

/// How long a core read as idle. A sample stands for the time since the one before, so segment i ends at sample i.
/// Stretches in which it was idle, or busy, all the time are not looked at one by one: a day of samples costs as little
/// as its changes.
class IdleTime
{
public:
    IdleTime(const trace::ChannelView& channel, trace::TimeRange range, std::int64_t longestPause, Cancelled cancelled)
        : m_channel(channel)
        , m_range(range)
        , m_longestPause(longestPause)
        , m_cancelled(std::move(cancelled))
    {}

    [[nodiscard]] double seconds() const
    {
        const std::size_t first = std::max<std::size_t>(m_channel.lowerBound(m_range.begin), 1);
        const std::size_t last = std::min(m_channel.lowerBound(m_range.end) + 1, m_channel.size());
        return first < last ? within(first, last) : 0;
    }

private:
    static constexpr std::size_t kOneByOne = 256;

    [[nodiscard]] double within(std::size_t first, std::size_t last) const
    {
        if (last - first <= kOneByOne)
            return counted(first, last);
        const trace::Extremes extremes = m_channel.extremes(first, last);
        if (extremes.samples == 0 || extremes.min >= kIdleBelow || (m_cancelled && m_cancelled()))
            return 0;
        if (extremes.max < kIdleBelow) {
            const trace::TimeRange all{m_channel.time(first - 1), m_channel.time(last - 1)};
            return m_channel.integral(all.intersected(m_range)).coveredSeconds;
        }
        const std::size_t middle = first + (last - first) / 2;
        return within(first, middle) + within(middle, last);
    }

    [[nodiscard]] double counted(std::size_t first, std::size_t last) const
    {
        std::int64_t idle = 0;
        for (std::size_t i = first; i < last; ++i) {
            const trace::TimeRange since{m_channel.time(i - 1), m_channel.time(i)};
            if (m_channel.value(i) < kIdleBelow && since.duration() <= m_longestPause)
                idle += std::max<std::int64_t>(since.intersected(m_range).duration(), 0);
        }
        return static_cast<double>(idle) * 1e-9;
    }

    const trace::ChannelView& m_channel;
    trace::TimeRange m_range;
    std::int64_t m_longestPause;
    Cancelled m_cancelled;
};

} // namespace

std::vector<CoreSummary> coreSummaries(const trace::TraceView& view, trace::TimeRange range, const Cancelled& cancelled)
{
    std::vector<CoreSummary> cores;
    for (const trace::ChannelView& channel : view.channels()) {
        const trace::Channel& info = channel.info();
        if (info.quantity != "cpu.utilization" || info.core < 0)
            continue;
        const auto integral = channel.integral(range);
        cores.push_back({.core = info.core,
                         .cluster = info.cluster,
                         .utilization = integral.mean(),
                         .idleRatio = integral.coveredSeconds > 0
                                          ? IdleTime(channel, range, longestPause(view, info), cancelled).seconds() /
                                                integral.coveredSeconds
                                          : 0,
                         .coveredSeconds = integral.coveredSeconds});
    }
    std::stable_sort(cores.begin(), cores.end(), [](const auto& a, const auto& b) { return a.core < b.core; });
    return cores;
}

} // namespace stepscope::analysis
