#include "analysis/algorithms/stallsearch.h"

#include "analysis/algorithms/foldchannel.h"
#include "analysis/algorithms/sampling.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace stepscope::analysis {
namespace {

constexpr int kPlaces = 100;       ///< of the step that are tried
constexpr std::size_t kFewest = 8; ///< readings
constexpr double kMostOff = 16;    ///< a reading's square: one that is wild does not decide
constexpr double kLikely = 0.7;    ///< probability of the op that is blamed

} // namespace

StallSearch::StallSearch(const trace::TraceView& view, const FoldedSteps& steps,
                         const std::vector<StepTemplate>& templates, std::span<const NamedSensor> sensors)
    : m_view(view)
    , m_steps(steps)
    , m_templates(templates)
    , m_sensors(sensors)
{}

std::vector<StallSearch::Reading> StallSearch::readingsOf(const OutlierStep& step) const
{
    std::vector<Reading> readings;
    const std::vector<trace::TimeRange> alone{step.range};
    const StepPhases itself(alone);
    std::size_t next = 0;
    for (const trace::ChannelView& channel : m_view.channels()) {
        if (!followsSteps(channel.info()))
            continue;
        if (next == m_templates.size())
            break;
        const StepTemplate& usual = m_templates[next++];
        if (!usual.isUsable())
            continue;
        const Sensor sensor = sensorOf(m_view, channel.info(), m_sensors);
        for (const FoldPoint& point : pointsOfStep(m_view, channel, itself, 0, sensor))
            readings.push_back({point.seconds, point.value, &usual});
    }
    return readings;
}

void StallSearch::blame(OutlierStep& step) const
{
    step.reason = "its ops were not recorded";
    const double excess = step.range.seconds() - step.usualSeconds;
    if (step.feature != "duration" || excess <= 0 || m_steps.phases.size() == 0)
        return;
    const std::vector<Reading> readings = readingsOf(step);
    if (readings.size() < kFewest || m_steps.ops.empty())
        return;
    std::vector<double> costs;
    for (int place = 0; place <= kPlaces; ++place) {
        const double stall = step.usualSeconds * place / kPlaces;
        double cost = 0;
        for (const Reading& reading : readings) {
            if (reading.seconds >= stall && reading.seconds < stall + excess) {
                cost += 1; // what it reads while it stands still nobody knows: as good as usual
                continue;
            }
            const double seconds = reading.seconds < stall ? reading.seconds : reading.seconds - excess;
            cost +=
                std::min(reading.usual->off(seconds / step.usualSeconds * m_steps.phases.stepSeconds(), reading.value),
                         kMostOff);
        }
        costs.push_back(cost);
    }
    const double best = *std::min_element(costs.begin(), costs.end());
    std::map<std::uint32_t, double> likely; // by op; 0 = between ops
    double all = 0;
    for (std::size_t place = 0; place < costs.size(); ++place) {
        const double likelihood = std::exp((best - costs[place]) / 2);
        likely[opAt(static_cast<double>(place) / kPlaces * m_steps.phases.stepSeconds())] += likelihood;
        all += likelihood;
    }
    const auto most = std::max_element(likely.begin(), likely.end(),
                                       [](const auto& a, const auto& b) { return a.second < b.second; });
    if (most->second < kLikely * all) {
        step.reason = "its ops were not recorded, and its readings do not show where it stood still";
        return;
    }
    step.excessSeconds = excess;
    step.isGuess = true;
    step.reason.clear();
    step.cause = most->first != 0 ? OutlierStep::Cause::Op : OutlierStep::Cause::BetweenOps;
    if (most->first == 0)
        return;
    step.op = m_view.opName(most->first);
    step.shapes = m_view.opShapes(most->first);
}

std::uint32_t StallSearch::opAt(double seconds) const
{
    const FoldedOp* found = nullptr;
    for (const FoldedOp& op : m_steps.ops) {
        const bool isThread = m_view.lanes()[op.lane].info().kind == format::Lane::Kind::Thread;
        if (isThread && op.begin <= seconds && seconds < op.end && (found == nullptr || op.depth > found->depth))
            found = &op;
    }
    return found != nullptr ? found->op : 0;
}

} // namespace stepscope::analysis
