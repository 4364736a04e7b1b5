#pragma once

#include "remote/link/interrupt.h"
#include "remote/link/transport.h"

#include <memory>
#include <string>

namespace stepscope::link {

/// This computer as a target: the same commands and files as over SSH, without the network.
class LocalTransport : public Transport
{
public:
    /// Empty: this user's home folder. Tests give another one.
    explicit LocalTransport(std::string home = {});

    Result<void> connect() override;
    Result<CommandOutput> run(const std::string& shellCommand, std::chrono::milliseconds timeout) override;
    Result<std::unique_ptr<ByteStream>> open(const std::string& shellCommand) override;
    Result<void> upload(const std::string& path, std::span<const std::byte> bytes, unsigned mode,
                        const UploadProgress& progress) override;
    void cancel() override;
    void rearm() override;
    [[nodiscard]] std::string name() const override;

private:
    std::string m_home;
    std::shared_ptr<Interrupt> m_interrupt = std::make_shared<Interrupt>();
};

} // namespace stepscope::link
