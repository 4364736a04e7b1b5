#pragma once

#include <QString>

#include <atomic>
#include <string>
#include <thread>

namespace stepscope::tests {

/// A small SSH server of libssh's, for what OpenSSH only does with a real account: passwords and questions. The user is
/// anybody, the password "correct horse"; every command prints "ran: COMMAND" and ends well; one with
/// "vanish" in it ends without an exit status, as when its session is killed.
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
    /// Passwords and answers it was given, right ones or not.
    [[nodiscard]] int attempts() const { return m_attempts; }

private:
    void serve();
    void serveOne(int connection);

    Asks m_asks;
    int m_socket = -1;
    unsigned short m_port = 0;
    std::atomic<int> m_attempts = 0;
    std::atomic<bool> m_stopping = false;
    std::atomic<int> m_connection = -1; ///< the one being served
    std::thread m_thread;
};

} // namespace stepscope::tests
