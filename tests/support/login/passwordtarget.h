#pragma once

#include <QString>

#include <atomic>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace stepscope::tests {

/// A target over SSH that asks for a password: a server made with libssh that runs commands with /bin/sh in the folder
/// `home`, with `home`/bin first in PATH. It accepts any user with the right password and several connections at a
/// time. It has no SFTP, so that files are uploaded with `cat`.
class PasswordTarget
{
public:
    /// `home` exists.
    PasswordTarget(const QString& home, std::string password);
    ~PasswordTarget();
    PasswordTarget(const PasswordTarget&) = delete;
    PasswordTarget& operator=(const PasswordTarget&) = delete;

    [[nodiscard]] unsigned short port() const { return m_port; }
    /// Passwords received, right and wrong.
    [[nodiscard]] int attempts() const { return m_attempts; }
    [[nodiscard]] int logins() const { return m_logins; }

private:
    void serve();
    void serveOne(int connection);

    std::string m_home;
    std::string m_password;
    std::string m_keyFile;
    int m_socket = -1;
    unsigned short m_port = 0;
    std::atomic<int> m_attempts = 0;
    std::atomic<int> m_logins = 0;
    std::atomic<bool> m_stopping = false;
    std::mutex m_mutex;
    std::vector<std::thread> m_connections; ///< guarded
    std::thread m_thread;
};

} // namespace stepscope::tests
