#pragma once

#include "remote/link/transport/interrupt.h"
#include "remote/link/transport/transport.h"

#include <memory>
#include <string>

namespace stepscope::link {

/// The transport for this computer: runs commands in processes and writes files directly.
class LocalTransport : public Transport
{
public:
    /// `home`: the home folder of commands and relative paths; empty = that of this user.
    explicit LocalTransport(std::string home = {});

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
    std::string m_home;
    std::shared_ptr<Interrupt> m_interrupt = std::make_shared<Interrupt>();
};

} // namespace stepscope::link
