#include "analysis/comparison/compare.h"

#include "analysis/metrics/channelrules.h"
#include "analysis/metrics/metrics.h"
#include "analysis/metrics/stepfigures.h"
#include "analysis/text/quantitytext.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>
#include <stop_token>
#include <utility>

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

/// Samples of the first of these steps that reports them, if at least half of them do, else those of the recording; 0 =
/// not known.
std::uint64_t batchSizeOf(const CompareSide& side, const std::vector<std::size_t>& steps)
{
    std::uint64_t first = 0;
    std::size_t stating = 0;
    for (const std::size_t i : steps) {
        const std::uint64_t samples = side.view.step(i).samples;
        first = first > 0 ? first : samples;
        stating += samples > 0 ? 1 : 0;
    }
    return stating > 0 && 2 * stating >= steps.size() ? first : statedBatchSize(side.view);
}

/// Batch sizes of 0 are not known.
Message batchNote(std::uint64_t a, std::uint64_t b, OpGrouping grouping)
{
    if (a == b || a == 0 || b == 0)
        return {};
    Message note = translatable("Comparison", "The batch size is %1 in A and %2 in B: a step does different work.")
                       .arg(countText(a))
                       .arg(countText(b));
    if (grouping == OpGrouping::Op)
        note += translatable("Comparison", " Match ops by name alone, since their shapes differ.");
    return note;
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
    comparison.note = batchNote(batchSizeOf(a, stepsA), batchSizeOf(b, stepsB), options.grouping);
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

namespace {

constexpr double kNoValue = std::numeric_limits<double>::quiet_NaN();
using Kind = ChannelDifference::Kind;

/// Figures of unitsA side, over steps or over the whole range.
class ComparedSide
{
public:
    ComparedSide(const CompareSide& side, const std::vector<std::size_t>& steps, bool overSteps,
                 const std::stop_token& stop)
        : m_side(side)
        , m_overSteps(overSteps)
    {
        if (overSteps)
            m_figures = stepFigures(side.view, steps, stop);
        for (const std::size_t at : steps) {
            const format::Step step = side.view.step(at);
            m_steps.push_back({step.start, step.end});
        }
    }

    [[nodiscard]] std::vector<SampleUnit> stepUnits(double StepFigures::*figure) const
    {
        std::vector<SampleUnit> units;
        for (const StepFigures& figures : m_figures) {
            if (!std::isnan(figures.*figure))
                units.push_back({figures.*figure, 1});
        }
        return units;
    }

    /// Share of the steps with this figure.
    [[nodiscard]] double coverage(double StepFigures::*figure) const
    {
        const auto known = std::count_if(m_figures.begin(), m_figures.end(),
                                         [&](const StepFigures& figures) { return !std::isnan(figures.*figure); });
        return m_figures.empty() ? 0 : static_cast<double>(known) / static_cast<double>(m_figures.size());
    }

    /// Integral and covered time of a channel for each step, or of the whole range.
    [[nodiscard]] std::vector<SampleUnit> units(std::string_view quantity, std::string_view rail) const
    {
        for (const trace::ChannelView& channel : m_side.view.channels()) {
            const trace::Channel& info = channel.info();
            if (info.quantity == quantity && (rail.empty() || titleOf(info) == rail))
                return unitsOf(channel);
        }
        return {};
    }

    /// Energies of the steps, or of the range, that samples of the rail cover, and the share of those steps, or of the
    /// range.
    [[nodiscard]] std::pair<std::vector<SampleUnit>, double> energies(std::string_view rail) const
    {
        const std::vector<trace::TimeRange> whole{m_side.range};
        const std::vector<trace::TimeRange>& ranges = m_overSteps ? m_steps : whole;
        std::vector<SampleUnit> units;
        double covered = 0;
        for (const trace::ChannelView& channel : m_side.view.channels()) {
            if (channel.info().quantity != "rail.power" || titleOf(channel.info()) != rail)
                continue;
            for (const trace::TimeRange& range : ranges) {
                const auto integral = channel.integral(range);
                const double share = range.isEmpty() ? 0 : integral.coveredSeconds / range.seconds();
                if (share >= kFullCoverage)
                    units.push_back({integral.mean() * range.seconds(), 1});
                covered += m_overSteps ? (share >= kFullCoverage ? 1 : 0) : share;
            }
            break;
        }
        return {units, ranges.empty() ? 0 : covered / static_cast<double>(ranges.size())};
    }

    [[nodiscard]] std::vector<SampleUnit> cpuUnits() const
    {
        if (m_overSteps)
            return stepUnits(&StepFigures::cpu);
        const auto cpu = summarize(m_side.view, m_side.range).cpuUtilization;
        return cpu ? std::vector<SampleUnit>{{*cpu, 1}} : std::vector<SampleUnit>{};
    }

    [[nodiscard]] double peakMemory() const
    {
        const auto* channel = findChannel(m_side.view, "memory.used");
        if (!channel)
            return kNoValue;
        const auto extremes =
            channel->extremes(channel->lowerBound(m_side.range.begin), channel->lowerBound(m_side.range.end));
        return extremes.samples > 0 ? extremes.max : kNoValue;
    }

private:
    [[nodiscard]] std::vector<SampleUnit> unitsOf(const trace::ChannelView& channel) const
    {
        const std::vector<trace::TimeRange> whole{m_side.range};
        std::vector<SampleUnit> units;
        for (const trace::TimeRange range : m_overSteps ? m_steps : whole) {
            const auto integral = channel.integral(range);
            if (integral.coveredSeconds > 0)
                units.push_back({integral.value, integral.coveredSeconds});
        }
        return units;
    }

    const CompareSide& m_side;
    bool m_overSteps;
    std::vector<StepFigures> m_figures;
    std::vector<trace::TimeRange> m_steps;
};

} // namespace

Difference differenceOf(const std::vector<SampleUnit>& a, const std::vector<SampleUnit>& b)
{
    return {a.empty() ? kNoValue : ratioEstimate(a), b.empty() ? kNoValue : ratioEstimate(b), differenceInterval(a, b)};
}

std::vector<ChannelDifference> compareChannels(const CompareSide& a, const CompareSide& b,
                                               const std::vector<std::size_t>& stepsA,
                                               const std::vector<std::size_t>& stepsB, const std::stop_token& stop)
{
    const bool overSteps = !stepsA.empty() && !stepsB.empty();
    const std::array<ComparedSide, 2> sides{ComparedSide(a, stepsA, overSteps, stop),
                                            ComparedSide(b, stepsB, overSteps, stop)};
    std::vector<ChannelDifference> differences;
    const auto add = [&differences](Kind kind, const std::string& name, const char* unit,
                                    const std::vector<SampleUnit>& unitsA, const std::vector<SampleUnit>& unitsB) {
        if (!unitsA.empty() && !unitsB.empty())
            differences.push_back({kind, name, unit, differenceOf(unitsA, unitsB)});
    };
    const auto ofSteps = [&](Kind kind, const char* unit, double StepFigures::*figure) {
        add(kind, {}, unit, sides[0].stepUnits(figure), sides[1].stepUnits(figure));
    };
    ofSteps(Kind::StepDuration, "s", &StepFigures::seconds);
    const auto addEnergy = [&](Kind kind, const std::string& name, const auto& ofA, const auto& ofB) {
        if (!(ofA.second > 0) || !(ofB.second > 0))
            return;
        const Difference none{kNoValue, kNoValue, std::nullopt};
        const bool isKnown = !ofA.first.empty() && !ofB.first.empty();
        differences.push_back(
            {kind, name, "J", isKnown ? differenceOf(ofA.first, ofB.first) : none, ofA.second, ofB.second});
    };
    const auto stepEnergies = [](const ComparedSide& side) {
        return std::pair(side.stepUnits(&StepFigures::joules), side.coverage(&StepFigures::joules));
    };
    addEnergy(Kind::StepEnergy, {}, stepEnergies(sides[0]), stepEnergies(sides[1]));
    for (const RailSummary& rail : railSummaries(a.view, {0, 0})) {
        const auto unitsA = sides[0].units("rail.power", rail.name);
        const auto unitsB = sides[1].units("rail.power", rail.name);
        add(Kind::RailPower, rail.name, "W", unitsA, unitsB);
        addEnergy(Kind::RailEnergy, rail.name, sides[0].energies(rail.name), sides[1].energies(rail.name));
    }
    add(Kind::CpuUtilization, {}, "1", sides[0].cpuUnits(), sides[1].cpuUnits());
    add(Kind::GpuUtilization, {}, "1", sides[0].units("gpu.utilization", {}), sides[1].units("gpu.utilization", {}));
    const Difference peak{sides[0].peakMemory(), sides[1].peakMemory(), std::nullopt};
    if (!std::isnan(peak.a) && !std::isnan(peak.b))
        differences.push_back({Kind::PeakMemory, {}, "B", peak});
    return differences;
}

namespace {

constexpr std::size_t kSpansBetweenStopChecks = 1U << 16U;

} // namespace

SideOps::SideOps(const CompareSide& side, OpGrouping grouping, const std::vector<std::size_t>& steps)
    : m_side(side)
    , m_grouping(grouping)
    , m_steps(steps)
{}

bool SideOps::read(const CompareOptions& options, double from, double to, const std::stop_token& stop)
{
    const trace::TraceView& view = m_side.view;
    OpRowIndex groups(view, m_grouping);
    OpRowIndex stepOf(view, OpGrouping::Step);
    std::vector<Op> ops(groups.size());
    std::size_t lane = 0;
    std::size_t position = view.stepCount(); // step of the latest span; stepCount() = between steps
    std::uint32_t place = kNoStep;
    for (const trace::LaneView& spans : view.lanes()) {
        const std::size_t at = lane++;
        if (options.progress)
            options.progress(from + (to - from) * static_cast<double>(at) / static_cast<double>(view.lanes().size()));
        if (spans.info().kind == format::Lane::Kind::Phases)
            continue;
        const auto [first, last] = spans.touching(m_side.range);
        for (std::size_t i = first; i < last; ++i) {
            if ((i - first) % kSpansBetweenStopChecks == 0 && stop.stop_requested())
                return false;
            const trace::SpanRecord span = spans.span(i);
            if (!m_side.range.contains(span.start))
                continue;
            if (const std::size_t step = stepOf.of(span); step != position) {
                position = step;
                place = placeOf(step);
            }
            add(ops[groups.of(span)], span, place, at, i);
        }
    }
    for (std::size_t group = 0; group < ops.size(); ++group) {
        if (ops[group].count > 0)
            m_ops.try_emplace({groups.title(group), m_grouping == OpGrouping::Op ? groups.variants(group).only : ""},
                              std::move(ops[group]));
    }
    return true;
}

std::uint32_t SideOps::placeOf(std::size_t step) const
{
    const auto at = std::lower_bound(m_steps.begin(), m_steps.end(), step);
    return at != m_steps.end() && *at == step ? static_cast<std::uint32_t>(at - m_steps.begin()) : kNoStep;
}

void SideOps::add(Op& op, const trace::SpanRecord& span, std::uint32_t step, std::size_t lane, std::size_t index) const
{
    const double seconds = static_cast<double>(span.duration) * 1e-9;
    if (op.count == 0 || span.start < op.firstStart) {
        op.firstStart = span.start;
        op.firstLane = lane;
        op.firstSpan = index;
    }
    ++op.count;
    op.seconds += seconds;
    op.instances.add(seconds, 1);
    if (step == kNoStep)
        return;
    if (op.perStep.empty() || op.perStep.back().first != step)
        op.perStep.emplace_back(step, SampleUnit{});
    op.perStep.back().second.sum += seconds;
    op.perStep.back().second.weight += 1;
}

std::vector<SampleUnit> SideOps::byStep(const Op& op) const
{
    std::vector<SampleUnit> units(m_steps.size());
    for (const auto& [step, unit] : op.perStep) {
        units[step].sum += unit.sum;
        units[step].weight += unit.weight;
    }
    return units;
}

std::vector<SampleUnit> SideOps::meanUnits(const Op& op) const
{
    std::vector<SampleUnit> units = byStep(op);
    std::erase_if(units, [](const SampleUnit& unit) { return unit.weight == 0; });
    return units;
}

std::vector<SampleUnit> SideOps::totalUnits(const Op& op) const
{
    std::vector<SampleUnit> units = byStep(op);
    for (SampleUnit& unit : units)
        unit.weight = 1;
    return units;
}

} // namespace stepscope::analysis
