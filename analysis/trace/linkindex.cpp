#include "analysis/trace/linkindex.h"

#include "analysis/trace/recordlist.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

namespace stepscope::trace {

LinkIndex::LinkIndex(format::LinkBlock block)
    : m_fromLane(block.fromLane)
    , m_toLane(block.toLane)
    , m_byCause(std::move(block.links))
    , m_byEffect(m_byCause.size())
{
    std::sort(m_byCause.begin(), m_byCause.end(),
              [](const auto& a, const auto& b) { return std::tie(a.from, a.to) < std::tie(b.from, b.to); });
    std::iota(m_byEffect.begin(), m_byEffect.end(), 0U);
    std::stable_sort(m_byEffect.begin(), m_byEffect.end(),
                     [this](std::uint32_t a, std::uint32_t b) { return m_byCause[a].to < m_byCause[b].to; });
}

void LinkIndex::appendByCause(TimeRange starts, std::size_t limit, std::vector<format::Link>& links) const
{
    std::size_t i = partitionPoint(size(), [&](std::size_t at) { return m_byCause[at].from < starts.begin; });
    for (std::size_t added = 0; i < size() && m_byCause[i].from < starts.end && added < limit; ++i, ++added)
        links.push_back(m_byCause[i]);
}

void LinkIndex::appendByEffect(TimeRange starts, std::size_t limit, std::vector<format::Link>& links) const
{
    const auto at = [this](std::size_t i) -> const format::Link& { return m_byCause[m_byEffect[i]]; };
    std::size_t i = partitionPoint(size(), [&](std::size_t place) { return at(place).to < starts.begin; });
    for (std::size_t added = 0; i < size() && at(i).to < starts.end && added < limit; ++i, ++added)
        links.push_back(at(i));
}

} // namespace stepscope::trace
