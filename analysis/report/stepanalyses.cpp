#include "analysis/report/analysis.h"
#include "analysis/statistics/bootstrap.h"
#include "analysis/steps/steplist.h"

#include <algorithm>
#include <cmath>

namespace stepscope::analysis {
namespace {

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

} // namespace

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

void computeEnergy(const trace::TraceView& /*view*/, Report& report, const std::stop_token& /*stop*/)
{
    const RangeSummary& summary = report.summary;
    const StepResult& steps = report.steps;
    if (!summary.systemJoules || summary.steps == 0)
        return;
    EnergyResult& energy = report.energy;
    energy.joulesPerStep = *summary.systemJoules / static_cast<double>(summary.steps);
    energy.delayProduct = *energy.joulesPerStep * steps.meanSeconds;
    if (*energy.joulesPerStep > 0 && steps.samplesPerSecond && steps.stepsPerSecond)
        energy.samplesPerJoule = *steps.samplesPerSecond / *steps.stepsPerSecond / *energy.joulesPerStep;
}

void computePeriod(const trace::TraceView& view, Report& report, const std::stop_token& stop)
{
    report.period = reportPeriod(view, stop);
}

std::optional<double> differenceToMarks(const PeriodReport& period)
{
    if (!period.markedSeconds || *period.markedSeconds <= 0 || period.finding.confidence <= 0)
        return std::nullopt;
    return period.finding.seconds / *period.markedSeconds - 1;
}

void computePredictability(const trace::TraceView& view, Report& report, const std::stop_token& stop)
{
    std::vector<NamedSensor> sensors;
    for (const ChannelAccount& account : report.attribution.channels)
        sensors.push_back({account.channel, account.quantity, account.sensor});
    report.predictability =
        predictabilityOf(view, listSteps(view, report.summary.range, &report.period, stop), sensors, stop);
}

} // namespace stepscope::analysis
