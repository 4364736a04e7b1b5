#include "analysis/metrics/optable.h"

#include "analysis/metrics/channelrules.h"
#include "analysis/statistics/durations.h"

#include <algorithm>
#include <array>
#include <stop_token>
#include <utility>

namespace stepscope::analysis {
namespace {

constexpr std::size_t kTableSpansPerPoll = 1U << 16U; ///< spans between two polls of the stop token
constexpr double kMiddle = 0.5;
constexpr double kHigh = 0.95;

/// Sums of one row; times in ns.
struct Sums
{
    std::uint64_t count = 0;
    std::int64_t whole = 0; ///< durations of whole instances
    std::int64_t all = 0;   ///< of their parts in the range
    std::int64_t outer = 0; ///< of these parts, where the instance is not nested in one of the same row
    std::int64_t inChildren = 0;
    std::int64_t longest = 0;
    double operations = 0; ///< floating point, of the instances with a known count
    double bytes = 0;
    std::int64_t operating = 0; ///< duration of the instances with known operations
    std::int64_t moving = 0;    ///< duration of the instances with known bytes
    std::int64_t firstStart = 0;
    std::size_t firstLane = 0;
    std::size_t firstSpan = 0;
};

/// Walks the lanes one by one and keeps the open span of each depth.
class Walk
{
public:
    Walk(const trace::TraceView& view, const OpTableOptions& options)
        : m_view(view)
        , m_rows(view, options.grouping)
        , m_sums(m_rows.size())
        , m_durations(options.percentiles ? m_rows.size() : 0)
    {}

    /// Adds the spans of a range after those before it. False when cancelled.
    bool run(trace::TimeRange range, const std::function<void(double)>& progress, const std::stop_token& stop)
    {
        m_before = std::exchange(m_range, range);
        std::size_t all = 0;
        std::vector<trace::LaneView::Indices> ranges;
        for (const trace::LaneView& lane : m_view.lanes()) {
            ranges.push_back(holdsOps(lane) ? lane.touching(m_range) : trace::LaneView::Indices{});
            all += ranges.back().last - ranges.back().first;
        }
        std::size_t visited = 0;
        for (std::size_t lane = 0; lane < ranges.size(); ++lane) {
            m_open.fill({});
            for (std::size_t i = ranges[lane].first; i < ranges[lane].last; ++i, ++visited) {
                if (visited % kTableSpansPerPoll == 0) {
                    if (stop.stop_requested())
                        return false;
                    if (progress)
                        progress(static_cast<double>(visited) / static_cast<double>(all));
                }
                visit(m_view.lanes()[lane].span(i), lane, i);
            }
        }
        return true;
    }

    [[nodiscard]] const OpRowIndex& rows() const { return m_rows; }
    [[nodiscard]] const Sums& sums(std::size_t row) const { return m_sums[row]; }
    [[nodiscard]] double percentile(std::size_t row, double share)
    {
        return m_durations.empty() ? 0 : static_cast<double>(m_durations[row].percentile(share)) * 1e-9;
    }

private:
    struct Open
    {
        std::int64_t end = 0;
        std::size_t row = 0;
        bool counted = false;
    };

    void visit(const trace::SpanRecord& span, std::size_t lane, std::size_t index)
    {
        const std::size_t row = m_rows.of(span);
        const bool counted = liesIn(m_range, span);
        m_open[span.depth] = {span.end(), row, counted};
        if (!counted)
            return;
        const trace::TimeRange part = trace::TimeRange{span.start, span.end()}.intersected(m_range);
        if (span.depth > 0) {
            const Open& parent = m_open[span.depth - 1U];
            const std::int64_t inside = std::min(part.end, parent.end) - part.begin;
            if (parent.counted && inside > 0)
                m_sums[parent.row].inChildren += inside;
        }
        Sums& sums = m_sums[row];
        sums.all += part.duration();
        sums.outer += isInside(row, span) ? 0 : part.duration();
        // A span that began in an earlier range, or before one, and lies in that range has been counted there.
        if (m_before.isEmpty() || span.start >= m_before.end)
            count(span, row, lane, index);
    }

    void count(const trace::SpanRecord& span, std::size_t row, std::size_t lane, std::size_t index)
    {
        Sums& sums = m_sums[row];
        if (sums.count == 0 || span.start < sums.firstStart) {
            sums.firstStart = span.start;
            sums.firstLane = lane;
            sums.firstSpan = index;
        }
        ++sums.count;
        sums.whole += span.duration;
        sums.longest = std::max(sums.longest, span.duration);
        if (const format::OpWork work = m_view.opWork(span.op); work.op != 0) {
            sums.operations += static_cast<double>(work.operations);
            sums.operating += work.operations > 0 ? span.duration : 0;
            sums.bytes += static_cast<double>(work.bytes);
            sums.moving += work.bytes > 0 ? span.duration : 0;
        }
        if (!m_durations.empty())
            m_durations[row].add(span.duration);
    }

