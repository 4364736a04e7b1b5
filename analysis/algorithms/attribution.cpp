#include "analysis/algorithms/attribution.h"

#include "analysis/algorithms/samplewindows.h"
#include "analysis/algorithms/sampling.h"
#include "analysis/algorithms/textpage.h"
#include "analysis/algorithms/timingassociation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace stepscope::analysis {
namespace {

constexpr std::size_t kMostKinds = 96;
constexpr std::string_view kRail = "rail.power";
constexpr std::array<std::string_view, 4> kQuantities{kRail, "cpu.process", "cpu.utilization", "gpu.utilization"};
trace::ChannelView::Integral integralOver(const trace::ChannelView& channel,
                                          std::span<const trace::TimeRange> stretches)
{
    trace::ChannelView::Integral sum;
    for (const trace::TimeRange& stretch : stretches) {
        const auto part = channel.integral(stretch);
        sum.value += part.value;
        sum.coveredSeconds += part.coveredSeconds;
    }
    return sum;
}

/// Of the samples' time, outside of the stretches, see rowsOf().
double outsideShare(const OccupancyRows& rows, std::size_t kindCount)
{
    double outside = 0;
    double all = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        all += rows.weights[i];
        for (std::size_t k = rows.rowBegin[i]; k < rows.rowBegin[i + 1]; ++k)
            outside += rows.kinds[k] == kindCount ? static_cast<double>(rows.shares[k]) * rows.weights[i] : 0;
    }
    return all > 0 ? outside / all : 0;
}

/// An account that does not close has to say so, and why.
std::string doubtOf(const ChannelAccount& account, double seconds, double outside)
{
    constexpr double kClosed = 0.02;
    if (!account.reason.empty() || std::abs(account.unattributed()) <= kClosed * account.integral)
        return {};
    const double gap = seconds - account.coveredSeconds;
    if (gap > kClosed / 2 * seconds)
        return "in " + durationText(gap) + " of " + durationText(seconds) +
               " there are no samples: what the ops took then is not in what was measured";
    if (outside > kClosed / 2)
        return "the steps with ops stand apart, and " + percentText(outside) +
               " of their samples' time lies between them: record more steps in a row, or sample faster";
    return "the ops' figures rest on " + countText(account.samples) + " samples, of which they explain " +
           percentText(account.explained) + ": record more steps with ops, or sample faster";
}

Estimate times(const Estimate& estimate, double factor)
{
    return {estimate.value * factor, estimate.low * factor, estimate.high * factor};
}

void takeFit(const OccupancyFit& fit, const Work& work, double seconds, ChannelAccount& account)
{
    account.reason = fit.reason;
    account.explained = fit.explained;
    if (!fit.reason.empty())
        return;
    for (std::size_t i = 0; i < work.kinds.size(); ++i) {
        if (fit.kinds[i])
            account.ops[i].regression = times(*fit.kinds[i], work.kinds[i].seconds);
        account.opsSum += fit.guesses[i] * work.kinds[i].seconds;
    }
    if (fit.idle)
        account.idle = times(*fit.idle, seconds);
    account.idleSum = fit.guessedIdle * seconds;
}

class Accountant
{
public:
    Accountant(const trace::TraceView& view, std::span<const trace::TimeRange> stretches, const Work& work,
               double seconds, std::span<const ChannelAccount> known, const Cancelled& cancelled)
        : m_view(view)
        , m_stretches(stretches)
        , m_work(work)
        , m_seconds(seconds)
        , m_known(known)
        , m_cancelled(cancelled)
        , m_sensors(view, stretches, work)
    {}
    ChannelAccount account(const trace::ChannelView& channel)
    {
        const trace::Channel& info = channel.info();
        ChannelAccount account;
        account.channel = info.name;
        account.rail = info.rail;
        account.quantity = info.quantity;
        account.ops.resize(m_work.kinds.size());
        const Sensor sensor = sensorFor(channel);
        account.isFitted = sensor.isFitted;
        const OccupancyRows rows =
            rowsOf(m_view, channel, m_stretches, sensor, m_work.pieces, m_work.kinds.size(), m_work.weight);
        account.sensor = sensor;
        account.samples = rows.size();
        account.lagSeconds = static_cast<double>(sensor.lag) * 1e-9;
        account.windowSeconds =
            static_cast<double>(sensor.window > 0 ? sensor.window : samplingPeriod(m_view, info)) * 1e-9;
        const auto measured = integralOver(channel, m_stretches);
        account.integral = measured.value;
        account.coveredSeconds = measured.coveredSeconds;
        takeFit(fitOccupancy(rows, m_cancelled), m_work, m_seconds, account);
        account.doubt = doubtOf(account, m_seconds, outsideShare(rows, m_work.kinds.size()));
        const std::vector<double> timing = timingAssociation(channel, longestPause(m_view, info), m_work);
        for (std::size_t i = 0; i < timing.size(); ++i)
            account.ops[i].timing = timing[i] * m_work.weight;
        return account;
    }

private:
    Sensor sensorFor(const trace::ChannelView& channel)
    {
        const trace::Channel& info = channel.info();
        for (const ChannelAccount& account : m_known) {
            if (account.channel == info.name && account.quantity == info.quantity)
                return account.sensor;
        }
        return m_sensors.find(channel);
    }

    const trace::TraceView& m_view;
    std::span<const trace::TimeRange> m_stretches;
    const Work& m_work;
    double m_seconds;
    std::span<const ChannelAccount> m_known;
    const Cancelled& m_cancelled;
    SensorFinder m_sensors;
};

} // namespace

std::vector<ChannelAccount> accountsOf(const trace::TraceView& view, std::span<const trace::TimeRange> stretches,
                                       const Work& work, double seconds, std::span<const ChannelAccount> known,
                                       const Cancelled& cancelled, const std::string& only)
{
    std::vector<ChannelAccount> accounts;
    Accountant accountant(view, stretches, work, seconds, known, cancelled);
    for (const std::string_view quantity : kQuantities) {
        for (const trace::ChannelView& channel : view.channels()) {
            if (channel.info().quantity != quantity || (cancelled && cancelled()))
                continue;
            if (!only.empty() && (quantity != kRail || titleOf(channel.info()) != only))
                continue;
            accounts.push_back(accountant.account(channel));
        }
    }
    return accounts;
}

Attribution attributeToWork(const trace::TraceView& view, trace::TimeRange range, WorkBy by,
                            std::span<const ChannelAccount> known, const Cancelled& cancelled, const std::string& only)
{
    Attribution attribution;
    const std::vector<trace::TimeRange> stretches = knownStretches(view, range);
    for (const trace::TimeRange& stretch : stretches)
        attribution.seconds += stretch.seconds();
    const Work work = workIn(view, stretches, by, kMostKinds, cancelled);
    attribution.kinds = work.kinds;
    attribution.kernelsAreInOps = work.kernelsAreInOps;
    for (std::size_t i = view.stepLowerBound(range.begin); i < view.stepCount() && view.step(i).start < range.end; ++i)
        attribution.steps += (view.step(i).flags & format::Step::kTraced) != 0 ? 1 : 0;
    if (work.pieces.empty()) {
        attribution.reason = "no op was recorded in the window: record some steps with --ops";
        return attribution;
    }
    attribution.channels = accountsOf(view, stretches, work, attribution.seconds, known, cancelled, only);
    if (attribution.channels.empty())
        attribution.reason = "this device has no sensor of power or utilization that could be read";
    return attribution;
}

} // namespace stepscope::analysis
