#include "analysis/algorithms/observation.h"
#include "analysis/algorithms/sampling.h"

#include <algorithm>
#include <cmath>

namespace stepscope::analysis {
namespace {

/// What the training calls its model: the value of --model, else the script's name.
std::string modelOf(const std::vector<std::string>& command)
{
    for (std::size_t i = 0; i + 1 < command.size(); ++i) {
        if (command[i] == "--model")
            return command[i + 1];
    }
    for (const std::string& word : command) {
        if (word.ends_with(".py"))
            return word.substr(word.find_last_of('/') + 1);
    }
    return command.empty() ? std::string() : command.front().substr(command.front().find_last_of('/') + 1);
}

/// Indices of the steps in the window; without those whose ops were recorded when there are enough others.
std::vector<std::size_t> stepsIn(const trace::TraceView& view, trace::TimeRange range)
{
    std::vector<std::size_t> all;
    std::vector<std::size_t> untraced;
    for (std::size_t i = view.stepLowerBound(range.begin); i < view.stepCount(); ++i) {
        const format::Step step = view.step(i);
        if (step.start >= range.end)
            break;
        if (step.start < range.begin || step.end > range.end || step.end <= step.start)
            continue;
        all.push_back(i);
        if ((step.flags & format::Step::kTraced) == 0)
            untraced.push_back(i);
    }
    constexpr std::size_t kEnough = 8;
    return untraced.size() >= kEnough ? untraced : all;
}

/// Means over groups of so many steps (energy: sums over them, a step).
std::vector<StepFigures> grouped(const std::vector<StepFigures>& steps, std::size_t each)
{
    std::vector<StepFigures> groups;
    const auto count = static_cast<double>(each);
    for (std::size_t first = 0; first + each <= steps.size(); first += each) {
        StepFigures mean;
        for (std::size_t i = first; i < first + each; ++i) {
            mean.seconds += steps[i].seconds / count;
            mean.joules += steps[i].joules / count;
            mean.watts += steps[i].watts / count;
            mean.cpu += steps[i].cpu / count;
            mean.gpu += steps[i].gpu / count;
        }
        groups.push_back(mean);
    }
    return groups;
}

/// Peak of each step; empty where memory was not measured.
std::vector<double> peaksOf(const trace::TraceView& view, const std::vector<std::size_t>& steps)
{
    std::vector<double> peaks;
    const trace::ChannelView* memory = findChannel(view, "memory.used");
    if (memory == nullptr)
        return peaks;
    for (const std::size_t i : steps) {
        const format::Step step = view.step(i);
        const auto bounds = memory->bounds(memory->lowerBound(step.start), memory->lowerBound(step.end));
        if (bounds.any)
            peaks.push_back(bounds.max);
    }
    return peaks;
}

/// Equal ones, at most twenty, with twenty samples each.
std::vector<trace::TimeRange> stretchesOf(const trace::TraceView& view, trace::TimeRange range)
{
    constexpr std::int64_t kMostStretches = 20;
    constexpr std::int64_t kSamples = 20;
    std::vector<trace::TimeRange> stretches;
    const std::int64_t period = std::max<std::int64_t>(view.header().periodNs, 1);
    const std::int64_t count = std::clamp<std::int64_t>(range.duration() / period / kSamples, 0, kMostStretches);
    for (std::int64_t i = 0; i < count; ++i) {
        const std::int64_t length = range.duration() / count;
        stretches.push_back({range.begin + i * length, range.begin + (i + 1) * length});
    }
    return stretches;
}

std::vector<RunFacts::RailWatts> railWattsOf(const trace::TraceView& view, const RunFacts& facts,
                                             const std::vector<trace::TimeRange>& stretches)
{
    std::vector<RunFacts::RailWatts> found;
    const auto meanOf = [&](std::string_view role, trace::TimeRange stretch) {
        const RailSummary* rail = railOf(facts, role);
        for (const trace::ChannelView& channel : view.channels()) {
            if (rail != nullptr && channel.info().quantity == "rail.power" && titleOf(channel.info()) == rail->name)
                return channel.integral(stretch).mean();
        }
        return 0.0;
    };
    for (const trace::TimeRange& stretch : stretches)
        found.push_back({meanOf("memory", stretch), meanOf("gpu", stretch), meanOf("cpu", stretch)});
    return found;
}

/// Without stretches in which no core was measured.
std::vector<double> cpuSharesOf(const trace::TraceView& view, const std::vector<trace::TimeRange>& stretches)
{
    std::vector<double> found;
    for (const trace::TimeRange& stretch : stretches) {
        if (const auto share = summarize(view, stretch).cpuUtilization)
            found.push_back(*share);
    }
    return found;
}

} // namespace

const RailSummary* railOf(const RunFacts& run, std::string_view role)
{
    const RailSummary* found = nullptr;
    for (const RailSummary& rail : run.rails) {
        if (rail.role == role && rail.coveredSeconds > 0 && (found == nullptr || rail.meanWatts > found->meanWatts))
            found = &rail;
    }
    return found;
}

RunFacts runFacts(const trace::TraceView& view, const Report& report, const Cancelled& cancelled)
{
    RunFacts facts;
    facts.model = modelOf(report.header.command);
    facts.batch = report.facts.batchSize;
    facts.cores = report.summary.cores;
    facts.gpu = report.summary.gpuUtilization;
    facts.cpu = report.summary.cpuUtilization;
    facts.rails = report.summary.rails;
    if (report.summary.systemJoules && report.summary.steps > 0)
        facts.joulesAStep = *report.summary.systemJoules / static_cast<double>(report.summary.steps);
    facts.samplesPerSecond = report.samplesPerSecond;
    facts.peakBytes = report.summary.peakMemoryBytes;
    facts.parameterBytes = report.facts.parameterBytes;
    const std::vector<trace::TimeRange> stretches = stretchesOf(view, report.summary.range);
    facts.railWatts = railWattsOf(view, facts, stretches);
    facts.cpuShares = cpuSharesOf(view, stretches);
    const std::vector<std::size_t> numbers = stepsIn(view, report.summary.range);
    facts.stepPeaks = peaksOf(view, numbers);
    const std::vector<StepFigures> steps = stepFigures(view, numbers, cancelled);
    double seconds = 0;
    for (const StepFigures& step : steps) {
        facts.stepSeconds.push_back(step.seconds);
        seconds += step.seconds / static_cast<double>(steps.size());
    }
    constexpr double kSamples = 20;
    const double needed = kSamples * static_cast<double>(view.header().periodNs) * 1e-9;
    if (seconds > 0 && needed > seconds)
        facts.stepsAGroup = static_cast<std::size_t>(std::min(std::ceil(needed / seconds), 1e6));
    facts.groups = grouped(steps, facts.stepsAGroup);
    return facts;
}

std::vector<double> valuesOf(const RunFacts& run, double StepFigures::*field)
{
    std::vector<double> values;
    for (const StepFigures& group : run.groups) {
        if (std::isfinite(group.*field))
            values.push_back(group.*field);
    }
    return values;
}

} // namespace stepscope::analysis
