#pragma once

#include "analysis/metrics/optable.h"
#include "analysis/statistics/bootstrap.h"
#include "analysis/text/message.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
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
    /// Energies only: share of the steps (without steps: of the time) that samples cover, and thus count.
    double coverageA = 1, coverageB = 1;
    [[nodiscard]] bool isCovered() const { return coverageA >= kFullCoverage && coverageB >= kFullCoverage; }
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
    Message note;                  ///< that the batch sizes differ, and what to do; empty if they do not
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

/// Estimates one figure of both sides from units; NaN for a side without units.
Difference differenceOf(const std::vector<SampleUnit>& a, const std::vector<SampleUnit>& b);

/// Energies are those of the steps that samples cover (kFullCoverage); without steps, of ranges that they cover.
/// Compares power, energy, utilization and step time over the given steps (indices) if both sides have some, else over
/// the whole ranges and without intervals. Quantities that only one side measured are left out.
std::vector<ChannelDifference> compareChannels(const CompareSide& a, const CompareSide& b,
                                               const std::vector<std::size_t>& stepsA,
                                               const std::vector<std::size_t>& stepsB, const std::stop_token& stop);

/// Figures of the ops of one side, from one pass over its spans.
class SideOps
{
public:
    struct Op
    {
        std::uint64_t count = 0;
        double seconds = 0;
        UnitCollector instances;
        std::vector<std::pair<std::uint32_t, SampleUnit>>
            perStep; ///< step and its unit, in order of lane and time; a step may occur more than once
        std::size_t firstLane = 0, firstSpan = 0;
        std::int64_t firstStart = 0;
    };
    using Key = std::pair<std::string, std::string>; ///< name and shapes

    /// `steps`: indices of the steps that count, in order of time.
    SideOps(const CompareSide& side, OpGrouping grouping, const std::vector<std::size_t>& steps);

    /// Reports progress from `from` to `to`. False after a stop request.
    bool read(const CompareOptions& options, double from, double to, const std::stop_token& stop);

    [[nodiscard]] const std::map<Key, Op>& ops() const { return m_ops; }
    [[nodiscard]] std::size_t steps() const { return m_steps.size(); }
    /// One unit for each step with the op: seconds and instances.
    [[nodiscard]] std::vector<SampleUnit> meanUnits(const Op& op) const;
    /// One unit for each step, also without the op: seconds and weight 1.
    [[nodiscard]] std::vector<SampleUnit> totalUnits(const Op& op) const;

private:
    static constexpr std::uint32_t kNoStep = ~0U;
    [[nodiscard]] std::uint32_t placeOf(std::size_t step) const;
    void add(Op& op, const trace::SpanRecord& span, std::uint32_t step, std::size_t lane, std::size_t index) const;
    [[nodiscard]] std::vector<SampleUnit> byStep(const Op& op) const;

    CompareSide m_side;
    OpGrouping m_grouping;
    std::vector<std::size_t> m_steps;
    std::map<Key, Op> m_ops;
};

} // namespace stepscope::analysis
