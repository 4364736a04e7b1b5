#include "analysis/algorithms/accounttext.h"
#include "analysis/algorithms/analysis.h"
#include "analysis/algorithms/jsonvalues.h"
#include "analysis/algorithms/textpage.h"

#include <algorithm>
#include <map>
#include <utility>

namespace stepscope::analysis {
namespace {

constexpr std::size_t kMostModules = 20;

bool hasModules(const trace::TraceView& view)
{
    for (std::uint32_t op = 1; op <= view.opCount(); ++op) {
        if (!view.opModule(op).empty())
            return true;
    }
    return false;
}

std::string moduleName(const WorkKind& kind)
{
    return kind.isRest ? "(short ones)" : kind.module.empty() ? "(no module)" : kind.module;
}

/// Energy by layer of the model, and of the same op early and late in its step.
class BreakdownAnalysis : public Analysis
{
public:
    void compute(const trace::TraceView& view, Report& report, const Cancelled& cancelled) const override
    {
        if (hasModules(view))
            report.modules =
                attributeToWork(view, report.summary.range, WorkBy::Module, report.attribution.channels, cancelled);
        if (const ChannelAccount* account = mainAccount(report))
            report.positions = attributeToPositions(view, report.summary.range, *account, cancelled);
    }

    void writeJson(const Report& report, Json& json) const override
    {
        Json modules = Json::array();
        for (std::size_t i = 0; i < report.modules.kinds.size(); ++i) {
            const WorkKind& kind = report.modules.kinds[i];
            Json energy = Json::object();
            for (const ChannelAccount& account : report.modules.channels) {
                if (account.isRail())
                    energy[account.title()] = estimateJson(account.ops[i].regression);
            }
            modules.push_back({{"name", kind.isRest ? Json(nullptr) : Json(kind.module)},
                               {"instances", kind.count},
                               {"self_seconds", kind.seconds},
                               {"energy_joules", std::move(energy)}});
        }
        json["modules"] = std::move(modules);
        std::map<std::pair<std::string, std::string>, Json> positions;
        for (const OpPositions& op : report.positions.ops)
            addGroups(op, positions[{op.name, op.shapes}]);
        for (Json& op : json["ops"]) {
            const auto found = positions.find({op["name"].get<std::string>(), op["shapes"].get<std::string>()});
            op["positions"] = found != positions.end() ? found->second : Json::array();
        }
    }

    void writeText(const Report& report, TextPage& page) const override
    {
        writeModules(report, page);
        const auto differs = [](const OpPositions& op) { return op.differ(); };
        if (std::none_of(report.positions.ops.begin(), report.positions.ops.end(), differs))
            return;
        page.heading("The same op early and late in a step");
        std::vector<std::vector<std::string>> rows;
        for (const OpPositions& op : report.positions.ops) {
            if (!op.differ())
                continue;
            for (const PositionGroup& group : op.groups) {
                const bool isFirst = group.first == 1;
                std::vector<std::string>& row = rows.emplace_back(std::vector{
                    isFirst ? op.name : std::string(), isFirst ? op.shapes : std::string(), placeText(group)});
                addEnergyCells(group.energy, group.seconds, row);
            }
        }
        page.table({{"op", false, 20, true},
                    {"shapes", false, 12},
                    {"instance", true},
                    {"energy", true},
                    {"95 %", true},
                    {"while it runs", true}},
                   rows);
    }

private:
    static void addGroups(const OpPositions& op, Json& groups)
    {
        for (const PositionGroup& group : op.groups)
            groups.push_back({{"lane", op.lane},
                              {"first", group.first},
                              {"last", group.last},
                              {"instances", group.count},
                              {"self_seconds", group.seconds},
                              {"energy_joules", estimateJson(group.energy)}});
    }
    static std::string placeText(const PositionGroup& group)
    {
        const std::string first = countText(group.first);
        return group.first == group.last ? first : first + " to " + countText(group.last);
    }
    static void writeModules(const Report& report, TextPage& page)
    {
        const auto main = std::find_if(report.modules.channels.begin(), report.modules.channels.end(),
                                       [&](const ChannelAccount& account) {
                                           return account.channel == report.positions.channel && account.reason.empty();
                                       });
        if (main == report.modules.channels.end())
            return;
        page.heading("Energy of modules");
        std::vector<std::vector<std::string>> rows;
        for (std::size_t i = 0; i < std::min(report.modules.kinds.size(), kMostModules); ++i) {
            const WorkKind& kind = report.modules.kinds[i];
            std::vector<std::string>& row =
                rows.emplace_back(std::vector{moduleName(kind), durationText(kind.seconds)});
            addEnergyCells(main->ops[i].regression, kind.seconds, row);
        }
        page.table({{"module", false, 40, true},
                    {"self time", true},
                    {"energy", true},
                    {"95 %", true},
                    {"while it runs", true}},
                   rows);
    }
};

} // namespace

std::unique_ptr<Analysis> makeBreakdownAnalysis()
{
    return std::make_unique<BreakdownAnalysis>();
}

} // namespace stepscope::analysis
