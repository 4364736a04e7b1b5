#include "analysis/comparison/comparechannels.h"

#include "analysis/metrics/channelrules.h"
#include "analysis/metrics/stepfigures.h"

#include <array>
#include <cmath>
#include <limits>
#include <stop_token>
#include <utility>

namespace stepscope::analysis {
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

/// Energies per step instead of mean powers.
std::vector<SampleUnit> perStep(std::vector<SampleUnit> units)
{
    for (SampleUnit& unit : units)
        unit.weight = 1;
    return units;
}

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
    ofSteps(Kind::StepEnergy, "J", &StepFigures::joules);
    for (const RailSummary& rail : railSummaries(a.view, {0, 0})) {
        const auto unitsA = sides[0].units("rail.power", rail.name);
        const auto unitsB = sides[1].units("rail.power", rail.name);
        add(Kind::RailPower, rail.name, "W", unitsA, unitsB);
        add(Kind::RailEnergy, rail.name, "J", perStep(unitsA), perStep(unitsB));
    }
    add(Kind::CpuUtilization, {}, "1", sides[0].cpuUnits(), sides[1].cpuUnits());
    add(Kind::GpuUtilization, {}, "1", sides[0].units("gpu.utilization", {}), sides[1].units("gpu.utilization", {}));
    const Difference peak{sides[0].peakMemory(), sides[1].peakMemory(), std::nullopt};
    if (!std::isnan(peak.a) && !std::isnan(peak.b))
        differences.push_back({Kind::PeakMemory, {}, "B", peak});
    return differences;
}

} // namespace stepscope::analysis
