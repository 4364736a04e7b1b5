#include "analysis/algorithms/positions.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace stepscope::analysis {
namespace {

constexpr std::size_t kMostGroups = 96;
constexpr double kShort = 1e-3; ///< of the self time of all work: a group has at least that
constexpr int kMostRounds = 6;  ///< of merging: each halves what cannot be told apart

/// Positions of one op on one lane, and the groups that they are in for now.
struct Merging
{
    std::vector<std::uint32_t> kinds;  ///< of the work, by position
    std::vector<std::size_t> groupEnd; ///< positions before it and from the group before are one group
    double seconds = 0;
    bool isRest = false; ///< no op's positions, but all that is too short to matter
};

std::vector<Merging> mergingsOf(const Work& work)
{
    std::map<std::tuple<std::string, std::string, std::size_t>, std::size_t> places;
    std::vector<Merging> mergings;
    for (std::uint32_t i = 0; i < work.kinds.size(); ++i) {
        const WorkKind& kind = work.kinds[i];
        const auto [place, isNew] = places.try_emplace({kind.name, kind.shapes, kind.lane}, mergings.size());
        if (isNew)
            mergings.emplace_back();
        std::vector<std::uint32_t>& kinds = mergings[place->second].kinds;
        kinds.resize(std::max<std::size_t>(kinds.size(), kind.position));
        kinds[kind.position - 1] = i;
    }
    for (Merging& merging : mergings) {
        for (const std::uint32_t kind : merging.kinds)
            merging.seconds += work.kinds[kind].seconds;
    }
    std::stable_sort(mergings.begin(), mergings.end(),
                     [](const Merging& one, const Merging& other) { return one.seconds > other.seconds; });
    return mergings;
}

/// What takes hardly any time is one group.
void joinRest(double least, std::vector<Merging>& mergings)
{
    std::size_t own = 0;
    while (own < std::min(mergings.size(), kMostGroups / 2) && mergings[own].seconds >= least)
        ++own;
    if (own == mergings.size())
        return;
    Merging rest;
    rest.isRest = true;
    for (std::size_t i = own; i < mergings.size(); ++i)
        rest.kinds.insert(rest.kinds.end(), mergings[i].kinds.begin(), mergings[i].kinds.end());
    rest.groupEnd.push_back(rest.kinds.size());
    mergings.resize(own);
    mergings.push_back(std::move(rest));
}

/// As many neighbours together as it takes for a group to matter.
void groupByTime(const Work& work, double least, Merging& merging)
{
    double seconds = 0;
    for (std::size_t i = 0; i < merging.kinds.size(); ++i) {
        seconds += work.kinds[merging.kinds[i]].seconds;
        if (seconds >= least) {
            merging.groupEnd.push_back(i + 1);
            seconds = 0;
        }
    }
    if (merging.groupEnd.empty())
        merging.groupEnd.push_back(merging.kinds.size());
    merging.groupEnd.back() = merging.kinds.size();
}

/// The work with groups as kinds: the first group of the first op is kind 0, and so on.
std::vector<WorkPiece> piecesByGroup(const Work& work, const std::vector<Merging>& mergings, std::size_t& groups)
{
    std::vector<std::uint32_t> groupOf(work.kinds.size());
    groups = 0;
    for (const Merging& merging : mergings) {
        std::size_t group = 0;
        for (std::size_t i = 0; i < merging.kinds.size(); ++i) {
            group += i == merging.groupEnd[group] ? 1 : 0;
            groupOf[merging.kinds[i]] = static_cast<std::uint32_t>(groups + group);
        }
        groups += merging.groupEnd.size();
    }
    std::vector<WorkPiece> pieces = work.pieces;
    for (WorkPiece& piece : pieces)
        piece.kind = groupOf[piece.kind];
    return pieces;
}

/// Joins each group that has no figure with a neighbour; false when there is nothing to join.
bool joinUnknown(const std::vector<std::optional<Estimate>>& figures, std::vector<Merging>& mergings)
{
    bool joined = false;
    std::size_t at = 0;
    for (Merging& merging : mergings) {
        std::vector<std::size_t> kept;
        const std::size_t count = merging.groupEnd.size();
        for (std::size_t i = 0; i < count; ++i) {
            const bool isUnknown = !figures[at + i] || (i + 1 < count && !figures[at + i + 1]);
            if (isUnknown && i + 1 < count) { // with the next one
                kept.push_back(merging.groupEnd[i + 1]);
                ++i;
                joined = true;
            } else if (isUnknown && !kept.empty()) { // the last: with those before it
                kept.back() = merging.groupEnd[i];
                joined = true;
            } else {
                kept.push_back(merging.groupEnd[i]);
            }
        }
        at += count;
        merging.groupEnd = std::move(kept);
    }
    return joined;
}

OpPositions positionsOf(const Work& work, const Merging& merging, std::span<const std::optional<Estimate>> watts)
{
    const WorkKind& any = work.kinds[merging.kinds.front()];
    OpPositions op{any.name, any.shapes, any.lane, {}};
    std::size_t begin = 0;
    for (std::size_t group = 0; group < merging.groupEnd.size(); ++group) {
        const std::size_t end = merging.groupEnd[group];
        PositionGroup& found = op.groups.emplace_back();
        found.first = static_cast<std::uint32_t>(begin + 1);
        found.last = static_cast<std::uint32_t>(end);
        for (std::size_t i = begin; i < end; ++i) {
            found.count += work.kinds[merging.kinds[i]].count;
            found.seconds += work.kinds[merging.kinds[i]].seconds;
        }
        if (watts[group])
            found.energy = Estimate{watts[group]->value * found.seconds, watts[group]->low * found.seconds,
                                    watts[group]->high * found.seconds};
        begin = end;
    }
    return op;
}

/// What only comes once in a step has no early and late.
std::vector<OpPositions> repeated(const Work& work, const std::vector<Merging>& mergings, const OccupancyFit& fit)
{
    std::vector<OpPositions> ops;
    std::size_t at = 0;
    for (const Merging& merging : mergings) {
        const auto watts = std::span(fit.kinds).subspan(at, merging.groupEnd.size());
        at += merging.groupEnd.size();
        if (merging.kinds.size() > 1 && !merging.isRest)
            ops.push_back(positionsOf(work, merging, watts));
    }
    return ops;
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

PositionAttribution attributeToPositions(const trace::TraceView& view, trace::TimeRange range,
                                         const ChannelAccount& account, const Cancelled& cancelled)
{
    PositionAttribution result;
    result.channel = account.channel;
    const trace::ChannelView* channel = channelOf(view, account);
    if (view.stepCount() == 0)
        result.reason = "no steps were marked, so there is no early and late in them";
    else if (!account.reason.empty() || !channel)
        result.reason = channel ? account.reason : "the recording has no such channel";
    if (!result.reason.empty())
        return result;
    const std::vector<trace::TimeRange> stretches = knownStretches(view, range);
    const Work work = workIn(view, stretches, WorkBy::Position, 0, cancelled);
    std::vector<Merging> mergings = mergingsOf(work);
    double all = 0;
    for (const WorkKind& kind : work.kinds)
        all += kind.seconds;
    joinRest(kShort * all, mergings);
    const double least = std::max(kShort * all, all / static_cast<double>(kMostGroups - mergings.size()));
    for (Merging& merging : mergings) {
        if (!merging.isRest)
            groupByTime(work, least, merging);
    }
    for (int round = 0;; ++round) {
        std::size_t groups = 0;
        const std::vector<WorkPiece> pieces = piecesByGroup(work, mergings, groups);
        const OccupancyFit fit =
            fitOccupancy(rowsOf(view, *channel, stretches, account.sensor, pieces, groups), cancelled);
        result.reason = fit.reason;
        if (!fit.reason.empty() || (cancelled && cancelled()))
            return result;
        std::vector<Merging> joined = mergings;
        if (round == kMostRounds || !joinUnknown(fit.kinds, joined)) {
            result.ops = repeated(work, mergings, fit);
            return result;
        }
        mergings = std::move(joined);
    }
}

} // namespace stepscope::analysis
