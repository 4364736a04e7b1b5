#pragma once

#include "analysis/energy/occupancy.h"
#include "analysis/energy/samplewindows.h"
#include "analysis/energy/selftime.h"
#include "analysis/trace/traceview.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

/// Energy and utilization by op, with two methods:
///
///   timing association (the paper's): each instance gets the channel's integral over its time. Wrong where ops are
///     shorter than the sampling period or the sensor has latency; concurrent ops each get the whole integral.
///   occupancy regression (the default): see occupancy.h.
namespace stepscope::analysis {

/// What one group of ops consumed on one channel: joules of a rail, busy seconds of a core or the GPU.
struct OpConsumption
{
    std::optional<Estimate> regression; ///< none = not separable
    double timing = 0;
};

/// The attribution of one rail or core. Sums are joules, or busy seconds.
struct ChannelAccount
{
    std::string channel;  ///< name
    std::string rail;     ///< empty for a utilization
    std::string quantity; ///< "rail.power", "cpu.process", "cpu.utilization", "gpu.utilization"
    double windowSeconds = 0;
    double lagSeconds = 0;
    Sensor sensor;         ///< window and lag that were used to read the samples
    bool isFitted = false; ///< the sensor's lag (and window) are not documented but fitted to the samples
    std::size_t samples = 0;
    double explained = 0;           ///< share of the samples' variance
    std::vector<OpConsumption> ops; ///< of each group of Attribution::groups
    std::optional<Estimate> idle;   ///< the consumption without any op; none = included in the ops' figures
    double opsSum = 0;              ///< includes the point estimates of groups that are not separable
    double idleSum = 0;
    double integral = 0;        ///< of the channel: opsSum + idleSum + unattributed()
    double coveredSeconds = 0;  ///< part of the stretches with ops that `integral` covers with samples
    std::string closureWarning; ///< why more than 2 % of the integral is unattributed; empty when less is
    std::string reason;         ///< why there are no figures; empty when there are
    [[nodiscard]] double unattributed() const { return integral - opsSum - idleSum; }
    [[nodiscard]] bool isRail() const { return quantity == "rail.power"; }
    [[nodiscard]] const std::string& title() const { return isRail() && !rail.empty() ? rail : channel; }
};

struct Attribution
{
    std::vector<OpGroup> groups;
    std::vector<ChannelAccount> channels; ///< rails in the order of the header, then cores, then the GPU
    double seconds = 0;                   ///< of all stretches with ops
    std::size_t steps = 0;
    bool kernelsAreInOps = false; ///< see SelfTimeTrace
    std::string reason;           ///< why there are no figures; empty when there are
};

/// Groups of ops in an attribution; more would make the regression slow and poorly determined.
inline constexpr std::size_t kMaxOpGroups = 96;

/// Accounts of all channels of power and utilization in these stretches, `seconds` long in total; of the rail
/// `onlyRail` alone if it is not empty. Sensors are taken from `fittedAccounts` where it has the channel, since fitting
/// them takes most of the time.
std::vector<ChannelAccount> accountsOf(const trace::TraceView& view, std::span<const trace::TimeRange> stretches,
                                       const SelfTimeTrace& selfTimes, double seconds,
                                       std::span<const ChannelAccount> fittedAccounts, const std::stop_token& stop = {},
                                       const std::string& onlyRail = {});

/// The attribution over the stretches of the range with known ops. For `fittedAccounts` and `onlyRail` see
/// accountsOf().
Attribution attributeToGroups(const trace::TraceView& view, trace::TimeRange range, GroupBy by,
                              std::span<const ChannelAccount> fittedAccounts = {}, const std::stop_token& stop = {},
                              const std::string& onlyRail = {});
inline Attribution attributeToOps(const trace::TraceView& view, trace::TimeRange range,
                                  const std::stop_token& stop = {})
{
    return attributeToGroups(view, range, GroupBy::Op, {}, stop);
}

/// By group: the integral of the channel over its intervals, in unit x s. Samples are interpolated linearly; channels
/// that cover intervals are constant back to the previous sample. Gaps, and pauses longer than `longestPause` ns,
/// contribute zero. O(samples + intervals x log of their overlap).
std::vector<double> timingAssociation(const trace::ChannelView& channel, std::int64_t longestPause,
                                      const SelfTimeTrace& selfTimes);

} // namespace stepscope::analysis
