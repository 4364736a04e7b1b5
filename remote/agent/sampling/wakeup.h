#pragma once

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
    /// True if woken before the deadline.
    bool waitUntil(std::int64_t deadlineNs);
    [[nodiscard]] int descriptor() const { return m_descriptor; }

private:
    int m_descriptor;
};

} // namespace stepscope::agent
