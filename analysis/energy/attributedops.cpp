#include "analysis/energy/attributedops.h"

#include "analysis/energy/attribution.h"
#include "analysis/energy/samplewindows.h"
#include "analysis/metrics/channelrules.h"
#include "analysis/statistics/parallel.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <map>
#include <stop_token>
#include <string_view>
#include <tuple>
#include <utility>

namespace stepscope::analysis {
namespace {

/// The stretches, cut where marked steps begin.
std::vector<trace::TimeRange> stepsOf(const trace::TraceView& view, std::span<const trace::TimeRange> stretches)
{
    std::vector<trace::TimeRange> pieces;
    for (const trace::TimeRange& stretch : stretches) {
        pieces.push_back(stretch);
        for (std::size_t i = view.stepLowerBound(stretch.begin); i < view.stepCount(); ++i) {
            const std::int64_t start = view.step(i).start;
            if (start >= stretch.end)
                break;
            if (start <= pieces.back().begin)
                continue;
            pieces.back().end = start;
            pieces.push_back({start, stretch.end});
        }
    }
    return pieces;
}

/// The stretches, cut into about `count` pieces of equal length.
std::vector<trace::TimeRange> piecesOf(std::span<const trace::TimeRange> stretches, std::size_t count)
{
    std::int64_t all = 0;
    for (const trace::TimeRange& stretch : stretches)
        all += stretch.duration();
    const std::int64_t length = std::max<std::int64_t>(all / static_cast<std::int64_t>(count), 1);
    std::vector<trace::TimeRange> pieces;
    for (const trace::TimeRange& stretch : stretches) {
        for (std::int64_t begin = stretch.begin; begin < stretch.end; begin += length)
            pieces.push_back({begin, std::min(begin + length, stretch.end)});
    }
    return pieces;
}

/// Pieces in a run: some seconds, since only a part of a sample is explained at a cut, and sensors may average over a
/// second; less where a part of this length would consist of few runs.
std::size_t piecesInRun(double partSeconds, double pieceSeconds)
{
    constexpr double kRunSeconds = 2;
    constexpr double kRuns = 16;
    constexpr double kLeast = 8;
    const double pieces = std::min(kRunSeconds, partSeconds / kRuns) / std::max(pieceSeconds, 1e-9);
    return static_cast<std::size_t>(std::max(pieces, kLeast));
}

} // namespace

std::vector<trace::TimeRange> evenPart(const trace::TraceView& view, std::vector<trace::TimeRange> stretches,
                                       std::size_t maximumSpans)
{
    constexpr std::size_t kFewPieces = 512;
    constexpr std::size_t kPieces = 32'768;
    constexpr double kGoldenRatio = 0.6180339887498949;
    const std::size_t spans = spansIn(view, stretches);
    if (spans <= maximumSpans)
        return stretches;
    std::vector<trace::TimeRange> pieces = stepsOf(view, stretches);
    if (pieces.size() < kFewPieces)
        pieces = piecesOf(stretches, kPieces);
    const double share = static_cast<double>(maximumSpans) / static_cast<double>(spans);
    const double seconds = secondsOf(stretches);
    const std::size_t run = piecesInRun(share * seconds, seconds / static_cast<double>(pieces.size()));
    const std::size_t runs = (pieces.size() + run - 1) / run;
    const std::size_t count = std::max<std::size_t>(static_cast<std::size_t>(share * static_cast<double>(runs)), 1);
    std::vector<trace::TimeRange> part;
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t from = i * runs / count;
        // Multiples of the golden ratio fall evenly on all places of a part, whatever repeats in the recording.
        const double place = std::fmod(kGoldenRatio * static_cast<double>(i), 1);
        const std::size_t chosen =
            from + static_cast<std::size_t>(place * static_cast<double>((i + 1) * runs / count - from));
        for (std::size_t piece = chosen * run; piece < std::min((chosen + 1) * run, pieces.size()); ++piece) {
            if (!part.empty() && part.back().end == pieces[piece].begin)
                part.back().end = pieces[piece].end;
            else
                part.push_back(pieces[piece]);
        }
    }
    return part;
}

