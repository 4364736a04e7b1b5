#include "analysis/algorithms/workpieces.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <string_view>
#include <utility>

namespace stepscope::analysis {
namespace {

constexpr std::size_t kBetweenLooks = 1U << 16U; ///< spans between two questions whether to go on
constexpr double kSeconds = 1e-9;
constexpr double kShort = 1e-3; ///< of the self time of all ops

bool holdsOps(const trace::LaneView& lane)
{
    // Phases lie over the threads' own ops and would count their time twice.
    return lane.size() > 0 && lane.info().kind != format::Lane::Kind::Phases;
}

/// Cuts one lane's nested spans into pieces of self time.
class LaneCutter
{
public:
    LaneCutter(trace::TimeRange stretch, std::vector<WorkPiece>& pieces)
        : m_stretch(stretch)
        , m_pieces(pieces)
    {}
    void see(const trace::SpanRecord& span, std::uint32_t kind)
    {
        endBefore(span.start);
        const std::int64_t end = m_open.empty() ? span.end() : std::min(span.end(), m_open.back().end);
        if (!m_open.empty())
            emit(span.start);
        m_at = span.start;
        m_open.push_back({end, kind});
    }
    void finish() { endBefore(INT64_MAX); }

private:
    struct Open
    {
        std::int64_t end = 0;
        std::uint32_t kind = 0;
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
        const std::int64_t begin = std::max(m_at, m_stretch.begin);
        const std::int64_t end = std::min(until, m_stretch.end);
        if (begin < end)
            m_pieces.push_back({begin, end, m_open.back().kind});
        m_at = std::max(m_at, until);
    }

    trace::TimeRange m_stretch;
    std::vector<WorkPiece>& m_pieces;
    std::vector<Open> m_open;
    std::int64_t m_at = 0;
};

/// Ids of the same name and shapes are one kind; numbered as they are met.
class KindNumbers
{
public:
    explicit KindNumbers(const trace::TraceView& view)
        : m_view(view)
        , m_byOp(view.opCount() + 1, kNone)
    {}
    std::uint32_t of(std::uint32_t op, std::vector<WorkKind>& kinds)
    {
        std::uint32_t& known = m_byOp[op < m_byOp.size() ? op : 0];
        if (known != kNone)
            return known;
        const std::string_view name = op > 0 && op < m_byOp.size() ? m_view.opName(op) : "?";
        const std::string_view shapes = op > 0 && op < m_byOp.size() ? m_view.opShapes(op) : "";
        const auto [entry, isNew] = m_byName.try_emplace({name, shapes}, static_cast<std::uint32_t>(kinds.size()));
        if (isNew)
            kinds.push_back({.name = std::string(name), .shapes = std::string(shapes)});
        return known = entry->second;
    }

private:
    static constexpr std::uint32_t kNone = UINT32_MAX;
    const trace::TraceView& m_view;
    std::vector<std::uint32_t> m_byOp;
    std::map<std::pair<std::string_view, std::string_view>, std::uint32_t> m_byName;
};

/// Longest first; those that do not matter by themselves become the last kind.
void orderKinds(Work& work, std::size_t mostKinds)
{
    double all = 0;
    for (const WorkPiece& piece : work.pieces)
        work.kinds[piece.kind].seconds += static_cast<double>(piece.end - piece.begin) * kSeconds;
    for (const WorkKind& kind : work.kinds)
        all += kind.seconds;
    std::vector<std::uint32_t> order(work.kinds.size());
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(),
                     [&](auto a, auto b) { return work.kinds[a].seconds > work.kinds[b].seconds; });
    std::vector<WorkKind> kinds;
    std::vector<std::uint32_t> place(work.kinds.size());
    WorkKind rest{.name = "(short ops)", .isRest = true};
    const std::size_t own = std::min<std::size_t>(
        mostKinds, static_cast<std::size_t>(std::count_if(work.kinds.begin(), work.kinds.end(), [&](const WorkKind& k) {
            return k.seconds >= kShort * all;
        })));
    for (std::size_t i = 0; i < order.size(); ++i) {
        WorkKind& kind = work.kinds[order[i]];
        place[order[i]] = static_cast<std::uint32_t>(std::min(i, own));
        if (i < own) {
            kinds.push_back(std::move(kind));
        } else {
            rest.count += kind.count;
            rest.seconds += kind.seconds;
        }
    }
    if (order.size() > own)
        kinds.push_back(std::move(rest));
    for (WorkKind& kind : kinds)
        kind.timingShare = all > 0 ? kind.seconds / all : 0;
    work.kinds = std::move(kinds);
    for (WorkPiece& piece : work.pieces)
        piece.kind = place[piece.kind];
}

} // namespace

