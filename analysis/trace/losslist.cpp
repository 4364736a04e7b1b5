#include "analysis/trace/losslist.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>

namespace stepscope::trace {
namespace {

constexpr std::size_t kManyLosses = 1000;
constexpr std::int64_t kClose = 1'000'000'000; ///< ns

bool areClose(TimeRange a, TimeRange b)
{
    return a.begin <= b.end + kClose && b.begin <= a.end + kClose;
}

} // namespace

void LossList::add(Loss loss)
{
    m_list.reset();
    const bool many = m_losses.size() >= kManyLosses;
    auto same = std::find_if(m_losses.rbegin(), m_losses.rend(), [&](const Loss& other) {
        return other.what == loss.what && other.reason == loss.reason && (many || areClose(other.range, loss.range));
    });
    if (many && same == m_losses.rend()) {
        loss.what = "others";
        loss.reason = "more kinds of losses than the list can hold";
        same = std::find_if(m_losses.rbegin(), m_losses.rend(),
                            [&](const Loss& other) { return other.what == loss.what && other.reason == loss.reason; });
    }
    if (same == m_losses.rend()) {
        m_losses.push_back(std::move(loss));
        return;
    }
    const std::uint64_t room = std::numeric_limits<std::uint64_t>::max() - same->count;
    same->count += std::min(room, loss.count);
    same->range = {std::min(same->range.begin, loss.range.begin), std::max(same->range.end, loss.range.end)};
}

std::shared_ptr<const std::vector<Loss>> LossList::list() const
{
    if (!m_list)
        m_list = std::make_shared<const std::vector<Loss>>(m_losses);
    return m_list;
}

} // namespace stepscope::trace
