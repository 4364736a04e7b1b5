#include "analysis/algorithms/compare.h"

#include "analysis/algorithms/comparechannels.h"
#include "analysis/algorithms/compareops.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace stepscope::analysis {
namespace {

/// Steps that lie wholly inside the range.
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

/// Those whose ops were recorded; recordings of other programs do not mark them.
std::vector<std::size_t> stepsWithOps(const CompareSide& side, const std::vector<std::size_t>& steps)
{
    std::vector<std::size_t> traced = onlyTraced(side, steps, true);
    return traced.empty() ? steps : traced;
}

std::vector<std::size_t> thinned(const std::vector<std::size_t>& steps)
{
    const std::size_t stride = (steps.size() + kStepsLookedAt - 1) / kStepsLookedAt;
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
    const SideOps::Op& one = of(a);
    const SideOps::Op& other = of(b);
    OpDifference op;
    op.name = key.first;
    op.shapes = key.second;
    op.countA = one.count;
    op.countB = other.count;
    op.firstLaneA = one.firstLane;
    op.firstSpanA = one.firstSpan;
    op.firstLaneB = other.firstLane;
    op.firstSpanB = other.firstSpan;

    const std::vector<SampleUnit> stepsA = a.meanUnits(one);
    const std::vector<SampleUnit> stepsB = b.meanUnits(other);
    op.overSteps = stepsA.size() >= kStepsForMeans && stepsB.size() >= kStepsForMeans;
    op.mean =
        op.overSteps ? differenceOf(stepsA, stepsB) : differenceOf(one.instances.units(), other.instances.units());

    const auto perStep = [](const SideOps& side, const SideOps::Op& found, bool counts) {
        double sum = counts ? static_cast<double>(found.count) : found.seconds;
        if (side.steps() == 0)
            return sum;
        sum = 0;
        for (const auto& [step, unit] : found.perStep)
            sum += counts ? unit.weight : unit.sum;
        return sum / static_cast<double>(side.steps());
    };
    op.countPerStep = {perStep(a, one, true), perStep(b, other, true), std::nullopt};
    op.totalPerStep = {perStep(a, one, false), perStep(b, other, false),
                       differenceInterval(a.totalUnits(one), b.totalUnits(other))};
    return op;
}

std::vector<OpDifference> opDifferences(const SideOps& a, const SideOps& b, const Cancelled& cancelled)
{
    std::set<SideOps::Key> keys;
    for (const SideOps* side : {&a, &b}) {
        for (const auto& [key, op] : side->ops())
            keys.insert(key);
    }
    std::vector<OpDifference> ops;
    for (const SideOps::Key& key : keys) {
        if (cancelled && cancelled())
            return {};
        ops.push_back(opDifference(key, a, b));
    }
    std::stable_sort(ops.begin(), ops.end(), [](const OpDifference& one, const OpDifference& other) {
        return std::abs(one.totalPerStep.absolute()) > std::abs(other.totalPerStep.absolute());
    });
    return ops;
}

} // namespace

double Difference::ratio() const
{
    return a != 0 ? b / a : std::numeric_limits<double>::quiet_NaN();
}

Comparison compare(const CompareSide& a, const CompareSide& b, const CompareOptions& options,
                   const Cancelled& cancelled)
{
    Comparison comparison;
    std::vector<std::size_t> stepsA = wholeSteps(a);
    std::vector<std::size_t> stepsB = wholeSteps(b);
    SideOps opsA(a, options.grouping, stepsWithOps(a, stepsA));
    SideOps opsB(b, options.grouping, stepsWithOps(b, stepsB));
    constexpr double kHalf = 0.45;
    if (!opsA.read(options, 0, kHalf, cancelled) || !opsB.read(options, kHalf, 2 * kHalf, cancelled))
        return {};
    comparison.stepsA = {stepsA.size(), onlyTraced(a, stepsA, true).size(), 0};
    comparison.stepsB = {stepsB.size(), onlyTraced(b, stepsB, true).size(), 0};
    comparison.ops = opDifferences(opsA, opsB, cancelled);

    const std::vector<std::size_t> untracedA = onlyTraced(a, stepsA, false);
    const std::vector<std::size_t> untracedB = onlyTraced(b, stepsB, false);
    comparison.untracedOnly = untracedA.size() >= kFewestUnits && untracedB.size() >= kFewestUnits;
    stepsA = thinned(comparison.untracedOnly ? untracedA : stepsA);
    stepsB = thinned(comparison.untracedOnly ? untracedB : stepsB);
    comparison.stepsA.used = stepsA.size();
    comparison.stepsB.used = stepsB.size();
    comparison.channels = compareChannels(a, b, stepsA, stepsB, cancelled);
    if (cancelled && cancelled())
        return {};
    return comparison;
}

} // namespace stepscope::analysis
