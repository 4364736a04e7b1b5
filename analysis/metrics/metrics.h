#pragma once

#include "analysis/metrics/tensormemory.h"
#include "analysis/trace/traceview.h"

#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

/// The paper's metrics over a range of time. Pure functions of a view; long ones poll `stop`.
namespace stepscope::analysis {

/// A core counts as idle below this utilization. The paper's tool displays whole per cent; a finer counter sees the
/// kernel's timer tick even on a core without work.
inline constexpr double kIdleBelow = 0.005;

/// Where samples cover less than this share of a time, every figure of energy has the coverage beside it, and no step
/// counts for the energy per step.
inline constexpr double kFullCoverage = 0.99;

/// Utilization of one core over a range (equation 1: busy time / total time).
struct CoreSummary
{
    int core = 0;
    std::string cluster;
    double utilization = 0;    ///< 0..1, over the time that it was online
    double idleRatio = 0;      ///< share of the time at utilization 0, see kIdleBelow
    double coveredSeconds = 0; ///< 0 = no sample: the utilization is undefined
    /// Share of the range in which the kernel listed the core as online, by the recorded events; none when the
    /// recording has neither an event nor a sample of the core.
    std::optional<double> online{};
    double coverage = 0; ///< share of the range that samples cover, 0..1
};

/// Energy of one rail over a range (equation 4: trapezoids on true timestamps).
struct RailSummary
{
    std::string name, parent, role;
    double joules = 0;
    double meanWatts = 0;
    double coveredSeconds = 0;
    double coverage = 0;     ///< share of the range that samples cover, 0..1
    bool isMeasured = true;  ///< the recording has a sample of it, in the range or outside
    std::size_t channel = 0; ///< index in view.channels()
    bool isRepeated = false; ///< another channel of the same name has more samples: this one is in no sum
    /// Mean power beyond that of the rails directly below it (consumers without a sensor), and its integral, in the
    /// time that the samples of this rail and of those below cover. None without such rails or such time.
    std::optional<double> restWatts{}, restJoules{};
};

/// Totals of one row of the op table: all instances of one op (name and shapes) in a range, or of another grouping.
/// optable.h states the rule for instances that the range cuts. Self time excludes children.
struct OpTotals
{
    std::uint32_t op = 0; ///< for other groupings the key of the row, see OpRowIndex
    std::string name, shapes;
    std::size_t variants = 1; ///< number of different values of `shapes`, which is empty when there are several
    std::uint64_t count = 0;
    double totalSeconds = 0; ///< in the range; an instance nested in another of the same row is not added again
    double selfSeconds = 0;  ///< in the range
    double meanSeconds = 0;  ///< of whole instances, as all below
    double p50Seconds = 0;   ///< p50 and p95 are durations of real instances; 0 unless requested
    double p95Seconds = 0;
    double maxSeconds = 0;
    std::optional<double> joules;                ///< of a rail, see addTimingAssociation(); none unless requested
    double share = 0;                            ///< of the self time of all ops in the range
    std::optional<double> operationsPerSecond{}; ///< floating point, over the instances with a known count
    std::optional<double> bytesPerSecond{};      ///< memory traffic, over the instances with a known count
    std::size_t firstLane = 0;                   ///< lane of the first instance: index into view.lanes()
    std::size_t firstSpan = 0;                   ///< its index in that lane
};

/// Samples of a step that does not state them, by the facts of the training; 0 = not known. Where less than half of the
/// steps state their samples, those of the others are uncertain: the hook could not determine the batch, and the size
/// that it reported before is not that of the training. Steps of which none states samples say nothing. O(steps).
std::uint64_t statedBatchSize(const trace::TraceView& view);

/// Metrics of a range of the recording, as the inspector displays them.
struct RangeSummary
{
    trace::TimeRange range;     ///< from the begin of the first range to the end of the last one
    std::size_t steps = 0;      ///< that lie completely in the range
    double meanStepSeconds = 0; ///< of those; 0 without any
    double stepsSeconds = 0;    ///< from the start of the first to the end of the last of those, in each range
    std::uint64_t samples = 0;  ///< of the training in those steps; 0 = not known of one of them
    std::vector<CoreSummary> cores;
    std::optional<double> cpuUtilization;   ///< equation 2: mean over the cores online
    std::optional<double> gpuUtilization;   ///< equation 3
    std::optional<double> peakMemoryBytes;  ///< of the system
    std::optional<double> peakProcessBytes; ///< resident memory of the training
    TensorBytes tensors;
    std::vector<RailSummary> rails;
    /// Of systemRails(): parents and children are never added together. Joules are those of the time that the samples
    /// of all these rails cover, watts are means over it. None without such time in the range.
    std::optional<double> systemJoules, systemWatts;
    double systemCoverage = 0; ///< share of the range with samples of all these rails
};
RangeSummary summarize(const trace::TraceView& view, trace::TimeRange range, const std::stop_token& stop = {});
/// The same of several ranges together, which are disjoint and in order of time: sums over the ranges, means over the
/// time of all, peaks of any, and the latest values of the last.
RangeSummary summarize(const trace::TraceView& view, std::span<const trace::TimeRange> ranges,
                       const std::stop_token& stop = {});

/// In order of core number.
std::vector<CoreSummary> coreSummaries(const trace::TraceView& view, trace::TimeRange range,
                                       const std::stop_token& stop = {});
/// In the order of the rail tree: each parent before its children.
std::vector<RailSummary> railSummaries(const trace::TraceView& view, trace::TimeRange range);
/// Names of the rails whose sum is the power of the whole system: roots of the tree with the role "system", and
/// VDD_MUX, which feeds a TX2's carrier board in parallel to VDD_IN; on boards without a system rail (AGX Xavier) all
/// roots. Rails without any sample in the recording do not count, and each name counts once.
std::vector<std::string> systemRails(const std::vector<RailSummary>& rails);

/// The range that every figure of a whole run covers: from the first step that counts to the end of the last step.
struct RunWindow
{
    trace::TimeRange range;
    std::size_t skippedSteps = 0; ///< less than requested when there are fewer steps
    bool wholeRecording = false;  ///< no steps are marked, so the range is the extent of the recording
};
inline constexpr std::size_t kSkippedSteps = 3; ///< first steps left out of every figure, as in the paper
RunWindow runWindow(const trace::TraceView& view, std::size_t skippedSteps = kSkippedSteps);

} // namespace stepscope::analysis
