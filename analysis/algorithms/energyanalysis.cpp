#include "analysis/algorithms/jsonvalues.h"
#include "analysis/algorithms/textpage.h"

#include <algorithm>

namespace stepscope::analysis {
namespace {

std::string joined(const std::vector<std::string>& names)
{
    std::string text;
    for (const std::string& name : names)
        text += (text.empty() ? "" : " + ") + name;
    return text;
}

/// Over the steps in the window and the time between them.
std::optional<double> joulesPerStep(const Report& report)
{
    const RangeSummary& summary = report.summary;
    if (!summary.systemJoules || summary.steps == 0)
        return {};
    return *summary.systemJoules / static_cast<double>(summary.steps);
}

std::optional<double> samplesPerJoule(const Report& report)
{
    const auto joules = joulesPerStep(report);
    if (!joules || *joules <= 0 || !report.samplesPerSecond || !report.stepsPerSecond)
        return {};
    return *report.samplesPerSecond / *report.stepsPerSecond / *joules;
}

/// Energy x time of a step (Gonzalez and Horowitz 1996): what a slower clock saves must outweigh what it costs in time.
std::optional<double> energyDelay(const Report& report)
{
    const auto joules = joulesPerStep(report);
    return joules ? std::optional(*joules * report.meanStepSeconds) : std::nullopt;
}

/// Equation 4. The system's energy is that of the roots of the rail tree: what they contain is not added again.
class EnergyAnalysis : public Analysis
{
public:
    void compute(const trace::TraceView& /*view*/, Report& /*report*/, const Cancelled& /*cancelled*/) const override {}

    void writeJson(const Report& report, Json& json) const override
    {
        const RangeSummary& summary = report.summary;
        if (summary.rails.empty()) {
            json["energy"] = nullptr;
            return;
        }
        Json rails = Json::array();
        for (const RailSummary& rail : summary.rails) {
            const bool seen = rail.coveredSeconds > 0;
            rails.push_back({{"name", rail.name},
                             {"parent", orNullIfZero(rail.parent)},
                             {"role", orNullIfZero(rail.role)},
                             {"joules", seen ? Json(rail.joules) : Json(nullptr)},
                             {"mean_watts", seen ? Json(rail.meanWatts) : Json(nullptr)},
                             {"unexplained_joules", orNull(rail.restJoules())},
                             {"covered_seconds", rail.coveredSeconds}});
        }
        json["energy"] = {{"system_joules", orNull(summary.systemJoules)},
                          {"system_rails", systemRails(summary.rails)},
                          {"joules_per_step", orNull(joulesPerStep(report))},
                          {"samples_per_joule", orNull(samplesPerJoule(report))},
                          {"energy_delay_joule_seconds", orNull(energyDelay(report))},
                          {"rails", std::move(rails)}};
    }

    void writeText(const Report& report, TextPage& page) const override
    {
        const RangeSummary& summary = report.summary;
        page.heading("Energy");
        if (summary.rails.empty()) {
            page.line("system", "not known: this device has no power sensor that could be read");
            return;
        }
        page.line("system", systemText(report));
        if (const auto delay = energyDelay(report)) {
            const auto samples = samplesPerJoule(report);
            page.line("efficiency", (samples ? fixedText(*samples, 3) + " samples/J, " : std::string()) +
                                        "energy-delay product " + fixedText(*delay, 5) + " J s a step");
        }
        page.table({{"rail"}, {"feeds"}, {"mean", true}, {"energy", true}, {"measured", true}}, railRows(summary));
    }

private:
    /// In the order of the tree; what no rail below explains is the last below its rail.
    static std::vector<std::vector<std::string>> railRows(const RangeSummary& summary)
    {
        const double window = summary.range.seconds();
        std::vector<std::vector<std::string>> rows;
        std::vector<const RailSummary*> open;
        const auto indent = [&open] { return std::string(2 * open.size(), ' '); };
        const auto close = [&] {
            const RailSummary& rail = *open.back();
            if (rail.restWatts)
                rows.push_back({indent() + "(rest)", "", fixedText(*rail.restWatts, 3) + " W",
                                fixedText(*rail.restJoules(), 3) + " J", ""});
            open.pop_back();
        };
        for (const RailSummary& rail : summary.rails) {
            while (!open.empty() && open.back()->name != rail.parent)
                close();
            const bool seen = rail.coveredSeconds > 0;
            rows.push_back({indent() + rail.name, rail.role, seen ? fixedText(rail.meanWatts, 3) + " W" : "-",
                            seen ? fixedText(rail.joules, 3) + " J" : "-",
                            window > 0 ? percentText(std::min(rail.coveredSeconds / window, 1.0)) : "-"});
            open.push_back(&rail);
        }
        while (!open.empty())
            close();
        return rows;
    }

    static std::string systemText(const Report& report)
    {
        const RangeSummary& summary = report.summary;
        if (!summary.systemJoules)
            return "not known: no sample of its rails lies in the window";
        const double joules = *summary.systemJoules;
        std::string text = fixedText(joules, 3) + " J";
        if (summary.steps > 0)
            text += ", " + fixedText(joules / static_cast<double>(summary.steps), 4) + " J a step";
        return text + " (" + joined(systemRails(summary.rails)) + "; no rail is counted twice)";
    }
};

} // namespace

std::unique_ptr<Analysis> makeEnergyAnalysis()
{
    return std::make_unique<EnergyAnalysis>();
}

} // namespace stepscope::analysis
