#pragma once

#include "analysis/energy/occupancy.h"
#include "analysis/energy/samplewindows.h"
#include "analysis/energy/selftime.h"
#include "analysis/energy/tracedopprojection.h"
#include "analysis/text/message.h"
#include "analysis/trace/traceview.h"

#include <cstddef>
#include <cstdint>
#include <memory>
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
    std::uint32_t joint = kNotJoint; ///< index into ChannelAccount::joints of the sum that contains it
    static constexpr std::uint32_t kNotJoint = UINT32_MAX;
};

/// Groups that are not separable, but whose sum is determined.
struct JointConsumption
{
    std::vector<std::uint32_t> groups; ///< at least two
    Estimate sum;
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
    std::vector<JointConsumption> joints;
    std::optional<Estimate> idle; ///< the consumption without any op; none = included in the ops' figures
    double opsSum = 0;            ///< includes the point estimates of groups that are not separable
    double idleSum = 0;
    double integral = 0;       ///< of the channel: opsSum + idleSum + unattributed()
    double coveredSeconds = 0; ///< part of the stretches with ops that `integral` covers with samples
    Message closureWarning;    ///< why more than 2 % of the integral is unattributed; empty when less is
    Message doubt;             ///< why the intervals may be too narrow, and what to do; empty when nothing
                               ///< speaks for it
    Message reason;            ///< why there are no figures; empty when there are
    std::shared_ptr<const OccupancyFit> fit; ///< for other groupings of the same ops
    double outsideShare = 0;                 ///< of the samples' time, outside of the stretches
    [[nodiscard]] double unattributed() const { return integral - opsSum - idleSum; }
    [[nodiscard]] bool isRail() const { return quantity == "rail.power"; }
    /// Neither the driver nor a self-test states over what time a sample is the mean.
    [[nodiscard]] bool needsSelfTest() const { return isRail() && !sensor.isWindowKnown; }
    /// All that makes the figures uncertain beyond their intervals, as one line; empty when there is nothing.
    [[nodiscard]] Message doubts() const
    {
        Message doubts = closureWarning;
        if (!closureWarning.empty() && !doubt.empty())
            doubts += std::string("; ");
        doubts += doubt;
        return doubts;
    }
    [[nodiscard]] const std::string& title() const { return isRail() && !rail.empty() ? rail : channel; }
};

struct Attribution
{
    std::vector<OpGroup> groups;
    std::vector<ChannelAccount> channels; ///< rails in the order of the header, then cores, then the GPU
    double seconds = 0;                   ///< of all stretches with ops
    double usedSeconds = 0;               ///< from which the powers come: a part if there are many ops
    std::size_t steps = 0;
    bool kernelsAreInOps = false; ///< see SelfTimeTrace
    Message reason;               ///< why there are no figures; empty when there are
};

/// The name of a sum in all reports and tables: "group 1" of the account's first one.
inline Message jointName(std::size_t joint)
{
    return translatable("Energy", "group %1").arg(std::to_string(joint + 1));
}

/// Groups of ops in an attribution; the others share one group.
inline constexpr std::size_t kMaxOpGroups = 400;

/// The channels of which an attribution is asked; each takes the time of a fit.
struct AskedChannels
{
    bool railsOnly = false; ///< no utilization
    std::string rail{};     ///< this rail alone; empty = all
};

/// The attribution over the stretches of the ranges with known ops, which are disjoint and in order of time: of the
/// channels of power and utilization that are asked. Samples of steps without
/// recorded ops count too, see projectTracedOps(). Sensors and fits are taken from `fittedAccounts` of the same view
/// and ranges where they have the channel, since they take most of the time. With more than `maximumSpans` ops the
/// powers come from a part of them, see kMaxAttributedSpans; counts, times and integrals are of all.
Attribution attributeToGroups(const trace::TraceView& view, std::span<const trace::TimeRange> ranges, GroupBy by,
                              std::span<const ChannelAccount> fittedAccounts = {}, const std::stop_token& stop = {},
                              const AskedChannels& asked = {}, std::size_t maximumSpans = kMaxAttributedSpans);
inline Attribution attributeToGroups(const trace::TraceView& view, trace::TimeRange range, GroupBy by,
                                     std::span<const ChannelAccount> fittedAccounts = {},
                                     const std::stop_token& stop = {}, const AskedChannels& asked = {})
{
    return attributeToGroups(view, std::span<const trace::TimeRange>(&range, 1), by, fittedAccounts, stop, asked);
}
inline Attribution attributeToOps(const trace::TraceView& view, trace::TimeRange range,
                                  const std::stop_token& stop = {})
{
    return attributeToGroups(view, range, GroupBy::Op, {}, stop);
}

/// Attribution from steps without recorded ops.
struct UntracedAttribution
{
    Attribution attribution;   ///< groups, channels and seconds are of the untraced steps
    std::size_t usedSteps = 0; ///< that the figures of the ops are computed from; evenly distributed
    std::size_t patternSteps = 0;
    double durationRatio = 0;
    double opScatter = 0; ///< s
};

/// For the untraced steps in the ranges; the reason of its attribution says why there is none. Where only some of the
/// steps receive ops, their figures are scaled to the time of all. For `fittedAccounts` see
/// attributeToGroups().
UntracedAttribution attributeUntraced(const trace::TraceView& view, std::span<const trace::TimeRange> ranges,
                                      std::span<const ChannelAccount> fittedAccounts = {},
                                      const std::stop_token& stop = {});
inline UntracedAttribution attributeUntraced(const trace::TraceView& view, trace::TimeRange range)
{
    return attributeUntraced(view, std::span<const trace::TimeRange>(&range, 1));
}

/// By group: the integral of the channel over its intervals, in unit x s. Samples are interpolated linearly; channels
/// that cover intervals are constant back to the previous sample. Gaps, and pauses longer than `longestPause` ns,
/// contribute zero. O(samples + intervals x log of their overlap).
std::vector<double> timingAssociation(const trace::ChannelView& channel, std::int64_t longestPause,
                                      const SelfTimeTrace& selfTimes);

} // namespace stepscope::analysis
