#pragma once

#include "analysis/algorithms/bootstrap.h"
#include "analysis/algorithms/optable.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

/// What differs between two recordings, two stretches of one, or two steps. Differences are b - a, everywhere.
namespace stepscope::analysis {

struct CompareSide
{
    trace::TraceView view;
    trace::TimeRange range;
};

/// One figure of both sides. NaN = was not measured, or there is none.
struct Difference
{
    double a = 0;
    double b = 0;
    std::optional<Interval> interval; ///< 95 %, of b - a; nothing where there is too little to say

    [[nodiscard]] double absolute() const { return b - a; }
    [[nodiscard]] double ratio() const; ///< b / a; NaN when a is 0
    /// The interval leaves out 0. Without an interval nothing is significant.
    [[nodiscard]] bool isSignificant() const { return interval && !interval->holdsZero(); }
};

struct OpDifference
{
    std::string name, shapes;
    std::uint64_t countA = 0, countB = 0; ///< instances in the ranges
    Difference countPerStep;
    Difference totalPerStep; ///< s; interval over steps
    Difference mean;         ///< s an instance; interval over steps, or over instances where there are few steps
    bool overSteps = false;  ///< what the interval of the mean is over
    /// Where the first instance is on each side, for jumping there; meaningless where the count is 0.
    std::size_t firstLaneA = 0, firstSpanA = 0, firstLaneB = 0, firstSpanB = 0;
};

struct ChannelDifference
{
    enum class What { StepDuration, StepEnergy, RailPower, RailEnergy, CpuUtilization, GpuUtilization, PeakMemory };

    What what = What::StepDuration;
    std::string name; ///< of the rail
    std::string unit; ///< SI; "1" for a share
    Difference value;
};

struct Comparison
{
    struct Steps
    {
        std::size_t whole = 0;  ///< that lie inside the range
        std::size_t traced = 0; ///< of those: whose ops are counted "per step"
        std::size_t used = 0;   ///< for the channels
    };
    Steps stepsA, stepsB;
    bool untracedOnly = false;     ///< the channels are compared in untraced steps: tracing slows steps down
    std::vector<OpDifference> ops; ///< largest difference of total per step first
    std::vector<ChannelDifference> channels;
};

struct CompareOptions
{
    OpGrouping grouping = OpGrouping::Op; ///< Op or Name: shapes differ with the batch size
    std::function<void(double)> progress{};
};

/// Ops are matched by their texts, channels by name. Per step means per traced step that lies wholly inside the range
/// (any step, when none is marked as traced; the whole range, when there is no step).
///
/// Intervals are as in bootstrap.h: over steps where both sides have kStepsForMeans or more with the op, since
/// instances within a step are alike; else over instances in the order of their time. Each interval is 95 % by itself:
/// of 100 ops without any difference about five are told to differ.
Comparison compare(const CompareSide& a, const CompareSide& b, const CompareOptions& options = {},
                   const Cancelled& cancelled = {});

inline constexpr std::size_t kStepsForMeans = 8;
inline constexpr std::size_t kStepsLookedAt = 20'000; ///< for channels; of more, every n-th

/// For programs and for people. `nameA`, `nameB`: what the sides are called.
std::string toJson(const Comparison& comparison, const std::string& nameA, const std::string& nameB);
std::string toText(const Comparison& comparison, const std::string& nameA, const std::string& nameB);

} // namespace stepscope::analysis
