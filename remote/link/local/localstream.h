#pragma once

#include "remote/link/transport/interrupt.h"
#include "remote/link/transport/transport.h"

#include <memory>
#include <string>
#include <sys/types.h>

namespace stepscope::link {

/// A command of /bin/sh on this computer. It has its own process group, so that its children can be ended with it.
class LocalStream : public ByteStream
{
public:
    /// Starts the command in the folder `home`, which is also its HOME.
    static Result<std::unique_ptr<LocalStream>> start(const std::string& shellCommand, const std::string& home,
                                                      std::shared_ptr<Interrupt> interrupt);
    ~LocalStream() override;

    Result<std::size_t> read(std::span<std::byte> buffer, std::chrono::milliseconds timeout) override;
    [[nodiscard]] bool finished() const override { return m_finished; }
    [[nodiscard]] CommandOutput ending() const override;

private:
    LocalStream(pid_t process, int output, int errors, std::shared_ptr<Interrupt> interrupt);
    Result<std::size_t> takeOutput(std::span<std::byte> buffer);
    void takeErrors();
    void checkEnd();
    void waitForInput(int milliseconds) const;

    pid_t m_process; ///< also the number of its group; -1 once its exit status is read
    int m_output;    ///< -1 after its end
    int m_errors;
    std::shared_ptr<Interrupt> m_interrupt;
    std::string m_errorText;
    int m_exitStatus = 0;
    bool m_finished = false;
};

} // namespace stepscope::link
