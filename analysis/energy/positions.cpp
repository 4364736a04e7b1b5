#include "analysis/energy/positions.h"

#include "analysis/energy/attributedops.h"

#include <algorithm>
#include <map>
#include <stop_token>
#include <tuple>
#include <utility>

namespace stepscope::analysis {
namespace {

constexpr std::size_t kMaxPositionGroups = 96;
constexpr double kMinPositionShare = 1e-3; ///< of the self time of all ops: minimum of a group
constexpr int kMaxRounds = 6;              ///< of merging: each halves the number of groups that are not separable

/// The positions of one op on one lane, and the groups that they currently form.
struct Merging
{
    std::vector<std::uint32_t> positions; ///< by position: index into SelfTimeTrace::groups
    std::vector<std::size_t> groupEnd;    ///< by group: one past its last position
    double seconds = 0;
    bool isRest = false; ///< the union of all ops that are too short for positions
};

std::vector<Merging> mergingsOf(const SelfTimeTrace& selfTimes)
{
    std::map<std::tuple<std::string, std::string, std::size_t>, std::size_t> places;
    std::vector<Merging> mergings;
    for (std::uint32_t i = 0; i < selfTimes.groups.size(); ++i) {
        const OpGroup& group = selfTimes.groups[i];
        const auto [place, isNew] = places.try_emplace({group.name, group.shapes, group.lane}, mergings.size());
        if (isNew)
            mergings.emplace_back();
        std::vector<std::uint32_t>& positions = mergings[place->second].positions;
        positions.resize(std::max<std::size_t>(positions.size(), group.position));
        positions[group.position - 1] = i;
    }
    for (Merging& merging : mergings) {
        for (const std::uint32_t group : merging.positions)
            merging.seconds += selfTimes.groups[group].seconds;
    }
    std::stable_sort(mergings.begin(), mergings.end(),
                     [](const Merging& a, const Merging& b) { return a.seconds > b.seconds; });
    return mergings;
}

/// Joins the ops with less than `minimumSeconds` in one group.
void joinRest(double minimumSeconds, std::vector<Merging>& mergings)
{
    std::size_t kept = 0;
    while (kept < std::min(mergings.size(), kMaxPositionGroups / 2) && mergings[kept].seconds >= minimumSeconds)
        ++kept;
    if (kept == mergings.size())
        return;
    Merging rest;
    rest.isRest = true;
    for (std::size_t i = kept; i < mergings.size(); ++i)
        rest.positions.insert(rest.positions.end(), mergings[i].positions.begin(), mergings[i].positions.end());
    rest.groupEnd.push_back(rest.positions.size());
    mergings.resize(kept);
    mergings.push_back(std::move(rest));
}

/// Joins neighbouring positions until each group has at least `minimumSeconds`.
void groupByTime(const SelfTimeTrace& selfTimes, double minimumSeconds, Merging& merging)
{
    double seconds = 0;
    for (std::size_t i = 0; i < merging.positions.size(); ++i) {
        seconds += selfTimes.groups[merging.positions[i]].seconds;
        if (seconds >= minimumSeconds) {
            merging.groupEnd.push_back(i + 1);
            seconds = 0;
        }
    }
    if (merging.groupEnd.empty())
        merging.groupEnd.push_back(merging.positions.size());
    merging.groupEnd.back() = merging.positions.size();
}

/// The intervals by position group, and the number of these groups: they are numbered from the first group of the first
/// op.
std::vector<SelfTimeInterval> intervalsByGroup(const SelfTimeTrace& selfTimes, const std::vector<Merging>& mergings,
                                               std::size_t& groups)
{
    std::vector<std::uint32_t> groupOf(selfTimes.groups.size());
    groups = 0;
    for (const Merging& merging : mergings) {
        std::size_t group = 0;
        for (std::size_t i = 0; i < merging.positions.size(); ++i) {
            group += i == merging.groupEnd[group] ? 1 : 0;
            groupOf[merging.positions[i]] = static_cast<std::uint32_t>(groups + group);
        }
        groups += merging.groupEnd.size();
    }
    std::vector<SelfTimeInterval> intervals = selfTimes.intervals;
    for (SelfTimeInterval& interval : intervals)
        interval.column = groupOf[interval.group];
    return intervals;
}

/// Joins each group without an estimate with a neighbour; false when there is nothing to join.
bool joinInseparable(const std::vector<std::optional<Estimate>>& estimates, std::vector<Merging>& mergings)
{
    bool hasJoined = false;
    std::size_t offset = 0;
    for (Merging& merging : mergings) {
        std::vector<std::size_t> ends;
        const std::size_t count = merging.groupEnd.size();
        for (std::size_t i = 0; i < count; ++i) {
            const bool isInseparable = !estimates[offset + i] || (i + 1 < count && !estimates[offset + i + 1]);
            if (isInseparable && i + 1 < count) { // joins the next group
                ends.push_back(merging.groupEnd[i + 1]);
                ++i;
                hasJoined = true;
            } else if (isInseparable && !ends.empty()) { // the last group joins the previous one
                ends.back() = merging.groupEnd[i];
                hasJoined = true;
            } else {
                ends.push_back(merging.groupEnd[i]);
            }
        }
        offset += count;
        merging.groupEnd = std::move(ends);
    }
    return hasJoined;
}

/// The groups of each op are one type.
std::vector<ColumnKind> kindsOf(const std::vector<Merging>& mergings)
{
    std::vector<ColumnKind> kinds;
    for (std::uint32_t op = 0; op < mergings.size(); ++op)
        kinds.insert(kinds.end(), mergings[op].groupEnd.size(), ColumnKind{op, 0});
    return kinds;
}

/// By position group; none = not separable.
std::vector<std::optional<Estimate>> precisePowers(const OccupancyFit& fit, std::size_t groups)
{
    std::vector<std::optional<Estimate>> powers(groups);
    for (std::uint32_t i = 0; i < groups && i < fit.powers.size(); ++i) {
        const Estimate power = fit.power(i);
        if (OccupancyFit::isPrecise(power))
            powers[i] = power;
    }
    return powers;
}

OpPositions positionsOf(const SelfTimeTrace& selfTimes, const Merging& merging,
                        std::span<const std::optional<Estimate>> watts)
{
    const OpGroup& first = selfTimes.groups[merging.positions.front()];
    OpPositions op{first.name, first.shapes, first.lane, {}};
    std::size_t begin = 0;
    for (std::size_t group = 0; group < merging.groupEnd.size(); ++group) {
        const std::size_t end = merging.groupEnd[group];
        PositionGroup& positions = op.groups.emplace_back();
        positions.first = static_cast<std::uint32_t>(begin + 1);
        positions.last = static_cast<std::uint32_t>(end);
        for (std::size_t i = begin; i < end; ++i) {
            positions.count += selfTimes.groups[merging.positions[i]].count;
            positions.seconds += selfTimes.groups[merging.positions[i]].seconds;
        }
        if (watts[group])
            positions.energy = Estimate{watts[group]->value * positions.seconds, watts[group]->low * positions.seconds,
                                        watts[group]->high * positions.seconds};
        begin = end;
    }
    return op;
}

/// The ops that occur more than once in a step.
std::vector<OpPositions> repeatedOps(const SelfTimeTrace& selfTimes, const std::vector<Merging>& mergings,
                                     std::span<const std::optional<Estimate>> powers)
{
    std::vector<OpPositions> ops;
    std::size_t offset = 0;
    for (const Merging& merging : mergings) {
        const auto watts = powers.subspan(offset, merging.groupEnd.size());
        offset += merging.groupEnd.size();
        if (merging.positions.size() > 1 && !merging.isRest)
            ops.push_back(positionsOf(selfTimes, merging, watts));
    }
    return ops;
}

/// Ops whose positions are not separable get what is known of the op as a whole, unless it runs on several lanes.
void takeFromOps(const Attribution& attribution, const ChannelAccount& account, std::vector<OpPositions>& ops)
{
    std::map<std::pair<std::string, std::string>, std::size_t> lanes;
    for (const OpPositions& op : ops)
        ++lanes[{op.name, op.shapes}];
    for (OpPositions& op : ops) {
        if (op.groups.size() != 1 || op.groups.front().energy)
            continue;
        for (std::size_t i = 0; i < std::min(attribution.groups.size(), account.ops.size()); ++i) {
            if (attribution.groups[i].name != op.name || attribution.groups[i].shapes != op.shapes)
                continue;
            if (lanes[{op.name, op.shapes}] == 1)
                op.groups.front().energy = account.ops[i].regression;
            op.groups.front().joint = account.ops[i].joint;
        }
    }
}

const trace::ChannelView* channelOf(const trace::TraceView& view, const ChannelAccount& account)
{
    for (const trace::ChannelView& channel : view.channels()) {
        if (channel.info().name == account.channel && channel.info().quantity == account.quantity)
            return &channel;
    }
    return nullptr;
}

} // namespace

bool OpPositions::differ() const
{
    for (const PositionGroup& a : groups) {
        for (const PositionGroup& b : groups) {
            if (a.energy && b.energy && a.seconds > 0 && b.seconds > 0 &&
                a.energy->low / a.seconds > b.energy->high / b.seconds)
                return true;
        }
    }
    return false;
}

PositionAttribution attributeToPositions(const trace::TraceView& view, std::span<const trace::TimeRange> ranges,
                                         const Attribution& attribution, const ChannelAccount& account,
                                         const std::stop_token& stop)
{
    PositionAttribution result;
    result.channel = account.channel;
    const trace::ChannelView* channel = channelOf(view, account);
    if (view.stepCount() == 0)
        result.reason = translatable("Energy", "no steps are marked, so ops have no position in a step");
    else if (!account.reason.empty() || !channel)
        result.reason = channel ? account.reason : translatable("Energy", "the recording has no such channel");
    if (!result.reason.empty())
        return result;
    const AttributedOps ops = attributedOps(view, ranges, GroupBy::Position, 0, {}, stop);
    const SelfTimeTrace& selfTimes = ops.selfTimes;
    std::vector<Merging> mergings = mergingsOf(selfTimes);
    double all = 0;
    for (const OpGroup& group : selfTimes.groups)
        all += group.seconds;
    joinRest(kMinPositionShare * all, mergings);
    const double minimumSeconds =
        std::max(kMinPositionShare * all, all / static_cast<double>(kMaxPositionGroups - mergings.size()));
    for (Merging& merging : mergings) {
        if (!merging.isRest)
            groupByTime(selfTimes, minimumSeconds, merging);
    }
    for (int round = 0;; ++round) {
        std::size_t groups = 0;
        const std::vector<SelfTimeInterval> intervals = intervalsByGroup(selfTimes, mergings, groups);
        const OccupancyFit fit = fitOccupancy(
            sampleRows(view, *channel, ops.stretches, account.sensor, intervals, groups), kindsOf(mergings), {}, stop);
        result.reason = fit.reason;
        if (!fit.reason.empty() || stop.stop_requested())
            return result;
        std::vector<Merging> joined = mergings;
        const auto powers = precisePowers(fit, groups);
        if (round == kMaxRounds || !joinInseparable(powers, joined)) {
            result.ops = repeatedOps(selfTimes, mergings, powers);
            takeFromOps(attribution, account, result.ops);
            return result;
        }
        mergings = std::move(joined);
    }
}

} // namespace stepscope::analysis
