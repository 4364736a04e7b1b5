#pragma once

#include "analysis/metrics/oprowindex.h"
#include "analysis/trace/traceview.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace stepscope::analysis {

/// What the ops of one group have in common: name and shapes, the module that calls them, name, shapes and position in
/// the step, or name, shapes and module.
enum class GroupBy { Op, Module, Position, OpInModule };

/// A group of ops: one op, module or position, or all groups too short to be treated separately.
struct OpGroup
{
    std::string name{}, shapes{};
    std::string module{};       ///< GroupBy::Module only; empty = ops without a module
    std::size_t lane = 0;       ///< GroupBy::Position only: index into view.lanes()
    std::uint32_t position = 0; ///< GroupBy::Position only: ordinal of the instance on its lane in the step, from 1
    bool isRest = false;        ///< the union of all short groups
    std::uint64_t count = 0;    ///< instances of which a part lies in the stretches
    double seconds = 0;         ///< self time in the stretches, over all lanes
    double timingShare = 0;     ///< of the self time of all ops
};

/// An interval in which an op of one group was the innermost op of its lane.
struct SelfTimeInterval
{
    std::int64_t begin = 0; ///< ns
    std::int64_t end = 0;
    std::uint32_t group = 0;  ///< index into SelfTimeTrace::groups
    std::uint32_t column = 0; ///< index into SelfTimeTrace::columns
};

/// What columns of a regression have in common a priori. Powers of columns of one type scatter around the mean of the
/// type, and means of types around the mean of their family. The scatter is estimated from the samples (empirical
/// Bayes), so that columns with few samples take the power of their type, and those with many their own.
struct ColumnKind
{
    std::uint32_t type = 0;
    std::uint32_t family = 0; ///< a type belongs to one family
};

/// A column's weight in a sum of columns: seconds, for an energy.
struct ColumnShare
{
    std::uint32_t column = 0;
    double weight = 0;
};

/// What runs in an interval as far as its power is concerned: an op (name and shapes) while none of its kernels runs,
/// or while a certain kernel runs. An op's part on the CPU and its kernels differ in power by a factor. With
/// GroupBy::Module, equal ops of different modules have columns of their own.
struct OpColumn
{
    ColumnKind kind{};
    bool hasKernel = false; ///< a kernel runs
    double seconds = 0;     ///< self time in the stretches
};

/// Which groups of ops ran when, on all threads and streams.
struct SelfTimeTrace
{
    std::vector<OpGroup> groups;
    std::vector<SelfTimeInterval> intervals; ///< in order of begin
    std::vector<OpColumn> columns;
    bool kernelsAreInOps = false; ///< ops wait for their kernels: streams are left out, the ops contain their energy
    double weight = 1;            ///< of each interval; below 1 where several stand in for one execution

    [[nodiscard]] std::vector<ColumnKind> kinds() const;
    /// Self time of each group by column: the weights that make its energy of the columns' powers. They sum to the
    /// group's seconds, of which the intervals may be a part.
    [[nodiscard]] std::vector<std::vector<ColumnShare>> sharesOfGroups() const;
};

/// The stretches of the ranges in which ops are known: the marked steps with recorded ops, neighbours joined; without
/// such steps the extent of the lanes of ops. The ranges are disjoint and in order of time.
std::vector<trace::TimeRange> stretchesWithOps(const trace::TraceView& view, std::span<const trace::TimeRange> ranges);
inline std::vector<trace::TimeRange> stretchesWithOps(const trace::TraceView& view, trace::TimeRange range)
{
    return stretchesWithOps(view, std::span(&range, 1));
}

/// Duration of all stretches together, which are disjoint.
double secondsOf(std::span<const trace::TimeRange> stretches);

/// Samples in the stretches.
std::size_t samplesIn(const trace::ChannelView& channel, std::span<const trace::TimeRange> stretches);

