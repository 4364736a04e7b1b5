#include "tests/truth/truth_energyscore.h"

#include <algorithm>
#include <cmath>

namespace stepscope::truth {
namespace {

constexpr double kSmallestShare = 0.01;

} // namespace

void EnergyScore::add(const EnergyRecording& recording, const analysis::Report& report, const SensorPlan& sensor,
                      bool isUntraced)
{
    const analysis::Attribution& attribution = isUntraced ? report.untraced.attribution : report.attribution;
    m_sensors.push_back(sensor);
    const bool isKnown = !attribution.channels.empty() && attribution.channels.front().reason.empty();
    const analysis::ChannelAccount none;
    const analysis::ChannelAccount& account = isKnown ? attribution.channels.front() : none;
    windows.push_back(1e3 * account.windowSeconds);
    lags.push_back(1e3 * account.lagSeconds);
    const EnergyTruth& truth = recording.truth;
    const double allSteps = static_cast<double>(isUntraced ? truth.untracedSteps : truth.tracedSteps);
    const double steps = static_cast<double>(attribution.steps) / std::max(allSteps, 1.0);
    const auto joulesOf = [&](const EnergyTruth::Op& op) {
        const double idleSeconds = isUntraced ? op.untracedMainSeconds : op.tracedMainSeconds;
        return ((isUntraced ? op.untracedJoules : op.tracedJoules) +
                (account.idle ? 0 : truth.idleWatts * idleSeconds)) *
               steps;
    };
    double all = 0;
    for (const auto& [name, op] : truth.ops)
        all += joulesOf(op);
    const bool isDoubted = !account.closureWarning.empty() || !account.doubt.empty();
    m_doubted += isDoubted ? 1 : 0;
    m_joules += all;
    for (const auto& [name, op] : truth.ops) {
        const double joules = joulesOf(op);
        for (std::size_t i = 0; i < attribution.groups.size() && isKnown; ++i) {
            const analysis::OpGroup& group = attribution.groups[i];
            if (group.name != name.first || group.shapes != name.second)
                continue;
            const analysis::OpConsumption& consumption = account.ops[i];
            m_jointJoules += consumption.joint != analysis::OpConsumption::kNotJoint ? joules : 0;
            if (!consumption.regression)
                continue;
            m_answeredJoules += joules;
            if (joules < kSmallestShare * all)
                continue;
            errors.push_back(100 * std::abs(consumption.regression->value / joules - 1));
            timingErrors.push_back(100 * std::abs(consumption.timing / joules - 1));
            if (!isDoubted) {
                ++m_intervals;
                m_covered += consumption.regression->low <= joules && joules <= consumption.regression->high ? 1 : 0;
            }
        }
    }
}

double EnergyScore::coverage() const
{
    if (m_intervals == 0)
        return m_doubted == m_sensors.size() ? 100 : -1;
    return 100 * static_cast<double>(m_covered) / static_cast<double>(m_intervals);
}

double EnergyScore::doubted() const
{
    return 100 * static_cast<double>(m_doubted) / static_cast<double>(m_sensors.size());
}

double EnergyScore::sensorsFound(double share) const
{
    std::size_t found = 0;
    for (std::size_t i = 0; i < m_sensors.size(); ++i) {
        const double tolerance = std::max(share * m_sensors[i].windowMs, 0.2);
        // Samples do not show when within their period a sensor updates, so that the lag after an update is not
        // defined.
        const bool hasLag = m_sensors[i].updateMs <= 0;
        found += std::abs(windows[i] - m_sensors[i].windowMs) <= tolerance &&
                         (!hasLag || std::abs(lags[i] - m_sensors[i].lagMs) <= tolerance)
                     ? 1
                     : 0;
    }
    return 100 * static_cast<double>(found) / static_cast<double>(m_sensors.size());
}

} // namespace stepscope::truth
