#include "analysis/metrics/channelrules.h"
#include "analysis/metrics/optable.h"
#include "analysis/metrics/stepfigures.h"
#include "analysis/report/analysis.h"
#include "analysis/statistics/bootstrap.h"
#include "analysis/steps/steplist.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace stepscope::analysis {
namespace {

bool hasModules(const trace::TraceView& view)
{
    for (std::uint32_t op = 1; op <= view.opCount(); ++op) {
        if (!view.opModule(op).empty())
            return true;
    }
    return false;
}

void computeOps(const trace::TraceView& view, Report& report, const std::stop_token& stop)
{
    report.ops = opTable(view, report.opRanges, {}, stop);
}

void computeOpEnergy(const trace::TraceView& view, Report& report, const std::stop_token& stop)
{
    report.attribution = attributeToGroups(view, report.opRanges, GroupBy::Op, {}, stop);
}

void computeModuleEnergy(const trace::TraceView& view, Report& report, const std::stop_token& stop)
{
    if (hasModules(view))
        report.modules = attributeToGroups(view, report.opRanges, GroupBy::Module, report.attribution.channels, stop,
                                           {.railsOnly = true});
}

void computePositionEnergy(const trace::TraceView& view, Report& report, const std::stop_token& stop)
{
    if (const ChannelAccount* account = mainAccount(report))
        report.positions = attributeToPositions(view, report.opRanges, report.attribution, *account, stop);
}

void computeUntracedEnergy(const trace::TraceView& view, Report& report, const std::stop_token& stop)
{
    report.untraced = attributeUntraced(view, report.opRanges, report.attribution.channels, stop);
}

} // namespace

const ChannelAccount* mainAccount(const Report& report)
{
    const std::vector<std::string> roots = systemRails(report.summary.rails);
    const ChannelAccount* account = nullptr;
    for (const ChannelAccount& candidate : report.attribution.channels) {
        if (!candidate.isRail() || !candidate.reason.empty())
            continue;
        if (account == nullptr || (!roots.empty() && candidate.title() == roots.front()))
            account = &candidate;
    }
    return account;
}

namespace {

void computeLosses(const trace::TraceView& view, Report& report, const std::stop_token& /*stop*/)
{
    report.losses.losses = view.losses();
    for (std::size_t i = 0; i < view.eventCount(); ++i) {
        const trace::EventRecord& event = view.event(i);
        if (event.severity != trace::EventRecord::Severity::Info && event.kind != "loss")
            report.losses.warnings.push_back(event);
    }
}

void computeCpu(const trace::TraceView& view, Report& report, const std::stop_token& /*stop*/)
{
    CpuResult& cpu = report.cpu;
    if (const auto* training = findChannel(view, "cpu.process")) {
        const auto busy = training->integral(report.summary.range);
        if (busy.coveredSeconds > 0)
            cpu.trainingCores = busy.mean();
    }
    const auto* channel = findChannel(view, "cpu.utilization");
    if (!channel)
        return;
    const trace::Channel& info = channel->info();
    cpu.source = info.source;
    const auto period = static_cast<double>(samplingPeriod(view, info));
    cpu.periodSeconds = period * 1e-9;
    // The resolution of a utilization is a share of the period.
    cpu.resolutionSeconds = info.resolution.value_or(0) * cpu.periodSeconds;
}

void computeMemory(const trace::TraceView& view, Report& report, const std::stop_token& /*stop*/)
{
    if (report.header.device.memoryBytes > 0)
        report.memory.totalBytes = static_cast<double>(report.header.device.memoryBytes);
    else if (const auto* channel = findChannel(view, "memory.total"); channel && channel->size() > 0)
        report.memory.totalBytes = channel->extremes(0, channel->size()).max;
}

void computeMetrics(const trace::TraceView& view, Report& report, const std::stop_token& /*stop*/)
{
    report.metrics = trainingMetrics(view);
}

void computeTemperatures(const trace::TraceView& view, Report& report, const std::stop_token& /*stop*/)
{
    report.temperatures.zones = zoneTemperatures(view, report.summary.range);
    report.temperatures.throttlings = throttlings(view, report.summary.range);
}

void computeAgentOverhead(const trace::TraceView& view, Report& report, const std::stop_token& /*stop*/)
{
    const trace::TimeRange range = report.summary.range;
    if (const auto* cpu = findChannel(view, "agent.cpu")) {
        const auto integral = cpu->integral(range);
        if (integral.coveredSeconds > 0)
            report.agent.cpuFraction = integral.mean();
    }
    if (const auto* memory = findChannel(view, "agent.memory")) {
        const auto extremes = memory->extremes(memory->lowerBound(range.begin), memory->lowerBound(range.end));
        if (extremes.samples > 0)
            report.agent.rssBytes = extremes.max;
    }
}

/// Durations (mean and variance by Welford's method), training samples and extent of steps.
class StepSums
{
public:
    void add(const format::Step& step, std::uint64_t batchSize)
    {
        const double seconds = static_cast<double>(step.end - step.start) * 1e-9;
        ++m_count;
        const double before = seconds - m_mean;
        m_mean += before / static_cast<double>(m_count);
        m_squares += before * (seconds - m_mean);
        m_units.add(seconds, 1);
        const std::uint64_t samples = step.samples > 0 ? step.samples : batchSize;
        m_samples += static_cast<double>(samples);
        m_samplesKnown = m_samplesKnown && samples > 0;
        m_range.begin = m_count == 1 ? step.start : std::min(m_range.begin, step.start);
        m_range.end = m_count == 1 ? step.end : std::max(m_range.end, step.end);
    }

