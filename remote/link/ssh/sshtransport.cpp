#include "remote/link/ssh/sshtransport.h"

#include "remote/link/run/runcontrol.h"
#include "remote/link/ssh/sshdownload.h"
#include "remote/link/ssh/sshstream.h"
#include "remote/link/ssh/sshupload.h"

#include <utility>

namespace stepscope::link {

using format::Error;

SshTransport::SshTransport(Target target, SshOptions options, Prompter* prompter)
    : m_target(std::move(target))
    , m_options(std::move(options))
    , m_prompter(prompter)
    , m_name(m_target.text)
{}

Result<void> SshTransport::connect()
{
    if (m_interrupt->raised())
        return format::failure(Error::Code::Cancelled, "cancelled");
    if (m_session && m_session->connected())
        return {};
    m_session.reset();
    m_session = TRY(SshSession::open(m_target, m_options, m_prompter, m_interrupt));
    m_name = m_session->endpoint().name;
    return {};
}

Result<std::shared_ptr<SshSession>> SshTransport::session()
{
    if (m_interrupt->raised())
        return format::failure(Error::Code::Cancelled, "cancelled");
    if (!m_session)
        return format::failure(Error::Code::Disconnected, m_name + ": not connected");
    if (!m_session->connected())
        return m_session->broken();
    return m_session;
}

Result<CommandOutput> SshTransport::run(const std::string& shellCommand, std::chrono::milliseconds timeout)
{
    const auto stream = TRY(open(shellCommand));
    return runToEnd(*stream, timeout);
}

Result<std::unique_ptr<ByteStream>> SshTransport::open(const std::string& shellCommand)
{
    const auto link = TRY(session());
    return std::unique_ptr<ByteStream>(TRY(SshStream::open(link, shellCommand, SshStream::Input::None)));
}

Result<void> SshTransport::upload(const std::string& path, std::span<const std::byte> bytes, unsigned mode,
                                  const UploadProgress& progress)
{
    return uploadOverSsh(TRY(session()), path, bytes, mode, progress);
}

Result<void> SshTransport::download(const std::string& path, std::uint64_t from, std::uint64_t most,
                                    const DownloadSink& sink)
{
    return downloadOverSsh(TRY(session()), path, {from, most}, sink);
}

void SshTransport::cancel()
{
    m_interrupt->raise();
}

void SshTransport::rearm()
{
    m_interrupt->clear();
}

std::string SshTransport::name() const
{
    return m_name;
}

} // namespace stepscope::link
