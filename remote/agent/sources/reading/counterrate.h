#pragma once

#include "remote/format/records.h"

#include <cmath>
#include <cstdint>

namespace stepscope::agent {

/// The rate of a counter since the previous reading.
class CounterRate
{
public:
    /// wrapsAt: the value after which the counter restarts at 0; 0 = never.
    explicit CounterRate(std::int64_t wrapsAt = 0)
        : m_wrapsAt(wrapsAt)
    {}
    std::int64_t perSecond(std::int64_t value, std::int64_t now) { return per(1'000'000'000, value, now); }
    /// The increase per `nanoseconds`. For a counter of busy nanoseconds, per(kBusyUnits) is the busy share in units of
    /// 1 / kBusyUnits, which exceeds 1 if several threads are busy. kMissing for the first reading, after a gap, and if
    /// the counter decreased.
    std::int64_t per(std::int64_t nanoseconds, std::int64_t value, std::int64_t now)
    {
        std::int64_t rate = format::kMissing;
        if (value != format::kMissing && m_last != format::kMissing && now > m_lastTime) {
            const std::int64_t increase =
                value < m_last && m_wrapsAt > 0 ? value + (m_wrapsAt - m_last) : value - m_last;
            if (increase >= 0)
                rate = std::llround(static_cast<double>(increase) * static_cast<double>(nanoseconds) /
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
