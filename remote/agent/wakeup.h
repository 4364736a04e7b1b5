#pragma once

#include <cstdint>

namespace stepscope::agent {

/// Wakes a thread that polls (eventfd).
class Wakeup
{
public:
    Wakeup();
    ~Wakeup();
    Wakeup(const Wakeup&) = delete;
    Wakeup& operator=(const Wakeup&) = delete;

    void wake();
    void clear();
    /// True when woken before the time.
    bool waitUntil(std::int64_t deadlineNs);
    [[nodiscard]] int descriptor() const { return m_descriptor; }

private:
    int m_descriptor;
};

} // namespace stepscope::agent
