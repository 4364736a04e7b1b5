#include "analysis/metrics/optable.h"
#include "analysis/report/analysis.h"

namespace stepscope::analysis {
namespace {

bool hasModules(const trace::TraceView& view)
{
    for (std::uint32_t op = 1; op <= view.opCount(); ++op) {
        if (!view.opModule(op).empty())
            return true;
    }
    return false;
}

} // namespace

void computeOps(const trace::TraceView& view, Report& report, const std::stop_token& stop)
{
    report.ops = opTotals(view, report.summary.range, stop);
}

void computeOpEnergy(const trace::TraceView& view, Report& report, const std::stop_token& stop)
{
    report.attribution = attributeToOps(view, report.summary.range, stop);
}

void computeModuleEnergy(const trace::TraceView& view, Report& report, const std::stop_token& stop)
{
    if (hasModules(view))
        report.modules =
            attributeToGroups(view, report.summary.range, GroupBy::Module, report.attribution.channels, stop);
}

void computePositionEnergy(const trace::TraceView& view, Report& report, const std::stop_token& stop)
{
    if (const ChannelAccount* account = mainAccount(report))
        report.positions = attributeToPositions(view, report.summary.range, *account, stop);
}

void computeUntracedEnergy(const trace::TraceView& view, Report& report, const std::stop_token& stop)
{
    report.untraced = attributeUntraced(view, report.summary.range, report.attribution.channels, stop);
}

const ChannelAccount* mainAccount(const Report& report)
{
    const std::vector<std::string> roots = systemRails(report.summary.rails);
    const ChannelAccount* account = nullptr;
    for (const ChannelAccount& candidate : report.attribution.channels) {
        if (!candidate.isRail() || !candidate.reason.empty())
            continue;
        if (account == nullptr || (!roots.empty() && candidate.title() == roots.front()))
            account = &candidate;
    }
    return account;
}

} // namespace stepscope::analysis
