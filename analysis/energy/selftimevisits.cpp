// Self times of long recordings: they are visited, and not kept.
#include "analysis/energy/lanecutter.h"
#include "analysis/energy/selftime.h"
#include "analysis/metrics/channelrules.h"

#include <algorithm>
#include <cstdint>
#include <stop_token>
#include <utility>

namespace stepscope::analysis {
namespace {

/// Cuts the spans of a lane, to which `groupOf` assigns groups, and calls `flush` with a million intervals and at the
/// end. False when cancelled.
template <typename GroupOf, typename Flush>
bool visitLane(const trace::LaneView& lane, std::span<const trace::TimeRange> stretches, const GroupOf& groupOf,
               SelfTimeTrace& selfTimes, const Flush& flush, const std::stop_token& stop)
{
    constexpr std::size_t kBatch = 1'000'000; // intervals
    std::int64_t previousEnd = INT64_MIN;     // of the stretches
    for (const trace::TimeRange& stretch : stretches) {
        LaneCutter cutter(stretch, selfTimes.intervals);
        const auto [first, last] = lane.touching(stretch);
        for (std::size_t i = first; i < last; ++i) {
            if (i % kSpansPerPoll == 0 && stop.stop_requested())
                return false;
            const trace::SpanRecord span = lane.span(i);
            if (span.end() > stretch.begin && span.start < stretch.end)
                cutter.add(span, groupOf(span, span.start >= previousEnd));
            if (selfTimes.intervals.size() >= kBatch)
                flush();
        }
        cutter.finish();
        previousEnd = stretch.end;
    }
    flush();
    return true;
}

} // namespace

void visitSelfTimes(const trace::TraceView& view, trace::TimeRange range, OpRowIndex& rows,
                    const std::function<void(const SelfTimeTrace&)>& visit, const std::stop_token& stop)
{
    SelfTimeTrace selfTimes;
    selfTimes.groups.resize(rows.size());
    const auto flush = [&] {
        visit(selfTimes);
        selfTimes.intervals.clear();
    };
    const auto groupOf = [&](const trace::SpanRecord& span, bool /*isFirst*/) {
        return static_cast<std::uint32_t>(rows.of(span));
    };
    for (const trace::LaneView& lane : view.lanes()) {
        if (holdsOps(lane) && !visitLane(lane, std::span(&range, 1), groupOf, selfTimes, flush, stop))
            return;
    }
}

std::vector<OpGroup> visitGroups(const trace::TraceView& view, std::span<const trace::TimeRange> stretches, GroupBy by,
                                 bool kernelsAreInOps, const std::function<void(const SelfTimeTrace&)>& visit,
                                 const std::stop_token& stop)
{
    SelfTimeTrace selfTimes;
    OpGroupNumbering numbering(view, by);
    bool isUsed = true; // of the lane: its intervals are self times
    const auto flush = [&] {
        if (isUsed) {
            addSeconds(selfTimes);
            visit(selfTimes);
        }
        selfTimes.intervals.clear();
    };
    const auto groupOf = [&](const trace::SpanRecord& span, bool isFirst) {
        const std::uint32_t group = numbering.groupOf(span, selfTimes.groups);
        selfTimes.groups[group].count += isFirst ? 1 : 0;
        return group;
    };
    for (std::size_t at = 0; at < view.lanes().size(); ++at) {
        const trace::LaneView& lane = view.lanes()[at];
        numbering.beginLane(at);
        isUsed = lane.info().kind == format::Lane::Kind::Thread || !kernelsAreInOps;
        if (holdsOps(lane) && !visitLane(lane, stretches, groupOf, selfTimes, flush, stop))
            return {};
    }
    return std::move(selfTimes.groups);
}

namespace {

/// The stretches in blocks of about as many spans; long stretches are cut.
std::vector<std::vector<trace::TimeRange>> blocksOf(const trace::TraceView& view,
                                                    std::span<const trace::TimeRange> stretches, std::size_t spans)
{
    std::vector<std::vector<trace::TimeRange>> blocks(1);
    std::size_t spansInBlock = 0;
    for (const trace::TimeRange& stretch : stretches) {
        const std::size_t inStretch = spansIn(view, {&stretch, 1});
        if (spansInBlock > 0 && spansInBlock + inStretch > spans) {
            blocks.emplace_back();
            spansInBlock = 0;
        }
        const auto pieces = static_cast<std::int64_t>(inStretch / spans + 1);
        const std::int64_t length = stretch.duration() / pieces + 1;
        for (std::int64_t begin = stretch.begin; begin < stretch.end; begin += length) {
            if (begin > stretch.begin)
                blocks.emplace_back();
            blocks.back().push_back({begin, std::min(begin + length, stretch.end)});
        }
        spansInBlock += inStretch;
    }
    return blocks;
}

} // namespace

std::vector<OpGroup> visitBlocks(const trace::TraceView& view, std::span<const trace::TimeRange> stretches, GroupBy by,
                                 bool kernelsAreInOps, const std::function<void(SelfTimeTrace&)>& visit,
                                 const std::stop_token& stop)
{
    constexpr std::size_t kSpansOfBlock = 500'000;
    SelfTimeTrace selfTimes;
    OpGroupNumbering numbering(view, by);
    std::int64_t previousEnd = INT64_MIN; // of the blocks
    const auto groupOf = [&](const trace::SpanRecord& span, bool isFirst) {
        const std::uint32_t group = numbering.groupOf(span, selfTimes.groups);
        selfTimes.groups[group].count += isFirst && span.start >= previousEnd ? 1 : 0;
        return group;
    };
    for (const std::vector<trace::TimeRange>& block : blocksOf(view, stretches, kSpansOfBlock)) {
        for (std::size_t at = 0; at < view.lanes().size(); ++at) {
            const trace::LaneView& lane = view.lanes()[at];
            const std::size_t first = selfTimes.intervals.size();
            numbering.beginLane(at);
            if (holdsOps(lane) && !visitLane(
                                      lane, block, groupOf, selfTimes, [] {}, stop))
                return {};
            if (kernelsAreInOps && lane.info().kind != format::Lane::Kind::Thread)
                selfTimes.intervals.resize(first);
        }
        addSeconds(selfTimes);
        visit(selfTimes);
        selfTimes.intervals.clear();
        previousEnd = block.empty() ? previousEnd : block.back().end;
    }
    return std::move(selfTimes.groups);
}

} // namespace stepscope::analysis