    [[nodiscard]] std::size_t count() const { return m_count; }
    [[nodiscard]] std::vector<SampleUnit> units() const { return joinedUnits(m_units.units()); }
    [[nodiscard]] double mean() const { return m_mean; }
    [[nodiscard]] double cv() const
    {
        return m_count > 1 && m_mean > 0 ? std::sqrt(m_squares / static_cast<double>(m_count - 1)) / m_mean : 0;
    }
    /// From the start of the first step to the end of the last one, including pauses between them.
    [[nodiscard]] double seconds() const { return m_range.seconds(); }
    [[nodiscard]] std::optional<double> samples() const
    {
        return m_samplesKnown && m_count > 0 ? std::optional(m_samples) : std::nullopt;
    }
    [[nodiscard]] std::optional<double> samplesPerStep() const
    {
        return samples() ? std::optional(m_samples / static_cast<double>(m_count)) : std::nullopt;
    }

private:
    UnitCollector m_units;
    std::size_t m_count = 0;
    double m_mean = 0;
    double m_squares = 0;
    double m_samples = 0;
    bool m_samplesKnown = true;
    trace::TimeRange m_range;
};

/// The steps of the window are preferred to the mean of the hook, which includes the first steps.
void computeTracing(const StepSums& traced, const StepSums& untraced, Report& report)
{
    TracingCost& cost = report.tracing;
    cost.tracedSteps = traced.count();
    cost.untracedSteps = untraced.count();
    cost.tracedMeanSeconds = traced.mean();
    cost.untracedMeanSeconds = untraced.mean();
    if (traced.count() > 0 && untraced.mean() > 0) {
        cost.slowdown = traced.mean() / untraced.mean();
        if (const auto longer = differenceInterval(untraced.units(), traced.units()))
            cost.slowdownInterval = {std::max(1 + longer->low / untraced.mean(), 0.0),
                                     1 + longer->high / untraced.mean()};
    } else if (report.facts.tracing) {
        cost.slowdown = report.facts.tracing->slowdown;
    }
    if (untraced.samplesPerStep() && untraced.mean() > 0)
        cost.untracedSamplesPerSecond = *untraced.samplesPerStep() / untraced.mean();
}

void computeSteps(const trace::TraceView& view, Report& report, const std::stop_token& /*stop*/)
{
    StepSums all;
    StepSums traced;
    StepSums untraced;
    const trace::TimeRange range = report.summary.range;
    for (std::size_t i = view.stepLowerBound(range.begin); i < view.stepCount(); ++i) {
        const format::Step step = view.step(i);
        if (step.start >= range.end)
            break;
        if (step.start < range.begin || step.end > range.end)
            continue;
        all.add(step, report.facts.batchSize);
        ((step.flags & format::Step::kTraced) != 0 ? traced : untraced).add(step, report.facts.batchSize);
    }
    StepResult& steps = report.steps;
    steps.marked = view.stepCount();
    steps.meanSeconds = all.mean();
    steps.cv = all.cv();
    if (all.count() > 0 && all.seconds() > 0) {
        steps.stepsPerSecond = static_cast<double>(all.count()) / all.seconds();
        if (all.samples())
            steps.samplesPerSecond = *all.samples() / all.seconds();
    }
    computeTracing(traced, untraced, report);
}

void computeEnergy(const trace::TraceView& view, Report& report, const std::stop_token& /*stop*/)
{
    const StepEnergy step = stepEnergy(view, report.summary.range, report.facts.batchSize);
    EnergyResult& energy = report.energy;
    energy.reason = step.reason;
    if (!step.joules)
        return;
    energy.steps = step.steps;
    energy.isByPlace = step.isByPlace;
    energy.joulesPerStep = step.joules;
    energy.delayProduct = *step.joules * step.seconds;
    if (*step.joules > 0 && step.samples)
        energy.samplesPerJoule = *step.samples / *step.joules;
}

void computePeriod(const trace::TraceView& view, Report& report, const std::stop_token& stop)
{
    report.period = reportPeriod(view, stop);
}

} // namespace

