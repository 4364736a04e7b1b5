#include "analysis/query/querydata.h"

#include "remote/format/bytes.h"

#include <algorithm>
#include <array>
#include <utility>

namespace stepscope::analysis {

namespace {

constexpr std::size_t kSpansPerQueryPoll = 1U << 18U;

} // namespace

QueryData::QueryData(trace::TraceView view)
    : m_view(std::move(view))
{
    for (std::vector<std::string_view>& texts : m_texts)
        texts.resize(m_view.opCount() + 1);
    for (std::uint32_t op = 1; op <= m_view.opCount(); ++op) {
        m_texts[static_cast<std::size_t>(OpText::Name)][op] = m_view.opName(op);
        m_texts[static_cast<std::size_t>(OpText::Shapes)][op] = m_view.opShapes(op);
        m_texts[static_cast<std::size_t>(OpText::Module)][op] = m_view.opModule(op);
    }
}

const std::vector<std::uint32_t>& QueryData::places(OpText part) const
{
    std::optional<OpPlaces>& places = m_places[static_cast<std::size_t>(part)];
    if (places)
        return places->byOp;
    std::vector<std::pair<std::string_view, std::uint32_t>> texts;
    for (std::uint32_t op = 1; op <= m_view.opCount(); ++op) {
        if (const auto own = text(op, part))
            texts.emplace_back(*own, op);
    }
    std::sort(texts.begin(), texts.end());
    places.emplace();
    places->byOp.assign(m_view.opCount() + 1, 0);
    std::uint32_t place = 0;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        if (i == 0 || texts[i].first != texts[i - 1].first)
            ++place;
        places->byOp[texts[i].second] = place;
    }
    places->count = std::size_t{place} + 1;
    return places->byOp;
}

std::size_t QueryData::placeCount(OpText part) const
{
    static_cast<void>(places(part));
    return m_places[static_cast<std::size_t>(part)]->count;
}

const std::vector<QueryOpTotals>* QueryData::opTotals(const QueryStop& stop) const
{
    if (m_totals)
        return &*m_totals;
    struct Open
    {
        std::int64_t end = 0;
        std::uint32_t op = 0;
    };
    std::vector<QueryOpTotals> sums(m_view.opCount() + 1);
    std::array<Open, 256> open{}; // the latest span of each depth
    std::size_t visited = 0;
    for (const trace::LaneView& lane : m_view.lanes()) {
        open.fill({});
        for (std::size_t i = 0; i < lane.size(); ++i) {
            if (++visited % kSpansPerQueryPoll == 0 && stop && stop())
                return nullptr;
            const trace::SpanRecord span = lane.span(i);
            const std::uint32_t op = span.op < sums.size() ? span.op : 0;
            QueryOpTotals& own = sums[op];
            ++own.count;
            // Sums of a damaged recording may wrap around.
            own.total = format::wrappingSum(own.total, span.duration);
            own.self = format::wrappingSum(own.self, span.duration);
            own.longest = std::max(own.longest, span.duration);
            if (span.depth > 0) {
                const Open& parent = open[span.depth - 1U];
                if (const std::int64_t inside = std::min(span.end(), parent.end) - span.start; inside > 0)
                    sums[parent.op].self = format::wrappingSum(sums[parent.op].self, -inside);
            }
            open[span.depth] = {span.end(), op};
        }
    }
    m_totals.emplace();
    for (std::size_t op = 0; op < sums.size(); ++op) {
        sums[op].op = static_cast<std::uint32_t>(op);
        if (sums[op].count > 0)
            m_totals->push_back(sums[op]);
    }
    return &*m_totals;
}

std::optional<std::size_t> StepCursor::at(std::int64_t time)
{
    if (m_known.contains(time))
        return m_step;
    const std::size_t i = m_view->stepLowerBound(time);
    m_step.reset();
    m_known = {time, INT64_MAX};
    if (i < m_view->stepCount()) {
        const format::Step step = m_view->step(i);
        const std::int64_t before = i > 0 ? m_view->step(i - 1).end : INT64_MIN;
        if (step.start <= time)
            m_step = i;
        // Until the previous step ends, it is the one found.
        m_known =
            m_step ? trace::TimeRange{std::max(step.start, before), step.end} : trace::TimeRange{before, step.start};
    }
    return m_step;
}

} // namespace stepscope::analysis
