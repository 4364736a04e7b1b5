#include "analysis/energy/opgroupenergy.h"

#include "analysis/metrics/channelrules.h"

#include <algorithm>
#include <functional>
#include <map>
#include <stop_token>
#include <utility>

namespace stepscope::analysis {
namespace {

/// Equal keys belong to the same row.
std::pair<std::string, std::string> rowKeyOf(const OpGroup& group, OpGrouping grouping)
{
    if (grouping == OpGrouping::Module)
        return {group.module, {}};
    return {group.name, grouping == OpGrouping::Op ? group.shapes : std::string()};
}

std::pair<std::string, std::string> rowKeyOf(const OpTotals& row, OpGrouping grouping)
{
    return {row.name, grouping == OpGrouping::Op ? row.shapes : std::string()};
}

/// Sum of the estimates of a row's groups; none when one of them is not separable.
class EstimateSum
{
public:
    void add(const std::optional<Estimate>& estimate)
    {
        if (!estimate || !m_isKnown) {
            m_isKnown = false;
            return;
        }
        m_sum.value += estimate->value;
        m_sum.low += estimate->low;
        m_sum.high += estimate->high;
    }
    [[nodiscard]] std::optional<Estimate> get() const { return m_isKnown ? std::optional(m_sum) : std::nullopt; }

private:
    Estimate m_sum;
    bool m_isKnown = true;
};

} // namespace

void addTimingAssociation(const trace::TraceView& view, trace::TimeRange range, OpGrouping grouping,
                          const std::string& rail, std::vector<OpTotals>& rows, const std::stop_token& stop)
{
    const auto& channels = view.channels();
    const auto channel = std::find_if(channels.begin(), channels.end(), [&](const trace::ChannelView& other) {
        return other.info().quantity == "rail.power" && titleOf(other.info()) == rail;
    });
    if (channel == channels.end() || !(channel->integral(range).coveredSeconds > 0))
        return;
    OpRowIndex index(view, grouping);
    std::vector<double> joules(index.size());
    const std::int64_t pause = longestPause(view, channel->info());
    visitSelfTimes(
        view, range, index,
        [&](const SelfTimeTrace& selfTimes) {
            const std::vector<double> some = timingAssociation(*channel, pause, selfTimes);
            std::transform(joules.begin(), joules.end(), some.begin(), joules.begin(), std::plus<>());
        },
        stop);
    for (OpTotals& row : rows) {
        if (const std::size_t at = index.withKey(row.op); at < joules.size())
            row.joules = joules[at];
    }
}

bool hasOpEnergies(OpGrouping grouping)
{
    return grouping == OpGrouping::Op || grouping == OpGrouping::Name || grouping == OpGrouping::Module;
}

OpGroupEnergies opEnergies(const trace::TraceView& view, trace::TimeRange range, const std::vector<OpTotals>& rows,
                           OpGrouping grouping, const std::string& rail, const std::stop_token& stop)
{
    OpGroupEnergies energies;
    energies.rows.resize(rows.size());
    energies.isCountedElsewhere.resize(rows.size());
    if (!hasOpEnergies(grouping)) {
        energies.reason = "rows of shapes and of steps contain several ops: choose ops or modules";
        return energies;
    }
    const GroupBy by = grouping == OpGrouping::Module ? GroupBy::Module : GroupBy::Op;
    const Attribution attribution = attributeToGroups(view, range, by, {}, stop, rail);
    energies.reason = attribution.reason;
    if (!attribution.reason.empty() || attribution.channels.empty())
        return energies;
    const ChannelAccount& account = attribution.channels.front();
    energies.reason = account.reason;
    energies.elsewhereReason =
        attribution.kernelsAreInOps
            ? "the ops wait for their kernels: the energy of a kernel is included in that of its op"
            : "it takes too little time: its energy is included in \"(short ops)\"";
    std::map<std::pair<std::string, std::string>, EstimateSum> sums;
    for (std::size_t i = 0; i < attribution.groups.size(); ++i) {
        if (!attribution.groups[i].isRest)
            sums[rowKeyOf(attribution.groups[i], grouping)].add(account.ops[i].regression);
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (const auto sum = sums.find(rowKeyOf(rows[i], grouping)); sum != sums.end())
            energies.rows[i] = sum->second.get();
        else
            energies.isCountedElsewhere[i] = true;
    }
    return energies;
}

} // namespace stepscope::analysis
