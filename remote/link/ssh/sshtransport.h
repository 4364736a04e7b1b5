#pragma once

#include "remote/link/ssh/sshsession.h"
#include "remote/link/ssh/sshsettings.h"
#include "remote/link/transport/interrupt.h"
#include "remote/link/transport/target.h"
#include "remote/link/transport/transport.h"

#include <memory>

namespace stepscope::link {

/// The transport over SSH (libssh). It uses exec channels only and opens no port on the target. The process must ignore
/// SIGPIPE, since a proxy command is written to through a pipe and may end.
class SshTransport : public Transport
{
public:
    /// `prompter` may be null, which answers every question with no; otherwise it must outlive the transport.
    SshTransport(Target target, SshOptions options, Prompter* prompter);

    Result<void> connect() override;
    Result<CommandOutput> run(const std::string& shellCommand, std::chrono::milliseconds timeout) override;
    Result<std::unique_ptr<ByteStream>> open(const std::string& shellCommand) override;
    Result<void> upload(const std::string& path, std::span<const std::byte> bytes, unsigned mode,
                        const UploadProgress& progress) override;
    Result<void> download(const std::string& path, std::uint64_t from, std::uint64_t most,
                          const DownloadSink& sink) override;
    void cancel() override;
    void rearm() override;
    [[nodiscard]] std::string name() const override;

private:
    Result<std::shared_ptr<SshSession>> session();

    Target m_target;
    SshOptions m_options;
    Prompter* m_prompter;
    std::string m_name;
    std::shared_ptr<Interrupt> m_interrupt = std::make_shared<Interrupt>();
    std::shared_ptr<SshSession> m_session;
};

} // namespace stepscope::link
