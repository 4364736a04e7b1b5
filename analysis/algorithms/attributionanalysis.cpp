#include "analysis/algorithms/accounttext.h"
#include "analysis/algorithms/jsonvalues.h"
#include "analysis/algorithms/textpage.h"

#include <algorithm>
#include <map>
#include <utility>

namespace stepscope::analysis {
namespace {

constexpr std::size_t kMostOps = 20;

/// Energy and utilization by op: who took how much, and how sure that is.
class AttributionAnalysis : public Analysis
{
public:
    void compute(const trace::TraceView& view, Report& report, const Cancelled& cancelled) const override
    {
        report.attribution = attributeToOps(view, report.summary.range, cancelled);
    }

    void writeJson(const Report& report, Json& json) const override
    {
        addToOps(report.attribution, json["ops"]);
        const Attribution& attribution = report.attribution;
        Json closure = Json::object();
        for (const ChannelAccount& account : attribution.channels) {
            const bool known = account.reason.empty();
            closure[account.title()] = {{"quantity", account.quantity},
                                        {"ops", known ? Json(account.opsSum) : Json(nullptr)},
                                        {"idle", known ? Json(account.idleSum) : Json(nullptr)},
                                        {"idle_is_separable", account.idle.has_value()},
                                        {"unattributed", known ? Json(account.unattributed()) : Json(nullptr)},
                                        {"integral", account.integral},
                                        {"covered_seconds", account.coveredSeconds},
                                        {"doubt", orNullIfZero(account.doubt)},
                                        {"explained", known ? Json(account.explained) : Json(nullptr)},
                                        {"samples", account.samples},
                                        {"window_seconds", account.windowSeconds},
                                        {"lag_seconds", account.lagSeconds},
                                        {"sensor_is_fitted", account.isFitted},
                                        {"reason", orNullIfZero(account.reason)}};
        }
        json["closure"] = std::move(closure);
        json["attribution"] = {{"seconds", attribution.seconds},
                               {"steps", attribution.steps},
                               {"method", "occupancy regression"},
                               {"reason", orNullIfZero(attribution.reason)}};
    }

    void writeText(const Report& report, TextPage& page) const override
    {
        const Attribution& attribution = report.attribution;
        if (attribution.kinds.empty())
            return;
        page.heading("Energy of ops");
        const ChannelAccount* account = mainAccount(report);
        if (account == nullptr) {
            page.line("cannot tell", reasonWithoutEnergy(attribution));
            return;
        }
        page.line("of", account->title() + ", " + fixedText(account->integral, 3) + " J in " +
                            durationText(attribution.seconds) + " with ops recorded (" + countText(attribution.steps) +
                            " steps, " + countText(account->samples) + " samples)");
        writeTable(attribution, *account, page);
        page.line("sum", fixedText(account->opsSum, 3) + " J ops, " + idleText(*account) + ", " +
                             fixedText(account->unattributed(), 3) + " J left over");
        if (!account->doubt.empty())
            page.line("left over", account->doubt);
        page.line("sensor", sensorText(*account));
        page.line("",
                  "energy: by regression on which op ran when, with 95 % intervals; by time: each instance gets the "
                  "samples of its time, which is wrong for short ops");
    }

private:
    static void addToOps(const Attribution& attribution, Json& ops)
    {
        std::map<std::pair<std::string, std::string>, std::size_t> places;
        for (std::size_t i = 0; i < attribution.kinds.size(); ++i) {
            if (!attribution.kinds[i].isRest)
                places[{attribution.kinds[i].name, attribution.kinds[i].shapes}] = i;
        }
        for (Json& op : ops) {
            const auto place = places.find({op["name"].get<std::string>(), op["shapes"].get<std::string>()});
            Json energy = Json::object();
            Json timing = Json::object();
            Json utilization = Json::object();
            for (const ChannelAccount& account : attribution.channels)
                addTake(account, place == places.end() ? nullptr : &attribution.kinds[place->second],
                        place == places.end() ? OpTake{} : account.ops[place->second], energy, timing, utilization);
            op["energy_joules"] = std::move(energy);
            op["timing_association_joules"] = std::move(timing);
            op["utilization"] = std::move(utilization);
        }
    }

    static void addTake(const ChannelAccount& account, const WorkKind* kind, const OpTake& take, Json& energy,
                        Json& timing, Json& utilization)
    {
        if (account.isRail()) {
            energy[account.title()] = estimateJson(take.regression);
            timing[account.title()] = kind != nullptr ? Json(take.timing) : Json(nullptr);
            return;
        }
        // Busy seconds by seconds: the share that it keeps busy while it runs.
        std::optional<Estimate> share;
        if (take.regression && kind != nullptr && kind->seconds > 0)
            share = Estimate{take.regression->value / kind->seconds, take.regression->low / kind->seconds,
                             take.regression->high / kind->seconds};
        utilization[account.title()] = estimateJson(share);
    }

    static void writeTable(const Attribution& attribution, const ChannelAccount& account, TextPage& page)
    {
        std::vector<std::vector<std::string>> rows;
        for (std::size_t i = 0; i < attribution.kinds.size() && rows.size() < kMostOps; ++i) {
            const WorkKind& kind = attribution.kinds[i];
            const OpTake& take = account.ops[i];
            std::vector<std::string>& row = rows.emplace_back(std::vector{kind.name, kind.shapes});
            addEnergyCells(take.regression, kind.seconds, row);
            row.push_back(fixedText(take.timing, 3) + " J");
        }
        page.table({{"op", false, 22, true},
                    {"shapes", false, 12},
                    {"energy", true},
                    {"95 %", true},
                    {"while it runs", true},
                    {"by time", true}},
                   rows);
    }

    static std::string idleText(const ChannelAccount& account)
    {
        if (!account.idle)
            return "idle not separable (the ops never pause, so their figures contain it)";
        const double half = (account.idle->high - account.idle->low) / 2;
        return fixedText(account.idleSum, 3) + " +- " + fixedText(half, 3) + " J idle";
    }

    static std::string sensorText(const ChannelAccount& account)
    {
        return "mean over " + durationText(account.windowSeconds) + ", " + durationText(account.lagSeconds) + " late" +
               (account.isFitted ? " (what fits best)" : "") + "; ops explain " + percentText(account.explained) +
               " of its variance";
    }
};

} // namespace

const ChannelAccount* mainAccount(const Report& report)
{
    const std::vector<std::string> roots = systemRails(report.summary.rails);
    const ChannelAccount* best = nullptr;
    for (const ChannelAccount& account : report.attribution.channels) {
        if (!account.isRail() || !account.reason.empty())
            continue;
        if (best == nullptr || (!roots.empty() && account.title() == roots.front()))
            best = &account;
    }
    return best;
}

std::unique_ptr<Analysis> makeAttributionAnalysis()
{
    return std::make_unique<AttributionAnalysis>();
}

} // namespace stepscope::analysis
