#include "remote/agent/sampling/wakeup.h"

#include "remote/format/clock.h"

#include <sys/eventfd.h>
#include <unistd.h>

namespace stepscope::agent {

Wakeup::Wakeup()
    : m_descriptor(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC))
{}

Wakeup::~Wakeup()
{
    if (m_descriptor >= 0)
        close(m_descriptor);
}

void Wakeup::wake()
{
    const std::uint64_t one = 1;
    [[maybe_unused]] const ssize_t wrote = write(m_descriptor, &one, sizeof one);
}

void Wakeup::clear()
{
    std::uint64_t count = 0;
    [[maybe_unused]] const ssize_t got = read(m_descriptor, &count, sizeof count);
}

bool Wakeup::waitUntil(std::int64_t deadlineNs)
{
    const bool woken = format::waitReadable(m_descriptor, deadlineNs);
    if (woken)
        clear();
    return woken;
}

} // namespace stepscope::agent
