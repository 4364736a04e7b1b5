#pragma once

#include "analysis/energy/attribution.h"
#include "analysis/text/message.h"

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

/// Energy of the same op at different positions in the step.
namespace stepscope::analysis {

/// The instances `first` to `last` of an op on its lane in each step. Neighbouring positions that are not separable are
/// joined in one group, up to all positions.
struct PositionGroup
{
    std::uint32_t first = 1; ///< from 1
    std::uint32_t last = 1;
    std::uint64_t count = 0;        ///< instances in all steps
    double seconds = 0;             ///< their self time
    std::optional<Estimate> energy; ///< J above idle; where all positions are joined, that of the op
    /// Where the op is not separable either: index into ChannelAccount::joints of the sum that contains it.
    std::uint32_t joint = OpConsumption::kNotJoint;
};

struct OpPositions
{
    std::string name, shapes;
    std::size_t lane = 0; ///< index into view.lanes()
    std::vector<PositionGroup> groups;
    /// Whether the intervals of the mean power of any two groups are disjoint.
    [[nodiscard]] bool differ() const;
};

struct PositionAttribution
{
    std::string channel;          ///< name of the rail's channel
    std::vector<OpPositions> ops; ///< that occur more than once in a step, in order of self time
    Message reason;               ///< why there are no figures; empty when there are
};

/// For a channel of the attribution to ops of the same view and ranges.
PositionAttribution attributeToPositions(const trace::TraceView& view, std::span<const trace::TimeRange> ranges,
                                         const Attribution& attribution, const ChannelAccount& account,
                                         const std::stop_token& stop = {});
inline PositionAttribution attributeToPositions(const trace::TraceView& view, trace::TimeRange range,
                                                const Attribution& attribution, const ChannelAccount& account)
{
    return attributeToPositions(view, std::span<const trace::TimeRange>(&range, 1), attribution, account);
}

} // namespace stepscope::analysis
