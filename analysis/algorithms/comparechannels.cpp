#include "analysis/algorithms/comparechannels.h"

#include "analysis/algorithms/sampling.h"
#include "analysis/algorithms/stepfigures.h"

#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace stepscope::analysis {
namespace {

constexpr double kNotMeasured = std::numeric_limits<double>::quiet_NaN();
using What = ChannelDifference::What;

/// One side: what its steps, or the whole range, used.
class Side
{
public:
    Side(const CompareSide& side, const std::vector<std::size_t>& steps, bool overSteps, const Cancelled& cancelled)
        : m_side(side)
        , m_overSteps(overSteps)
    {
        if (overSteps)
            m_figures = stepFigures(side.view, steps, cancelled);
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

    /// Integral and covered time of a channel.
    [[nodiscard]] std::vector<SampleUnit> units(std::string_view quantity, std::string_view rail) const
    {
        for (const trace::ChannelView& channel : m_side.view.channels()) {
            const trace::Channel& info = channel.info();
            if (info.quantity == quantity && (rail.empty() || titleOf(info) == rail))
                return unitsOf(channel);
        }
        return {};
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
            return kNotMeasured;
        const auto extremes =
            channel->extremes(channel->lowerBound(m_side.range.begin), channel->lowerBound(m_side.range.end));
        return extremes.samples > 0 ? extremes.max : kNotMeasured;
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

/// What each step used, instead of its mean power.
std::vector<SampleUnit> perStep(std::vector<SampleUnit> units)
{
    for (SampleUnit& unit : units)
        unit.weight = 1;
    return units;
}

} // namespace

Difference differenceOf(const std::vector<SampleUnit>& a, const std::vector<SampleUnit>& b)
{
    return {a.empty() ? kNotMeasured : ratioEstimate(a), b.empty() ? kNotMeasured : ratioEstimate(b),
            differenceInterval(a, b)};
}

std::vector<ChannelDifference> compareChannels(const CompareSide& a, const CompareSide& b,
                                               const std::vector<std::size_t>& stepsA,
                                               const std::vector<std::size_t>& stepsB, const Cancelled& cancelled)
{
    const bool overSteps = !stepsA.empty() && !stepsB.empty();
    const std::array<Side, 2> sides{Side(a, stepsA, overSteps, cancelled), Side(b, stepsB, overSteps, cancelled)};
    std::vector<ChannelDifference> found;
    const auto add = [&found](What what, const std::string& name, const char* unit, const std::vector<SampleUnit>& one,
                              const std::vector<SampleUnit>& other) {
        if (!one.empty() && !other.empty())
            found.push_back({what, name, unit, differenceOf(one, other)});
    };
    const auto ofSteps = [&](What what, const char* unit, double StepFigures::*figure) {
        add(what, {}, unit, sides[0].stepUnits(figure), sides[1].stepUnits(figure));
    };
    ofSteps(What::StepDuration, "s", &StepFigures::seconds);
    ofSteps(What::StepEnergy, "J", &StepFigures::joules);
    for (const RailSummary& rail : railSummaries(a.view, {0, 0})) {
        const auto one = sides[0].units("rail.power", rail.name);
        const auto other = sides[1].units("rail.power", rail.name);
        add(What::RailPower, rail.name, "W", one, other);
        add(What::RailEnergy, rail.name, "J", perStep(one), perStep(other));
    }
    add(What::CpuUtilization, {}, "1", sides[0].cpuUnits(), sides[1].cpuUnits());
    add(What::GpuUtilization, {}, "1", sides[0].units("gpu.utilization", {}), sides[1].units("gpu.utilization", {}));
    const Difference peak{sides[0].peakMemory(), sides[1].peakMemory(), std::nullopt};
    if (!std::isnan(peak.a) && !std::isnan(peak.b))
        found.push_back({What::PeakMemory, {}, "B", peak});
    return found;
}

} // namespace stepscope::analysis
