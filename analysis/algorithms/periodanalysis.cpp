#include "analysis/algorithms/jsonvalues.h"
#include "analysis/algorithms/textpage.h"

#include <cmath>

namespace stepscope::analysis {
namespace {

const char* nameOf(PeriodVerdict verdict)
{
    switch (verdict) {
    case PeriodVerdict::Periodic:
        return "periodic";
    case PeriodVerdict::Approximate:
        return "approximate";
    case PeriodVerdict::NotPeriodic:
        return "not periodic";
    case PeriodVerdict::CannotTell:
        break;
    }
    return "cannot tell";
}

std::string percent(double share, int digits)
{
    return fixedText(100 * share, digits) + " %";
}

/// Steps as the samples tell them, beside what was marked.
class PeriodAnalysis : public Analysis
{
public:
    void compute(const trace::TraceView& view, Report& report, const Cancelled& cancelled) const override
    {
        report.period = reportPeriod(view, cancelled);
    }

    void writeJson(const Report& report, Json& json) const override
    {
        const PeriodFinding& finding = report.period.finding;
        const bool isKnown = finding.verdict == PeriodVerdict::Periodic;
        const bool isFound = isKnown || finding.verdict == PeriodVerdict::Approximate;
        json["steps"]["detected_period_seconds"] = isKnown ? Json(finding.seconds) : Json(nullptr);
        json["steps"]["period_confidence"] = finding.confidence;
        Json regimes = Json::array();
        for (const Regime& regime : report.period.regimes)
            regimes.push_back({{"name", regime.name},
                               {"from_ns", regime.range.begin},
                               {"to_ns", regime.range.end},
                               {"what", regime.what}});
        const auto found = [isFound](double value) { return isFound ? Json(value) : Json(nullptr); };
        const auto difference = differenceOf(report);
        json["period"] = {{"verdict", nameOf(finding.verdict)},
                          {"reason", orNullIfZero(finding.reason)},
                          {"seconds", found(finding.seconds)},
                          {"error_seconds", found(finding.error)},
                          {"steps", found(finding.steps)},
                          {"jitter", found(finding.jitter)},
                          {"drift", found(finding.drift)},
                          {"explained", found(finding.explained)},
                          {"samples_per_step", found(finding.samplesAStep)},
                          {"marked_seconds", orNull(report.period.markedSeconds)},
                          {"difference", orNull(difference)},
                          {"channels", report.period.channels},
                          {"regimes", std::move(regimes)}};
    }

    void writeText(const Report& report, TextPage& page) const override
    {
        const PeriodFinding& finding = report.period.finding;
        page.heading("Steps as the samples tell them, without marks");
        if (finding.verdict == PeriodVerdict::NotPeriodic || finding.verdict == PeriodVerdict::CannotTell) {
            page.line(nameOf(finding.verdict), finding.reason);
            return;
        }
        std::string text = durationText(finding.seconds) + " +- " + percent(finding.error / finding.seconds, 3) + ", " +
                           fixedText(finding.steps, 0) + " steps";
        page.line("period", text + (finding.verdict == PeriodVerdict::Periodic
                                        ? "; within 0.1 % with a probability of " + percent(finding.confidence, 1)
                                        : "; " + finding.reason));
        if (const auto difference = differenceOf(report))
            page.line("marked", durationText(*report.period.markedSeconds) + " in the same stretches: detected is " +
                                    percent(std::abs(*difference), 3) + (*difference < 0 ? " shorter" : " longer"));
        page.line("regularity", "lengths jitter by " + percent(finding.jitter, 1) + " and drift by " +
                                    percent(finding.drift, 1) + "; the mean step explains " +
                                    percent(finding.explained, 1) + " of the samples' variance");
        constexpr std::size_t kMost = 12;
        for (std::size_t i = 0; i < report.period.regimes.size() && i < kMost; ++i) {
            const Regime& regime = report.period.regimes[i];
            page.line(regime.name, "at " + durationText(regime.range.begin - report.period.origin) + " for " +
                                       durationText(regime.range.duration()) + ": " + regime.what);
        }
        if (report.period.regimes.size() > kMost)
            page.line("and more", countText(report.period.regimes.size() - kMost) + " such stretches: see --json");
    }

private:
    /// Detected over marked, less 1; empty without either.
    static std::optional<double> differenceOf(const Report& report)
    {
        const PeriodReport& period = report.period;
        if (!period.markedSeconds || *period.markedSeconds <= 0 || period.finding.confidence <= 0)
            return std::nullopt;
        return period.finding.seconds / *period.markedSeconds - 1;
    }
};

} // namespace

std::unique_ptr<Analysis> makePeriodAnalysis()
{
    return std::make_unique<PeriodAnalysis>();
}

} // namespace stepscope::analysis
