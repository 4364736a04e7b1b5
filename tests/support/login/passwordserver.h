#pragma once

#include <QString>

#include <atomic>
#include <string>
#include <thread>

namespace stepscope::tests {

/// An SSH server made with libssh, for passwords and questions, which OpenSSH supports with real accounts only. It
/// accepts any user with the password "correct horse". Every command prints "ran: COMMAND" and succeeds; a command that
/// contains "vanish" ends without an exit status, as if its session were killed.
class PasswordServer
{
public:
    enum class Asks {
        Password,
        Questions, ///< keyboard-interactive: "Password: " hidden and "Token: " visible ("42")
        PasswordAndQuestions,
    };

    explicit PasswordServer(Asks asks);
    ~PasswordServer();
    PasswordServer(const PasswordServer&) = delete;
    PasswordServer& operator=(const PasswordServer&) = delete;

    [[nodiscard]] bool listening() const { return m_socket >= 0; }
    [[nodiscard]] unsigned short port() const { return m_port; }
    /// Number of passwords and answers received, right or wrong.
    [[nodiscard]] int attempts() const { return m_attempts; }

private:
    void serve();
    void serveOne(int connection);

    Asks m_asks;
    int m_socket = -1;
    unsigned short m_port = 0;
    std::atomic<int> m_attempts = 0;
    std::atomic<bool> m_stopping = false;
    std::atomic<int> m_connection = -1; ///< socket of the connection in progress
    std::thread m_thread;
};

} // namespace stepscope::tests
