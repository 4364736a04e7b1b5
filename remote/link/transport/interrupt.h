#pragma once

#include <atomic>
#include <mutex>

namespace stepscope::link {

/// A request to stop that wakes threads blocked in poll(2). It stays raised until clear().
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

    /// During its lifetime raise() also shuts the socket down, which ends a call that blocks inside a library.
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
    std::mutex m_mutex; ///< guards m_socket, whose number could be closed and reused before shutdown()
    int m_socket = -1;
};

} // namespace stepscope::link
