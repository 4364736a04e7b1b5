#include "analysis/report/reporttext.h"

#include "analysis/statistics/bootstrap.h"
#include "analysis/text/texttable.h"
#include "remote/format/railtree.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

namespace stepscope::analysis {
namespace {

std::string deviceText(const trace::RunHeader& header)
{
    const trace::Device& device = header.device;
    std::string details = !device.board.empty() ? device.board : !device.model.empty() ? device.model : device.machine;
    const auto add = [&details](const std::string& detail) { details += (details.empty() ? "" : ", ") + detail; };
    if (!device.l4t.empty())
        add("L4T " + device.l4t);
    if (!device.powerMode.empty())
        add("power mode " + device.powerMode);
    if (device.clocksLocked.value_or(false))
        add("clocks locked");
    const std::string name = device.hostname.empty() ? "an unnamed device" : device.hostname;
    return details.empty() ? name : name + " (" + details + ")";
}

std::string commandText(const std::vector<std::string>& command)
{
    std::string text;
    for (const std::string& argument : command) {
        const bool isPlain = !argument.empty() && argument.find_first_of(" \t\n'\"\\$") == std::string::npos;
        text += (text.empty() ? "" : " ") + (isPlain ? argument : "'" + argument + "'");
    }
    return text;
}

std::string endingText(const Report& report)
{
    if (!report.ending)
        return "not recorded: the run is still in progress, or the recording is truncated";
    const trace::RunEnding& ending = *report.ending;
    if (ending.state == "failed")
        return "the command could not be started: " + ending.reason;
    if (ending.state == "left")
        return "the recording ended before the training, after " + durationText(report.extent.seconds()) + ": " +
               ending.reason;
    std::string text = ending.signal != 0 ? "signal " + std::to_string(ending.signal)
                       : ending.hasStatus ? "exit status " + std::to_string(ending.exitStatus)
                                          : "exit status not known";
    if (ending.state == "stopped")
        text = "stopped by the user, " + text;
    return text + ", after " + durationText(report.extent.seconds());
}

std::string windowText(const Report& report)
{
    const std::string length = durationText(report.summary.range.seconds());
    if (report.wholeRecording)
        return "the whole recording, " + length + ": no steps are marked";
    std::string text = countText(report.summary.steps) + " of " + countText(report.steps.marked) + " steps, " + length;
    if (report.skippedSteps > 0)
        text += "; the first " + countText(report.skippedSteps) + " are left out";
    return text;
}

void writeRun(const Report& report, TextPage& page)
{
    const trace::RunHeader& header = report.header;
    page.heading("Training on " + deviceText(header) + (header.run.empty() ? "" : ", run " + header.run));
    if (header.isVirtual)
        page.line("SIMULATED", "The board is simulated: no figure below was measured on hardware.");
    page.line("command", commandText(header.command));
    page.line("end", endingText(report));
    page.line("figures cover", windowText(report));
}

/// In order of time. Losses of the log are counted in bytes, and come after all others.
std::vector<trace::Loss> largestLosses(std::vector<trace::Loss> losses, std::size_t most)
{
    if (losses.size() > most) {
        const auto isOfLog = [](const trace::Loss& loss) { return loss.what == "log" || loss.what == "tail"; };
        std::stable_sort(losses.begin(), losses.end(), [&](const trace::Loss& a, const trace::Loss& b) {
            return isOfLog(a) != isOfLog(b) ? isOfLog(b) : a.count > b.count;
        });
        losses.resize(most);
    }
    std::stable_sort(losses.begin(), losses.end(),
                     [](const trace::Loss& a, const trace::Loss& b) { return a.range.begin < b.range.begin; });
    return losses;
}

void writeLosses(const Report& report, TextPage& page)
{
    constexpr std::size_t kMost = 8;
    const auto when = [&report](std::int64_t time) { return "at " + durationText(time - report.extent.begin); };
    const auto during = [&](trace::TimeRange range) {
        return range.isEmpty() ? when(range.begin)
                               : "from " + durationText(range.begin - report.extent.begin) + " to " +
                                     durationText(range.end - report.extent.begin);
    };
    const auto& [losses, warnings] = report.losses;
    if (losses.empty())
        page.line("lost data", "none");
    for (const trace::Loss& loss : largestLosses(losses, kMost))
        page.line("!! LOST DATA", lossText(loss.count, loss.what) + ", " + during(loss.range) + ": " + loss.reason);
    if (losses.size() > kMost)
        page.line("!! LOST DATA", countText(losses.size() - kMost) + " more");
    for (std::size_t i = 0; i < std::min(kMost, warnings.size()); ++i) {
        const trace::EventRecord& event = warnings[i];
        page.line(event.severity == trace::EventRecord::Severity::Error ? "error" : "warning",
                  when(event.time) + ": " + event.text);
    }
    if (warnings.size() > kMost)
        page.line("warning", countText(warnings.size() - kMost) + " more");
}

/// Sizes of the model's tensors, as the framework reports them.
std::string tensorsText(const trace::Facts& facts)
{
    const std::array<std::pair<const char*, std::uint64_t>, 4> optional{
        {{", optimizer ", facts.optimizerBytes},
         {", intermediate ", facts.intermediateBytes},
         {"; allocator: peak ", facts.allocatorPeakBytes},
         {", reserved ", facts.allocatorReservedBytes}}};
    std::string text = "parameters " + bytesText(static_cast<double>(facts.parameterBytes)) + ", gradients " +
                       bytesText(static_cast<double>(facts.gradientBytes)) + ", input " +
                       bytesText(static_cast<double>(facts.inputBytes));
    for (const auto& [name, bytes] : optional)
        text += bytes > 0 ? name + bytesText(static_cast<double>(bytes)) : std::string();
    return text;
}

void writeTraining(const Report& report, TextPage& page)
{
    page.heading("Training");
    const StepResult& steps = report.steps;
    if (steps.stepsPerSecond) {
        const std::string samples =
            steps.samplesPerSecond ? fixedText(*steps.samplesPerSecond, 2) + " samples/s, " : std::string();
        page.line("throughput", samples + fixedText(*steps.stepsPerSecond, 3) + " steps/s");
        page.line("step time",
                  durationText(steps.meanSeconds) + " mean, coefficient of variation " + percentText(steps.cv));
    } else {
        page.line("throughput", "not known: no step is marked in the window");
    }
    const trace::Facts& facts = report.facts;
    if (facts.batchSize > 0)
        page.line("batch", countText(facts.batchSize) + " samples");
    if (facts.parameterBytes > 0)
        page.line("tensors", tensorsText(facts));
    for (const TrainingMetric& metric : report.metrics) {
        std::string text = nominalText(metric.first) + " at first, " + nominalText(metric.last) + " at last; " +
                           nominalText(metric.min) + " to " + nominalText(metric.max) + " in " +
                           countText(metric.values, "value");
        if (metric.notFinite > 0)
            text += ", " + countText(metric.notFinite) + " not finite";
        page.line(metric.name, text);
    }
    if (!facts.framework.empty())
        page.line("framework", facts.framework + " " + facts.frameworkVersion +
                                   (facts.python.empty() ? "" : ", Python " + facts.python));
}

void writePeriod(const Report& report, TextPage& page)
{
    constexpr std::size_t kMostRegimes = 12;
    const auto percent = [](double share, int digits) { return fixedText(100 * share, digits) + " %"; };
    const PeriodReport& period = report.period;
    const PeriodFinding& finding = period.finding;
    page.heading("Steps detected in the samples, without marks");
    if (finding.verdict == PeriodVerdict::NotPeriodic || finding.verdict == PeriodVerdict::CannotTell) {
        page.line(finding.verdict == PeriodVerdict::NotPeriodic ? "not periodic" : "not known",
                  finding.reason.english());
        return;
    }
    const std::string precision = finding.verdict == PeriodVerdict::Periodic
                                      ? "within 0.1 % with a probability of " + percent(finding.confidence, 1)
                                      : finding.reason.english();
    page.line("period", durationText(finding.seconds) + " +- " +
                            percent(normalHalfWidth95() * finding.error / finding.seconds, 3) + " (95 %), " +
                            fixedText(finding.steps, 0) + " steps; " + precision);
    if (finding.cycles > 1)
        page.line("cycles", "a step consists of " + countText(finding.cycles) + " similar cycles of about " +
                                durationText(finding.cycleSeconds));
    if (!isPeriodOfMarks(period))
        page.line("marked steps",
                  "only " + percent(*period.markedShare, 1) +
                      " of them lie in this time: what repeats here is not the training that marks them");
    else if (const auto difference = differenceToMarks(period))
        page.line("marked steps", durationText(*period.markedSeconds) + " in the same time; the detected period is " +
                                      percent(std::abs(*difference), 3) + (*difference < 0 ? " shorter" : " longer"));
    page.line("regularity", "durations jitter by " + percent(finding.jitter, 1) + " and drift by " +
                                percent(finding.drift, 1) + "; the mean step explains " +
                                percent(finding.explained, 1) + " of the variance of the channels that repeat");
    for (std::size_t i = 0; i < period.regimes.size() && i < kMostRegimes; ++i) {
        const Regime& regime = period.regimes[i];
        page.line(regime.name, "at " + durationText(regime.range.begin - period.origin) + " for " +
                                   durationText(regime.range.duration()) + ": " + regime.what);
    }
    if (period.regimes.size() > kMostRegimes)
        page.line("others", countText(period.regimes.size() - kMostRegimes) + " more in --json");
}

std::string cpuSourceText(const CpuResult& cpu)
{
    if (cpu.resolutionSeconds <= 0)
        return cpu.source + "; the resolution of busy time is not known";
    std::string text = cpu.source + "; busy time in units of " + durationText(cpu.resolutionSeconds);
    constexpr double kCoarse = 0.1; // of a period
    if (cpu.periodSeconds > 0 && cpu.resolutionSeconds >= kCoarse * cpu.periodSeconds)
        text += ": COARSE for samples every " + durationText(cpu.periodSeconds) +
                ", only means over many samples are accurate";
    return text;
}

void writeCpu(const Report& report, TextPage& page)
{
    const RangeSummary& summary = report.summary;
    page.heading("CPU");
    page.line("utilization", orUnknown(summary.cpuUtilization, percentText) +
                                 (summary.cores.empty() ? "" : ", mean of the cores that were online"));
    if (report.cpu.trainingCores)
        page.line("training", fixedText(*report.cpu.trainingCores, 3) + " cores busy with its processes, on average");
    if (!report.cpu.source.empty())
        page.line("source", cpuSourceText(report.cpu));
    if (summary.cores.empty())
        return;
    const bool isCovered = std::all_of(summary.cores.begin(), summary.cores.end(), [](const CoreSummary& core) {
        return core.coverage >= kFullCoverage * core.online.value_or(0);
    });
    std::vector<std::vector<std::string>> rows;
    for (const CoreSummary& core : summary.cores) {
        const bool isKnown = core.coveredSeconds > 0;
        const std::string online = !core.online       ? "not known"
                                   : *core.online > 0 ? percentText(*core.online)
                                                      : std::string("offline");
        rows.push_back({"cpu" + std::to_string(core.core), core.cluster, isKnown ? percentText(core.utilization) : "-",
                        isKnown ? percentText(core.idleRatio) : "-", online});
        if (!isCovered)
            rows.back().push_back(percentText(core.coverage));
    }
    std::vector<TextColumn> columns{{"core"}, {"cluster"}, {"utilization", true}, {"idle", true}, {"online", true}};
    if (!isCovered)
        columns.push_back({"time measured", true});
    page.table(columns, rows);
}

void writeGpu(const Report& report, TextPage& page)
{
    if (!report.summary.gpuUtilization)
        return;
    page.heading("GPU");
    page.line("utilization", percentText(*report.summary.gpuUtilization));
}

void writeMemory(const Report& report, TextPage& page)
{
    page.heading("Memory");
    std::string peak = orUnknown(report.summary.peakMemoryBytes, bytesText);
    if (report.summary.peakMemoryBytes && report.memory.totalBytes)
        peak += " of " + bytesText(*report.memory.totalBytes);
    page.line("peak", peak);
    page.line("training", orUnknown(report.summary.peakProcessBytes, bytesText));
    const TensorBytes& tensors = report.summary.tensors;
    if (!std::isnan(tensors.used))
        page.line("GPU tensors", bytesText(tensors.used) + " peak, of the sampled values");
    if (!std::isnan(tensors.intermediate))
        page.line("intermediate", bytesText(tensors.intermediate) +
                                      " peak: tensors except parameters, gradients, optimizer state and input");
}

/// In the order of the rail tree; the power that no child rail accounts for follows the children.
std::vector<std::vector<std::string>> railRows(const RangeSummary& summary)
{
    std::vector<std::vector<std::string>> rows;
    std::vector<const RailSummary*> open;
    const auto indent = [&open] { return std::string(2 * open.size(), ' '); };
    const auto close = [&] {
        const RailSummary& rail = *open.back();
        if (rail.restWatts)
            rows.push_back({indent() + "(rest)", "", fixedText(*rail.restWatts, 3) + " W",
                            fixedText(*rail.restJoules, 3) + " J", ""});
        open.pop_back();
    };
    for (const RailSummary& rail : summary.rails) {
        while (!open.empty() && open.back()->name != rail.parent)
            close();
        const bool isKnown = rail.coveredSeconds > 0;
        rows.push_back({indent() + rail.name, rail.role, isKnown ? fixedText(rail.meanWatts, 3) + " W" : "-",
                        isKnown ? fixedText(rail.joules, 3) + " J" : "-", percentText(rail.coverage)});
        open.push_back(&rail);
    }
    while (!open.empty())
        close();
    return rows;
}

std::string systemRailsText(const std::vector<std::string>& system)
{
    std::string rails;
    for (const std::string& rail : system)
        rails += (rails.empty() ? "" : " + ") + rail;
    const bool isKnown = std::all_of(system.begin(), system.end(), format::isKnownRail) &&
                         std::set<std::string>(system.begin(), system.end()).size() == system.size();
    return rails + (system.size() < 2 || isKnown ? "; no rail is counted twice"
                                                 : "; their sum, if none of these rails feeds another one");
}

std::string systemText(const Report& report)
{
    const RangeSummary& summary = report.summary;
    if (!summary.systemJoules)
        return "not known: its rails have no samples of the same time in the window";
    const bool isCovered = summary.systemCoverage >= kFullCoverage;
    std::string text = fixedText(*summary.systemJoules, 3) + " J";
    if (!isCovered)
        text += " in the " + percentText(summary.systemCoverage) + " of the time with samples, mean " +
                fixedText(*summary.systemWatts, 3) + " W";
    else if (report.energy.joulesPerStep)
        text += ", " + fixedText(*report.energy.joulesPerStep, 4) + " J per step";
    return text + " (" + systemRailsText(systemRails(summary.rails)) + ")";
}

/// Of a window with gaps.
std::string coveredStepsText(const Report& report)
{
    const EnergyResult& energy = report.energy;
    if (!energy.joulesPerStep)
        return "not known: " + energy.reason;
    return fixedText(*energy.joulesPerStep, 4) + " J, over " + countText(energy.steps) + " of " +
           countText(report.summary.steps) +
           (energy.isByPlace ? " steps, by the mean power at each place of the step: each step lacks samples"
                             : " steps, the others lack samples");
}

void writeEnergy(const Report& report, TextPage& page)
{
    page.heading("Energy");
    if (report.summary.rails.empty()) {
        page.line("system", "not known: this device has no readable power sensor");
        return;
    }
    page.line("system", systemText(report));
    if (report.summary.systemJoules && report.summary.systemCoverage < kFullCoverage && report.summary.steps > 0)
        page.line("per step", coveredStepsText(report));
    if (const auto& delay = report.energy.delayProduct) {
        const auto& samples = report.energy.samplesPerJoule;
        page.line("efficiency", (samples ? fixedText(*samples, 3) + " samples/J, " : std::string()) +
                                    "energy-delay product " + fixedText(*delay, 5) + " J s per step");
    }
    page.table({{"rail"}, {"supplies"}, {"mean power", true}, {"energy", true}, {"time measured", true}},
               railRows(report.summary));
}

std::string throttlingText(const std::vector<Throttling>& throttlings)
{
    if (throttlings.empty())
        return "not known: the device does not report it";
    std::string text;
    for (const Throttling& reason : throttlings) {
        if (!reason.happened())
            continue;
        text += (text.empty() ? "" : "; ") + reason.name + " " +
                (reason.times > 0 ? countText(reason.times) + " times"
                                  : "for " + durationText(reason.seconds()) + ", at up to " +
                                        percentText(reason.strongest) + " of its maximum");
    }
    return text.empty() ? "none in the window" : text;
}

void writeTemperatures(const Report& report, TextPage& page)
{
    const auto& [zones, throttlings] = report.temperatures;
    if (zones.empty() && throttlings.empty())
        return;
    page.heading("Temperature");
    const auto degrees = [](double value) { return fixedText(value, 1) + " degC"; };
    std::vector<std::vector<std::string>> rows;
    for (const ZoneTemperature& zone : zones)
        rows.push_back({zone.name, degrees(zone.first), degrees(zone.last), degrees(zone.mean), degrees(zone.max)});
    if (!rows.empty())
        page.table({{"zone"}, {"first", true}, {"last", true}, {"mean", true}, {"maximum", true}}, rows);
    page.line("throttling", throttlingText(throttlings));
}

std::string slowdownText(const TracingCost& cost)
{
    if (cost.slowdown <= 0)
        return "not known: there is no untraced step for comparison";
    std::string text = fixedText(cost.slowdown, 2) + " x";
    if (const auto& interval = cost.slowdownInterval)
        text += " (95 %: " + fixedText(interval->low, 2) + " to " + fixedText(interval->high, 2) + ")";
    if (cost.tracedSteps > 0 && cost.untracedSteps > 0)
        text += ": mean " + durationText(cost.tracedMeanSeconds) + " of traced steps (" + countText(cost.tracedSteps) +
                "), " + durationText(cost.untracedMeanSeconds) + " of untraced steps (" +
                countText(cost.untracedSteps) + ")";
    return text;
}

void writeTracing(const Report& report, TextPage& page)
{
    const TracingCost& cost = report.tracing;
    if (cost.tracedSteps == 0 && !report.facts.tracing)
        return;
    page.heading("Overhead of op tracing");
    page.line("slowdown", slowdownText(cost));
    if (cost.untracedSamplesPerSecond && cost.tracedSteps > 0)
        page.line("throughput", fixedText(*cost.untracedSamplesPerSecond, 2) + " samples/s in untraced steps");
    if (report.facts.tracing && report.facts.tracing->clockErrorNs > 0)
        page.line("clock", "op times are accurate to " + durationText(report.facts.tracing->clockErrorNs));
}

void writeAgentOverhead(const Report& report, TextPage& page)
{
    page.heading("Overhead of sampling");
    const auto ofOneCore = [](double share) { return fixedText(share * 100, 2) + " % of one core"; };
    page.line("processor", orUnknown(report.agent.cpuFraction, ofOneCore));
    page.line("memory", orUnknown(report.agent.rssBytes, bytesText));
}

void writeReportObservations(const Report& report, TextPage& page)
{
    writeObservations(report.observations, page);
}

/// The sections in the order of the text. Losses come first because every figure depends on them.
constexpr std::array kSections{
    writeRun,
    writeLosses,
    writeTraining,
    writePeriod,
    writeCpu,
    writeGpu,
    writeMemory,
    writeEnergy,
    writeTemperatures,
    writeOps,
    writeOpEnergy,
    writeModuleEnergy,
    writePositionEnergy,
    writeUntracedEnergy,
    writePredictability,
    writeReportObservations,
    writeTracing,
    writeAgentOverhead,
};

void writeReport(const Report& report, TextPage& page)
{
    for (const auto write : kSections)
        write(report, page);
}

} // namespace

std::string toText(const Report& report)
{
    TextPage page;
    writeReport(report, page);
    return page.text();
}

std::string toText(const std::vector<Report>& reports, const std::vector<std::string>& titles,
                   const std::vector<Observation>& together)
{
    TextPage page;
    for (std::size_t i = 0; i < reports.size(); ++i) {
        Report report = reports[i];
        report.observations.clear(); // those over all recordings follow below
        page.heading(i < titles.size() ? titles[i] : std::string());
        writeReport(report, page);
    }
    page.heading("All together");
    writeObservations(together, page);
    return page.text();
}

} // namespace stepscope::analysis
