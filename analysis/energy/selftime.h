#pragma once

#include "analysis/trace/traceview.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace stepscope::analysis {

/// What the ops of one group have in common: name and shapes, the module that calls them, or name, shapes and position
/// in the step.
enum class GroupBy { Op, Module, Position };

/// A group of ops: one op, module or position, or all groups too short to be treated separately.
struct OpGroup
{
    std::string name{}, shapes{};
    std::string module{};       ///< GroupBy::Module only; empty = ops without a module
    std::size_t lane = 0;       ///< GroupBy::Position only: index into view.lanes()
    std::uint32_t position = 0; ///< GroupBy::Position only: ordinal of the instance on its lane in the step, from 1
    bool isRest = false;        ///< the union of all short groups
    std::uint64_t count = 0;    ///< instances that begin in the stretches
    double seconds = 0;         ///< self time in the stretches, over all lanes
    double timingShare = 0;     ///< of the self time of all ops
};

/// An interval in which an op of one group was the innermost op of its lane.
struct SelfTimeInterval
{
    std::int64_t begin = 0; ///< ns
    std::int64_t end = 0;
    std::uint32_t group = 0; ///< index into SelfTimeTrace::groups
};

/// Which groups of ops ran when, on all threads and streams.
struct SelfTimeTrace
{
    std::vector<OpGroup> groups;             ///< in order of self time, longest first; the rest last
    std::vector<SelfTimeInterval> intervals; ///< in order of begin
    bool kernelsAreInOps = false; ///< ops wait for their kernels: streams are left out, the ops contain their energy
    double weight = 1;            ///< of each interval; below 1 where several stand in for one execution
};

/// The stretches of the range in which ops are known: the marked steps with recorded ops, neighbours joined; without
/// such steps the extent of the lanes of ops.
std::vector<trace::TimeRange> stretchesWithOps(const trace::TraceView& view, trace::TimeRange range);

/// The self times of all lanes in these stretches. Groups with less than a thousandth of the time, and those beyond
/// `maximumGroups`, are joined in the last group; GroupBy::Position keeps all groups, in no particular order. Empty
/// when cancelled. O(spans log spans).
SelfTimeTrace selfTimeIn(const trace::TraceView& view, std::span<const trace::TimeRange> stretches, GroupBy by,
                         std::size_t maximumGroups, const std::stop_token& stop = {});

} // namespace stepscope::analysis
