#include "analysis/energy/selftime.h"

#include "analysis/energy/kernellaunch.h"
#include "analysis/energy/lanecutter.h"
#include "analysis/metrics/channelrules.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <numeric>
#include <stop_token>
#include <utility>

namespace stepscope::analysis {
namespace {

void addTracedSteps(const trace::TraceView& view, trace::TimeRange range, std::vector<trace::TimeRange>& stretches)
{
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
}

} // namespace

std::vector<trace::TimeRange> stretchesWithOps(const trace::TraceView& view, std::span<const trace::TimeRange> ranges)
{
    std::vector<trace::TimeRange> stretches;
    for (const trace::TimeRange& range : ranges)
        addTracedSteps(view, range, stretches);
    if (!stretches.empty())
        return stretches;
    trace::TimeRange all{INT64_MAX, INT64_MIN};
    for (const trace::LaneView& lane : view.lanes()) {
        if (!holdsOps(lane))
            continue;
        all.begin = std::min(all.begin, lane.span(0).start);
        all.end = std::max(all.end, lane.span(lane.size() - 1).end());
    }
    for (const trace::TimeRange& range : ranges) {
        if (all.begin < all.end && !all.intersected(range).isEmpty())
            stretches.push_back(all.intersected(range));
    }
    return stretches;
}

double secondsOf(std::span<const trace::TimeRange> stretches)
{
    double sum = 0;
    for (const trace::TimeRange& stretch : stretches)
        sum += stretch.seconds();
    return sum;
}

std::size_t samplesIn(const trace::ChannelView& channel, std::span<const trace::TimeRange> stretches)
{
    std::size_t sum = 0;
    for (const trace::TimeRange& stretch : stretches)
        sum += channel.lowerBound(stretch.end) - channel.lowerBound(stretch.begin);
    return sum;
}

std::size_t spansIn(const trace::TraceView& view, std::span<const trace::TimeRange> stretches)
{
    std::size_t spans = 0;
    for (const trace::LaneView& lane : view.lanes()) {
        for (std::size_t i = 0; holdsOps(lane) && i < stretches.size(); ++i) {
            const auto [first, last] = lane.touching(stretches[i]);
            spans += last - first;
        }
    }
    return spans;
}

namespace {

using Intervals = std::vector<SelfTimeInterval>;

/// The intervals of lanes, each lane in order of begin. Their column is the index of the op's name and shapes in `ops`.
struct CutLanes
{
    std::vector<Intervals> threads;
    std::vector<Intervals> streams;
    std::vector<OpGroup> ops;
    /// Of a kernel by the op that launched it: the kernel by itself, as an index into `ops`.
    std::map<std::uint32_t, std::uint32_t> kernels;
};

/// Gives the kernels of one name that different ops launch different numbers in CutLanes::ops.
class KernelNumbering
{
public:
    KernelNumbering(const trace::TraceView& view, CutLanes& cut)
        : m_view(view)
        , m_cut(cut)
        , m_launches(view)
    {}
    /// Called before each stretch of a lane, in order of time; the lane has kernels from `first` on in it.
    void beginStretch(std::size_t lane, std::size_t first, std::span<const trace::TimeRange> stretches, std::size_t at)
    {
        constexpr std::size_t kAtOnce = 256; // stretches, each of which may be a step
        if (at % kAtOnce != 0)
            return;
        const std::int64_t end = stretches[std::min(at + kAtOnce, stretches.size()) - 1].end;
        const trace::LaneView& kernels = m_view.lanes()[lane];
        const std::int64_t begin = first < kernels.size() ? kernels.start(first) : end;
        m_launches.load(lane, {std::min(begin, end), end});
    }
    /// `kernel`: index of the kernel by itself.
    std::uint32_t numberOf(std::uint32_t kernel, std::int64_t start)
    {
        const std::uint32_t op = m_launches.opOf(start);
        if (op == KernelLaunches::kUnknown)
            return kernel;
        const std::string_view name = m_view.opName(op);
        const auto [number, isNew] =
            m_numbers.try_emplace({kernel, name, m_view.opShapes(op)}, static_cast<std::uint32_t>(m_cut.ops.size()));
        if (isNew) {
            OpGroup group = m_cut.ops[kernel];
            group.shapes = std::string(name) + std::string(m_view.opShapes(op));
            m_cut.ops.push_back(std::move(group));
            m_cut.kernels.emplace(number->second, kernel);
        }
        return number->second;
    }

private:
    const trace::TraceView& m_view;
    CutLanes& m_cut;
    KernelLaunches m_launches;
    std::map<std::tuple<std::uint32_t, std::string_view, std::string_view>, std::uint32_t> m_numbers;
};

/// Cuts the lanes of one kind; false when cancelled.
bool cutLanes(const trace::TraceView& view, format::Lane::Kind laneKind, std::span<const trace::TimeRange> stretches,
              OpGroupNumbering& numbering, OpGroupNumbering& opNumbering, SelfTimeTrace& selfTimes, CutLanes& cut,
              const std::stop_token& stop)
{
    const bool isStream = laneKind == format::Lane::Kind::GpuStream;
    KernelNumbering kernels(view, cut);
    for (std::size_t at = 0; at < view.lanes().size(); ++at) {
        const trace::LaneView& lane = view.lanes()[at];
        if (!holdsOps(lane) || lane.info().kind != laneKind)
            continue;
        numbering.beginLane(at);
        opNumbering.beginLane(at);
        Intervals& intervals = (isStream ? cut.streams : cut.threads).emplace_back();
        std::int64_t previousEnd = INT64_MIN; // of the stretches
        for (std::size_t s = 0; s < stretches.size(); ++s) {
            const trace::TimeRange stretch = stretches[s];
            LaneCutter cutter(stretch, intervals);
            const auto [first, last] = lane.touching(stretch);
            if (isStream)
                kernels.beginStretch(at, first, stretches, s);
            for (std::size_t i = first; i < last; ++i) {
                if (i % kSpansPerPoll == 0 && stop.stop_requested())
                    return false;
                const trace::SpanRecord span = lane.span(i);
                if (span.end() <= stretch.begin || span.start >= stretch.end)
                    continue;
                const std::uint32_t group = numbering.groupOf(span, selfTimes.groups);
                selfTimes.groups[group].count += span.start >= previousEnd ? 1 : 0; // else counted there
                const std::uint32_t op = opNumbering.groupOf(span, cut.ops);
                cutter.add(span, group, isStream ? kernels.numberOf(op, span.start) : op);
            }
            cutter.finish();
            previousEnd = stretch.end;
        }
    }
    return true;
}

bool liesInOneInterval(std::int64_t begin, std::int64_t end, const Intervals& intervals)
{
    const auto after =
        std::upper_bound(intervals.begin(), intervals.end(), begin,
                         [](std::int64_t time, const SelfTimeInterval& interval) { return time < interval.begin; });
    return after != intervals.begin() && std::prev(after)->end >= end;
}

/// Whether nearly all kernels lie within self times of this thread, as when each op waits for its kernels. Long ops of
/// another thread contain many kernels by chance, as many as when the kernels are moved. Checks about 500 kernels per
/// stream.
bool containsKernels(const Intervals& thread, const std::vector<Intervals>& streams)
{
    constexpr std::size_t kChecked = 500;
    constexpr std::size_t kMostOutside = 10; // one of ten kernels
    constexpr std::int64_t kMovedBy = 2;     // durations of the kernel
    std::size_t outside = 0;
    std::size_t movedOutside = 0;
    std::size_t all = 0;
    for (const Intervals& intervals : streams) {
        const std::size_t stride = std::max<std::size_t>(intervals.size() / kChecked, 1);
        for (std::size_t i = 0; i < intervals.size(); i += stride) {
            const std::int64_t by = kMovedBy * (intervals[i].end - intervals[i].begin);
            outside += liesInOneInterval(intervals[i].begin, intervals[i].end, thread) ? 0 : 1;
            movedOutside += liesInOneInterval(intervals[i].begin + by, intervals[i].end + by, thread) ? 0 : 1;
            ++all;
        }
    }
    return all > 0 && outside * kMostOutside <= all && 2 * outside < movedOutside;
}

/// Whether an op, or a kernel, computes much for each byte that it loads, as convolutions and products of matrices do:
/// these are limited by the processor, all others by the memory (Williams, Waterman and Patterson, Roofline, 2009). The
/// two kinds load the rails differently.
bool isLinearAlgebra(std::string_view op)
{
    constexpr std::array kNames{"conv",  "winograd", "scudnn",  "matmul",   "gemm", "xmma", "::mm",
                                "::bmm", "addmm",    "baddbmm", "::linear", "lstm", "gru",  "rnn"};
    constexpr std::array kOthers{"convert", "depthwise"};
    std::string name(op);
    std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::tolower(c); });
    const auto contains = [&name](const char* part) { return name.find(part) != std::string::npos; };
    return std::any_of(kNames.begin(), kNames.end(), contains) &&
           std::none_of(kOthers.begin(), kOthers.end(), contains);
}

