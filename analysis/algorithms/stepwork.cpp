#include "analysis/algorithms/stepwork.h"

#include <algorithm>

namespace stepscope::analysis {
namespace {

constexpr std::size_t kMostKinds = 96;

} // namespace

StepWork stepWork(const trace::TraceView& view, const StepList& steps, const Cancelled& cancelled)
{
    StepWork work;
    std::vector<trace::TimeRange> ranges;
    for (const KnownStep& step : steps.steps) {
        const bool isInOrder = ranges.empty() || ranges.back().end <= step.range.begin;
        if (!step.isTraced || !isInOrder)
            continue;
        work.steps.push_back(step.number);
        ranges.push_back(step.range);
    }
    const Work all = workIn(view, ranges, WorkBy::Op, kMostKinds, cancelled);
    work.kinds = all.kinds;
    work.seconds.assign(ranges.size() * work.kinds.size(), 0);
    for (const trace::TimeRange& step : ranges)
        work.between.push_back(step.seconds());
    std::size_t step = 0;
    std::int64_t busyUntil = INT64_MIN;
    for (const WorkPiece& piece : all.pieces) { // by begin; cut at the steps' ends
        while (step + 1 < ranges.size() && piece.begin >= ranges[step].end)
            ++step;
        const std::int64_t end = std::min(piece.end, ranges[step].end);
        work.seconds[step * work.kinds.size() + piece.kind] += static_cast<double>(end - piece.begin) * 1e-9;
        const std::int64_t begin = std::max(piece.begin, busyUntil);
        if (end > begin)
            work.between[step] -= static_cast<double>(end - begin) * 1e-9;
        busyUntil = std::max(busyUntil, end);
    }
    return work;
}

} // namespace stepscope::analysis