    [[nodiscard]] bool isInside(std::size_t row, const trace::SpanRecord& span) const
    {
        for (std::size_t depth = 0; depth < span.depth; ++depth) {
            const Open& open = m_open[depth];
            if (open.row == row && open.counted && open.end > span.start)
                return true;
        }
        return false;
    }

    const trace::TraceView& m_view;
    trace::TimeRange m_range;
    trace::TimeRange m_before; ///< the range before it
    OpRowIndex m_rows;
    std::vector<Sums> m_sums;
    std::vector<Durations> m_durations;
    std::array<Open, 256> m_open{}; ///< the latest span of each depth
};

OpTotals totalsOf(Walk& walk, std::size_t row)
{
    constexpr double kSeconds = 1e-9;
    const Sums& sums = walk.sums(row);
    OpTotals totals;
    totals.op = walk.rows().key(row);
    totals.name = walk.rows().title(row);
    auto [variants, only] = walk.rows().variants(row);
    totals.shapes = std::move(only);
    totals.variants = variants;
    totals.count = sums.count;
    totals.totalSeconds = static_cast<double>(sums.outer) * kSeconds;
    totals.selfSeconds = static_cast<double>(std::max<std::int64_t>(sums.all - sums.inChildren, 0)) * kSeconds;
    totals.meanSeconds = static_cast<double>(sums.whole) * kSeconds / static_cast<double>(sums.count);
    totals.p50Seconds = walk.percentile(row, kMiddle);
    totals.p95Seconds = walk.percentile(row, kHigh);
    totals.maxSeconds = static_cast<double>(sums.longest) * kSeconds;
    if (sums.operating > 0)
        totals.operationsPerSecond = sums.operations / (static_cast<double>(sums.operating) * kSeconds);
    if (sums.moving > 0)
        totals.bytesPerSecond = sums.bytes / (static_cast<double>(sums.moving) * kSeconds);
    totals.firstLane = sums.firstLane;
    totals.firstSpan = sums.firstSpan;
    return totals;
}

} // namespace

std::vector<OpTotals> opTable(const trace::TraceView& view, trace::TimeRange range, const OpTableOptions& options,
                              const std::stop_token& stop)
{
    return opTable(view, std::span(&range, 1), options, stop);
}

std::vector<OpTotals> opTable(const trace::TraceView& view, std::span<const trace::TimeRange> ranges,
                              const OpTableOptions& options, const std::stop_token& stop)
{
    Walk walk(view, options);
    for (const trace::TimeRange& range : ranges) {
        if (!walk.run(range, options.progress, stop))
            return {};
    }
    std::vector<OpTotals> ops;
    double self = 0;
    for (std::size_t row = 0; row < walk.rows().size(); ++row) {
        if (walk.sums(row).count == 0)
            continue;
        if (stop.stop_requested())
            return {};
        ops.push_back(totalsOf(walk, row));
        self += ops.back().selfSeconds;
    }
    for (OpTotals& op : ops)
        op.share = self > 0 ? op.selfSeconds / self : 0;
    std::stable_sort(ops.begin(), ops.end(),
                     [](const auto& a, const auto& b) { return a.totalSeconds > b.totalSeconds; });
    return ops;
}

std::vector<OpTotals> opTotals(const trace::TraceView& view, trace::TimeRange range, const std::stop_token& stop)
{
    return opTable(view, range, {}, stop);
}

std::vector<OpInstance> opInstances(const trace::TraceView& view, std::span<const trace::TimeRange> ranges,
                                    OpGrouping grouping, std::uint32_t key, const std::stop_token& stop)
{
    OpRowIndex rows(view, grouping);
    const std::size_t row = rows.withKey(key);
    std::vector<OpInstance> instances;
    const auto earlier = [](const OpInstance& a, const OpInstance& b) { return a.start < b.start; };
    for (std::size_t lane = 0; lane < view.lanes().size(); ++lane) {
        if (!holdsOps(view.lanes()[lane]))
            continue;
        const auto merged = static_cast<std::ptrdiff_t>(instances.size());
        std::size_t next = 0; // those before it lie in an earlier range, or in none
        for (const trace::TimeRange& range : ranges) {
            const auto indices = view.lanes()[lane].touching(range);
            for (std::size_t i = std::max(next, indices.first); i < indices.last; ++i) {
                if (i % kTableSpansPerPoll == 0 && stop.stop_requested())
                    return {};
                const trace::SpanRecord span = view.lanes()[lane].span(i);
                if (liesIn(range, span) && rows.of(span) == row)
                    instances.push_back(
                        {span.start, span.duration, static_cast<std::uint32_t>(lane), static_cast<std::uint32_t>(i)});
            }
            next = std::max(next, indices.last);
        }
        std::inplace_merge(instances.begin(), instances.begin() + merged, instances.end(), earlier);
    }
    return instances;
}

} // namespace stepscope::analysis
