#pragma once

#include "remote/link/ssh/sshsession.h"
#include "remote/link/transport/transport.h"

#include <memory>
#include <string>

namespace stepscope::link {

/// A command in an exec channel of an SSH connection.
class SshStream : public ByteStream
{
public:
    enum class Input { None, Written };

    /// Input::None closes the command's standard input at once; Written leaves it open for write() and endInput().
    static Result<std::unique_ptr<SshStream>> open(std::shared_ptr<SshSession> session, const std::string& shellCommand,
                                                   Input input);
    ~SshStream() override;

    Result<std::size_t> read(std::span<std::byte> buffer, std::chrono::milliseconds timeout) override;
    [[nodiscard]] bool finished() const override { return m_finished; }
    [[nodiscard]] CommandOutput ending() const override;

    /// Writes a part of the bytes to standard input and returns its size; 0 = the window is full: call read() to wait.
    Result<std::size_t> write(std::span<const std::byte> bytes);
    Result<void> endInput();

private:
    explicit SshStream(std::shared_ptr<SshSession> session);
    Result<std::size_t> takeOutput(std::span<std::byte> buffer);
    Result<void> takeErrors();
    Result<bool> checkEnd();
    static void onExitStatus(ssh_session session, ssh_channel channel, int status, void* data);
    static void onExitSignal(ssh_session session, ssh_channel channel, const char* signal, int core,
                             const char* message, const char* language, void* data);

    std::shared_ptr<SshSession> m_session;
    ssh_channel m_channel;
    ssh_channel_callbacks_struct m_callbacks{};
    std::string m_errors;
    int m_exitStatus = -1; ///< -1: not known yet
    bool m_outputEnded = false;
    bool m_finished = false;
};

} // namespace stepscope::link
