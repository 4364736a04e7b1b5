#include "analysis/algorithms/workpieces.h"

#include "analysis/algorithms/workkinds.h"

#include <algorithm>

namespace stepscope::analysis {
namespace {

constexpr std::size_t kBetweenLooks = 1U << 16U; ///< spans between two questions whether to go on

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
              WorkKinds& kinds, Work& work, std::vector<std::vector<WorkPiece>>& lanes, const Cancelled& cancelled)
{
    for (std::size_t at = 0; at < view.lanes().size(); ++at) {
        const trace::LaneView& lane = view.lanes()[at];
        if (!holdsOps(lane) || lane.info().kind != laneKind)
            continue;
        kinds.beginLane(at);
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
                const std::uint32_t kind = kinds.of(span, work.kinds);
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

Work workIn(const trace::TraceView& view, std::span<const trace::TimeRange> stretches, WorkBy by, std::size_t mostKinds,
            const Cancelled& cancelled)
{
    Work work;
    WorkKinds kinds(view, by);
    std::vector<std::vector<WorkPiece>> threads;
    std::vector<std::vector<WorkPiece>> streams;
    if (!cutLanes(view, format::Lane::Kind::Thread, stretches, kinds, work, threads, cancelled) ||
        !cutLanes(view, format::Lane::Kind::GpuStream, stretches, kinds, work, streams, cancelled))
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
    addSeconds(work);
    if (by != WorkBy::Position)
        orderKinds(work, mostKinds);
    return work;
}

} // namespace stepscope::analysis
