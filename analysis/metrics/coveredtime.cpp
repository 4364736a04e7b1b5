#include "analysis/metrics/coveredtime.h"

#include "analysis/metrics/channelrules.h"

#include <algorithm>
#include <cstdint>

namespace stepscope::analysis {
namespace {

using TimeRanges = std::vector<trace::TimeRange>;

/// Adds the parts of the range that the channel's samples cover.
void addCovered(const trace::ChannelView& channel, std::int64_t longest, trace::TimeRange range, TimeRanges& covered)
{
    const std::size_t first = std::max<std::size_t>(channel.lowerBound(range.begin), 1);
    const std::size_t last = std::min(channel.lowerBound(range.end) + 1, channel.size());
    const auto covers = channel.info().covers;
    trace::SampleReader samples(channel);
    const std::size_t before = covered.size();
    for (std::size_t i = first; i < last; ++i) {
        const trace::TimeRange segment = range.intersected({samples.time(i - 1), samples.time(i)});
        if (segment.isEmpty() ||
            !isCovered(covers, longest, samples.time(i) - samples.time(i - 1), samples.value(i - 1), samples.value(i)))
            continue;
        if (covered.size() > before && covered.back().end == segment.begin)
            covered.back().end = segment.end;
        else
            covered.push_back(segment);
    }
}

TimeRanges intersectionOf(const TimeRanges& a, const TimeRanges& b)
{
    TimeRanges common;
    for (auto first = a.begin(), second = b.begin(); first != a.end() && second != b.end();) {
        const trace::TimeRange both = first->intersected(*second);
        if (!both.isEmpty())
            common.push_back(both);
        (first->end < second->end ? first : second)++;
    }
    return common;
}

} // namespace

TimeRanges commonTime(const trace::TraceView& view, std::span<const trace::ChannelView* const> channels,
                      std::span<const trace::TimeRange> ranges)
{
    TimeRanges common(ranges.begin(), ranges.end());
    for (const trace::ChannelView* channel : channels) {
        TimeRanges covered;
        for (const trace::TimeRange& range : common)
            addCovered(*channel, longestPause(view, channel->info()), range, covered);
        common = intersectionOf(common, covered);
    }
    return common;
}

} // namespace stepscope::analysis
