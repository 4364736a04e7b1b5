#include "analysis/sensors/selftest.h"
#include "analysis/text/jsonvalues.h"
#include "analysis/text/texttable.h"

#include <nlohmann/json.hpp>

#include <utility>

namespace stepscope::analysis {
namespace {

std::string milliseconds(double seconds, double error)
{
    const int digits = error < 0.0005 ? 2 : error < 0.005 ? 1 : 0;
    return fixedText(seconds * 1e3, digits) + " ± " + fixedText(error * 1e3, digits);
}

std::string amount(double value, const std::string& unit)
{
    return unit == "1" ? percentText(value) : kNominalFormat.quantity(value, unit);
}

std::vector<std::string> row(const SensorFinding& finding)
{
    if (!finding.response)
        return {finding.name, "no response", "", "", "", "", ""};
    const SensorResponse& response = *finding.response;
    const std::string update = response.updateSeconds ? fixedText(*response.updateSeconds * 1e3, 1)
                                                      : "< " + fixedText(1.5 * finding.periodSeconds * 1e3, 0);
    return {finding.name,
            milliseconds(response.windowSeconds, response.windowError),
            milliseconds(response.lagSeconds, response.lagError),
            update,
            percentText(response.repeatFraction),
            amount(response.base, finding.unit),
            amount(response.gain, finding.unit)};
}

} // namespace

std::string toText(const std::vector<SensorFinding>& findings)
{
    TextPage page;
    std::vector<std::vector<std::string>> rows;
    for (const SensorFinding& finding : findings)
        rows.push_back(row(finding));
    page.table({{"channel"},
                {"averaging window ms", true},
                {"latency ms", true},
                {"update interval ms", true},
                {"repeats", true},
                {"at rest", true},
                {"load adds", true}},
               rows);
    return page.text();
}

std::string toJson(const std::vector<SensorFinding>& findings)
{
    Json list = Json::array();
    for (const SensorFinding& finding : findings) {
        Json entry{
            {"channel", finding.name}, {"quantity", finding.quantity}, {"follows", finding.response.has_value()}};
        if (const auto& response = finding.response) {
            entry["window_seconds"] = response->windowSeconds;
            entry["window_error_seconds"] = response->windowError;
            entry["lag_seconds"] = response->lagSeconds;
            entry["lag_error_seconds"] = response->lagError;
            entry["update_seconds"] = orNull(response->updateSeconds);
            entry["repeat_fraction"] = response->repeatFraction;
            entry["at_rest"] = response->base;
            entry["load_adds"] = response->gain;
            entry["explained"] = response->explained;
        }
        list.push_back(std::move(entry));
    }
    return Json{{"sensors", std::move(list)}}.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace stepscope::analysis
