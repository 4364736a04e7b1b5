#pragma once

#include "remote/format/result.h"
#include "remote/link/interrupt.h"
#include "remote/link/prompter.h"
#include "remote/link/sshoptions.h"
#include "remote/link/sshsettings.h"
#include "remote/link/target.h"

#include <libssh/callbacks.h>
#include <libssh/libssh.h>

#include <chrono>
#include <memory>
#include <string>

namespace stepscope::link {

using format::Result;

/// One SSH connection. libssh runs non-blocking and every wait is here, so that a wait can be cancelled, the link is
/// kept alive and a dead one is noticed. One thread at a time.
class SshSession
{
public:
    using Clock = std::chrono::steady_clock;

    /// Connects, checks the host key and authenticates. `prompter` may be null: then nobody is asked.
    static Result<std::shared_ptr<SshSession>> open(const Target& target, const SshOptions& options, Prompter* prompter,
                                                    std::shared_ptr<Interrupt> interrupt);
    ~SshSession();
    SshSession(const SshSession&) = delete;
    SshSession& operator=(const SshSession&) = delete;

    [[nodiscard]] ssh_session handle() const { return m_session; }
    [[nodiscard]] const SshEndpoint& endpoint() const { return m_endpoint; }
    [[nodiscard]] Interrupt& interrupt() const { return *m_interrupt; }
    [[nodiscard]] bool connected() const;

    /// Waits until the socket has something for libssh, or the time is over.
    Result<void> wait(Clock::time_point until);
    /// Calls step() until it returns something else than `again` (SSH_AGAIN, SSH_AUTH_AGAIN).
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

    /// The link broke, with libssh's reason.
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
    Clock::time_point m_lastSign = Clock::now(); ///< when bytes came, or a keep-alive question was sent
    int m_unanswered = 0;                        ///< keep-alive questions since bytes came
    int m_socket = -1;                           ///< -1: libssh made the connection itself
};

} // namespace stepscope::link
