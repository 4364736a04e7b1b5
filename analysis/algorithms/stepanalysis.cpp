#include "analysis/algorithms/bootstrap.h"
#include "analysis/algorithms/jsonvalues.h"
#include "analysis/algorithms/textpage.h"

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
    /// From the first one's start to the last one's end, with the pauses between them.
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

class StepAnalysis : public Analysis
{
public:
    void compute(const trace::TraceView& view, Report& report, const Cancelled& /*cancelled*/) const override
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
        report.meanStepSeconds = all.mean();
        report.stepCv = all.cv();
        if (all.count() > 0 && all.seconds() > 0) {
            report.stepsPerSecond = static_cast<double>(all.count()) / all.seconds();
            if (all.samples())
                report.samplesPerSecond = *all.samples() / all.seconds();
        }
        computeTracing(traced, untraced, report);
    }

    void writeJson(const Report& report, Json& json) const override
    {
        json["throughput"] = {{"samples_per_second", orNull(report.samplesPerSecond)},
                              {"steps_per_second", orNull(report.stepsPerSecond)}};
        const bool any = report.summary.steps > 0;
        json["steps"] = {{"marked", report.markedSteps},
                         {"counted", report.summary.steps},
                         {"mean_seconds", any ? Json(report.meanStepSeconds) : Json(nullptr)},
                         {"cv", any ? Json(report.stepCv) : Json(nullptr)}};
        const trace::Facts& facts = report.facts;
        json["training"] = {{"framework", orNullIfZero(facts.framework)},
                            {"framework_version", orNullIfZero(facts.frameworkVersion)},
                            {"profiler", orNullIfZero(facts.profiler)},
                            {"python", orNullIfZero(facts.python)},
                            {"batch_size", orNullIfZero(facts.batchSize)},
                            {"parameter_bytes", orNullIfZero(facts.parameterBytes)},
                            {"gradient_bytes", orNullIfZero(facts.gradientBytes)},
                            {"input_bytes", orNullIfZero(facts.inputBytes)},
                            {"optimizer_bytes", orNullIfZero(facts.optimizerBytes)},
                            {"intermediate_bytes", orNullIfZero(facts.intermediateBytes)},
                            {"allocator_peak_bytes", orNullIfZero(facts.allocatorPeakBytes)},
                            {"allocator_reserved_bytes", orNullIfZero(facts.allocatorReservedBytes)}};
    }

    void writeText(const Report& report, TextPage& page) const override
    {
        page.heading("Training");
        if (report.stepsPerSecond) {
            const std::string samples =
                report.samplesPerSecond ? fixedText(*report.samplesPerSecond, 2) + " samples/s, " : std::string();
            page.line("throughput", samples + fixedText(*report.stepsPerSecond, 3) + " steps/s");
            page.line("step time", durationText(report.meanStepSeconds) + " mean, coefficient of variation " +
                                       percentText(report.stepCv));
        } else {
            page.line("throughput", "not known: there is no marked step in the window");
        }
        const trace::Facts& facts = report.facts;
        if (facts.batchSize > 0)
            page.line("batch", countText(facts.batchSize) + " samples");
        if (facts.parameterBytes > 0)
            page.line("bytes", "parameters " + bytesText(static_cast<double>(facts.parameterBytes)) + ", gradients " +
                                   bytesText(static_cast<double>(facts.gradientBytes)) + ", input " +
                                   bytesText(static_cast<double>(facts.inputBytes)) + memoryText(facts));
        if (!facts.framework.empty())
            page.line("framework", facts.framework + " " + facts.frameworkVersion +
                                       (facts.python.empty() ? "" : ", Python " + facts.python));
    }

private:
    /// What else the framework told of its memory.
    static std::string memoryText(const trace::Facts& facts)
    {
        const std::pair<const char*, std::uint64_t> parts[] = {{", optimizer ", facts.optimizerBytes},
                                                               {", intermediate ", facts.intermediateBytes},
                                                               {"; allocator: used at most ", facts.allocatorPeakBytes},
                                                               {", reserved ", facts.allocatorReservedBytes}};
        std::string text;
        for (const auto& [name, bytes] : parts)
            text += bytes > 0 ? name + bytesText(static_cast<double>(bytes)) : std::string();
        return text;
    }

    /// The steps in the window say more than the hook's own mean, which has the first steps in it.
    static void computeTracing(const StepSums& traced, const StepSums& untraced, Report& report)
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
        } else if (report.facts.tracing)
            cost.slowdown = report.facts.tracing->slowdown;
        if (untraced.samplesPerStep() && untraced.mean() > 0)
            cost.untracedSamplesPerSecond = *untraced.samplesPerStep() / untraced.mean();
    }
};

} // namespace

std::unique_ptr<Analysis> makeStepAnalysis()
{
    return std::make_unique<StepAnalysis>();
}

} // namespace stepscope::analysis
