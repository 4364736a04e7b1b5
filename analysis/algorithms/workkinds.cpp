#include "analysis/algorithms/workkinds.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace stepscope::analysis {
namespace {

constexpr double kSeconds = 1e-9;
constexpr double kShort = 1e-3; ///< of the self time of all ops

} // namespace

WorkKinds::WorkKinds(const trace::TraceView& view, WorkBy by)
    : m_view(view)
    , m_by(by)
    , m_textOf(view.opCount() + 1, kNone)
{}

void WorkKinds::beginLane(std::size_t lane)
{
    m_lane = lane;
    m_step = 0;
    m_positions.clear();
}

WorkKind WorkKinds::described(std::uint32_t op) const
{
    const bool isKnown = op > 0 && op <= m_view.opCount();
    if (m_by == WorkBy::Module)
        return {.module = std::string(isKnown ? m_view.opModule(op) : "")};
    return {.name = std::string(isKnown ? m_view.opName(op) : "?"),
            .shapes = std::string(isKnown ? m_view.opShapes(op) : "")};
}

std::uint32_t WorkKinds::textOf(std::uint32_t op)
{
    std::uint32_t& known = m_textOf[op < m_textOf.size() ? op : 0];
    if (known != kNone)
        return known;
    const bool isKnown = op > 0 && op < m_textOf.size();
    const auto text = [&](std::string_view (trace::TraceView::*part)(std::uint32_t) const, bool counts) {
        return isKnown && counts ? (m_view.*part)(op) : std::string_view();
    };
    const bool byModule = m_by == WorkBy::Module;
    const auto key =
        std::make_tuple(text(&trace::TraceView::opName, !byModule), text(&trace::TraceView::opShapes, !byModule),
                        text(&trace::TraceView::opModule, byModule));
    return known = m_texts.try_emplace(key, static_cast<std::uint32_t>(m_texts.size())).first->second;
}

std::size_t WorkKinds::stepAt(std::int64_t time)
{
    if (m_step >= m_view.stepCount() || m_view.step(m_step).start > time)
        m_step = m_view.stepLowerBound(time);
    while (m_step < m_view.stepCount() && m_view.step(m_step).end <= time)
        ++m_step;
    return m_step;
}

std::uint32_t WorkKinds::of(const trace::SpanRecord& span, std::vector<WorkKind>& kinds)
{
    const std::uint32_t text = textOf(span.op);
    const auto added = [&](const WorkKind& kind) {
        kinds.push_back(kind);
        return static_cast<std::uint32_t>(kinds.size() - 1);
    };
    if (m_by != WorkBy::Position) {
        if (text >= m_kindOf.size())
            m_kindOf.resize(text + 1, kNone);
        return m_kindOf[text] != kNone ? m_kindOf[text] : m_kindOf[text] = added(described(span.op));
    }
    if (text >= m_positions.size())
        m_positions.resize(text + 1);
    Positions& positions = m_positions[text];
    if (const std::size_t step = stepAt(span.start); positions.step != step) {
        positions.step = step;
        positions.next = 0;
    }
    const std::size_t position = positions.next++;
    if (position == positions.kinds.size()) {
        WorkKind kind = described(span.op);
        kind.lane = m_lane;
        kind.position = static_cast<std::uint32_t>(position + 1);
        positions.kinds.push_back(added(kind));
    }
    return positions.kinds[position];
}

void addSeconds(Work& work)
{
    for (const WorkPiece& piece : work.pieces)
        work.kinds[piece.kind].seconds += static_cast<double>(piece.end - piece.begin) * kSeconds;
}

void orderKinds(Work& work, std::size_t mostKinds)
{
    double all = 0;
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

} // namespace stepscope::analysis
