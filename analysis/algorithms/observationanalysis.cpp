#include "analysis/algorithms/jsonvalues.h"
#include "analysis/algorithms/observation.h"
#include "analysis/algorithms/observationtext.h"
#include "analysis/algorithms/textpage.h"

namespace stepscope::analysis {
namespace {

const char* nameOf(Observation::Verdict verdict)
{
    switch (verdict) {
    case Observation::Verdict::Holds:
        return "holds";
    case Observation::Verdict::DoesNot:
        return "does not";
    case Observation::Verdict::CannotTell:
        break;
    }
    return "cannot tell";
}

/// The paper's twelve observations, of this recording alone.
class ObservationAnalysis : public Analysis
{
public:
    void compute(const trace::TraceView& view, Report& report, const Cancelled& cancelled) const override
    {
        const RunFacts facts = runFacts(view, report, cancelled);
        report.observations = observe({&facts, 1});
    }

    void writeJson(const Report& report, Json& json) const override
    {
        json["observations"] = observationsJson(report.observations);
    }

    void writeText(const Report& report, TextPage& page) const override
    {
        writeObservations(report.observations, page);
    }
};

} // namespace

Json observationsJson(const std::vector<Observation>& observations)
{
    Json list = Json::array();
    for (const Observation& observation : observations)
        list.push_back({{"number", observation.number},
                        {"title", observation.title},
                        {"verdict", nameOf(observation.verdict)},
                        {"evidence", observation.evidence},
                        {"advice", orNullIfZero(observation.advice)}});
    return list;
}

void writeObservations(const std::vector<Observation>& observations, TextPage& page)
{
    if (observations.empty())
        return;
    page.heading("Observations of the study, asked of this training");
    std::string comparing; // what needs other recordings is not said one by one
    for (const Observation& observation : observations) {
        if (observation.evidence.starts_with("give recordings")) {
            comparing += (comparing.empty() ? "" : ", ") + std::to_string(observation.number);
            continue;
        }
        page.line(std::to_string(observation.number) + " " + nameOf(observation.verdict), observation.title);
        page.line("", observation.evidence);
        if (!observation.advice.empty())
            page.line("", "-> " + observation.advice);
    }
    if (!comparing.empty())
        page.line("cannot tell",
                  "numbers " + comparing +
                      " compare batch sizes or models: give recordings of several (stepscope report A B ...)");
}

std::unique_ptr<Analysis> makeObservationAnalysis()
{
    return std::make_unique<ObservationAnalysis>();
}

} // namespace stepscope::analysis
