#pragma once

#include "analysis/energy/attributedops.h"
#include "analysis/energy/samplewindows.h"
#include "analysis/energy/selftime.h"
#include "analysis/energy/tracedopprojection.h"
#include "analysis/trace/traceview.h"

#include <cstddef>
#include <span>
#include <vector>

namespace stepscope::analysis {

/// The ops with which channels are fitted.
struct FittedOps
{
    std::span<const trace::TimeRange> stretches;
    const SelfTimeTrace& selfTimes;
};

/// What the accounts of all channels have in common.
struct AccountInput
{
    const trace::TraceView& view;
    const AttributedOps& ops;
    const TracedOpProjection& projection;
    std::vector<ColumnKind> kinds;
    bool isUntraced = false; ///< the accounts are of the steps onto which ops are projected

    [[nodiscard]] std::span<const trace::TimeRange> accounted() const
    {
        return isUntraced ? projection.stretches : ops.all;
    }
    [[nodiscard]] const SelfTimeTrace& accountedTimes() const
    {
        return isUntraced ? projection.selfTimes : ops.selfTimes;
    }
    /// Whether the traced steps have too few samples of a channel, so that its fit takes the samples of untraced steps.
    [[nodiscard]] bool fitsUntraced(const trace::ChannelView& channel) const
    {
        constexpr std::size_t kFewSamples = 32;
        return !projection.stretches.empty() && samplesIn(channel, ops.stretches) < kFewSamples;
    }
    [[nodiscard]] FittedOps fittedOps(bool ofUntraced) const
    {
        return ofUntraced ? FittedOps{projection.stretches, projection.selfTimes}
                          : FittedOps{ops.stretches, ops.selfTimes};
    }
};

} // namespace stepscope::analysis
