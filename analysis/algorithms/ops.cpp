#include "analysis/algorithms/busytime.h"
#include "analysis/algorithms/durations.h"
#include "analysis/algorithms/optable.h"
#include "analysis/algorithms/sampling.h"

#include <algorithm>
#include <array>
#include <utility>

namespace stepscope::analysis {
namespace {

constexpr std::size_t kBetweenLooks = 1U << 16U; ///< spans between two questions whether to go on
constexpr double kMiddle = 0.5;
constexpr double kHigh = 0.95;

/// Rows of phases lie over the threads' own ops and would count their time twice.
bool counts(const trace::LaneView& lane)
{
    return lane.info().kind != format::Lane::Kind::Phases;
}

struct Sums
{
    std::uint64_t count = 0;
    std::int64_t all = 0;   ///< ns; so are all times here
    std::int64_t outer = 0; ///< of instances that are in none of the same row
    std::int64_t inChildren = 0;
    std::int64_t longest = 0;
    double operations = 0; ///< of those of which they are known, and how long these took
    double bytes = 0;
    std::int64_t operating = 0;
    std::int64_t moving = 0;
    std::int64_t firstStart = 0;
    std::size_t firstLane = 0;
    std::size_t firstSpan = 0;
};

/// Walks the lanes one by one, with the ops that are open at each depth.
class Walk
{
public:
    Walk(const trace::TraceView& view, trace::TimeRange range, const OpTableOptions& options)
        : m_view(view)
        , m_range(range)
        , m_groups(view, options.grouping)
        , m_sums(m_groups.size())
        , m_durations(options.percentiles ? m_groups.size() : 0)
        , m_wantsBusy(!options.rail.empty())
    {}

    /// False when cancelled.
    bool run(const std::function<void(double)>& progress, const Cancelled& cancelled)
    {
        std::size_t all = 0;
        std::vector<trace::LaneView::Indices> ranges;
        for (const trace::LaneView& lane : m_view.lanes()) {
            ranges.push_back(counts(lane) ? lane.touching(m_range) : trace::LaneView::Indices{});
            all += ranges.back().last - ranges.back().first;
        }
        std::size_t seen = 0;
        for (std::size_t lane = 0; lane < ranges.size(); ++lane) {
            m_open.fill({});
            m_busy.beginLane();
            for (std::size_t i = ranges[lane].first; i < ranges[lane].last; ++i, ++seen) {
                if (seen % kBetweenLooks == 0) {
                    if (cancelled && cancelled())
                        return false;
                    if (progress)
                        progress(static_cast<double>(seen) / static_cast<double>(all));
                }
                see(m_view.lanes()[lane].span(i), lane, i);
            }
        }
        return true;
    }

    [[nodiscard]] const OpGroups& groups() const { return m_groups; }
    [[nodiscard]] const Sums& sums(std::size_t group) const { return m_sums[group]; }
    [[nodiscard]] double percentile(std::size_t group, double share)
    {
        return m_durations.empty() ? 0 : static_cast<double>(m_durations[group].percentile(share)) * 1e-9;
    }
    [[nodiscard]] std::vector<trace::TimeRange> busy() { return m_busy.take(); }

private:
    struct Open
    {
        std::int64_t end = 0;
        std::size_t group = 0;
        bool counted = false;
    };

    void see(const trace::SpanRecord& span, std::size_t lane, std::size_t index)
    {
        const std::size_t group = m_groups.of(span);
        const bool counted = m_range.contains(span.start);
        m_open[span.depth] = {span.end(), group, counted};
        if (span.depth > 0) {
            const Open& parent = m_open[span.depth - 1U];
            const std::int64_t inside = std::min(span.end(), parent.end) - span.start;
            if (parent.counted && inside > 0)
                m_sums[parent.group].inChildren += inside;
        } else if (m_wantsBusy) {
            m_busy.add(trace::TimeRange{span.start, span.end()}.intersected(m_range));
        }
        if (counted)
            add(span, group, lane, index);
    }

    void add(const trace::SpanRecord& span, std::size_t group, std::size_t lane, std::size_t index)
    {
        Sums& sums = m_sums[group];
        if (sums.count == 0 || span.start < sums.firstStart) {
            sums.firstStart = span.start;
            sums.firstLane = lane;
            sums.firstSpan = index;
        }
        ++sums.count;
        sums.all += span.duration;
        sums.outer += isInside(group, span) ? 0 : span.duration;
        sums.longest = std::max(sums.longest, span.duration);
        if (const format::OpWork work = m_view.opWork(span.op); work.op != 0) {
            sums.operations += static_cast<double>(work.operations);
            sums.operating += work.operations > 0 ? span.duration : 0;
            sums.bytes += static_cast<double>(work.bytes);
            sums.moving += work.bytes > 0 ? span.duration : 0;
        }
        if (!m_durations.empty())
            m_durations[group].add(span.duration);
    }

    [[nodiscard]] bool isInside(std::size_t group, const trace::SpanRecord& span) const
    {
        for (std::size_t depth = 0; depth < span.depth; ++depth) {
            const Open& open = m_open[depth];
            if (open.group == group && open.counted && open.end > span.start)
                return true;
        }
        return false;
    }

