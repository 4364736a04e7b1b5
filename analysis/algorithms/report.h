#pragma once

#include "analysis/algorithms/attribution.h"
#include "analysis/algorithms/bootstrap.h"
#include "analysis/algorithms/metrics.h"
#include "analysis/algorithms/periodregimes.h"
#include "analysis/algorithms/positions.h"
#include "analysis/algorithms/predictability.h"
#include "analysis/algorithms/thermal.h"
#include "analysis/algorithms/warpedwork.h"

#include <optional>
#include <string>
#include <vector>

namespace stepscope::analysis {

struct ReportOptions
{
    std::size_t skippedSteps = kSkippedSteps;
    std::optional<trace::TimeRange> range; ///< instead of all steps after the skipped ones
};

/// How much slower steps are whose ops are recorded: measured by the hook, else from the steps themselves.
struct TracingCost
{
    std::size_t tracedSteps = 0, untracedSteps = 0;        ///< of the whole recording, without the skipped ones
    double tracedMeanSeconds = 0, untracedMeanSeconds = 0; ///< 0 = no such step
    double slowdown = 0;                                   ///< traced / untraced; 0 = not known
    std::optional<Interval> slowdownInterval;              ///< 95 %, by steps of this recording
    std::optional<double> untracedSamplesPerSecond;        ///< throughput as it is without tracing
};

/// An observation of the study that this program follows, asked of one or several recordings (observation.h).
struct Observation
{
    enum class Verdict { Holds, DoesNot, CannotTell };
    int number = 0; ///< 1..12
    std::string title{};
    Verdict verdict = Verdict::CannotTell;
    std::string evidence{}; ///< the figures and their test, or why it cannot be told
    std::string advice{};   ///< empty when it cannot be told
};

/// All figures of one recording.
struct Report
{
    trace::RunHeader header;
    trace::Facts facts;
    std::optional<trace::RunEnding> ending;
    std::size_t skippedSteps = 0; ///< less than asked for when there are fewer steps
    trace::TimeRange extent;      ///< of the whole recording
    bool wholeRecording = false;  ///< the window is the extent, because there are no steps to choose it by
    RangeSummary summary;
    std::string cpuSource;               ///< name of the source of the cores' utilization, and how fine its time is
    double cpuResolutionSeconds = 0;     ///< 0 = not known; so for the period
    std::optional<double> trainingCores; ///< that the training kept busy, in the mean
    double cpuPeriodSeconds = 0;
    std::size_t markedSteps = 0;            ///< of the whole recording
    double meanStepSeconds = 0, stepCv = 0; ///< of the steps in the window; 0 without steps
    std::optional<double> samplesPerSecond, stepsPerSecond;
    TracingCost tracing;
    PeriodReport period; ///< of the recording behind its ops, see reportPeriod
    std::optional<double> totalMemoryBytes;
    std::vector<ZoneTemperature> zones;
    std::vector<Throttling> throttlings; ///< empty = the device does not tell
    std::vector<OpTotals> ops;
    Attribution attribution;       ///< of the steps in the window whose ops were recorded
    Attribution modules;           ///< the same by module; without kinds where no op is known to be of one
    PositionAttribution positions; ///< of the main account
    UntracedAttribution untraced;  ///< of those without, by the ops of those with
    Predictability predictability;
    std::optional<double> agentCpuFraction, agentRssBytes;
    std::vector<Observation> observations; ///< of this recording alone
    std::vector<trace::Loss> losses;
    std::vector<trace::EventRecord> warnings; ///< events that are more than information
};

Report makeReport(const trace::TraceView& view, const ReportOptions& options = {}, const Cancelled& cancelled = {});

/// The account that matters most: of the whole system's rail, else of the first one that could be told; none when no
/// rail could.
const ChannelAccount* mainAccount(const Report& report);

/// The report for programs; SI units.
std::string toJson(const Report& report);
/// The report for people: text of at most 100 columns.
std::string toText(const Report& report);
/// Several, each after its title, and the observations of all of them together.
std::string toJson(const std::vector<Report>& reports, const std::vector<Observation>& together);
std::string toText(const std::vector<Report>& reports, const std::vector<std::string>& titles,
                   const std::vector<Observation>& together);

} // namespace stepscope::analysis
