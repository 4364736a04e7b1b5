#include "remote/link/ssh/sshsession.h"

#include "remote/link/ssh/hostkey.h"
#include "remote/link/ssh/sshauthentication.h"
#include "remote/link/ssh/tcpconnect.h"
#include "remote/link/transport/plainline.h"

#include <libssh/server.h>

#include <algorithm>
#include <array>
#include <poll.h>
#include <unistd.h>

namespace stepscope::link {

using format::Error;

namespace {

/// Longest single poll, so that keep-alive requests are sent in time.
constexpr std::chrono::milliseconds kSlice{1000};
constexpr int kMaxUnanswered = 3;

} // namespace

SshSession::SshSession(const SshOptions& options, std::shared_ptr<Interrupt> interrupt)
    : m_interrupt(std::move(interrupt))
    , m_keepAliveInterval(options.keepAliveInterval)
    , m_connectTimeout(options.connectTimeout)
    , m_session(ssh_new())
{}

SshSession::~SshSession()
{
    // A blocking disconnect over a dead link would wait until TCP times out.
    ssh_set_blocking(m_session, 0);
    if (ssh_is_connected(m_session))
        ssh_disconnect(m_session);
    ssh_free(m_session);
    // libssh does not close a socket that it did not open.
    if (m_socket >= 0)
        close(m_socket);
}

Result<std::shared_ptr<SshSession>> SshSession::open(const Target& target, const SshOptions& options,
                                                     Prompter* prompter, std::shared_ptr<Interrupt> interrupt)
{
    std::shared_ptr<SshSession> session(new SshSession(options, std::move(interrupt)));
    session->m_endpoint = TRY(applySettings(session->handle(), target, options));
    const auto deadline = Clock::now() + options.connectTimeout;
    TRY(session->reach(deadline));
    TRY(checkHostKey(*session, options, prompter));
    TRY(authenticate(*session, options, prompter));
    return session;
}

Result<void> SshSession::reach(Clock::time_point deadline)
{
    if (!m_endpoint.throughProxy) {
        m_socket = TRY(connectTcp(m_endpoint.host, m_endpoint.port, m_endpoint.name, m_connectTimeout, *m_interrupt));
        if (ssh_options_set(m_session, SSH_OPTIONS_FD, &m_socket) != SSH_OK)
            return broken();
    }
    ssh_set_blocking(m_session, 0);
    ssh_set_counters(m_session, &m_traffic, nullptr);
    const auto status = repeat([this] { return ssh_connect(m_session); }, SSH_AGAIN, deadline);
    if (status.ok() && status.value() == SSH_OK)
        return {};
    if (!status.ok() && status.error().code == Error::Code::Cancelled)
        return status.error();
    const std::string reason = plainLine(ssh_get_error(m_session));
    const std::string problem = m_endpoint.throughProxy
                                    ? ": the proxy command of the SSH configuration does not reach an SSH server"
                                    : ": the port is open, but the SSH handshake failed";
    return format::failure(Error::Code::Disconnected, m_endpoint.name + problem +
                                                          (reason.empty() ? "" : " (" + reason + ")") +
                                                          "; check host and port");
}

/// libssh calls a session connected after a packet that cannot be decrypted, although it never reads another one.
bool SshSession::connected() const
{
    return ssh_is_connected(m_session) != 0 && (ssh_get_status(m_session) & (SSH_CLOSED | SSH_CLOSED_ERROR)) == 0;
}

Result<void> SshSession::wait(Clock::time_point until)
{
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now());
    const auto slice = std::clamp(left, std::chrono::milliseconds{0}, std::min(kSlice, m_keepAliveInterval));
    const int flags = ssh_get_poll_flags(m_session);
    const auto events = static_cast<short>(POLLIN | ((flags & SSH_WRITE_PENDING) != 0 ? POLLOUT : 0));
    std::array<pollfd, 2> waits = {pollfd{ssh_get_fd(m_session), events, 0},
                                   pollfd{m_interrupt->descriptor(), POLLIN, 0}};
    poll(waits.data(), waits.size(), static_cast<int>(slice.count()));
    if (m_interrupt->raised())
        return cancelled();
    if (ssh_get_error_code(m_session) == SSH_FATAL && !connected())
        return broken();
    return keepAlive();
}

/// Counts intervals with an unanswered request only; a caller that did not wait for a while is no sign of a broken
/// link.
Result<void> SshSession::keepAlive()
{
    const auto now = Clock::now();
    if (m_traffic.in_bytes != m_seenBytes) {
        m_seenBytes = m_traffic.in_bytes;
        m_lastSign = now;
        m_unanswered = 0;
    }
    if (now - m_lastSign < m_keepAliveInterval || !connected())
        return {};
    if (m_unanswered == kMaxUnanswered)
        return format::failure(Error::Code::Disconnected, m_endpoint.name + ": no answer to " +
                                                              std::to_string(kMaxUnanswered) +
                                                              " keep-alive requests; the link is broken");
    m_lastSign = now;
    ++m_unanswered;
    ssh_send_keepalive(m_session);
    return {};
}

Error SshSession::broken() const
{
    const std::string reason = plainLine(ssh_get_error(m_session));
    return format::failure(Error::Code::Disconnected,
                           m_endpoint.name + ": the link broke" + (reason.empty() ? "" : " (" + reason + ")"));
}

Error SshSession::cancelled() const
{
    return format::failure(Error::Code::Cancelled, "cancelled");
}

Error SshSession::timedOut() const
{
    return format::failure(Error::Code::Disconnected,
                           m_endpoint.name + ": no answer in time; the device may be overloaded or the link broken");
}

} // namespace stepscope::link
