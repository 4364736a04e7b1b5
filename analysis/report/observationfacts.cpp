#include "analysis/report/observationfacts.h"

#include "analysis/metrics/channelrules.h"
#include "analysis/report/analysis.h"

#include <algorithm>
#include <cmath>
#include <stop_token>

namespace stepscope::analysis {
namespace {

/// The value of --model in the command, else the name of the script.
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

/// Indices of the steps in the window, without traced ones if there are enough others.
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

/// Means over groups of `each` consecutive steps.
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

/// Peak of memory in use in each step; empty if it was not measured.
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

/// At most twenty equal parts of the range, with at least twenty samples each.
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
    std::vector<RunFacts::RailWatts> watts;
    const auto meanOf = [&](std::string_view role, trace::TimeRange stretch) {
        const RailSummary* rail = railOf(facts, role);
        for (const trace::ChannelView& channel : view.channels()) {
            if (rail != nullptr && channel.info().quantity == "rail.power" && titleOf(channel.info()) == rail->name)
                return channel.integral(stretch).mean();
        }
        return 0.0;
    };
    for (const trace::TimeRange& stretch : stretches)
        watts.push_back({meanOf("memory", stretch), meanOf("gpu", stretch), meanOf("cpu", stretch)});
    return watts;
}

/// Stretches without a sample of a core are left out.
std::vector<double> cpuSharesOf(const trace::TraceView& view, const std::vector<trace::TimeRange>& stretches)
{
    std::vector<double> shares;
    for (const trace::TimeRange& stretch : stretches) {
        if (const auto share = summarize(view, stretch).cpuUtilization)
            shares.push_back(*share);
    }
    return shares;
}

} // namespace

RunFacts runFacts(const trace::TraceView& view, const Report& report, const std::stop_token& stop)
{
    RunFacts facts;
    facts.model = modelOf(report.header.command);
    facts.batch = report.facts.batchSize;
    facts.cores = report.summary.cores;
    facts.gpu = report.summary.gpuUtilization;
    facts.cpu = report.summary.cpuUtilization;
    facts.rails = report.summary.rails;
    facts.joulesPerStep = report.energy.joulesPerStep;
    facts.samplesPerSecond = report.steps.samplesPerSecond;
    facts.peakBytes = report.summary.peakMemoryBytes;
    facts.parameterBytes = report.facts.parameterBytes;
    const std::vector<trace::TimeRange> stretches = stretchesOf(view, report.summary.range);
    facts.railWatts = railWattsOf(view, facts, stretches);
    facts.cpuShares = cpuSharesOf(view, stretches);
    const std::vector<std::size_t> numbers = stepsIn(view, report.summary.range);
    facts.stepPeaks = peaksOf(view, numbers);
    const std::vector<StepFigures> steps = stepFigures(view, numbers, stop);
    double seconds = 0;
    for (const StepFigures& step : steps) {
        facts.stepSeconds.push_back(step.seconds);
        seconds += step.seconds / static_cast<double>(steps.size());
    }
    constexpr double kSamples = 20;
    const double needed = kSamples * static_cast<double>(view.header().periodNs) * 1e-9;
    if (seconds > 0 && needed > seconds)
        facts.stepsPerGroup = static_cast<std::size_t>(std::min(std::ceil(needed / seconds), 1e6));
    facts.groups = grouped(steps, facts.stepsPerGroup);
    return facts;
}

void computeObservations(const trace::TraceView& view, Report& report, const std::stop_token& stop)
{
    const RunFacts facts = runFacts(view, report, stop);
    report.observations = observe({&facts, 1});
}

} // namespace stepscope::analysis
