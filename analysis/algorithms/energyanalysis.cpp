#include "analysis/algorithms/jsonvalues.h"
#include "analysis/algorithms/textpage.h"

#include <algorithm>

namespace stepscope::analysis {
namespace {

std::size_t depthOf(const RailSummary& rail, const std::vector<RailSummary>& rails)
{
    const auto parent = std::find_if(rails.begin(), rails.end(), [&](const RailSummary& other) {
        return other.name == rail.parent && &other < &rail; // parents come first, so a circle ends
    });
    return parent == rails.end() ? 0 : 1 + depthOf(*parent, rails);
}

std::string joined(const std::vector<std::string>& names)
{
    std::string text;
    for (const std::string& name : names)
        text += (text.empty() ? "" : " + ") + name;
    return text;
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
                             {"covered_seconds", rail.coveredSeconds}});
        }
        json["energy"] = {{"system_joules", orNull(summary.systemJoules)},
                          {"system_rails", systemRails(summary.rails)},
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
        const double window = summary.range.seconds();
        std::vector<std::vector<std::string>> rows;
        for (const RailSummary& rail : summary.rails) {
            const bool seen = rail.coveredSeconds > 0;
            rows.push_back({std::string(2 * depthOf(rail, summary.rails), ' ') + rail.name, rail.role,
                            seen ? fixedText(rail.meanWatts, 3) + " W" : "-",
                            seen ? fixedText(rail.joules, 3) + " J" : "-",
                            window > 0 ? percentText(std::min(rail.coveredSeconds / window, 1.0)) : "-"});
        }
        page.table({{"rail"}, {"feeds"}, {"mean", true}, {"energy", true}, {"measured", true}}, rows);
    }

private:
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
