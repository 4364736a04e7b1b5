#pragma once

#include "analysis/metrics/optable.h"
#include "analysis/statistics/bootstrap.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

/// Compares two recordings, two ranges of one recording, or two steps. All differences are b - a.
namespace stepscope::analysis {

struct CompareSide
{
    trace::TraceView view;
    trace::TimeRange range;
};

/// One figure of both sides. NaN = not measured, or none.
struct Difference
{
    double a = 0;
    double b = 0;
    std::optional<Interval> interval; ///< 95 %, of b - a; none with too few values

    [[nodiscard]] double absolute() const { return b - a; }
    [[nodiscard]] double ratio() const; ///< b / a; NaN when a is 0
    /// Whether the interval excludes 0; false without an interval.
    [[nodiscard]] bool isSignificant() const { return interval && !interval->holdsZero(); }
};

struct OpDifference
{
    std::string name, shapes;
    std::uint64_t countA = 0, countB = 0; ///< instances in the ranges
    Difference countPerStep;
    Difference totalPerStep; ///< s; interval over steps
    Difference mean;         ///< s per instance; interval over steps, or over instances if there are few steps
    bool overSteps = false;  ///< whether the interval of the mean is over steps
    /// Lane and span of the first instance on each side; undefined if the count is 0.
    std::size_t firstLaneA = 0, firstSpanA = 0, firstLaneB = 0, firstSpanB = 0;
};

struct ChannelDifference
{
    enum class Kind { StepDuration, StepEnergy, RailPower, RailEnergy, CpuUtilization, GpuUtilization, PeakMemory };

    Kind kind = Kind::StepDuration;
    std::string name; ///< of the rail
    std::string unit; ///< SI; "1" for a share
    Difference value;
};

struct Comparison
{
    struct Steps
    {
        std::size_t whole = 0;  ///< inside the range
        std::size_t traced = 0; ///< those of them with recorded ops; "per step" refers to these
        std::size_t used = 0;   ///< for comparing channels
    };
    Steps stepsA, stepsB;
    bool untracedOnly = false;     ///< channels are compared over untraced steps, because tracing slows steps down
    std::vector<OpDifference> ops; ///< in order of |difference of the total per step|, largest first
    std::vector<ChannelDifference> channels;
};

struct CompareOptions
{
    OpGrouping grouping = OpGrouping::Op; ///< Op, or Name if the batch sizes and thus the shapes differ
    std::function<void(double)> progress{};
};

/// Ops are matched by name and shapes, channels by name. "Per step" is per traced step inside the range; per step if no
/// step is marked as traced; over the whole range if there is no step.
///
/// For intervals see bootstrap.h: over steps if both sides have kStepsForMeans or more steps with the op, because
/// instances within a step are correlated; else over instances in order of time. Each interval has 95 % confidence by
/// itself: of 100 equal ops, about five differ significantly. After a stop request the result is empty.
Comparison compare(const CompareSide& a, const CompareSide& b, const CompareOptions& options = {},
                   const std::stop_token& stop = {});

inline constexpr std::size_t kStepsForMeans = 8;
inline constexpr std::size_t kMaxStepsCompared = 20'000; ///< at most, for channels; of more steps every n-th is used

/// As JSON (SI units; null = not known) and as text. `nameA`, `nameB`: titles of the sides.
std::string toJson(const Comparison& comparison, const std::string& nameA, const std::string& nameB);
std::string toText(const Comparison& comparison, const std::string& nameA, const std::string& nameB);

} // namespace stepscope::analysis
