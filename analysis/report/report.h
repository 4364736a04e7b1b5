#pragma once

#include "analysis/energy/attribution.h"
#include "analysis/energy/positions.h"
#include "analysis/energy/tracedopprojection.h"
#include "analysis/folding/predictability.h"
#include "analysis/metrics/metrics.h"
#include "analysis/metrics/thermal.h"
#include "analysis/metrics/trainingmetrics.h"
#include "analysis/observations/observation.h"
#include "analysis/statistics/bootstrap.h"
#include "analysis/steps/detection/periodregimes.h"

#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope::analysis {

struct ReportOptions
{
    std::size_t skippedSteps = kSkippedSteps; ///< first steps that no figure includes
    std::optional<trace::TimeRange> range;    ///< replaces the range of all steps after the skipped ones
    /// Disjoint ranges in order of time, to whose sum the ops and their energies belong instead; empty = `range`.
    std::vector<trace::TimeRange> opRanges{};
    /// Names of the only analyses to run (analysis.h); those whose results they read run, too. Empty = all.
    std::vector<std::string_view> only{};
    std::vector<std::string_view> without{}; ///< analyses that do not run, even if others read their results
};

/// Data that the recording lacks, and events more severe than information.
struct LossResult
{
    std::vector<trace::Loss> losses;
    std::vector<trace::EventRecord> warnings;
};

/// The marked steps of the window, or of the whole recording where stated.
struct StepResult
{
    std::size_t marked = 0;                                 ///< in the whole recording
    double meanSeconds = 0, cv = 0;                         ///< duration; 0 without steps
    std::optional<double> samplesPerSecond, stepsPerSecond; ///< over the time from the first start to the last end
};

/// Overhead of op tracing: durations of traced against untraced steps of the window. The slow-down is the one that the
/// hook measured if the window does not contain both.
struct TracingCost
{
    std::size_t tracedSteps = 0, untracedSteps = 0;
    double tracedMeanSeconds = 0, untracedMeanSeconds = 0; ///< 0 = no such step
    double slowdown = 0;                                   ///< traced / untraced; 0 = not known
    std::optional<Interval> slowdownInterval;              ///< 95 %, by the steps of this recording
    std::optional<double> untracedSamplesPerSecond;        ///< throughput of the untraced steps
};

/// Where the utilization of the cores comes from. The utilization itself is part of RangeSummary.
struct CpuResult
{
    std::string source;                  ///< name of the source; empty = not measured
    double resolutionSeconds = 0;        ///< of its busy time; 0 = not known
    double periodSeconds = 0;            ///< between samples; 0 = not known
    std::optional<double> trainingCores; ///< mean number of cores that the training's processes keep busy
};

struct MemoryResult
{
    std::optional<double> totalBytes; ///< of the device
};

/// Energy of the whole system (equation 4), over the steps that samples cover: see stepEnergy(). The energy of the
/// window and its coverage are part of RangeSummary.
struct EnergyResult
{
    std::optional<double> joulesPerStep, samplesPerJoule;
    std::optional<double> delayProduct; ///< J s per step: energy x mean duration (Gonzalez and Horowitz 1996)
    std::size_t steps = 0;              ///< that these figures cover
    bool isByPlace = false;             ///< samples cover these steps only in part
    std::string reason;                 ///< why there are none; empty when there are
};

struct TemperatureResult
{
    std::vector<ZoneTemperature> zones;
    std::vector<Throttling> throttlings; ///< empty = the device does not report any
};

/// Resources that the agent itself uses.
struct AgentResult
{
    std::optional<double> cpuFraction, rssBytes; ///< of one core
};

/// All figures of one recording: facts, and one result per analysis (analysis.h).
struct Report
{
    trace::RunHeader header;
    trace::Facts facts;
    std::optional<trace::RunEnding> ending;
    std::size_t skippedSteps = 0;           ///< less than requested when there are fewer steps
    trace::TimeRange extent;                ///< of the whole recording
    bool wholeRecording = false;            ///< the window is the extent, because no steps are marked
    RangeSummary summary;                   ///< of the window, which all figures cover unless stated otherwise
    std::vector<trace::TimeRange> opRanges; ///< that ops and attributions cover: the window, unless requested otherwise

    LossResult losses;
    StepResult steps;
    TracingCost tracing; ///< computed with the steps
    PeriodReport period; ///< of the recording after its traced steps, see reportPeriod()
    CpuResult cpu;
    MemoryResult memory;
    EnergyResult energy;
    TemperatureResult temperatures;
    std::vector<OpTotals> ops;
    Attribution attribution;       ///< to ops, over the traced steps
    Attribution modules;           ///< to modules, over the same steps; without groups if no module is known
    PositionAttribution positions; ///< to positions in the step, on the channel of mainAccount()
    UntracedAttribution untraced;  ///< to ops, over the untraced steps
    Predictability predictability;
    std::vector<Observation> observations; ///< of this recording alone
    AgentResult agent;
    std::vector<TrainingMetric> metrics; ///< of the whole recording
};

/// Uses two threads; a stop request ends it with the results that are complete by then.
Report makeReport(const trace::TraceView& view, const ReportOptions& options = {}, const std::stop_token& stop = {});

/// The account of the main rail: of the whole system if it has figures, else of the first rail that has; null if none.
const ChannelAccount* mainAccount(const Report& report);

/// Whether the detected steps can be the marked ones: half of those lie in the time of the detected ones, or they have
/// nearly the same duration. True without marks.
bool isPeriodOfMarks(const PeriodReport& period);

/// Detected over marked mean duration of a step, minus 1; none without either.
std::optional<double> differenceToMarks(const PeriodReport& period);

/// The report as JSON, in SI units; null = not known.
std::string toJson(const Report& report);
/// The report as text of at most 100 columns.
std::string toText(const Report& report);
/// Several reports, each below its title, and the observations over all of them.
std::string toJson(const std::vector<Report>& reports, const std::vector<Observation>& together);
std::string toText(const std::vector<Report>& reports, const std::vector<std::string>& titles,
                   const std::vector<Observation>& together);

} // namespace stepscope::analysis
