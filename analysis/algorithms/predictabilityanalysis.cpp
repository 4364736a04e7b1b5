#include "analysis/algorithms/jsonvalues.h"
#include "analysis/algorithms/textpage.h"

#include <algorithm>
#include <map>
#include <utility>

namespace stepscope::analysis {
namespace {

constexpr std::size_t kMostOutlierLines = 10;

Json causeOf(const OutlierStep& step)
{
    switch (step.cause) {
    case OutlierStep::Cause::Op:
        return "op";
    case OutlierStep::Cause::BetweenOps:
        return "between ops";
    case OutlierStep::Cause::Unknown:
        break;
    }
    return nullptr;
}

Json jsonOf(const OutlierStep& step)
{
    const bool isKnown = step.cause != OutlierStep::Cause::Unknown;
    return {{"step", step.index},
            {"start_ns", step.range.begin},
            {"seconds", step.range.seconds()},
            {"usual_seconds", step.usualSeconds},
            {"distance", step.distance},
            {"feature", step.feature},
            {"cause", causeOf(step)},
            {"op", orNullIfZero(step.op)},
            {"shapes", step.cause == OutlierStep::Cause::Op ? Json(step.shapes) : Json(nullptr)},
            {"excess_seconds", isKnown ? Json(step.excessSeconds) : Json(nullptr)},
            {"is_guess", step.isGuess},
            {"reason", orNullIfZero(step.reason)}};
}

std::string causeText(const OutlierStep& step)
{
    if (step.cause == OutlierStep::Cause::Unknown)
        return "not known: " + step.reason;
    const std::string who = step.cause == OutlierStep::Cause::Op ? step.op : "not an op: between ops";
    const std::string sign = step.excessSeconds < 0 ? "-" : "+";
    const std::string guess = step.isGuess ? " (by its readings)" : "";
    return who + " " + sign + durationText(std::abs(step.excessSeconds)) + guess;
}

/// How much of the training repeats from step to step, and which steps do not.
class PredictabilityAnalysis : public Analysis
{
public:
    void compute(const trace::TraceView& view, Report& report, const Cancelled& cancelled) const override
    {
        std::vector<NamedSensor> sensors;
        for (const ChannelAccount& account : report.attribution.channels)
            sensors.push_back({account.channel, account.quantity, account.sensor});
        report.predictability = predictabilityOf(
            view, knownSteps(view, report.summary.range, &report.period, cancelled), sensors, cancelled);
    }

    void writeJson(const Report& report, Json& json) const override
    {
        const Predictability& found = report.predictability;
        Json channels = Json::object();
        Json reasons = Json::object();
        for (const ChannelPredictability& channel : found.channels) {
            channels[channel.channel] = orNull(channel.share);
            if (!channel.reason.empty())
                reasons[channel.channel] = channel.reason;
        }
        json["predictability"] = std::move(channels);
        json["predictability_unknown"] = std::move(reasons);
        std::map<std::pair<std::string, std::string>, double> variations;
        for (const OpVariation& op : found.ops)
            variations[{op.name, op.shapes}] = op.cv;
        for (Json& op : json["ops"]) {
            const auto place = variations.find({op["name"].get<std::string>(), op["shapes"].get<std::string>()});
            op["cv"] = place != variations.end() ? Json(place->second) : Json(nullptr);
        }
        Json outliers = Json::array();
        for (const OutlierStep& step : found.outliers.steps)
            outliers.push_back(jsonOf(step));
        json["outliers"] = std::move(outliers);
        json["predictability_steps"] =
            found.steps == 0 ? Json(nullptr) : Json(found.isDetected ? "detected" : "marked");
        json["outlier_count"] = found.outliers.reason.empty() ? Json(found.outliers.count) : Json(nullptr);
    }

    void writeText(const Report& report, TextPage& page) const override
    {
        const Predictability& found = report.predictability;
        page.heading("Predictability");
        if (!found.reason.empty()) {
            page.line("cannot tell", found.reason);
            return;
        }
        if (!found.aboutSteps.empty())
            page.line("steps", found.aboutSteps);
        page.line("step time", "coefficient of variation " + percentText(found.stepCv) + " (" + countText(found.steps) +
                                   " steps that are alike)");
        writeChannels(found, page);
        writeOps(found, page);
        writeOutliers(found.outliers, page);
    }

private:
    static void writeChannels(const Predictability& found, TextPage& page)
    {
        std::vector<std::vector<std::string>> rows;
        std::string unknown;
        for (const ChannelPredictability& channel : found.channels) {
            if (channel.share)
                rows.push_back({channel.channel, percentText(*channel.share), countText(channel.samples)});
            else
                unknown += (unknown.empty() ? "" : ", ") + channel.channel + ": " + channel.reason;
        }
        if (!rows.empty())
            page.table({{"channel", false, 28}, {"the mean step explains", true}, {"readings", true}}, rows);
        if (!unknown.empty())
            page.line("cannot tell", unknown);
    }

    static void writeOps(const Predictability& found, TextPage& page)
    {
        if (found.ops.empty())
            return;
        const auto most = std::max_element(found.ops.begin(), found.ops.end(), [](const auto& a, const auto& b) {
            return a.cv * a.meanSeconds < b.cv * b.meanSeconds;
        });
        page.line("ops", most->name + " " + most->shapes + " varies most: " + durationText(most->meanSeconds) +
                             " a step, coefficient of variation " + percentText(most->cv));
    }

    static void writeOutliers(const OutlierSteps& outliers, TextPage& page)
    {
        if (!outliers.reason.empty())
            return page.line("outliers", "cannot tell: " + outliers.reason);
        if (outliers.count == 0)
            return page.line("outliers", "no step is unusual");
        std::vector<std::vector<std::string>> rows;
        for (const OutlierStep& step : outliers.steps) {
            if (rows.size() == kMostOutlierLines)
                break;
            rows.push_back({std::to_string(step.index), durationText(step.range.seconds()),
                            durationText(step.usualSeconds), step.feature, fixedText(step.distance, 1),
                            causeText(step)});
        }
        page.table({{"step", true},
                    {"took", true},
                    {"usually", true},
                    {"what is off", false, 14},
                    {"by", true},
                    {"cause", false, 46}},
                   rows);
        page.line("outliers", countText(outliers.count) + " of all steps; by: in usual deviations");
    }
};

} // namespace

std::unique_ptr<Analysis> makePredictabilityAnalysis()
{
    return std::make_unique<PredictabilityAnalysis>();
}

} // namespace stepscope::analysis
