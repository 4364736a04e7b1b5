#include "remote/link/transport/interrupt.h"

#include <cstdint>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

namespace stepscope::link {

Interrupt::Interrupt()
    : m_descriptor(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK))
{}

Interrupt::~Interrupt()
{
    close(m_descriptor);
}

void Interrupt::raise()
{
    const std::lock_guard lock(m_mutex);
    m_raised = true;
    const std::uint64_t increment = 1;
    [[maybe_unused]] const auto written = write(m_descriptor, &increment, sizeof increment);
    if (m_socket >= 0)
        shutdown(m_socket, SHUT_RDWR);
}

void Interrupt::clear()
{
    const std::lock_guard lock(m_mutex);
    m_raised = false;
    std::uint64_t count = 0;
    [[maybe_unused]] const auto taken = read(m_descriptor, &count, sizeof count);
}

Interrupt::ShutsSocket::ShutsSocket(Interrupt& interrupt, int socket)
    : m_interrupt(interrupt)
{
    const std::lock_guard lock(m_interrupt.m_mutex);
    m_interrupt.m_socket = socket;
    if (m_interrupt.m_raised)
        shutdown(socket, SHUT_RDWR);
}

Interrupt::ShutsSocket::~ShutsSocket()
{
    const std::lock_guard lock(m_interrupt.m_mutex);
    m_interrupt.m_socket = -1;
}

} // namespace stepscope::link