/// Ops in the stretches, on all lanes. Those that lie in several stretches count in each.
std::size_t spansIn(const trace::TraceView& view, std::span<const trace::TimeRange> stretches);

/// The self times of all lanes in these stretches, with the groups in no particular order. Ops beyond the kMaxOpColumns
/// longest share one column for each name. Empty when cancelled. O(spans log spans).
SelfTimeTrace selfTimeIn(const trace::TraceView& view, std::span<const trace::TimeRange> stretches, GroupBy by,
                         const std::stop_token& stop = {});

/// Visits the self times in the range by row of the op table: lane by lane, in batches of about a million intervals in
/// order of begin. `groups` has one entry without text for each row. Kernels are visited, too.
void visitSelfTimes(const trace::TraceView& view, trace::TimeRange range, OpRowIndex& rows,
                    const std::function<void(const SelfTimeTrace&)>& visit, const std::stop_token& stop = {});

/// All groups in the stretches in order of appearance, with their counts and seconds. The intervals are not kept:
/// `visit` receives them in batches as visitSelfTimes() does, with the groups found so far. Kernels have no self time
/// where `kernelsAreInOps`. Empty when cancelled.
std::vector<OpGroup> visitGroups(const trace::TraceView& view, std::span<const trace::TimeRange> stretches, GroupBy by,
                                 bool kernelsAreInOps, const std::function<void(const SelfTimeTrace&)>& visit,
                                 const std::stop_token& stop = {});

/// As visitGroups(), but by time: `visit` receives the intervals of all lanes in stretches with about half a million
/// spans, in no particular order. Not for GroupBy::Position.
std::vector<OpGroup> visitBlocks(const trace::TraceView& view, std::span<const trace::TimeRange> stretches, GroupBy by,
                                 bool kernelsAreInOps, const std::function<void(SelfTimeTrace&)>& visit,
                                 const std::stop_token& stop = {});

/// Columns of a regression; more would make it slow.
inline constexpr std::size_t kMaxOpColumns = 384;

/// Assigns spans to groups and numbers the groups in order of appearance. Ops of equal text belong to the same group.
class OpGroupNumbering
{
public:
    OpGroupNumbering(const trace::TraceView& view, GroupBy by);

    /// Starts a lane; its spans must follow in order of start.
    void beginLane(std::size_t lane);
    /// Index of the span's group in `groups`; a new group is appended.
    [[nodiscard]] std::uint32_t groupOf(const trace::SpanRecord& span, std::vector<OpGroup>& groups);

private:
    static constexpr std::uint32_t kNone = UINT32_MAX;

    /// The instances of one op on the current lane within a step.
    struct Positions
    {
        std::vector<std::uint32_t> groups{}; ///< by position
        std::size_t step = SIZE_MAX;
        std::size_t next = 0;
    };

    [[nodiscard]] OpGroup describe(std::uint32_t op) const;
    [[nodiscard]] std::uint32_t textOf(std::uint32_t op);
    [[nodiscard]] std::size_t stepAt(std::int64_t time);

    const trace::TraceView& m_view;
    GroupBy m_by;
    std::vector<std::uint32_t> m_textOf; ///< by op id: number of its text
    std::map<std::tuple<std::string_view, std::string_view, std::string_view>, std::uint32_t> m_texts;
    std::vector<std::uint32_t> m_groupOf; ///< by text
    std::vector<Positions> m_positions;   ///< by text, of the current lane
    std::size_t m_lane = 0;
    std::size_t m_step = 0; ///< the first step that ends after the start of the latest span
};

/// Adds the duration of each interval to the seconds of its group.
void addSeconds(SelfTimeTrace& selfTimes);

/// Sorts groups by time, longest first. Groups with less than 1/5000 of the time, and those beyond
/// `maximumGroups`, become the last group. The result is the new index of each group.
std::vector<std::uint32_t> orderGroups(SelfTimeTrace& selfTimes, std::size_t maximumGroups);

} // namespace stepscope::analysis