/// Numbers the columns of a regression: one for each op, and for each kernel that runs during it.
class OpColumns
{
public:
    static constexpr std::uint32_t kThreads = 4;                ///< threads with families of their own
    static constexpr std::uint32_t kStreams = 2 * kThreads + 2; ///< lanes of streams
    OpColumns(const std::vector<OpGroup>& ops, SelfTimeTrace& selfTimes)
        : m_ops(ops)
        , m_selfTimes(selfTimes)
    {}
    void addLane(const Intervals& lane, std::uint32_t lanes)
    {
        for (const SelfTimeInterval& interval : lane)
            add(interval, interval.begin, interval.end, kNoKernel, {lanes, true});
    }
    /// Splits the intervals of the lane where kernels, in order of begin, begin and end.
    void addLaneWithKernels(const Intervals& lane, const Intervals& kernels, std::uint32_t lanes)
    {
        std::size_t next = 0;
        for (const SelfTimeInterval& interval : lane) {
            while (next < kernels.size() && kernels[next].end <= interval.begin)
                ++next;
            std::int64_t position = interval.begin;
            for (std::size_t i = next; i < kernels.size() && kernels[i].begin < interval.end; ++i) {
                const std::int64_t begin = std::max(kernels[i].begin, position);
                const std::int64_t end = std::min(kernels[i].end, interval.end);
                if (end <= begin)
                    continue;
                add(interval, position, begin, kNoKernel, {lanes, false});
                add(interval, begin, end, kernels[i].column, {lanes + 1, true});
                position = end;
            }
            add(interval, position, interval.end, kNoKernel, {lanes, false});
        }
    }
    /// Lets columns with little time share one column for each type.
    void joinShort()
    {
        std::vector<OpColumn>& columns = m_selfTimes.columns;
        std::vector<std::uint32_t> order(columns.size());
        std::iota(order.begin(), order.end(), 0U);
        std::stable_sort(order.begin(), order.end(),
                         [&columns](auto a, auto b) { return columns[a].seconds > columns[b].seconds; });
        std::vector<OpColumn> kept;
        std::map<std::uint32_t, std::uint32_t> restOf; // by type
        std::vector<std::uint32_t> newIndex(columns.size());
        for (std::size_t i = 0; i < order.size(); ++i) {
            const OpColumn& column = columns[order[i]];
            const auto rest = restOf.find(column.kind.type);
            const bool isShort = i >= kMaxOpColumns && rest != restOf.end();
            newIndex[order[i]] = isShort ? rest->second : static_cast<std::uint32_t>(kept.size());
            if (isShort)
                kept[rest->second].seconds += column.seconds;
            else
                kept.push_back(column);
            if (i >= kMaxOpColumns)
                restOf.try_emplace(column.kind.type, newIndex[order[i]]);
        }
        columns = std::move(kept);
        for (SelfTimeInterval& interval : m_selfTimes.intervals)
            interval.column = newIndex[interval.column];
    }

private:
    static constexpr std::uint32_t kNoKernel = UINT32_MAX;

