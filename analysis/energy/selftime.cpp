#include "analysis/energy/selftime.h"

#include "analysis/metrics/channelrules.h"

#include <algorithm>
#include <numeric>
#include <stop_token>
#include <utility>

namespace stepscope::analysis {
namespace {

constexpr std::size_t kSpansPerPoll = 1U << 16U; ///< spans between two polls of the stop token

/// Cuts the nested spans of one lane into intervals of self time.
class LaneCutter
{
public:
    LaneCutter(trace::TimeRange stretch, std::vector<SelfTimeInterval>& intervals)
        : m_stretch(stretch)
        , m_pieces(intervals)
    {}
    void add(const trace::SpanRecord& span, std::uint32_t group)
    {
        endBefore(span.start);
        const std::int64_t end = m_open.empty() ? span.end() : std::min(span.end(), m_open.back().end);
        if (!m_open.empty())
            emit(span.start);
        m_position = span.start;
        m_open.push_back({end, group});
    }
    void finish() { endBefore(INT64_MAX); }

private:
    struct Open
    {
        std::int64_t end = 0;
        std::uint32_t group = 0;
    };
    void endBefore(std::int64_t time)
    {
        while (!m_open.empty() && m_open.back().end <= time) {
            emit(m_open.back().end);
            m_open.pop_back();
        }
    }
    void emit(std::int64_t until)
    {
        const std::int64_t begin = std::max(m_position, m_stretch.begin);
        const std::int64_t end = std::min(until, m_stretch.end);
        if (begin < end)
            m_pieces.push_back({begin, end, m_open.back().group});
        m_position = std::max(m_position, until);
    }