std::vector<trace::TimeRange> knownStretches(const trace::TraceView& view, trace::TimeRange range)
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

/// The lanes of one kind, cut; false when cancelled.
bool cutLanes(const trace::TraceView& view, format::Lane::Kind laneKind, std::span<const trace::TimeRange> stretches,
              KindNumbers& numbers, Work& work, std::vector<std::vector<WorkPiece>>& lanes, const Cancelled& cancelled)
{
    for (const trace::LaneView& lane : view.lanes()) {
        if (!holdsOps(lane) || lane.info().kind != laneKind)
            continue;
        std::vector<WorkPiece>& pieces = lanes.emplace_back();
        for (const trace::TimeRange& stretch : stretches) {
            LaneCutter cutter(stretch, pieces);
            const auto [first, last] = lane.touching(stretch);
            for (std::size_t i = first; i < last; ++i) {
                if (i % kBetweenLooks == 0 && cancelled && cancelled())
                    return false;
                const trace::SpanRecord span = lane.span(i);
                if (span.end() <= stretch.begin || span.start >= stretch.end)
                    continue;
                const std::uint32_t kind = numbers.of(span.op, work.kinds);
                work.kinds[kind].count += stretch.contains(span.start) ? 1 : 0;
                cutter.see(span, kind);
            }
            cutter.finish();
        }
    }
    return true;
}

bool liesInOnePiece(const WorkPiece& kernel, const std::vector<std::vector<WorkPiece>>& threads)
{
    return std::any_of(threads.begin(), threads.end(), [&kernel](const std::vector<WorkPiece>& pieces) {
        const auto after =
            std::upper_bound(pieces.begin(), pieces.end(), kernel.begin,
                             [](std::int64_t time, const WorkPiece& piece) { return time < piece.begin; });
        return after != pieces.begin() && std::prev(after)->end >= kernel.end;
    });
}

/// Where each op waits for its kernels, they say nothing that the op does not say. Looked at: some hundred kernels.
bool opsContainKernels(const std::vector<std::vector<WorkPiece>>& threads,
                       const std::vector<std::vector<WorkPiece>>& streams)
{
    constexpr std::size_t kLookedAt = 500;
    constexpr double kNearlyAll = 0.9;
    std::size_t inside = 0;
    std::size_t all = 0;
    for (const std::vector<WorkPiece>& pieces : streams) {
        const std::size_t stride = std::max<std::size_t>(pieces.size() / kLookedAt, 1);
        for (std::size_t i = 0; i < pieces.size(); i += stride) {
            inside += liesInOnePiece(pieces[i], threads) ? 1 : 0;
            ++all;
        }
    }
    return all > 0 && static_cast<double>(inside) >= kNearlyAll * static_cast<double>(all);
}

} // namespace

Work workIn(const trace::TraceView& view, std::span<const trace::TimeRange> stretches, std::size_t mostKinds,
            const Cancelled& cancelled)
{
    Work work;
    KindNumbers numbers(view);
    std::vector<std::vector<WorkPiece>> threads;
    std::vector<std::vector<WorkPiece>> streams;
    if (!cutLanes(view, format::Lane::Kind::Thread, stretches, numbers, work, threads, cancelled) ||
        !cutLanes(view, format::Lane::Kind::GpuStream, stretches, numbers, work, streams, cancelled))
        return {};
    work.kernelsAreInOps = opsContainKernels(threads, streams);
    for (const std::vector<WorkPiece>& lane : threads)
        work.pieces.insert(work.pieces.end(), lane.begin(), lane.end());
    for (const std::vector<WorkPiece>& lane : streams) {
        if (!work.kernelsAreInOps)
            work.pieces.insert(work.pieces.end(), lane.begin(), lane.end());
    }
    std::sort(work.pieces.begin(), work.pieces.end(),
              [](const WorkPiece& a, const WorkPiece& b) { return a.begin < b.begin; });
    orderKinds(work, mostKinds);
    return work;
}

} // namespace stepscope::analysis
