#pragma once

#include "analysis/algorithms/tensormemory.h"
#include "analysis/trace/traceview.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

/// The paper's metrics over a stretch of time. Pure functions of a view; long ones ask `cancelled` now and then.
namespace stepscope::analysis {

using Cancelled = std::function<bool()>;

/// A core counts as idle below this: the paper's tool shows whole per cent, and so fine a counter as ours sees the
/// kernel's own tick on a core that has nothing to do.
inline constexpr double kIdleBelow = 0.005;

/// Utilization of one core over a stretch (equation 1: busy time / total time).
struct CoreSummary
{
    int core = 0;
    std::string cluster;
    double utilization = 0;    ///< 0..1, over the time that it was online
    double idleRatio = 0;      ///< share of the time at utilization 0, see kIdleBelow
    double coveredSeconds = 0; ///< 0 = no sample: utilization means nothing
};

/// Energy of one rail over a stretch (equation 4: trapezoids on true timestamps).
struct RailSummary
{
    std::string name, parent, role;
    double joules = 0;
    double meanWatts = 0;
    double coveredSeconds = 0;
    /// Beyond what the rails directly below it drew: whatever has no sensor of its own. None without measured rails
    /// below.
    std::optional<double> restWatts{};
    [[nodiscard]] std::optional<double> restJoules() const
    {
        return restWatts ? std::optional(*restWatts * coveredSeconds) : std::nullopt;
    }
};

/// All instances of one op (name and shapes) in a stretch, or of what else makes a row of the table (optable.h). Only
/// instances that begin inside count; self = without children.
struct OpTotals
{
    std::uint32_t op = 0; ///< for other groupings the key of the group, see optable.h
    std::string name, shapes;
    std::size_t variants = 1; ///< of what stands in `shapes`, which is empty when there are several (optable.h)
    std::uint64_t count = 0;
    double totalSeconds = 0; ///< an instance inside another of the same row is not added again
    double selfSeconds = 0;
    double meanSeconds = 0;
    double p50Seconds = 0; ///< so and p95: durations of real instances; 0 unless asked for
    double p95Seconds = 0;
    double maxSeconds = 0;
    std::optional<double> joules;                ///< of a rail, shared out by self time; nothing unless asked for
    double share = 0;                            ///< of the self time of all ops in the stretch
    std::optional<double> operationsPerSecond{}; ///< floating point, achieved by the instances of which it is known
    std::optional<double> bytesPerSecond{};      ///< of memory, likewise
    std::size_t firstLane = 0;                   ///< where its first instance is: index into view.lanes()
    std::size_t firstSpan = 0;                   ///< and into that lane
};

/// What a stretch of the recording cost; the inspector shows it.
struct RangeSummary
{
    trace::TimeRange range;
    std::size_t steps = 0;      ///< that lie wholly inside
    double meanStepSeconds = 0; ///< of those; 0 without any
    std::vector<CoreSummary> cores;
    std::optional<double> cpuUtilization;   ///< equation 2: mean over the cores online
    std::optional<double> gpuUtilization;   ///< equation 3
    std::optional<double> peakMemoryBytes;  ///< of the system
    std::optional<double> peakProcessBytes; ///< resident memory of the training
    TensorBytes tensors;
    std::vector<RailSummary> rails;
    std::optional<double> systemJoules; ///< roots of the rail tree only: parents and children are never added
};
RangeSummary summarize(const trace::TraceView& view, trace::TimeRange range, const Cancelled& cancelled = {});

/// By core number.
std::vector<CoreSummary> coreSummaries(const trace::TraceView& view, trace::TimeRange range,
                                       const Cancelled& cancelled = {});
/// In the order of their tree: each parent before what it contains.
std::vector<RailSummary> railSummaries(const trace::TraceView& view, trace::TimeRange range);
/// Names of the rails whose sum is the whole system: roots of the tree with the role "system", and VDD_MUX, which feeds
/// a TX2's carrier board beside VDD_IN; on boards without a rail for the whole (AGX Xavier) all roots.
std::vector<std::string> systemRails(const std::vector<RailSummary>& rails);

/// The stretch that stands for a whole run in every figure: from the first step that counts to the end of the last one.
struct RunWindow
{
    trace::TimeRange range;
    std::size_t skippedSteps = 0; ///< less than asked for when there are fewer steps
    bool wholeRecording = false;  ///< there are no steps to choose by, so the range is the extent
};
inline constexpr std::size_t kSkippedSteps = 3; ///< first steps left out of every figure, as the paper does
RunWindow runWindow(const trace::TraceView& view, std::size_t skippedSteps = kSkippedSteps);

/// Sorted by total time, largest first.
std::vector<OpTotals> opTotals(const trace::TraceView& view, trace::TimeRange range, const Cancelled& cancelled = {});

} // namespace stepscope::analysis
