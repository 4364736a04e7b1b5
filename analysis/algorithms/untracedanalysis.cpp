#include "analysis/algorithms/accounttext.h"
#include "analysis/algorithms/jsonvalues.h"
#include "analysis/algorithms/textpage.h"

#include <algorithm>

namespace stepscope::analysis {
namespace {

constexpr std::size_t kMostOps = 10;

/// Of the same rail as the main account of the steps with ops.
const ChannelAccount* accountToShow(const Report& report)
{
    const ChannelAccount* main = mainAccount(report);
    const ChannelAccount* found = nullptr;
    for (const ChannelAccount& account : report.untraced.attribution.channels) {
        if (!account.isRail() || !account.reason.empty())
            continue;
        if (found == nullptr || (main != nullptr && account.channel == main->channel))
            found = &account;
    }
    return found;
}

/// Energy by op of the steps whose ops were not recorded, so that recording did not slow them.
class UntracedAnalysis : public Analysis
{
public:
    void compute(const trace::TraceView& view, Report& report, const Cancelled& cancelled) const override
    {
        report.untraced = attributeUntraced(view, report.summary.range, report.attribution.channels, cancelled);
    }

    void writeJson(const Report& report, Json& json) const override
    {
        const UntracedAttribution& untraced = report.untraced;
        const Attribution& attribution = untraced.attribution;
        Json ops = Json::array();
        for (std::size_t i = 0; i < attribution.kinds.size(); ++i) {
            const WorkKind& kind = attribution.kinds[i];
            Json energy = Json::object();
            for (const ChannelAccount& account : attribution.channels) {
                if (account.isRail())
                    energy[account.title()] = estimateJson(account.ops[i].regression);
            }
            ops.push_back({{"name", kind.name},
                           {"shapes", kind.shapes},
                           {"self_seconds", kind.seconds},
                           {"energy_joules", std::move(energy)}});
        }
        Json closure = Json::object();
        for (const ChannelAccount& account : attribution.channels) {
            const bool known = account.reason.empty();
            closure[account.title()] = {{"ops", known ? Json(account.opsSum) : Json(nullptr)},
                                        {"idle", known ? Json(account.idleSum) : Json(nullptr)},
                                        {"unattributed", known ? Json(account.unattributed()) : Json(nullptr)},
                                        {"integral", account.integral},
                                        {"doubt", orNullIfZero(account.doubt)},
                                        {"explained", known ? Json(account.explained) : Json(nullptr)},
                                        {"reason", orNullIfZero(account.reason)}};
        }
        json["untraced_attribution"] = {{"steps", attribution.steps},
                                        {"seconds", attribution.seconds},
                                        {"from_steps", untraced.patterns},
                                        {"stretch", orNullIfZero(untraced.stretch)},
                                        {"scatter_seconds", orNullIfZero(untraced.scatter)},
                                        {"ops", std::move(ops)},
                                        {"closure", std::move(closure)},
                                        {"reason", orNullIfZero(attribution.reason)}};
    }

    void writeText(const Report& report, TextPage& page) const override
    {
        const UntracedAttribution& untraced = report.untraced;
        if (report.attribution.kinds.empty() && untraced.attribution.kinds.empty())
            return;
        page.heading("Energy of ops, in steps whose ops were not recorded");
        const ChannelAccount* account = accountToShow(report);
        if (account == nullptr)
            return page.line("cannot tell", reasonWithoutEnergy(untraced.attribution));
        page.line("of", account->title() + ", " + fixedText(account->integral, 3) + " J in " +
                            durationText(untraced.attribution.seconds) + " (" + countText(untraced.attribution.steps) +
                            " steps, " + countText(account->samples) + " samples)");
        page.line("stretch", fixedText(untraced.stretch, 3) + ": steps with recorded ops take so many times as long; " +
                                 "the ops of " + countText(untraced.patterns) + " of them, shrunk evenly" +
                                 (untraced.scatter > 0 ? ", lie within " + durationText(untraced.scatter) : ""));
        writeTable(untraced.attribution, *account, page);
        page.line("sum", fixedText(account->opsSum, 3) + " J ops, " + fixedText(account->idleSum, 3) + " J idle, " +
                             fixedText(account->unattributed(), 3) + " J left over; ops explain " +
                             percentText(account->explained) + " of its variance");
        if (!account->doubt.empty())
            page.line("left over", account->doubt);
    }

private:
    static void writeTable(const Attribution& attribution, const ChannelAccount& account, TextPage& page)
    {
        std::vector<std::vector<std::string>> rows;
        for (std::size_t i = 0; i < attribution.kinds.size() && rows.size() < kMostOps; ++i) {
            const WorkKind& kind = attribution.kinds[i];
            std::vector<std::string>& row = rows.emplace_back(std::vector{kind.name, kind.shapes});
            addEnergyCells(account.ops[i].regression, kind.seconds, row);
        }
        page.table(
            {{"op", false, 28, true}, {"shapes", false, 18}, {"energy", true}, {"95 %", true}, {"while it runs", true}},
            rows);
    }
};

} // namespace

std::unique_ptr<Analysis> makeUntracedAnalysis()
{
    return std::make_unique<UntracedAnalysis>();
}

} // namespace stepscope::analysis
