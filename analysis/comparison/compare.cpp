#include "analysis/comparison/compare.h"

#include "analysis/comparison/comparechannels.h"
#include "analysis/comparison/compareops.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <stop_token>

namespace stepscope::analysis {
namespace {

/// Indices of the steps inside the range.
std::vector<std::size_t> wholeSteps(const CompareSide& side)
{
    std::vector<std::size_t> steps;
    for (std::size_t i = side.view.stepLowerBound(side.range.begin); i < side.view.stepCount(); ++i) {
        const format::Step step = side.view.step(i);
        if (step.start >= side.range.end)
            break;
        if (step.start >= side.range.begin && step.end <= side.range.end)
            steps.push_back(i);
    }
    return steps;
}

bool isTraced(const CompareSide& side, std::size_t step)
{
    return (side.view.step(step).flags & format::Step::kTraced) != 0;
}

std::vector<std::size_t> onlyTraced(const CompareSide& side, const std::vector<std::size_t>& steps, bool traced)
{
    std::vector<std::size_t> kept;
    std::copy_if(steps.begin(), steps.end(), std::back_inserter(kept),
                 [&](std::size_t step) { return isTraced(side, step) == traced; });
    return kept;
}

/// The traced steps; all steps if none is marked as traced, as in imported recordings.
std::vector<std::size_t> stepsWithOps(const CompareSide& side, const std::vector<std::size_t>& steps)
{
    std::vector<std::size_t> traced = onlyTraced(side, steps, true);
    return traced.empty() ? steps : traced;
}

std::vector<std::size_t> thinned(const std::vector<std::size_t>& steps)
{
    const std::size_t stride = (steps.size() + kMaxStepsCompared - 1) / kMaxStepsCompared;
    std::vector<std::size_t> kept;
    for (std::size_t i = 0; i < steps.size(); i += std::max<std::size_t>(stride, 1))
        kept.push_back(steps[i]);
    return kept;
}

OpDifference opDifference(const SideOps::Key& key, const SideOps& a, const SideOps& b)
{
    static const SideOps::Op kNone;
    const auto of = [&key](const SideOps& side) -> const SideOps::Op& {
        const auto at = side.ops().find(key);
        return at != side.ops().end() ? at->second : kNone;
    };
    const SideOps::Op& opA = of(a);
    const SideOps::Op& opB = of(b);
    OpDifference op;
    op.name = key.first;
    op.shapes = key.second;
    op.countA = opA.count;
    op.countB = opB.count;
    op.firstLaneA = opA.firstLane;
    op.firstSpanA = opA.firstSpan;
    op.firstLaneB = opB.firstLane;
    op.firstSpanB = opB.firstSpan;

    const std::vector<SampleUnit> stepsA = a.meanUnits(opA);
    const std::vector<SampleUnit> stepsB = b.meanUnits(opB);
    op.overSteps = stepsA.size() >= kStepsForMeans && stepsB.size() >= kStepsForMeans;
    op.mean = op.overSteps ? differenceOf(stepsA, stepsB) : differenceOf(opA.instances.units(), opB.instances.units());

    const auto perStep = [](const SideOps& side, const SideOps::Op& sideOp, bool counts) {
        double sum = counts ? static_cast<double>(sideOp.count) : sideOp.seconds;
        if (side.steps() == 0)
            return sum;
        sum = 0;
        for (const auto& [step, unit] : sideOp.perStep)
            sum += counts ? unit.weight : unit.sum;
        return sum / static_cast<double>(side.steps());
    };
    op.countPerStep = {perStep(a, opA, true), perStep(b, opB, true), std::nullopt};
    op.totalPerStep = {perStep(a, opA, false), perStep(b, opB, false),
                       differenceInterval(a.totalUnits(opA), b.totalUnits(opB))};
    return op;
}

std::vector<OpDifference> opDifferences(const SideOps& a, const SideOps& b, const std::stop_token& stop)
{
    std::set<SideOps::Key> keys;
    for (const SideOps* side : {&a, &b}) {
        for (const auto& [key, op] : side->ops())
            keys.insert(key);
    }
    std::vector<OpDifference> ops;
    for (const SideOps::Key& key : keys) {
        if (stop.stop_requested())
            return {};
        ops.push_back(opDifference(key, a, b));
    }
    std::stable_sort(ops.begin(), ops.end(), [](const OpDifference& first, const OpDifference& second) {
        return std::abs(first.totalPerStep.absolute()) > std::abs(second.totalPerStep.absolute());
    });
    return ops;
}

} // namespace

double Difference::ratio() const
{
    return a != 0 ? b / a : std::numeric_limits<double>::quiet_NaN();
}

Comparison compare(const CompareSide& a, const CompareSide& b, const CompareOptions& options,
                   const std::stop_token& stop)
{
    Comparison comparison;
    std::vector<std::size_t> stepsA = wholeSteps(a);
    std::vector<std::size_t> stepsB = wholeSteps(b);
    SideOps opsA(a, options.grouping, stepsWithOps(a, stepsA));
    SideOps opsB(b, options.grouping, stepsWithOps(b, stepsB));
    constexpr double kHalf = 0.45;
    if (!opsA.read(options, 0, kHalf, stop) || !opsB.read(options, kHalf, 2 * kHalf, stop))
        return {};
    comparison.stepsA = {stepsA.size(), onlyTraced(a, stepsA, true).size(), 0};
    comparison.stepsB = {stepsB.size(), onlyTraced(b, stepsB, true).size(), 0};
    comparison.ops = opDifferences(opsA, opsB, stop);

    const std::vector<std::size_t> untracedA = onlyTraced(a, stepsA, false);
    const std::vector<std::size_t> untracedB = onlyTraced(b, stepsB, false);
    comparison.untracedOnly = untracedA.size() >= kMinUnits && untracedB.size() >= kMinUnits;
    stepsA = thinned(comparison.untracedOnly ? untracedA : stepsA);
    stepsB = thinned(comparison.untracedOnly ? untracedB : stepsB);
    comparison.stepsA.used = stepsA.size();
    comparison.stepsB.used = stepsB.size();
    comparison.channels = compareChannels(a, b, stepsA, stepsB, stop);
    if (stop.stop_requested())
        return {};
    return comparison;
}

} // namespace stepscope::analysis
