#include "remote/link/ssh/sshstream.h"

#include "remote/link/transport/plainline.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <string_view>

namespace stepscope::link {

using format::Error;

namespace {

constexpr std::size_t kMaxErrorText = 64 * 1024;
constexpr std::chrono::seconds kOpenTime{30};

/// The number of a signal name of SSH (RFC 4254, 6.10); 0 if unknown.
int signalNumber(std::string_view name)
{
    constexpr std::array<std::pair<std::string_view, int>, 13> kSignals = {{{"HUP", 1},
                                                                            {"INT", 2},
                                                                            {"QUIT", 3},
                                                                            {"ILL", 4},
                                                                            {"ABRT", 6},
                                                                            {"FPE", 8},
                                                                            {"KILL", 9},
                                                                            {"USR1", 10},
                                                                            {"SEGV", 11},
                                                                            {"USR2", 12},
                                                                            {"PIPE", 13},
                                                                            {"ALRM", 14},
                                                                            {"TERM", 15}}};
    for (const auto& [signal, number] : kSignals) {
        if (signal == name)
            return number;
    }
    return 0;
}

} // namespace

SshStream::SshStream(std::shared_ptr<SshSession> session)
    : m_session(std::move(session))
    , m_channel(ssh_channel_new(m_session->handle()))
{}

SshStream::~SshStream()
{
    if (m_channel == nullptr)
        return;
    ssh_remove_channel_callbacks(m_channel, &m_callbacks);
    if (m_session->connected() && ssh_channel_is_open(m_channel))
        ssh_channel_close(m_channel);
    ssh_channel_free(m_channel);
}

Result<std::unique_ptr<SshStream>> SshStream::open(std::shared_ptr<SshSession> session, const std::string& shellCommand,
                                                   Input input)
{
    std::unique_ptr<SshStream> stream(new SshStream(std::move(session)));
    SshSession& link = *stream->m_session;
    const ssh_channel channel = stream->m_channel;
    if (channel == nullptr)
        return link.broken();
    stream->m_callbacks.userdata = stream.get();
    stream->m_callbacks.channel_exit_status_function = onExitStatus;
    stream->m_callbacks.channel_exit_signal_function = onExitSignal;
    ssh_callbacks_init(&stream->m_callbacks);
    ssh_add_channel_callbacks(channel, &stream->m_callbacks);

    const auto deadline = SshSession::Clock::now() + kOpenTime;
    // The login shell may have another syntax, so it only starts /bin/sh.
    const std::string command = "exec /bin/sh -c " + shellQuoted(shellCommand);
    const int opened = TRY(link.repeat([channel] { return ssh_channel_open_session(channel); }, SSH_AGAIN, deadline));
    const int started =
        opened != SSH_OK
            ? opened
            : TRY(link.repeat([&] { return ssh_channel_request_exec(channel, command.c_str()); }, SSH_AGAIN, deadline));
    if (started != SSH_OK && !link.connected())
        return link.broken();
    if (started != SSH_OK)
        return format::failure(Error::Code::Denied, link.endpoint().name + ": the server does not run commands (" +
                                                        plainLine(ssh_get_error(link.handle())) +
                                                        "); the account needs a login shell");
    if (input == Input::None)
        TRY(stream->endInput());
    return stream;
}

void SshStream::onExitStatus(ssh_session /*session*/, ssh_channel /*channel*/, int status, void* data)
{
    static_cast<SshStream*>(data)->m_exitStatus = status;
}

void SshStream::onExitSignal(ssh_session /*session*/, ssh_channel /*channel*/, const char* signal, int /*core*/,
                             const char* /*message*/, const char* /*language*/, void* data)
{
    static_cast<SshStream*>(data)->m_exitStatus = 128 + signalNumber(signal == nullptr ? "" : signal);
}

/// Reads the bytes that libssh has decoded, and those of further packets that are complete in the socket.
Result<std::size_t> SshStream::takeOutput(std::span<std::byte> buffer)
{
    std::size_t taken = 0;
    while (taken < buffer.size() && !m_outputEnded) {
        const int available = ssh_channel_poll(m_channel, 0);
        if (available == SSH_EOF)
            m_outputEnded = true;
        else if (available < 0 && taken == 0)
            return m_session->broken();
        if (available <= 0)
            break;
        const auto size = std::min<std::size_t>(buffer.size() - taken, static_cast<std::size_t>(available));
        const int got = ssh_channel_read_nonblocking(m_channel, buffer.data() + taken, static_cast<unsigned>(size), 0);
        if (got < 0 && taken == 0)
            return m_session->broken();
        if (got <= 0)
            break;
        taken += static_cast<std::size_t>(got);
    }
    return taken;
}

/// Standard error shares the channel's window with the output, so it is always read; bytes beyond the bound are
/// dropped.
Result<void> SshStream::takeErrors()
{
    std::array<char, 4096> part{};
    for (;;) {
        const int available = ssh_channel_poll(m_channel, 1);
        if (available == SSH_ERROR)
            return m_session->broken();
        if (available <= 0)
            return {};
        const int got = ssh_channel_read_nonblocking(m_channel, part.data(), part.size(), 1);
        if (got <= 0)
            return {};
        const auto room = kMaxErrorText - std::min(kMaxErrorText, m_errors.size());
        m_errors.append(part.data(), std::min(room, static_cast<std::size_t>(got)));
    }
}

/// The end of the output does not prove that the command ended, since a killed server also closes its channels; the
/// exit status does.
Result<bool> SshStream::checkEnd()
{
    if (!m_outputEnded)
        return false;
    // The callbacks deliver the status. This call makes libssh process further packets, which it does not do elsewhere
    // after the end of the output.
    ssh_channel_get_exit_status(m_channel);
    if (m_exitStatus >= 0)
        return m_finished = true;
    if (!m_session->connected() || ssh_channel_is_closed(m_channel))
        return m_session->broken();
    return false;
}

Result<std::size_t> SshStream::read(std::span<std::byte> buffer, std::chrono::milliseconds timeout)
{
    const auto deadline = SshSession::Clock::now() + timeout;
    while (!m_finished) {
        if (m_session->interrupt().raised())
            return m_session->cancelled();
        const std::size_t taken = TRY(takeOutput(buffer));
        if (taken > 0)
            return taken;
        TRY(takeErrors());
        if (TRY(checkEnd()) || SshSession::Clock::now() >= deadline)
            break;
        // takeErrors() may have buffered output, which the wait on the socket would not report.
        if (!m_outputEnded && ssh_channel_poll(m_channel, 0) != 0)
            continue;
        TRY(m_session->wait(deadline));
    }
    return std::size_t{0};
}

CommandOutput SshStream::ending() const
{
    assert(m_finished);
    return CommandOutput{m_exitStatus, {}, m_errors};
}

Result<std::size_t> SshStream::write(std::span<const std::byte> bytes)
{
    const auto window = static_cast<std::size_t>(ssh_channel_window_size(m_channel));
    const auto size = std::min(window, bytes.size());
    if (size == 0)
        return std::size_t{0};
    const int written = ssh_channel_write(m_channel, bytes.data(), static_cast<unsigned>(size));
    if (written < 0 && written != SSH_AGAIN)
        return m_session->broken();
    return static_cast<std::size_t>(std::max(written, 0));
}

Result<void> SshStream::endInput()
{
    if (ssh_channel_send_eof(m_channel) == SSH_ERROR)
        return m_session->broken();
    return {};
}

} // namespace stepscope::link
