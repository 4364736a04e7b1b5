#pragma once

#include "analysis/energy/selftime.h"

#include <cstddef>
#include <span>
#include <stop_token>
#include <vector>

namespace stepscope::analysis {

/// Spans of which an attribution keeps the self times, at about 100 bytes each; up to eight times as many where these
/// have fewer than 2,000 samples of a rail. More would make its figures little more precise.
inline constexpr std::size_t kMaxAttributedSpans = 2'000'000;

/// The ops that an attribution separates: the powers come from a part of the stretches, counts and seconds from all.
struct AttributedOps
{
    std::vector<trace::TimeRange> all;       ///< the stretches with known ops
    std::vector<trace::TimeRange> stretches; ///< whose samples are explained by ops: all, or evenPart() of them
    SelfTimeTrace selfTimes;                 ///< intervals and columns are of `stretches`, groups are of `all`
    std::vector<std::vector<double>> timing; ///< by channel and group: timingAssociation() of `all`

    [[nodiscard]] bool isPart() const { return stretches.size() != all.size() || stretches != all; }
};

/// The stretches, or of those with more spans than `maximumSpans` a part with about as many: runs of adjacent steps
/// (without marked steps: pieces of time) one in each of equal parts of the time, at changing places, so that the part
/// is like the whole. The same for the same input. Limit: the powers of an op that change with a period near 1 or 1.62
/// times such a part of the time are off by up to a quarter of the change, unless all ops change together.
std::vector<trace::TimeRange> evenPart(const trace::TraceView& view, std::vector<trace::TimeRange> stretches,
                                       std::size_t maximumSpans = kMaxAttributedSpans);

/// The ops in the ranges, and the consumption of these channels by timing association. Groups are sorted and joined by
/// orderGroups(), those of GroupBy::Position are not. Empty when cancelled.
AttributedOps attributedOps(const trace::TraceView& view, std::span<const trace::TimeRange> ranges, GroupBy by,
                            std::size_t maximumGroups, std::span<const trace::ChannelView> channels = {},
                            const std::stop_token& stop = {}, std::size_t maximumSpans = kMaxAttributedSpans);

} // namespace stepscope::analysis