    /// Where an interval runs, and whether it does the op's work. An op without its kernel prepares it, which takes the
    /// same power for all ops.
    struct Place
    {
        std::uint32_t lanes = 0;
        bool isWork = true;
    };

    void add(const SelfTimeInterval& interval, std::int64_t begin, std::int64_t end, std::uint32_t kernel, Place place)
    {
        if (begin >= end)
            return;
        const auto [column, isNew] = m_columns.try_emplace({interval.column, kernel, place.lanes},
                                                           static_cast<std::uint32_t>(m_selfTimes.columns.size()));
        if (isNew) {
            const std::string_view kernelName = kernel == kNoKernel ? std::string_view() : m_ops[kernel].name;
            // Equal ops of different modules are one type.
            const OpGroup& op = m_ops[interval.column];
            const std::uint32_t family = 2 * place.lanes + (place.isWork && isLinearAlgebra(op.name) ? 1 : 0);
            const auto type = m_types.try_emplace(
                {op.name, op.module.empty() ? std::string_view() : std::string_view(op.shapes), kernelName, family},
                static_cast<std::uint32_t>(m_types.size()));
            const bool hasKernel = kernel != kNoKernel || place.lanes == kStreams;
            m_selfTimes.columns.push_back({{type.first->second, family}, hasKernel, 0});
        }
        m_selfTimes.columns[column->second].seconds += static_cast<double>(end - begin) * 1e-9;
        m_selfTimes.intervals.push_back({begin, end, interval.group, column->second});
    }

    const std::vector<OpGroup>& m_ops;
    SelfTimeTrace& m_selfTimes;
    std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, std::uint32_t> m_columns;
    std::map<std::tuple<std::string_view, std::string_view, std::string_view, std::uint32_t>, std::uint32_t> m_types;
};