    const trace::TraceView& m_view;
    trace::TimeRange m_range;
    OpGroups m_groups;
    std::vector<Sums> m_sums;
    std::vector<Durations> m_durations;
    BusyTime m_busy;
    bool m_wantsBusy;
    std::array<Open, 256> m_open{}; ///< the latest span of each depth
};

OpTotals totalsOf(Walk& walk, std::size_t group)
{
    constexpr double kSeconds = 1e-9;
    const Sums& sums = walk.sums(group);
    OpTotals totals;
    totals.op = walk.groups().key(group);
    totals.name = walk.groups().title(group);
    auto [variants, only] = walk.groups().variants(group);
    totals.shapes = std::move(only);
    totals.variants = variants;
    totals.count = sums.count;
    totals.totalSeconds = static_cast<double>(sums.outer) * kSeconds;
    totals.selfSeconds = static_cast<double>(std::max<std::int64_t>(sums.all - sums.inChildren, 0)) * kSeconds;
    totals.meanSeconds = static_cast<double>(sums.all) * kSeconds / static_cast<double>(sums.count);
    totals.p50Seconds = walk.percentile(group, kMiddle);
    totals.p95Seconds = walk.percentile(group, kHigh);
    totals.maxSeconds = static_cast<double>(sums.longest) * kSeconds;
    if (sums.operating > 0)
        totals.operationsPerSecond = sums.operations / (static_cast<double>(sums.operating) * kSeconds);
    if (sums.moving > 0)
        totals.bytesPerSecond = sums.bytes / (static_cast<double>(sums.moving) * kSeconds);
    totals.firstLane = sums.firstLane;
    totals.firstSpan = sums.firstSpan;
    return totals;
}

/// Energy of the rail while ops ran; nothing when it was not measured then.
std::optional<double> joulesWhile(const trace::TraceView& view, const std::string& rail,
                                  const std::vector<trace::TimeRange>& busy)
{
    for (const trace::ChannelView& channel : view.channels()) {
        const trace::Channel& info = channel.info();
        if (info.quantity != "rail.power" || titleOf(info) != rail)
            continue;
        double joules = 0;
        double covered = 0;
        for (const trace::TimeRange& range : busy) {
            const auto integral = channel.integral(range);
            joules += integral.value;
            covered += integral.coveredSeconds;
        }
        return covered > 0 ? std::optional(joules) : std::nullopt;
    }
    return std::nullopt;
}

} // namespace

std::vector<OpTotals> opTable(const trace::TraceView& view, trace::TimeRange range, const OpTableOptions& options,
                              const Cancelled& cancelled)
{
    Walk walk(view, range, options);
    if (!walk.run(options.progress, cancelled))
        return {};
    std::vector<OpTotals> ops;
    double self = 0;
    for (std::size_t group = 0; group < walk.groups().size(); ++group) {
        if (walk.sums(group).count == 0)
            continue;
        if (cancelled && cancelled())
            return {};
        ops.push_back(totalsOf(walk, group));
        self += ops.back().selfSeconds;
    }
    const auto joules = options.rail.empty() ? std::nullopt : joulesWhile(view, options.rail, walk.busy());
    for (OpTotals& op : ops) {
        op.share = self > 0 ? op.selfSeconds / self : 0;
        if (joules)
            op.joules = *joules * op.share;
    }
    std::stable_sort(ops.begin(), ops.end(),
                     [](const auto& a, const auto& b) { return a.totalSeconds > b.totalSeconds; });
    return ops;
}

std::vector<OpTotals> opTotals(const trace::TraceView& view, trace::TimeRange range, const Cancelled& cancelled)
{
    return opTable(view, range, {}, cancelled);
}

std::vector<OpInstance> opInstances(const trace::TraceView& view, trace::TimeRange range, OpGrouping grouping,
                                    std::uint32_t key, const Cancelled& cancelled)
{
    OpGroups groups(view, grouping);
    const std::size_t wanted = groups.withKey(key);
    std::vector<OpInstance> instances;
    const auto earlier = [](const OpInstance& a, const OpInstance& b) { return a.start < b.start; };
    for (std::size_t lane = 0; lane < view.lanes().size(); ++lane) {
        if (!counts(view.lanes()[lane]))
            continue;
        const auto indices = view.lanes()[lane].touching(range);
        const auto merged = static_cast<std::ptrdiff_t>(instances.size());
        for (std::size_t i = indices.first; i < indices.last; ++i) {
            if (i % kBetweenLooks == 0 && cancelled && cancelled())
                return {};
            const trace::SpanRecord span = view.lanes()[lane].span(i);
            if (groups.of(span) == wanted && range.contains(span.start))
                instances.push_back(
                    {span.start, span.duration, static_cast<std::uint32_t>(lane), static_cast<std::uint32_t>(i)});
        }
        std::inplace_merge(instances.begin(), instances.begin() + merged, instances.end(), earlier);
    }
    return instances;
}

} // namespace stepscope::analysis
