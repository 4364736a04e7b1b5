#pragma once

#include "remote/format/records.h"

#include <cstdint>

namespace stepscope::agent {

/// How fast a counter rises, per second since the reading before.
class CounterRate
{
public:
    /// wrapsAt: the counter begins anew at 0 after this value; 0 = it never does.
    explicit CounterRate(std::int64_t wrapsAt = 0)
        : m_wrapsAt(wrapsAt)
    {}
    /// kMissing for the first reading, after a gap, and where the counter went back.
    std::int64_t perSecond(std::int64_t value, std::int64_t now)
    {
        std::int64_t rate = format::kMissing;
        if (value != format::kMissing && m_last != format::kMissing && now > m_lastTime) {
            const std::int64_t more = value < m_last && m_wrapsAt > 0 ? value + (m_wrapsAt - m_last) : value - m_last;
            if (more >= 0)
                rate =
                    static_cast<std::int64_t>(static_cast<double>(more) * 1e9 / static_cast<double>(now - m_lastTime));
        }
        m_last = value;
        m_lastTime = now;
        return rate;
    }

private:
    std::int64_t m_wrapsAt;
    std::int64_t m_last = format::kMissing;
    std::int64_t m_lastTime = 0;
};

} // namespace stepscope::agent
