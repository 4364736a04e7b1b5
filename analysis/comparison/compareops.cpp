#include "analysis/comparison/compareops.h"

#include <algorithm>
#include <stop_token>

namespace stepscope::analysis {
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
