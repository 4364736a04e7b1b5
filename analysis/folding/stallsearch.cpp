#include "analysis/folding/stallsearch.h"

#include "analysis/folding/foldchannel.h"
#include "analysis/metrics/channelrules.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace stepscope::analysis {
namespace {

constexpr int kPlaces = 100; ///< evaluated positions in the step
constexpr std::size_t kMinReadings = 8;
constexpr double kMaxSquaredDeviation = 16; ///< limits the influence of a single sample
constexpr double kMinProbability = 0.7;     ///< of the op that is reported as the cause

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
    const std::vector<trace::TimeRange> ranges{step.range};
    const StepPhases phases(ranges);
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
        for (const FoldPoint& point : pointsOfStep(m_view, channel, phases, 0, sensor))
            readings.push_back({point.seconds, point.value, &usual});
    }
    return readings;
}

void StallSearch::findCause(OutlierStep& step) const
{
    step.reason = "its ops were not recorded";
    const double excess = step.range.seconds() - step.usualSeconds;
    if (step.feature != "duration" || excess <= 0 || m_steps.phases.size() == 0)
        return;
    const std::vector<Reading> readings = readingsOf(step);
    if (readings.size() < kMinReadings || m_steps.ops.empty())
        return;
    std::vector<double> costs;
    for (int place = 0; place <= kPlaces; ++place) {
        const double stall = step.usualSeconds * place / kPlaces;
        double cost = 0;
        for (const Reading& reading : readings) {
            if (reading.seconds >= stall && reading.seconds < stall + excess) {
                cost += 1; // the expected value: the samples during a stall are unknown
                continue;
            }
            const double seconds = reading.seconds < stall ? reading.seconds : reading.seconds - excess;
            cost += std::min(reading.usual->squaredDeviation(seconds / step.usualSeconds * m_steps.phases.stepSeconds(),
                                                             reading.value),
                             kMaxSquaredDeviation);
        }
        costs.push_back(cost);
    }
    const double best = *std::min_element(costs.begin(), costs.end());
    std::map<std::uint32_t, double> likelihoods; // by op; 0 = between ops
    double all = 0;
    for (std::size_t place = 0; place < costs.size(); ++place) {
        const double likelihood = std::exp((best - costs[place]) / 2);
        likelihoods[opAt(static_cast<double>(place) / kPlaces * m_steps.phases.stepSeconds())] += likelihood;
        all += likelihood;
    }
    const auto likeliest = std::max_element(likelihoods.begin(), likelihoods.end(),
                                            [](const auto& a, const auto& b) { return a.second < b.second; });
    if (likeliest->second < kMinProbability * all) {
        step.reason = "its ops were not recorded, and its samples do not show the place of the stall";
        return;
    }
    step.excessSeconds = excess;
    step.isGuess = true;
    step.reason.clear();
    step.cause = likeliest->first != 0 ? OutlierStep::Cause::Op : OutlierStep::Cause::BetweenOps;
    if (likeliest->first == 0)
        return;
    step.op = m_view.opName(likeliest->first);
    step.shapes = m_view.opShapes(likeliest->first);
}

std::uint32_t StallSearch::opAt(double seconds) const
{
    const FoldedOp* innermost = nullptr;
    for (const FoldedOp& op : m_steps.ops) {
        const bool isThread = m_view.lanes()[op.lane].info().kind == format::Lane::Kind::Thread;
        if (isThread && op.begin <= seconds && seconds < op.end &&
            (innermost == nullptr || op.depth > innermost->depth))
            innermost = &op;
    }
    return innermost != nullptr ? innermost->op : 0;
}

} // namespace stepscope::analysis
