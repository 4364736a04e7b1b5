#pragma once

#include <algorithm>
#include <cstdint>

namespace stepscope::agent {

/// An eventfd that wakes a polling thread.
class Wakeup
{
public:
    Wakeup();
    ~Wakeup();
    Wakeup(const Wakeup&) = delete;
    Wakeup& operator=(const Wakeup&) = delete;

    void wake();
    void clear();
    /// True if woken before the deadline. Waits for at most a minute.
    bool waitUntil(std::int64_t deadlineNs);
    [[nodiscard]] int descriptor() const { return m_descriptor; }

private:
    int m_descriptor;
};

/// How much earlier than its deadline a thread requests its wake-up: about the 10 % quantile of the measured wake-up
/// delays. The thread thus rarely waits actively for the deadline, and only briefly.
class WakeLead
{
public:
    explicit WakeLead(std::int64_t longest)
        : m_longest(longest)
    {}
    [[nodiscard]] std::int64_t ns() const { return m_lead; }
    /// Adds a measured delay: from the requested time until the thread ran.
    void addDelay(std::int64_t delayNs)
    {
        // Steps down and up balance when one wake-up in ten is faster.
        m_lead = std::clamp<std::int64_t>(m_lead + (delayNs < m_lead ? -9 * kStep : kStep), 0, m_longest);
    }

private:
    static constexpr std::int64_t kStep = 500;
    std::int64_t m_longest;
    std::int64_t m_lead = 0;
};

} // namespace stepscope::agent
