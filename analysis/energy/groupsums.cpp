#include "analysis/energy/groupsums.h"

#include "analysis/statistics/bootstrap.h"
#include "analysis/text/quantitytext.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace stepscope::analysis {

void GroupSums::compute(const std::optional<trace::ChannelView::Integral>& ofPart)
{
    constexpr double kMaxDrift = 0.05;
    const OccupancyFit& fit = *m_account.fit;
    const bool isFitted = m_account.sensor.isFitted && !m_account.sensor.isLagKnown;
    if (fit.drift > kMaxDrift)
        m_account.doubt =
            translatable("Energy",
                         "the same ops take %1 more or less power in parts of the time, as when clocks change, so the "
                         "figures are means: lock the clocks (jetson_clocks), or select a part with constant clocks")
                .arg(percentText(fit.drift));
    else if (isFitted && fit.explained < Sensor::kWellExplained)
        m_account.doubt =
            translatable("Energy",
                         "the ops explain only %1 of the variance, with a window and a latency of the sensor that are "
                         "fitted to it: measure them (stepscope doctor --self-test), or record more steps with ops")
                .arg(percentText(fit.explained));
    else if (isFitted && scattersTooMuch())
        m_account.doubt = translatable("Energy", "the samples scatter too much for the window that is fitted to them, "
                                                 "%1: measure it (stepscope doctor --self-test)")
                              .arg(durationText(m_account.windowSeconds));
    m_account.reason = fit.reason;
    m_account.explained = fit.explained;
    if (fit.powers.empty())
        return;
    m_account.idleSum = fit.idlePower * m_seconds;
    if (ofPart)
        calibrate(*ofPart);
    std::vector<std::uint32_t> imprecise;
    for (std::uint32_t i = 0; i < m_shares.size(); ++i) {
        if (hasNoPower(i))
            continue;
        const Estimate estimate = sumOf({&i, 1});
        m_account.opsSum += estimate.value;
        if (OccupancyFit::isPrecise(estimate))
            m_account.ops[i].regression = estimate;
        else if (!m_shares[i].empty())
            imprecise.push_back(i);
    }
    if (fit.hasIdle)
        m_account.idle = fit.idle(m_seconds);
    join(std::move(imprecise));
}

bool GroupSums::hasNoPower(std::size_t group) const
{
    return m_shares[group].empty() && m_input.accountedTimes().groups[group].seconds > 0;
}

void GroupSums::calibrate(const trace::ChannelView::Integral& measured)
{
    constexpr double kFewest = 0.5; ///< share of the time with samples
    constexpr double kMostChange = 0.5;
    double known = 0; // s
    double unknown = 0;
    double sum = 0;
    for (std::size_t i = 0; i < m_shares.size(); ++i) {
        (hasNoPower(i) ? unknown : known) += m_input.accountedTimes().groups[i].seconds;
        sum += m_account.fit->sum(m_shares[i]).value;
    }
    const double covered = m_account.coveredSeconds / m_seconds;
    if (sum <= 0 || covered < kFewest || measured.coveredSeconds <= 0)
        return;
    const double unexplained = measured.value / measured.coveredSeconds - explainedPowerOfPart(); // W
    const double ofOps = m_account.integral - unexplained * m_account.coveredSeconds - covered * m_account.idleSum;
    const double change = ofOps / (covered * sum * (known + unknown) / known) - 1;
    if (std::abs(change) <= kMostChange)
        m_change = change;
}

double GroupSums::explainedPowerOfPart() const
{
    std::vector<ColumnShare> shares(m_input.kinds.size());
    for (std::uint32_t column = 0; column < shares.size(); ++column)
        shares[column].column = column;
    for (const SelfTimeInterval& interval : m_input.ops.selfTimes.intervals)
        shares[interval.column].weight += static_cast<double>(interval.end - interval.begin) * 1e-9;
    return m_account.fit->sum(shares).value / secondsOf(m_input.ops.stretches) + m_account.fit->idlePower;
}

Estimate GroupSums::calibrated(const Estimate& estimate) const
{
    const double value = estimate.value * (1 + m_change);
    const double half = (estimate.high - estimate.value) * (1 + m_change) + std::abs(value - estimate.value);
    return {value, std::max(value - half, 0.0), value + half};
}

bool GroupSums::scattersTooMuch() const
{
    constexpr double kLongSeconds = 0.005;
    constexpr double kMaxScatter = 0.06; ///< of the mean; true windows leave 0.02, wrong ones 0.11 (tests/truth)
    return m_account.isRail() && m_account.windowSeconds > kLongSeconds &&
           m_account.fit->noise * m_account.coveredSeconds > kMaxScatter * m_account.integral;
}

Estimate GroupSums::sumOf(std::span<const std::uint32_t> groups) const
{
    std::vector<ColumnShare> shares;
    double error = 0;
    for (const std::uint32_t group : groups) {
        shares.insert(shares.end(), m_shares[group].begin(), m_shares[group].end());
        if (m_input.isUntraced && group < m_input.projection.secondsErrors.size())
            error += std::pow(m_account.fit->sum(m_shares[group]).value * m_input.projection.secondsErrors[group], 2);
    }
    Estimate estimate = m_account.fit->sum(shares);
    const double half = std::hypot(estimate.high - estimate.value, normalHalfWidth95() * std::sqrt(error));
    estimate.low = std::max(estimate.value - half, 0.0);
    estimate.high = estimate.value + half;
    return m_change == 0 ? estimate : calibrated(estimate);
}

void GroupSums::join(std::vector<std::uint32_t> groups)
{
    constexpr std::size_t kMostJoined = 64; ///< groups that are considered: bounds the time
    std::vector<double> values(m_shares.size());
    for (const std::uint32_t group : groups)
        values[group] = sumOf({&group, 1}).value;
    std::stable_sort(groups.begin(), groups.end(), [&values](auto a, auto b) { return values[a] > values[b]; });
    if (groups.size() > kMostJoined)
        groups.resize(kMostJoined);
    while (groups.size() > 1) {
        std::vector<std::uint32_t> joined{groups.front()};
        groups.erase(groups.begin());
        Estimate sum = sumOf(joined);
        while (!groups.empty() && !OccupancyFit::isPrecise(sum))
            sum = addBest(groups, joined);
        if (!OccupancyFit::isPrecise(sum) || joined.size() < 2)
            return;
        for (const std::uint32_t group : joined)
            m_account.ops[group].joint = static_cast<std::uint32_t>(m_account.joints.size());
        m_account.joints.push_back({std::move(joined), sum});
    }
}

Estimate GroupSums::addBest(std::vector<std::uint32_t>& groups, std::vector<std::uint32_t>& joined) const
{
    std::size_t best = 0;
    Estimate bestSum;
    double narrowest = INFINITY;
    for (std::size_t i = 0; i < groups.size(); ++i) {
        joined.push_back(groups[i]);
        const Estimate sum = sumOf(joined);
        joined.pop_back();
        const double width = (sum.high - sum.value) / std::max(sum.value, 1e-30);
        if (width < narrowest) {
            narrowest = width;
            best = i;
            bestSum = sum;
        }
    }
    joined.push_back(groups[best]);
    groups.erase(groups.begin() + static_cast<std::ptrdiff_t>(best));
    return bestSum;
}

} // namespace stepscope::analysis