    trace::TimeRange m_stretch;
    std::vector<SelfTimeInterval>& m_pieces;
    std::vector<Open> m_open;
    std::int64_t m_position = 0;
};

} // namespace

std::vector<trace::TimeRange> stretchesWithOps(const trace::TraceView& view, trace::TimeRange range)
{
    std::vector<trace::TimeRange> stretches;
    for (std::size_t i = view.stepLowerBound(range.begin); i < view.stepCount(); ++i) {
        const format::Step step = view.step(i);
        if (step.start >= range.end)
            break;
        if ((step.flags & format::Step::kTraced) == 0 || step.start < range.begin || step.end > range.end)
            continue;
        if (!stretches.empty() && stretches.back().end == step.start)
            stretches.back().end = step.end;
        else if (stretches.empty() || stretches.back().end < step.start)
            stretches.push_back({step.start, step.end});
    }
    if (!stretches.empty())
        return stretches;
    trace::TimeRange all{INT64_MAX, INT64_MIN};
    for (const trace::LaneView& lane : view.lanes()) {
        if (!holdsOps(lane))
            continue;
        all.begin = std::min(all.begin, lane.span(0).start);
        all.end = std::max(all.end, lane.span(lane.size() - 1).end());
    }
    if (all.begin < all.end && !all.intersected(range).isEmpty())
        stretches.push_back(all.intersected(range));
    return stretches;
}

namespace {

/// Cuts the lanes of one kind; false when cancelled.
bool cutLanes(const trace::TraceView& view, format::Lane::Kind laneKind, std::span<const trace::TimeRange> stretches,
              OpGroupNumbering& numbering, SelfTimeTrace& selfTimes, std::vector<std::vector<SelfTimeInterval>>& lanes,
              const std::stop_token& stop)
{
    for (std::size_t at = 0; at < view.lanes().size(); ++at) {
        const trace::LaneView& lane = view.lanes()[at];
        if (!holdsOps(lane) || lane.info().kind != laneKind)
            continue;
        numbering.beginLane(at);
        std::vector<SelfTimeInterval>& intervals = lanes.emplace_back();
        std::int64_t previousEnd = INT64_MIN; // of the stretches
        for (const trace::TimeRange& stretch : stretches) {
            LaneCutter cutter(stretch, intervals);
            const auto [first, last] = lane.touching(stretch);
            for (std::size_t i = first; i < last; ++i) {
                if (i % kSpansPerPoll == 0 && stop.stop_requested())
                    return false;
                const trace::SpanRecord span = lane.span(i);
                if (span.end() <= stretch.begin || span.start >= stretch.end)
                    continue;
                const std::uint32_t group = numbering.groupOf(span, selfTimes.groups);
                selfTimes.groups[group].count += span.start >= previousEnd ? 1 : 0; // else counted there
                cutter.add(span, group);
            }
            cutter.finish();
            previousEnd = stretch.end;
        }
    }
    return true;
}

bool liesInOneInterval(const SelfTimeInterval& kernel, const std::vector<std::vector<SelfTimeInterval>>& threads)
{
    return std::any_of(threads.begin(), threads.end(), [&kernel](const std::vector<SelfTimeInterval>& intervals) {
        const auto after =
            std::upper_bound(intervals.begin(), intervals.end(), kernel.begin,
                             [](std::int64_t time, const SelfTimeInterval& interval) { return time < interval.begin; });
        return after != intervals.begin() && std::prev(after)->end >= kernel.end;
    });
}

/// Whether nearly all kernels lie within an op's self time, as when each op waits for its kernels. Checks about 500
/// kernels per stream.
bool opsContainKernels(const std::vector<std::vector<SelfTimeInterval>>& threads,
                       const std::vector<std::vector<SelfTimeInterval>>& streams)
{
    constexpr std::size_t kChecked = 500;
    constexpr double kNearlyAll = 0.9;
    std::size_t inside = 0;
    std::size_t all = 0;
    for (const std::vector<SelfTimeInterval>& intervals : streams) {
        const std::size_t stride = std::max<std::size_t>(intervals.size() / kChecked, 1);
        for (std::size_t i = 0; i < intervals.size(); i += stride) {
            inside += liesInOneInterval(intervals[i], threads) ? 1 : 0;
            ++all;
        }
    }
    return all > 0 && static_cast<double>(inside) >= kNearlyAll * static_cast<double>(all);
}

} // namespace

SelfTimeTrace selfTimeIn(const trace::TraceView& view, std::span<const trace::TimeRange> stretches, GroupBy by,
                         std::size_t maximumGroups, const std::stop_token& stop)
{
    SelfTimeTrace selfTimes;
    OpGroupNumbering numbering(view, by);
    std::vector<std::vector<SelfTimeInterval>> threads;
    std::vector<std::vector<SelfTimeInterval>> streams;
    if (!cutLanes(view, format::Lane::Kind::Thread, stretches, numbering, selfTimes, threads, stop) ||
        !cutLanes(view, format::Lane::Kind::GpuStream, stretches, numbering, selfTimes, streams, stop))
        return {};
    selfTimes.kernelsAreInOps = opsContainKernels(threads, streams);
    for (const std::vector<SelfTimeInterval>& lane : threads)
        selfTimes.intervals.insert(selfTimes.intervals.end(), lane.begin(), lane.end());
    for (const std::vector<SelfTimeInterval>& lane : streams) {
        if (!selfTimes.kernelsAreInOps)
            selfTimes.intervals.insert(selfTimes.intervals.end(), lane.begin(), lane.end());
    }
    std::sort(selfTimes.intervals.begin(), selfTimes.intervals.end(),
              [](const SelfTimeInterval& a, const SelfTimeInterval& b) { return a.begin < b.begin; });
    addSeconds(selfTimes);
    if (by != GroupBy::Position)
        orderGroups(selfTimes, maximumGroups);
    return selfTimes;
}

void visitSelfTimes(const trace::TraceView& view, trace::TimeRange range, OpRowIndex& rows,
                    const std::function<void(const SelfTimeTrace&)>& visit, const std::stop_token& stop)
{
    constexpr std::size_t kBatch = 1'000'000; // intervals
    SelfTimeTrace selfTimes;
    selfTimes.groups.resize(rows.size());
    const auto flush = [&] {
        visit(selfTimes);
        selfTimes.intervals.clear();
    };
    for (const trace::LaneView& lane : view.lanes()) {
        if (!holdsOps(lane))
            continue;
        LaneCutter cutter(range, selfTimes.intervals);
        const auto [first, last] = lane.touching(range);
        for (std::size_t i = first; i < last; ++i) {
            if (i % kSpansPerPoll == 0 && stop.stop_requested())
                return;
            const trace::SpanRecord span = lane.span(i);
            if (span.end() > range.begin && span.start < range.end)
                cutter.add(span, static_cast<std::uint32_t>(rows.of(span)));
            if (selfTimes.intervals.size() >= kBatch)
                flush();
        }
        cutter.finish();
        flush();
    }
}

namespace {

constexpr double kSecondsPerNanosecond = 1e-9;
constexpr double kMinShare = 1e-3; ///< of the self time of all ops

} // namespace

OpGroupNumbering::OpGroupNumbering(const trace::TraceView& view, GroupBy by)
    : m_view(view)
    , m_by(by)
    , m_textOf(view.opCount() + 1, kNone)
{}

void OpGroupNumbering::beginLane(std::size_t lane)
{
    m_lane = lane;
    m_step = 0;
    m_positions.clear();
}

OpGroup OpGroupNumbering::describe(std::uint32_t op) const
{
    const bool isKnown = op > 0 && op <= m_view.opCount();
    if (m_by == GroupBy::Module)
        return {.module = std::string(isKnown ? m_view.opModule(op) : "")};
    return {.name = std::string(isKnown ? m_view.opName(op) : "?"),
            .shapes = std::string(isKnown ? m_view.opShapes(op) : "")};
}

std::uint32_t OpGroupNumbering::textOf(std::uint32_t op)
{
    std::uint32_t& text = m_textOf[op < m_textOf.size() ? op : 0];
    if (text != kNone)
        return text;
    const bool isKnown = op > 0 && op < m_textOf.size();
    const auto part = [&](std::string_view (trace::TraceView::*textPart)(std::uint32_t) const, bool isUsed) {
        return isKnown && isUsed ? (m_view.*textPart)(op) : std::string_view();
    };
    const bool byModule = m_by == GroupBy::Module;
    const auto key =
        std::make_tuple(part(&trace::TraceView::opName, !byModule), part(&trace::TraceView::opShapes, !byModule),
                        part(&trace::TraceView::opModule, byModule));
    return text = m_texts.try_emplace(key, static_cast<std::uint32_t>(m_texts.size())).first->second;
}

std::size_t OpGroupNumbering::stepAt(std::int64_t time)
{
    if (m_step >= m_view.stepCount() || m_view.step(m_step).start > time)
        m_step = m_view.stepLowerBound(time);
    while (m_step < m_view.stepCount() && m_view.step(m_step).end <= time)
        ++m_step;
    return m_step;
}

std::uint32_t OpGroupNumbering::groupOf(const trace::SpanRecord& span, std::vector<OpGroup>& groups)
{
    const std::uint32_t text = textOf(span.op);
    const auto append = [&](const OpGroup& group) {
        groups.push_back(group);
        return static_cast<std::uint32_t>(groups.size() - 1);
    };
    if (m_by != GroupBy::Position) {
        if (text >= m_groupOf.size())
            m_groupOf.resize(text + 1, kNone);
        return m_groupOf[text] != kNone ? m_groupOf[text] : m_groupOf[text] = append(describe(span.op));
    }
    if (text >= m_positions.size())
        m_positions.resize(text + 1);
    Positions& positions = m_positions[text];
    if (const std::size_t step = stepAt(span.start); positions.step != step) {
        positions.step = step;
        positions.next = 0;
    }
    const std::size_t position = positions.next++;
    if (position == positions.groups.size()) {
        OpGroup group = describe(span.op);
        group.lane = m_lane;
        group.position = static_cast<std::uint32_t>(position + 1);
        positions.groups.push_back(append(group));
    }
    return positions.groups[position];
}

void addSeconds(SelfTimeTrace& selfTimes)
{
    for (const SelfTimeInterval& interval : selfTimes.intervals)
        selfTimes.groups[interval.group].seconds +=
            static_cast<double>(interval.end - interval.begin) * kSecondsPerNanosecond;
}

void orderGroups(SelfTimeTrace& selfTimes, std::size_t maximumGroups)
{
    double all = 0;
    for (const OpGroup& group : selfTimes.groups)
        all += group.seconds;
    std::vector<std::uint32_t> order(selfTimes.groups.size());
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(),
                     [&](auto a, auto b) { return selfTimes.groups[a].seconds > selfTimes.groups[b].seconds; });
    std::vector<OpGroup> groups;
    std::vector<std::uint32_t> newIndex(selfTimes.groups.size());
    OpGroup rest{.name = "(short ops)", .isRest = true};
    const std::size_t kept = std::min<std::size_t>(
        maximumGroups, static_cast<std::size_t>(
                           std::count_if(selfTimes.groups.begin(), selfTimes.groups.end(),
                                         [&](const OpGroup& group) { return group.seconds >= kMinShare * all; })));
    for (std::size_t i = 0; i < order.size(); ++i) {
        OpGroup& group = selfTimes.groups[order[i]];
        newIndex[order[i]] = static_cast<std::uint32_t>(std::min(i, kept));
        if (i < kept) {
            groups.push_back(std::move(group));
        } else {
            rest.count += group.count;
            rest.seconds += group.seconds;
        }
    }
    if (order.size() > kept)
        groups.push_back(std::move(rest));
    for (OpGroup& group : groups)
        group.timingShare = all > 0 ? group.seconds / all : 0;
    selfTimes.groups = std::move(groups);
    for (SelfTimeInterval& interval : selfTimes.intervals)
        interval.group = newIndex[interval.group];
}

} // namespace stepscope::analysis
