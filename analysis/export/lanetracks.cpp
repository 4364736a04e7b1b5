#include "analysis/export/lanetracks.h"

#include <algorithm>

namespace stepscope::analysis {

std::optional<std::size_t> LaneTracks::add(const trace::SpanRecord& span, const Ended& ended)
{
    for (std::size_t track = 0; track < kMost; ++track) {
        if (track == m_open.size())
            m_open.emplace_back();
        std::vector<std::int64_t>& open = m_open[track];
        while (!open.empty() && open.back() <= span.start) {
            if (ended)
                ended(track, open.back());
            open.pop_back();
        }
        if (open.empty() || span.end() <= open.back()) {
            open.push_back(span.end());
            return track;
        }
    }
    return std::nullopt;
}

void LaneTracks::finish(const Ended& ended)
{
    for (std::size_t track = 0; track < m_open.size(); ++track) {
        for (; !m_open[track].empty(); m_open[track].pop_back())
            ended(track, m_open[track].back());
    }
}

std::optional<std::size_t> spanAt(const trace::LaneView& lane, std::int64_t start)
{
    std::size_t first = 0;
    std::size_t last = lane.size();
    while (first < last) {
        const std::size_t middle = first + (last - first) / 2;
        if (lane.span(middle).start <= start)
            first = middle + 1;
        else
            last = middle;
    }
    if (first == 0 || lane.span(first - 1).start != start)
        return std::nullopt;
    return first - 1;
}

void visitLinks(const trace::TraceView& view, std::size_t lane, bool isCause,
                const std::function<bool(const trace::SpanLink&)>& visit)
{
    std::size_t limit = 65536;
    trace::TimeRange range{INT64_MIN, INT64_MAX};
    for (;;) {
        const auto links = isCause ? view.linksFrom(lane, range, limit) : view.linksTo(lane, range, limit);
        const auto startOf = [isCause](const trace::SpanLink& link) { return isCause ? link.from : link.to; };
        const bool isAll = links.size() < limit;
        const std::int64_t next = isAll ? INT64_MAX : startOf(links.back());
        if (!isAll && startOf(links.front()) == next) {
            limit *= 2; // all of them start together
            continue;
        }
        for (const trace::SpanLink& link : links) {
            if (!isAll && startOf(link) == next)
                break;
            if (!visit(link))
                return;
        }
        if (isAll)
            return;
        range.begin = next;
    }
}

} // namespace stepscope::analysis
