#pragma once

#include "analysis/algorithms/attribution.h"

#include <cstdint>
#include <string>
#include <vector>

/// The same op early and late in a step: does it take as much each time?
namespace stepscope::analysis {

/// The first-th to last-th instance of an op on its lane in each step. Where the data cannot tell positions apart,
/// neighbours are one group, up to all of them.
struct PositionGroup
{
    std::uint32_t first = 1; ///< from 1
    std::uint32_t last = 1;
    std::uint64_t count = 0;        ///< instances in all steps
    double seconds = 0;             ///< self time of them
    std::optional<Estimate> energy; ///< J above idle; none = not even all positions together can be told from others
};

struct OpPositions
{
    std::string name, shapes;
    std::size_t lane = 0; ///< in view.lanes()
    std::vector<PositionGroup> groups;
    /// Whether the mean power of any two groups differs by more than their intervals.
    [[nodiscard]] bool differ() const;
};

struct PositionAttribution
{
    std::string channel;          ///< name of the rail's channel
    std::vector<OpPositions> ops; ///< that come more than once in a step, by self time
    std::string reason;           ///< why nothing can be told; empty when it can
};

/// By one channel of an account that attributeToOps() made of the same view and range.
PositionAttribution attributeToPositions(const trace::TraceView& view, trace::TimeRange range,
                                         const ChannelAccount& account, const Cancelled& cancelled = {});

} // namespace stepscope::analysis
