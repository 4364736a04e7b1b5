#pragma once

#include "remote/format/records.h"

#include <cmath>
#include <cstdint>

namespace stepscope::agent {

/// How fast a counter rises, since the reading before.
class CounterRate
{
public:
    /// wrapsAt: the counter begins anew at 0 after this value; 0 = it never does.
    explicit CounterRate(std::int64_t wrapsAt = 0)
        : m_wrapsAt(wrapsAt)
    {}
    std::int64_t perSecond(std::int64_t value, std::int64_t now) { return per(1'000'000'000, value, now); }
    /// In so many nanoseconds. Of a counter of busy nanoseconds, per kBusyUnits of them, it is the share of the time in
    /// units of 1 / kBusyUnits; above that where several threads are busy at once. kMissing for the first reading,
    /// after a gap, and where the counter went back.
    std::int64_t per(std::int64_t nanoseconds, std::int64_t value, std::int64_t now)
    {
        std::int64_t rate = format::kMissing;
        if (value != format::kMissing && m_last != format::kMissing && now > m_lastTime) {
            const std::int64_t more = value < m_last && m_wrapsAt > 0 ? value + (m_wrapsAt - m_last) : value - m_last;
            if (more >= 0)
                rate = std::llround(static_cast<double>(more) * static_cast<double>(nanoseconds) /
                                    static_cast<double>(now - m_lastTime));
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
