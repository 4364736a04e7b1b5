#include "analysis/algorithms/stepwork.h"

#include <algorithm>

namespace stepscope::analysis {
namespace {

constexpr std::size_t kMostKinds = 96;

} // namespace

StepWork stepWork(const trace::TraceView& view, trace::TimeRange range, const Cancelled& cancelled)
{
    StepWork work;
    std::vector<trace::TimeRange> ranges;
    for (std::size_t i = view.stepLowerBound(range.begin); i < view.stepCount(); ++i) {
        const format::Step step = view.step(i);
        if (step.start >= range.end)
            break;
        const bool isWhole = step.start >= range.begin && step.end <= range.end && step.start < step.end;
        const bool isInOrder = ranges.empty() || ranges.back().end <= step.start;
        if ((step.flags & format::Step::kTraced) == 0 || !isWhole || !isInOrder)
            continue;
        work.steps.push_back(i);
        ranges.push_back({step.start, step.end});
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
