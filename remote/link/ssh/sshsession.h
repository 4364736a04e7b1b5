#pragma once

#include "remote/format/result.h"
#include "remote/link/ssh/sshsettings.h"
#include "remote/link/transport/interrupt.h"
#include "remote/link/transport/target.h"
#include "remote/link/transport/transport.h"

#include <libssh/callbacks.h>
#include <libssh/libssh.h>

#include <chrono>
#include <memory>
#include <string>

namespace stepscope::link {

using format::Result;

/// One SSH connection. libssh runs non-blocking, and all waiting happens in this class, which handles cancellation,
/// keep-alive and broken links. Not thread-safe.
class SshSession
{
public:
    using Clock = std::chrono::steady_clock;

    /// Connects, checks the host key and authenticates. A null `prompter` answers every question with no.
    static Result<std::shared_ptr<SshSession>> open(const Target& target, const SshOptions& options, Prompter* prompter,
                                                    std::shared_ptr<Interrupt> interrupt);
    ~SshSession();
    SshSession(const SshSession&) = delete;
    SshSession& operator=(const SshSession&) = delete;

    [[nodiscard]] ssh_session handle() const { return m_session; }
    [[nodiscard]] const SshEndpoint& endpoint() const { return m_endpoint; }
    [[nodiscard]] Interrupt& interrupt() const { return *m_interrupt; }
    [[nodiscard]] bool connected() const;

    /// Waits until the socket is ready or `until` has passed; may return earlier. Sends keep-alive requests.
    Result<void> wait(Clock::time_point until);
    /// Calls step() until its result differs from `again` (SSH_AGAIN, SSH_AUTH_AGAIN).
    template <typename Step>
    Result<int> repeat(Step step, int again, Clock::time_point deadline)
    {
        for (;;) {
            const int status = step();
            if (status != again)
                return status;
            if (Clock::now() >= deadline)
                return timedOut();
            TRY(wait(deadline));
        }
    }

    /// The error for a broken link, with the reason from libssh.
    [[nodiscard]] format::Error broken() const;
    [[nodiscard]] format::Error cancelled() const;
    [[nodiscard]] format::Error timedOut() const;

private:
    SshSession(const SshOptions& options, std::shared_ptr<Interrupt> interrupt);
    Result<void> reach(Clock::time_point deadline);
    Result<void> keepAlive();

    std::shared_ptr<Interrupt> m_interrupt;
    std::chrono::milliseconds m_keepAliveInterval;
    std::chrono::milliseconds m_connectTimeout;
    SshEndpoint m_endpoint;
    ssh_session m_session;
    ssh_counter_struct m_traffic{}; ///< bytes through the socket, counted by libssh
    std::uint64_t m_seenBytes = 0;
    Clock::time_point m_lastSign = Clock::now(); ///< time of the last received bytes or keep-alive request
    int m_unanswered = 0;                        ///< keep-alive requests since the last received bytes
    int m_socket = -1;                           ///< -1: libssh opened the connection itself
};

} // namespace stepscope::link
