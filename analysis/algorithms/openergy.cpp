#include "analysis/algorithms/openergy.h"

#include <map>
#include <utility>

namespace stepscope::analysis {
namespace {

/// What makes a kind of work one with a row.
std::pair<std::string, std::string> keyOf(const WorkKind& kind, OpGrouping grouping)
{
    if (grouping == OpGrouping::Module)
        return {kind.module, {}};
    return {kind.name, grouping == OpGrouping::Op ? kind.shapes : std::string()};
}

std::pair<std::string, std::string> keyOf(const OpTotals& row, OpGrouping grouping)
{
    return {row.name, grouping == OpGrouping::Op ? row.shapes : std::string()};
}

/// Of all kinds of a row; none when one of them cannot be told apart.
class Sum
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

bool hasOpEnergies(OpGrouping grouping)
{
    return grouping == OpGrouping::Op || grouping == OpGrouping::Name || grouping == OpGrouping::Module;
}

OpEnergies opEnergies(const trace::TraceView& view, trace::TimeRange range, const std::vector<OpTotals>& rows,
                      OpGrouping grouping, const std::string& rail, const Cancelled& cancelled)
{
    OpEnergies energies;
    energies.rows.resize(rows.size());
    energies.isElsewhere.resize(rows.size());
    if (!hasOpEnergies(grouping)) {
        energies.reason = "rows of shapes and of steps hold several ops at once: choose ops or modules";
        return energies;
    }
    const WorkBy by = grouping == OpGrouping::Module ? WorkBy::Module : WorkBy::Op;
    const Attribution attribution = attributeToWork(view, range, by, {}, cancelled, rail);
    energies.reason = attribution.reason;
    if (!attribution.reason.empty() || attribution.channels.empty())
        return energies;
    const ChannelAccount& account = attribution.channels.front();
    energies.reason = account.reason;
    energies.elsewhere = attribution.kernelsAreInOps
                             ? "ops wait for their kernels here: what a kernel takes is told of the op that waits"
                             : "it takes too little time: what it took is told together with all such ops";
    std::map<std::pair<std::string, std::string>, Sum> sums;
    for (std::size_t i = 0; i < attribution.kinds.size(); ++i) {
        if (!attribution.kinds[i].isRest)
            sums[keyOf(attribution.kinds[i], grouping)].add(account.ops[i].regression);
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (const auto found = sums.find(keyOf(rows[i], grouping)); found != sums.end())
            energies.rows[i] = found->second.get();
        else
            energies.isElsewhere[i] = true;
    }
    return energies;
}

} // namespace stepscope::analysis