namespace {

/// Spans to keep: of slowly sampled rails, the part has at least some thousand samples, if that takes at most eight
/// times as much memory.
std::size_t spansToKeep(const trace::TraceView& view, std::span<const trace::TimeRange> stretches,
                        std::size_t maximumSpans)
{
    constexpr std::size_t kSamples = 2000;
    constexpr std::size_t kMostTimes = 8;
    std::size_t fewest = SIZE_MAX;
    for (const trace::ChannelView& channel : view.channels()) {
        if (channel.info().quantity == "rail.power")
            fewest = std::min(fewest, std::max<std::size_t>(samplesIn(channel, stretches), 1));
    }
    return std::clamp(spansIn(view, stretches) / fewest * kSamples, maximumSpans, kMostTimes * maximumSpans);
}

using GroupKey = std::tuple<std::string_view, std::string_view, std::string_view, std::size_t, std::uint32_t>;

GroupKey keyOf(const OpGroup& group)
{
    return {group.name, group.shapes, group.module, group.lane, group.position};
}

/// By channel and group, see AttributedOps.
class TimingSums
{
public:
    TimingSums(const trace::TraceView& view, std::span<const trace::ChannelView> channels)
        : m_view(view)
        , m_channels(channels)
        , m_sums(channels.size())
    {}
    void add(const SelfTimeTrace& selfTimes)
    {
        forEachInParallel(m_channels.size(), [&](std::size_t i) {
            const trace::ChannelView& channel = m_channels[i];
            const std::vector<double> some =
                timingAssociation(channel, longestPause(m_view, channel.info()), selfTimes);
            m_sums[i].resize(some.size());
            std::transform(some.begin(), some.end(), m_sums[i].begin(), m_sums[i].begin(), std::plus<>());
        });
    }
    /// `newIndex` is by group.
    [[nodiscard]] std::vector<std::vector<double>> ordered(std::span<const std::uint32_t> newIndex,
                                                           std::size_t groups) const
    {
        std::vector<std::vector<double>> sums(m_sums.size(), std::vector<double>(groups));
        for (std::size_t channel = 0; channel < m_sums.size(); ++channel) {
            for (std::size_t group = 0; group < m_sums[channel].size(); ++group)
                sums[channel][newIndex[group]] += m_sums[channel][group];
        }
        return sums;
    }

private:
    const trace::TraceView& m_view;
    std::span<const trace::ChannelView> m_channels;
    std::vector<std::vector<double>> m_sums;
};

/// Assigns the intervals to these groups, which contain all of their own.
void replaceGroups(std::vector<OpGroup> groups, SelfTimeTrace& selfTimes)
{
    std::map<GroupKey, std::uint32_t> index;
    for (std::uint32_t i = 0; i < groups.size(); ++i)
        index.try_emplace(keyOf(groups[i]), i);
    std::vector<std::uint32_t> newIndex;
    for (const OpGroup& group : selfTimes.groups)
        newIndex.push_back(index[keyOf(group)]);
    for (SelfTimeInterval& interval : selfTimes.intervals)
        interval.group = newIndex[interval.group];
    selfTimes.groups = std::move(groups);
}

} // namespace

AttributedOps attributedOps(const trace::TraceView& view, std::span<const trace::TimeRange> ranges, GroupBy by,
                            std::size_t maximumGroups, std::span<const trace::ChannelView> channels,
                            const std::stop_token& stop, std::size_t maximumSpans)
{
    AttributedOps ops;
    ops.all = stretchesWithOps(view, ranges);
    ops.stretches = evenPart(view, ops.all, spansToKeep(view, ops.all, maximumSpans));
    ops.selfTimes = selfTimeIn(view, ops.stretches, by, stop);
    if (stop.stop_requested())
        return {};
    TimingSums timing(view, channels);
    const auto add = [&timing](const SelfTimeTrace& selfTimes) { timing.add(selfTimes); };
    if (ops.isPart()) {
        std::vector<OpGroup> groups = visitGroups(view, ops.all, by, ops.selfTimes.kernelsAreInOps, add, stop);
        if (stop.stop_requested())
            return {};
        replaceGroups(std::move(groups), ops.selfTimes);
    } else {
        add(ops.selfTimes);
    }
    if (by == GroupBy::Position)
        return ops;
    const std::vector<std::uint32_t> newIndex = orderGroups(ops.selfTimes, maximumGroups);
    ops.timing = timing.ordered(newIndex, ops.selfTimes.groups.size());
    return ops;
}

} // namespace stepscope::analysis
