#include "analysis/algorithms/metrics.h"
#include "analysis/algorithms/sampling.h"

#include <algorithm>
#include <cmath>

namespace stepscope::analysis {
namespace {

constexpr std::size_t kBetweenLooks = 1U << 16U; ///< samples between two questions whether to go on

/// Share of the covered time in which the core read as idle. A sample stands for the time since the one before.
double idleRatio(const trace::ChannelView& channel, trace::TimeRange range, std::int64_t longestPause,
                 const Cancelled& cancelled)
{
    std::int64_t idle = 0;
    std::int64_t covered = 0;
    const std::size_t first = std::max<std::size_t>(channel.lowerBound(range.begin), 1);
    for (std::size_t i = first; i < channel.size(); ++i) {
        const trace::TimeRange since{channel.time(i - 1), channel.time(i)};
        if (since.begin >= range.end || (i % kBetweenLooks == 0 && cancelled && cancelled()))
            break;
        const double value = channel.value(i);
        if (std::isnan(value) || since.duration() > longestPause)
            continue;
        const std::int64_t inside = std::max<std::int64_t>(since.intersected(range).duration(), 0);
        covered += inside;
        idle += value < kIdleBelow ? inside : 0;
    }
    return covered > 0 ? static_cast<double>(idle) / static_cast<double>(covered) : 0;
}

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
                         .idleRatio = idleRatio(channel, range, longestPause(view, info), cancelled),
                         .coveredSeconds = integral.coveredSeconds});
    }
    std::stable_sort(cores.begin(), cores.end(), [](const auto& a, const auto& b) { return a.core < b.core; });
    return cores;
}

} // namespace stepscope::analysis
