#include "analysis/algorithms/jsonvalues.h"
#include "analysis/algorithms/textpage.h"

namespace stepscope::analysis {
namespace {

/// What recording the ops cost; the step analysis measures it.
class TracingAnalysis : public Analysis
{
public:
    void compute(const trace::TraceView& /*view*/, Report& /*report*/, const Cancelled& /*cancelled*/) const override {}

    void writeJson(const Report& report, Json& json) const override
    {
        const TracingCost& cost = report.tracing;
        if (cost.tracedSteps == 0 && !report.facts.tracing) {
            json["tracing"] = nullptr;
            return;
        }
        json["tracing"] = {
            {"traced_steps", cost.tracedSteps},
            {"untraced_steps", cost.untracedSteps},
            {"traced_mean_seconds", orNullIfZero(cost.tracedMeanSeconds)},
            {"untraced_mean_seconds", orNullIfZero(cost.untracedMeanSeconds)},
            {"slowdown", orNullIfZero(cost.slowdown)},
            {"slowdown_low", cost.slowdownInterval ? Json(cost.slowdownInterval->low) : Json(nullptr)},
            {"slowdown_high", cost.slowdownInterval ? Json(cost.slowdownInterval->high) : Json(nullptr)},
            {"untraced_samples_per_second", orNull(cost.untracedSamplesPerSecond)},
            {"clock_error_ns", report.facts.tracing ? Json(report.facts.tracing->clockErrorNs) : Json(nullptr)}};
    }

    void writeText(const Report& report, TextPage& page) const override
    {
        const TracingCost& cost = report.tracing;
        if (cost.tracedSteps == 0 && !report.facts.tracing)
            return;
        page.heading("Cost of recording the ops");
        page.line("slow-down", slowdownText(cost));
        if (cost.untracedSamplesPerSecond && cost.tracedSteps > 0)
            page.line("throughput", fixedText(*cost.untracedSamplesPerSecond, 2) + " samples/s without it");
        if (report.facts.tracing)
            page.line("clock", "ops are placed within " + durationText(report.facts.tracing->clockErrorNs));
    }

private:
    static std::string slowdownText(const TracingCost& cost)
    {
        if (cost.slowdown <= 0)
            return "not known: there is no untraced step to compare with";
        std::string text = fixedText(cost.slowdown, 2) + " x";
        if (const auto& interval = cost.slowdownInterval)
            text += " (95 %: " + fixedText(interval->low, 2) + " to " + fixedText(interval->high, 2) + ")";
        if (cost.tracedSteps > 0 && cost.untracedSteps > 0)
            text += ": " + durationText(cost.tracedMeanSeconds) + " a step with it (" + countText(cost.tracedSteps) +
                    "), " + durationText(cost.untracedMeanSeconds) + " without (" + countText(cost.untracedSteps) + ")";
        return text;
    }
};

} // namespace

std::unique_ptr<Analysis> makeTracingAnalysis()
{
    return std::make_unique<TracingAnalysis>();
}

} // namespace stepscope::analysis
