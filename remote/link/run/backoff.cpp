#include "remote/link/run/backoff.h"

#include <algorithm>

namespace stepscope::link {

Backoff::Backoff(std::chrono::milliseconds least, std::chrono::milliseconds most, std::uint32_t seed)
    : m_least(least)
    , m_most(most)
    , m_random(seed)
{}

std::chrono::milliseconds Backoff::next()
{
    constexpr int kMaxDoublings = 30;
    const auto doublings = std::min(m_attempt, kMaxDoublings);
    ++m_attempt;
    const std::int64_t whole = std::min<std::int64_t>(m_least.count() << doublings, m_most.count());
    const std::int64_t quarter = whole / 4;
    return std::chrono::milliseconds(whole - std::uniform_int_distribution<std::int64_t>(0, quarter)(m_random));
}

} // namespace stepscope::link
