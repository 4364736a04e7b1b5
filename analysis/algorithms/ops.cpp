#include "analysis/algorithms/metrics.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace stepscope::analysis {
namespace {

constexpr std::size_t kBetweenLooks = 1U << 16U; ///< spans between two questions whether to go on

constexpr std::uint32_t kUnknown = 0; ///< id of no op: stands for those whose definition was lost

/// Sums per op id; ids of the same name and shapes are joined at the end.
struct Sums
{
    std::uint64_t count = 0;
    std::int64_t total = 0; ///< ns; so are all times here
    std::int64_t inChildren = 0;
    std::int64_t longest = 0;
    std::int64_t firstStart = 0;
    std::size_t firstLane = 0;
    std::size_t firstSpan = 0;

    void add(const Sums& other)
    {
        if (other.count == 0)
            return;
        if (count == 0 || other.firstStart < firstStart) {
            firstStart = other.firstStart;
            firstLane = other.firstLane;
            firstSpan = other.firstSpan;
        }
        count += other.count;
        total += other.total;
        inChildren += other.inChildren;
        longest = std::max(longest, other.longest);
    }
};

class LaneWalk
{
public:
    LaneWalk(std::vector<Sums>& sums, trace::TimeRange range)
        : m_sums(sums)
        , m_range(range)
    {}

    /// False when cancelled.
    bool walk(const trace::LaneView& lane, std::size_t laneIndex, const Cancelled& cancelled)
    {
        m_open.fill({});
        const auto indices = lane.touching(m_range);
        for (std::size_t i = indices.first; i < indices.last; ++i) {
            if (i % kBetweenLooks == 0 && cancelled && cancelled())
                return false;
            see(lane.span(i), laneIndex, i);
        }
        return true;
    }

private:
    struct Open
    {
        std::int64_t end = 0;
        std::uint32_t op = 0;
        bool counted = false;
    };

    void see(const trace::SpanRecord& span, std::size_t lane, std::size_t index)
    {
        const std::uint32_t op = span.op < m_sums.size() ? span.op : kUnknown;
        const bool counted = m_range.contains(span.start);
        m_open[span.depth] = {span.end(), op, counted};
        if (span.depth > 0) {
            const Open& parent = m_open[span.depth - 1U];
            const std::int64_t inside = std::min(span.end(), parent.end) - span.start;
            if (parent.counted && inside > 0)
                m_sums[parent.op].inChildren += inside;
        }
        if (counted)
            m_sums[op].add({1, span.duration, 0, span.duration, span.start, lane, index});
    }

    std::vector<Sums>& m_sums;
    trace::TimeRange m_range;
    std::array<Open, 256> m_open{}; ///< the latest span of each depth
};

OpTotals totalsOf(const Sums& sums, std::uint32_t op, const trace::TraceView& view)
{
    constexpr double kSeconds = 1e-9;
    OpTotals totals;
    totals.op = op;
    totals.name = op == kUnknown ? "?" : view.opName(op);
    totals.shapes = view.opShapes(op);
    totals.count = sums.count;
    totals.totalSeconds = static_cast<double>(sums.total) * kSeconds;
    totals.selfSeconds = static_cast<double>(std::max<std::int64_t>(sums.total - sums.inChildren, 0)) * kSeconds;
    totals.meanSeconds = totals.totalSeconds / static_cast<double>(sums.count);
    totals.maxSeconds = static_cast<double>(sums.longest) * kSeconds;
    totals.firstLane = sums.firstLane;
    totals.firstSpan = sums.firstSpan;
    return totals;
}

} // namespace

std::vector<OpTotals> opTotals(const trace::TraceView& view, trace::TimeRange range, const Cancelled& cancelled)
{
    std::vector<Sums> byId(view.opCount() + 1);
    LaneWalk walk(byId, range);
    for (std::size_t i = 0; i < view.lanes().size(); ++i) {
        // Rows of phases lie over the threads' own ops and would count their time twice.
        if (view.lanes()[i].info().kind != format::Lane::Kind::Phases && !walk.walk(view.lanes()[i], i, cancelled))
            return {};
    }
    std::map<std::pair<std::string_view, std::string_view>, std::pair<std::uint32_t, Sums>> byName;
    for (std::uint32_t op = 0; op < byId.size(); ++op) {
        if (byId[op].count > 0)
            byName.try_emplace({op == kUnknown ? "?" : view.opName(op), view.opShapes(op)}, op, Sums{})
                .first->second.second.add(byId[op]);
    }
    std::vector<OpTotals> ops;
    double self = 0;
    for (const auto& [name, entry] : byName) {
        ops.push_back(totalsOf(entry.second, entry.first, view));
        self += ops.back().selfSeconds;
    }
    for (OpTotals& op : ops)
        op.share = self > 0 ? op.selfSeconds / self : 0;
    std::stable_sort(ops.begin(), ops.end(),
                     [](const auto& a, const auto& b) { return a.totalSeconds > b.totalSeconds; });
    return ops;
}

} // namespace stepscope::analysis
