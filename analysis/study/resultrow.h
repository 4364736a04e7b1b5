#pragma once

#include "analysis/report/report.h"
#include "analysis/trace/traceview.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

/// The result of one cell of a study.
namespace stepscope::analysis {

/// Values by the name of a core, rail, zone or part of memory, in the order of the recording.
using NamedValues = std::vector<std::pair<std::string, double>>;
/// One value of a row; monostate = not known.
using ResultValue = std::variant<std::monostate, double, std::string, NamedValues>;

/// How the training of a cell ended, as far as its recording does not state it.
struct CellEnd
{
    bool timedOut = false;
    bool isLost = false;       ///< the agent or the target ended before the training, in every attempt
    std::string startError{};  ///< the training could not be started
    bool mayBeStopped = false; ///< a stop on request is an end as it should be: nothing planned a number of steps
    int attempts = 1;
    double cooldownSeconds = 0;
    bool isCool = true; ///< false = the limit of the wait ended it
};

/// A recording with the figures that a row is computed from.
struct CellRecording
{
    const trace::TraceView& view; ///< empty if the training could not be started
    const Report& report;         ///< of cellReport()
    const CellEnd& end;
    int batch; ///< of the plan; for trainings that do not report theirs
};

/// One column of all results. JSON, CSV, the schema's test and the text tables are made from the table of columns.
///
/// To add one: a row in resultColumns() (resultcolumns.cpp), and its key in resources/schemas/study.json, where
/// tst_study finds a difference.
struct ResultColumn
{
    enum class Kind { Number, Text, Named };

    std::string_view name; ///< contains the unit of a number with a dimension
    std::string_view unit; ///< "1" = no dimension; empty for text
    Kind kind;
    std::string_view meaning; ///< how it is computed
    bool needsRecording = true;
    ResultValue (*of)(const CellRecording& cell);
};
std::span<const ResultColumn> resultColumns();

/// Names of columns that other code reads; the table has all of them.
namespace column {
inline constexpr std::string_view kOutcome = "outcome";
inline constexpr std::string_view kReason = "reason";
inline constexpr std::string_view kLastOutput = "last_output";
inline constexpr std::string_view kDuration = "duration_seconds";
inline constexpr std::string_view kCooldown = "cooldown_seconds";
inline constexpr std::string_view kStepSeconds = "step_mean_seconds";
inline constexpr std::string_view kStepCv = "step_cv";
inline constexpr std::string_view kThroughput = "throughput_samples_per_second";
inline constexpr std::string_view kCpu = "cpu_utilization";
inline constexpr std::string_view kGpu = "gpu_utilization";
inline constexpr std::string_view kCores = "core_utilization";
inline constexpr std::string_view kIdle = "core_idle_ratio";
inline constexpr std::string_view kStepJoules = "step_energy_joules";
inline constexpr std::string_view kSampleJoules = "sample_energy_joules";
inline constexpr std::string_view kRailStepJoules = "rail_step_energy_joules";
inline constexpr std::string_view kPeakMemory = "peak_memory_bytes";
inline constexpr std::string_view kStepPeakDeviation = "step_peak_memory_deviation_bytes";
inline constexpr std::string_view kMemoryParts = "memory_part_bytes";
inline constexpr std::string_view kAccuracy = "accuracy";
inline constexpr std::string_view kPowerMode = "power_mode";
inline constexpr std::string_view kClocksLocked = "clocks_locked";
inline constexpr std::string_view kThrottled = "throttled_seconds";
inline constexpr std::string_view kThrottleEvents = "throttle_events";
} // namespace column

/// The values of all columns; empty = there is no result.
struct ResultRow
{
    std::vector<ResultValue> values;

    [[nodiscard]] bool isEmpty() const { return values.empty(); }
    /// The column must exist. Of another kind, or not known: none, or empty.
    [[nodiscard]] std::optional<double> number(std::string_view column) const;
    [[nodiscard]] std::string text(std::string_view column) const;
    [[nodiscard]] NamedValues named(std::string_view column) const;
    /// The training ended as it should, and its figures count.
    [[nodiscard]] bool succeeded() const;
    [[nodiscard]] bool throttled() const;
};

/// The analyses of a recording that a row needs: those that take milliseconds.
Report cellReport(const trace::TraceView& view, std::size_t skippedSteps);

/// All columns of a cell. A failed training has those that its recording determines.
ResultRow resultRow(const CellRecording& cell);

/// How a training ended.
struct CellOutcome
{
    /// ok, no_steps, out_of_memory, killed, segmentation_fault, signal, exit_status, timeout, stopped, not_started,
    /// target_lost
    std::string_view name;
    std::string reason{}; ///< one sentence; empty if ok
};
CellOutcome outcomeOf(const CellRecording& cell);

/// Mean duration of a step found in the samples of a recording without marked steps; none if none was found.
std::optional<double> detectedStepSeconds(const Report& report);

/// The names that CellOutcome::name may have.
std::span<const std::string_view> outcomeNames();

/// The last lines of the training's output, at most ten, without control characters.
std::string lastOutput(const trace::TraceView& view);

} // namespace stepscope::analysis