/// Fills the intervals and columns. Families: the longest threads, each with and without running kernels; the other
/// threads; the streams; in each of them linear algebra, and all other ops.
void addColumns(CutLanes& cut, SelfTimeTrace& selfTimes)
{
    std::stable_sort(cut.threads.begin(), cut.threads.end(), [](const Intervals& a, const Intervals& b) {
        const auto seconds = [](const Intervals& lane) {
            std::int64_t sum = 0;
            for (const SelfTimeInterval& interval : lane)
                sum += interval.end - interval.begin;
            return sum;
        };
        return seconds(a) > seconds(b);
    });
    Intervals kernels;
    for (const Intervals& lane : cut.streams)
        kernels.insert(kernels.end(), lane.begin(), lane.end());
    for (SelfTimeInterval& kernel : kernels) { // within an op that waits for it, which op has launched it is known
        const auto itself = cut.kernels.find(kernel.column);
        kernel.column = itself != cut.kernels.end() ? itself->second : kernel.column;
    }
    std::stable_sort(kernels.begin(), kernels.end(),
                     [](const SelfTimeInterval& a, const SelfTimeInterval& b) { return a.begin < b.begin; });
    OpColumns columns(cut.ops, selfTimes);
    for (std::size_t i = 0; i < cut.threads.size(); ++i) {
        const auto lanes = static_cast<std::uint32_t>(2 * std::min<std::size_t>(i, OpColumns::kThreads));
        if (containsKernels(cut.threads[i], cut.streams))
            columns.addLaneWithKernels(cut.threads[i], kernels, lanes);
        else
            columns.addLane(cut.threads[i], lanes);
    }
    if (!selfTimes.kernelsAreInOps) {
        for (const Intervals& lane : cut.streams)
            columns.addLane(lane, OpColumns::kStreams);
    }
    columns.joinShort();
}

} // namespace

std::vector<ColumnKind> SelfTimeTrace::kinds() const
{
    std::vector<ColumnKind> kinds;
    for (const OpColumn& column : columns)
        kinds.push_back(column.kind);
    return kinds;
}

std::vector<std::vector<ColumnShare>> SelfTimeTrace::sharesOfGroups() const
{
    std::map<std::pair<std::uint32_t, std::uint32_t>, double> seconds;
    for (const SelfTimeInterval& interval : intervals)
        seconds[{interval.group, interval.column}] += static_cast<double>(interval.end - interval.begin) * 1e-9;
    std::vector<double> sums(groups.size());
    for (const auto& [key, sum] : seconds)
        sums[key.first] += sum;
    std::vector<std::vector<ColumnShare>> shares(groups.size());
    for (const auto& [key, sum] : seconds)
        shares[key.first].push_back({key.second, sum / sums[key.first] * groups[key.first].seconds});
    return shares;
}

SelfTimeTrace selfTimeIn(const trace::TraceView& view, std::span<const trace::TimeRange> stretches, GroupBy by,
                         const std::stop_token& stop)
{
    SelfTimeTrace selfTimes;
    OpGroupNumbering numbering(view, by);
    OpGroupNumbering opNumbering(view, by == GroupBy::Module ? GroupBy::OpInModule : GroupBy::Op);
    CutLanes cut;
    for (const format::Lane::Kind kind : {format::Lane::Kind::Thread, format::Lane::Kind::GpuStream}) {
        if (!cutLanes(view, kind, stretches, numbering, opNumbering, selfTimes, cut, stop))
            return {};
    }
    selfTimes.kernelsAreInOps = std::any_of(cut.threads.begin(), cut.threads.end(), [&cut](const Intervals& thread) {
        return containsKernels(thread, cut.streams);
    });
    addColumns(cut, selfTimes);
    std::sort(selfTimes.intervals.begin(), selfTimes.intervals.end(),
              [](const SelfTimeInterval& a, const SelfTimeInterval& b) { return a.begin < b.begin; });
    addSeconds(selfTimes);
    return selfTimes;
}

namespace {

constexpr double kSecondsPerNanosecond = 1e-9;
constexpr double kMinShare = 2e-4; ///< of the self time of all ops

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
            .shapes = std::string(isKnown ? m_view.opShapes(op) : ""),
            .module = std::string(isKnown && m_by == GroupBy::OpInModule ? m_view.opModule(op) : "")};
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
                        part(&trace::TraceView::opModule, byModule || m_by == GroupBy::OpInModule));
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

std::vector<std::uint32_t> orderGroups(SelfTimeTrace& selfTimes, std::size_t maximumGroups)
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
    return newIndex;
}

} // namespace stepscope::analysis