bool isPeriodOfMarks(const PeriodReport& period)
{
    constexpr double kLeast = 0.5; // of the marked steps
    constexpr double kNear = 0.1;
    if (!period.markedShare || *period.markedShare >= kLeast)
        return true;
    const auto difference = differenceToMarks(period);
    return difference && std::abs(*difference) < kNear;
}

std::optional<double> differenceToMarks(const PeriodReport& period)
{
    if (!period.markedSeconds || *period.markedSeconds <= 0 || period.finding.confidence <= 0)
        return std::nullopt;
    return period.finding.seconds / *period.markedSeconds - 1;
}

namespace {

void computePredictability(const trace::TraceView& view, Report& report, const std::stop_token& stop)
{
    std::vector<NamedSensor> sensors;
    for (const ChannelAccount& account : report.attribution.channels)
        sensors.push_back({account.channel, account.quantity, account.sensor});
    report.predictability =
        predictabilityOf(view, listSteps(view, report.summary.range, &report.period, stop), sensors, stop);
}

/// Depth-first search over the needs.
class RunOrder
{
public:
    explicit RunOrder(std::span<const Analysis> table)
        : m_table(table)
        , m_states(table.size(), State::Open)
    {}

    format::Result<std::vector<const Analysis*>> sorted()
    {
        for (std::size_t i = 0; i < m_table.size(); ++i)
            TRY(visit(i));
        return m_order;
    }

private:
    enum class State { Open, Entered, Done };

    format::Result<void> visit(std::size_t index)
    {
        const Analysis& analysis = m_table[index];
        if (m_states[index] == State::Done)
            return {};
        if (m_states[index] == State::Entered)
            return format::failure("The analysis \"" + std::string(analysis.name) + "\" needs itself.");
        m_states[index] = State::Entered;
        for (const auto* needs : {&analysis.needs, &analysis.needsWithoutMarks}) {
            for (const std::string_view need : *needs)
                TRY(visitNeeded(analysis, need));
        }
        m_states[index] = State::Done;
        m_order.push_back(&analysis);
        return {};
    }

    format::Result<void> visitNeeded(const Analysis& analysis, std::string_view need)
    {
        const auto needed =
            std::find_if(m_table.begin(), m_table.end(), [need](const Analysis& other) { return other.name == need; });
        if (needed == m_table.end())
            return format::failure("The analysis \"" + std::string(analysis.name) + "\" needs \"" + std::string(need) +
                                   "\", which does not exist.");
        return visit(static_cast<std::size_t>(needed - m_table.begin()));
    }

    std::span<const Analysis> m_table;
    std::vector<State> m_states;
    std::vector<const Analysis*> m_order;
};

} // namespace

bool Analysis::reads(std::string_view other, bool hasMarkedSteps) const
{
    const auto contains = [other](const std::vector<std::string_view>& names) {
        return std::find(names.begin(), names.end(), other) != names.end();
    };
    return contains(needs) || (!hasMarkedSteps && contains(needsWithoutMarks));
}

const std::vector<Analysis>& analyses()
{
    static const std::vector<Analysis> table{
        {kPeriodAnalysis, {}, computePeriod}, // first, since it takes longest
        {"losses", {}, computeLosses},
        {"steps", {}, computeSteps},
        {"cpu", {}, computeCpu},
        {"memory", {}, computeMemory},
        {"energy", {}, computeEnergy},
        {"temperatures", {}, computeTemperatures},
        {"metrics", {}, computeMetrics},
        {"ops", {}, computeOps},
        {"op energy", {}, computeOpEnergy},
        {"module energy", {"op energy"}, computeModuleEnergy},
        {"position energy", {"op energy"}, computePositionEnergy},
        {"untraced energy", {"op energy"}, computeUntracedEnergy},
        {"predictability", {"op energy"}, computePredictability, {kPeriodAnalysis}},
        {"observations", {"steps", "energy", "memory", kPeriodAnalysis, "predictability"}, computeObservations},
        {"agent overhead", {}, computeAgentOverhead},
    };
    return table;
}

format::Result<std::vector<const Analysis*>> runOrder(std::span<const Analysis> table)
{
    return RunOrder(table).sorted();
}

} // namespace stepscope::analysis
