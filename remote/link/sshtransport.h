#pragma once

#include "remote/link/interrupt.h"
#include "remote/link/prompter.h"
#include "remote/link/sshoptions.h"
#include "remote/link/sshsession.h"
#include "remote/link/target.h"
#include "remote/link/transport.h"

#include <memory>

namespace stepscope::link {

/// A target over SSH (libssh). Nothing is opened on the target but exec channels. Whoever uses it has to ignore
/// SIGPIPE: a proxy command is written to through a pipe, and may end.
class SshTransport : public Transport
{
public:
    /// `prompter` may be null (nobody can be asked) and must live as long as the transport.
    SshTransport(Target target, SshOptions options, Prompter* prompter);

    Result<void> connect() override;
    Result<CommandOutput> run(const std::string& shellCommand, std::chrono::milliseconds timeout) override;
    Result<std::unique_ptr<ByteStream>> open(const std::string& shellCommand) override;
    Result<void> upload(const std::string& path, std::span<const std::byte> bytes, unsigned mode,
                        const UploadProgress& progress) override;
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
