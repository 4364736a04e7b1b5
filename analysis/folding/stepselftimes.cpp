#include "analysis/folding/stepselftimes.h"

#include <algorithm>
#include <stop_token>

namespace stepscope::analysis {
namespace {

constexpr std::size_t kMaxStepGroups = 96;

} // namespace

StepSelfTimes stepSelfTimes(const trace::TraceView& view, const StepList& steps, const std::stop_token& stop)
{
    StepSelfTimes selfTimes;
    std::vector<trace::TimeRange> ranges;
    for (const StepEntry& step : steps.steps) {
        const bool isInOrder = ranges.empty() || ranges.back().end <= step.range.begin;
        if (!step.isTraced || !isInOrder)
            continue;
        selfTimes.steps.push_back(step.number);
        ranges.push_back(step.range);
    }
    const SelfTimeTrace all = selfTimeIn(view, ranges, GroupBy::Op, kMaxStepGroups, stop);
    selfTimes.groups = all.groups;
    selfTimes.seconds.assign(ranges.size() * selfTimes.groups.size(), 0);
    for (const trace::TimeRange& step : ranges)
        selfTimes.between.push_back(step.seconds());
    std::size_t step = 0;
    std::int64_t busyUntil = INT64_MIN;
    for (const SelfTimeInterval& interval : all.intervals) { // in order of begin
        while (step + 1 < ranges.size() && interval.begin >= ranges[step].end)
            ++step;
        const std::int64_t end = std::min(interval.end, ranges[step].end);
        selfTimes.seconds[step * selfTimes.groups.size() + interval.group] +=
            static_cast<double>(end - interval.begin) * 1e-9;
        const std::int64_t begin = std::max(interval.begin, busyUntil);
        if (end > begin)
            selfTimes.between[step] -= static_cast<double>(end - begin) * 1e-9;
        busyUntil = std::max(busyUntil, end);
    }
    return selfTimes;
}

} // namespace stepscope::analysis
