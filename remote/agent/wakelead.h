#pragma once

#include <algorithm>
#include <cstdint>

namespace stepscope::agent {

/// How much earlier than wanted a thread asks to be woken, since waking takes time: about as long as the quickest tenth
/// of its wake-ups took, so that it rarely has to wait for the moment, and briefly.
class WakeLead
{
public:
    explicit WakeLead(std::int64_t longest)
        : m_longest(longest)
    {}
    [[nodiscard]] std::int64_t ns() const { return m_lead; }
    /// How long after the time it had asked for the thread was running.
    void woke(std::int64_t delayNs)
    {
        // One wake-up in ten may be quicker: then the steps down and up are balanced.
        m_lead = std::clamp<std::int64_t>(m_lead + (delayNs < m_lead ? -9 * kStep : kStep), 0, m_longest);
    }

private:
    static constexpr std::int64_t kStep = 500;
    std::int64_t m_longest;
    std::int64_t m_lead = 0;
};

} // namespace stepscope::agent
