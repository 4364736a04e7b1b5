#pragma once

#include "remote/link/interrupt.h"
#include "remote/link/transport.h"

#include <memory>
#include <string>
#include <sys/types.h>

namespace stepscope::link {

/// A command of /bin/sh on this computer, in a process group of its own so that all of it can be ended.
class LocalStream : public ByteStream
{
public:
    /// Starts in `home`, which is also its HOME.
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
    void waitForNews(int milliseconds) const;

    pid_t m_process; ///< also the number of its group; -1 once it was waited for
    int m_output;    ///< -1 after its end
    int m_errors;
    std::shared_ptr<Interrupt> m_interrupt;
    std::string m_errorText;
    int m_exitStatus = 0;
    bool m_finished = false;
};

} // namespace stepscope::link
