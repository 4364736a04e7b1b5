// The part of TraceView that follows links from span to span.

#include "analysis/trace/storecontents.h"
#include "analysis/trace/traceview.h"

#include <algorithm>
#include <optional>

namespace stepscope::trace {
namespace {

std::optional<std::size_t> laneWithId(const TraceView& view, std::uint32_t id)
{
    for (std::size_t i = 0; i < view.lanes().size(); ++i) {
        if (view.lanes()[i].info().id == id)
            return i;
    }
    return std::nullopt;
}

} // namespace

std::uint64_t TraceView::linkCount() const
{
    return m_contents->linkCount;
}

std::vector<SpanLink> TraceView::linksFrom(std::size_t lane, TimeRange starts, std::size_t most) const
{
    std::vector<SpanLink> found;
    std::vector<format::Link> links;
    for (std::size_t i = 0; i < m_contents->linkBlocks; ++i) {
        const LinkBlock& block = m_contents->columns->links.at(i);
        if (block.fromLane() != lanes()[lane].info().id)
            continue;
        links.clear();
        block.caused(starts, most, links);
        const auto other = links.empty() ? std::nullopt : laneWithId(*this, block.toLane());
        for (const format::Link& link : links) {
            if (other)
                found.push_back({lane, link.from, *other, link.to});
        }
    }
    std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.from < b.from; });
    found.resize(std::min(found.size(), most));
    return found;
}

std::vector<SpanLink> TraceView::linksTo(std::size_t lane, TimeRange starts, std::size_t most) const
{
    std::vector<SpanLink> found;
    std::vector<format::Link> links;
    for (std::size_t i = 0; i < m_contents->linkBlocks; ++i) {
        const LinkBlock& block = m_contents->columns->links.at(i);
        if (block.toLane() != lanes()[lane].info().id)
            continue;
        links.clear();
        block.causes(starts, most, links);
        const auto other = links.empty() ? std::nullopt : laneWithId(*this, block.fromLane());
        for (const format::Link& link : links) {
            if (other)
                found.push_back({*other, link.from, lane, link.to});
        }
    }
    std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.to < b.to; });
    found.resize(std::min(found.size(), most));
    return found;
}

} // namespace stepscope::trace
