#include "analysis/energy/opgroupenergy.h"

#include "analysis/metrics/channelrules.h"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
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

/// Sets of rows of which only the sum is known, and these sums.
class RowSums
{
public:
    explicit RowSums(std::size_t rows)
        : m_sets(rows)
        , m_sums(rows)
        , m_isKnown(rows, true)
    {
        std::iota(m_sets.begin(), m_sets.end(), 0U);
    }
    void add(std::uint32_t row, const std::optional<Estimate>& estimate)
    {
        const std::uint32_t set = setOf(row);
        m_isKnown[set] = m_isKnown[set] && estimate;
        m_sums[set] = estimate ? sumOf(m_sums[set], *estimate) : m_sums[set];
    }
    /// From now on only the sum of both rows is known.
    void unite(std::uint32_t a, std::uint32_t b)
    {
        const std::uint32_t from = setOf(b);
        const std::uint32_t to = setOf(a);
        if (from == to)
            return;
        m_sets[from] = to;
        m_sums[to] = sumOf(m_sums[to], m_sums[from]);
        m_isKnown[to] = m_isKnown[to] && m_isKnown[from];
    }
    /// `hasEnergy`: of each row, whether a group of ops belongs to it.
    void writeTo(OpGroupEnergies& energies, const std::vector<bool>& hasEnergy)
    {
        std::map<std::uint32_t, JointConsumption> sets;
        for (std::uint32_t row = 0; row < m_sets.size(); ++row) {
            if (const std::uint32_t set = setOf(row); hasEnergy[row] && m_isKnown[set])
                sets[set].groups.push_back(row);
        }
        for (auto& [set, joint] : sets) {
            joint.sum = m_sums[set];
            if (joint.groups.size() == 1)
                energies.rows[joint.groups.front()] = joint.sum;
            else
                energies.joints.push_back(std::move(joint));
        }
    }

private:
    static Estimate sumOf(const Estimate& a, const Estimate& b)
    {
        return {a.value + b.value, a.low + b.low, a.high + b.high};
    }
    [[nodiscard]] std::uint32_t setOf(std::uint32_t row) const
    {
        while (m_sets[row] != row)
            row = m_sets[row];
        return row;
    }

    std::vector<std::uint32_t> m_sets; ///< of each row: another row of its set, or itself
    std::vector<Estimate> m_sums;      ///< of each set
    std::vector<bool> m_isKnown;       ///< all groups of the set have an estimate, alone or in a sum
};

/// The figures of the account by row. A sum of groups joins their rows; the group of all short ops has no row, so that
/// a sum with it is not one of rows.
void addRowSums(const Attribution& attribution, const ChannelAccount& account, const std::vector<OpTotals>& rows,
                OpGrouping grouping, OpGroupEnergies& energies)
{
    constexpr std::uint32_t kNone = UINT32_MAX;
    std::map<std::pair<std::string, std::string>, std::uint32_t> rowOf;
    for (std::uint32_t i = 0; i < rows.size(); ++i)
        rowOf.emplace(rowKeyOf(rows[i], grouping), i);
    std::vector<bool> hasEnergy(rows.size());
    RowSums sums(rows.size());
    std::vector<std::uint32_t> rowOfGroup(attribution.groups.size(), kNone);
    for (std::size_t i = 0; i < attribution.groups.size(); ++i) {
        const auto row = rowOf.find(rowKeyOf(attribution.groups[i], grouping));
        if (attribution.groups[i].isRest || row == rowOf.end())
            continue;
        rowOfGroup[i] = row->second;
        hasEnergy[row->second] = true;
        if (account.ops[i].joint == OpConsumption::kNotJoint)
            sums.add(row->second, account.ops[i].regression);
    }
    for (const JointConsumption& joint : account.joints) {
        const bool isOfRows = std::all_of(joint.groups.begin(), joint.groups.end(),
                                          [&](std::uint32_t group) { return rowOfGroup[group] != kNone; });
        for (const std::uint32_t group : joint.groups) {
            if (isOfRows)
                sums.unite(rowOfGroup[joint.groups.front()], rowOfGroup[group]);
            else if (rowOfGroup[group] != kNone)
                sums.add(rowOfGroup[group], std::nullopt);
        }
        if (isOfRows)
            sums.add(rowOfGroup[joint.groups.front()], joint.sum);
    }
    sums.writeTo(energies, hasEnergy);
    for (std::size_t i = 0; i < rows.size(); ++i)
        energies.isCountedElsewhere[i] = !hasEnergy[i];
}

} // namespace

void addTimingAssociation(const trace::TraceView& view, std::span<const trace::TimeRange> ranges, OpGrouping grouping,
                          const std::string& rail, std::vector<OpTotals>& rows, const std::stop_token& stop)
{
    const auto& channels = view.channels();
    const auto channel = std::find_if(channels.begin(), channels.end(), [&](const trace::ChannelView& other) {
        return other.info().quantity == "rail.power" && titleOf(other.info()) == rail;
    });
    const auto hasSamples = [&](const trace::TimeRange& range) { return channel->integral(range).coveredSeconds > 0; };
    if (channel == channels.end() || std::none_of(ranges.begin(), ranges.end(), hasSamples))
        return;
    OpRowIndex index(view, grouping);
    std::vector<double> joules(index.size());
    const std::int64_t pause = longestPause(view, channel->info());
    const auto add = [&](const SelfTimeTrace& selfTimes) {
        const std::vector<double> some = timingAssociation(*channel, pause, selfTimes);
        std::transform(joules.begin(), joules.end(), some.begin(), joules.begin(), std::plus<>());
    };
    for (const trace::TimeRange& range : ranges)
        visitSelfTimes(view, range, index, add, stop);
    for (OpTotals& row : rows) {
        if (const std::size_t at = index.withKey(row.op); at < joules.size())
            row.joules = joules[at];
    }
}

bool hasOpEnergies(OpGrouping grouping)
{
    return grouping == OpGrouping::Op || grouping == OpGrouping::Name || grouping == OpGrouping::Module;
}

OpGroupEnergies opEnergies(const trace::TraceView& view, std::span<const trace::TimeRange> ranges,
                           const std::vector<OpTotals>& rows, OpGrouping grouping, const std::string& rail,
                           const std::stop_token& stop)
{
    OpGroupEnergies energies;
    energies.rows.resize(rows.size());
    energies.isCountedElsewhere.resize(rows.size());
    if (!hasOpEnergies(grouping)) {
        energies.reason =
            translatable("Energy", "rows of shapes and of steps contain several ops: choose ops or modules");
        return energies;
    }
    const GroupBy by = grouping == OpGrouping::Module ? GroupBy::Module : GroupBy::Op;
    const Attribution attribution = attributeToGroups(view, ranges, by, {}, stop, {.rail = rail});
    energies.reason = attribution.reason;
    if (!attribution.reason.empty() || attribution.channels.empty())
        return energies;
    const ChannelAccount& account = attribution.channels.front();
    energies.reason = account.reason;
    energies.elsewhereReason =
        attribution.kernelsAreInOps
            ? translatable("Energy",
                           "the ops wait for their kernels: the energy of a kernel is included in that of its op")
            : translatable("Energy", "it takes too little time: its energy is included in \"(short ops)\"");
    energies.doubt = account.doubts();
    addRowSums(attribution, account, rows, grouping, energies);
    return energies;
}

} // namespace stepscope::analysis
