#pragma once

#include <atomic>
#include <mutex>

namespace stepscope::link {

/// A request to stop that wakes whoever waits in poll(2). Sticky: raised until clear().
class Interrupt
{
public:
    Interrupt();
    ~Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;

    /// From any thread.
    void raise();
    void clear();
    [[nodiscard]] bool raised() const { return m_raised; }
    /// Readable while raised.
    [[nodiscard]] int descriptor() const { return m_descriptor; }

    /// While it lives, raise() also shuts the socket down: the only way to end a call that blocks inside a library.
    class ShutsSocket
    {
    public:
        ShutsSocket(Interrupt& interrupt, int socket);
        ~ShutsSocket();
        ShutsSocket(const ShutsSocket&) = delete;
        ShutsSocket& operator=(const ShutsSocket&) = delete;

    private:
        Interrupt& m_interrupt;
    };

private:
    int m_descriptor;
    std::atomic<bool> m_raised = false;
    std::mutex m_mutex; ///< guards m_socket: it must not be closed and used anew between look and shutdown
    int m_socket = -1;
};

} // namespace stepscope::link
