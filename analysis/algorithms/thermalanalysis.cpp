#include "analysis/algorithms/jsonvalues.h"
#include "analysis/algorithms/textpage.h"

#include <algorithm>

namespace stepscope::analysis {
namespace {

constexpr std::size_t kMostSpans = 1000; ///< in JSON; their number and sum are always of all

std::string degrees(double value)
{
    return fixedText(value, 1) + " degC";
}

class ThermalAnalysis : public Analysis
{
public:
    void compute(const trace::TraceView& view, Report& report, const Cancelled& /*cancelled*/) const override
    {
        report.zones = zoneTemperatures(view, report.summary.range);
        report.throttlings = throttlings(view, report.summary.range);
    }

    void writeJson(const Report& report, Json& json) const override
    {
        Json zones = Json::array();
        for (const ZoneTemperature& zone : report.zones)
            zones.push_back({{"name", zone.name},
                             {"first_celsius", zone.first},
                             {"last_celsius", zone.last},
                             {"mean_celsius", zone.mean},
                             {"max_celsius", zone.max}});
        json["temperatures"] = std::move(zones);
        if (report.throttlings.empty()) {
            json["throttling"] = nullptr;
            return;
        }
        Json reasons = Json::array();
        for (const Throttling& reason : report.throttlings) {
            Json spans = Json::array();
            for (std::size_t i = 0; i < std::min(reason.spans.size(), kMostSpans); ++i)
                spans.push_back(
                    {{"begin_seconds", trace::TimeRange{report.extent.begin, reason.spans[i].begin}.seconds()},
                     {"end_seconds", trace::TimeRange{report.extent.begin, reason.spans[i].end}.seconds()}});
            reasons.push_back({{"name", reason.name},
                               {"seconds", reason.seconds()},
                               {"strongest", reason.strongest},
                               {"times", reason.times},
                               {"span_count", reason.spans.size()},
                               {"spans", std::move(spans)}});
        }
        json["throttling"] = std::move(reasons);
    }

    void writeText(const Report& report, TextPage& page) const override
    {
        if (report.zones.empty() && report.throttlings.empty())
            return;
        page.heading("Temperature");
        std::vector<std::vector<std::string>> rows;
        for (const ZoneTemperature& zone : report.zones)
            rows.push_back({zone.name, degrees(zone.first), degrees(zone.last), degrees(zone.mean), degrees(zone.max)});
        if (!rows.empty())
            page.table({{"zone"}, {"first", true}, {"last", true}, {"mean", true}, {"highest", true}}, rows);
        page.line("throttling", throttlingText(report));
    }

private:
    static std::string throttlingText(const Report& report)
    {
        if (report.throttlings.empty())
            return "not known: this device does not tell";
        std::string text;
        for (const Throttling& reason : report.throttlings) {
            if (!reason.happened())
                continue;
            text += (text.empty() ? "" : "; ") + reason.name + " " +
                    (reason.times > 0 ? countText(reason.times) + " times"
                                      : "for " + durationText(reason.seconds()) + ", up to " +
                                            percentText(reason.strongest) + " of its strongest");
        }
        return text.empty() ? "none in the window" : text;
    }
};

} // namespace

std::unique_ptr<Analysis> makeThermalAnalysis()
{
    return std::make_unique<ThermalAnalysis>();
}

} // namespace stepscope::analysis
