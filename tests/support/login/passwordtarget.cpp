#include "tests/support/login/passwordtarget.h"

#include "tests/support/login/loopbacksocket.h"

#include <libssh/libssh.h>
#include <libssh/server.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <memory>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <tuple>
#include <unistd.h>
#include <utility>

namespace stepscope::tests {
namespace {

constexpr int kPollMs = 20;

/// A command and the channel that it talks to.
struct Command
{
    ssh_channel channel = nullptr;
    pid_t process = 0;
    int input = -1;
    std::array<int, 2> outputs{-1, -1}; ///< standard output and standard error

    /// False if there is no process.
    bool start(const std::string& line, const std::string& home);
    void passInput();
    void passOutput();
    /// True once the command has ended and its output is sent.
    bool conclude();
    void closeAll();
};

void closeEnd(int& descriptor)
{
    if (descriptor >= 0)
        close(descriptor);
    descriptor = -1;
}

bool Command::start(const std::string& line, const std::string& home)
{
    std::array<std::array<int, 2>, 3> pipes{};
    for (auto& ends : pipes) {
        if (pipe2(ends.data(), O_CLOEXEC) != 0)
            return false;
    }
    process = fork();
    if (process == 0) {
        dup2(pipes[0][0], STDIN_FILENO);
        dup2(pipes[1][1], STDOUT_FILENO);
        dup2(pipes[2][1], STDERR_FILENO);
        setsid();
        const char* const usual = getenv("PATH");
        const std::string path = home + "/bin:" + (usual != nullptr ? usual : "/usr/bin:/bin");
        if (chdir(home.c_str()) == 0 && setenv("HOME", home.c_str(), 1) == 0 && setenv("PATH", path.c_str(), 1) == 0)
            execl("/bin/sh", "sh", "-c", line.c_str(), nullptr);
        _exit(127);
    }
    close(pipes[0][0]);
    close(pipes[1][1]);
    close(pipes[2][1]);
    input = pipes[0][1];
    outputs = {pipes[1][0], pipes[2][0]};
    for (const int end : outputs)
        fcntl(end, F_SETFL, O_NONBLOCK);
    return process > 0;
}

void Command::passInput()
{
    std::array<char, 32768> bytes;
    while (input >= 0) {
        const int got = ssh_channel_read_nonblocking(channel, bytes.data(), bytes.size(), 0);
        if (got > 0 && write(input, bytes.data(), static_cast<std::size_t>(got)) == got)
            continue;
        if (got != 0 || ssh_channel_is_eof(channel) != 0)
            closeEnd(input);
        return;
    }
}

void Command::passOutput()
{
    std::array<char, 16384> bytes;
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        while (outputs[i] >= 0) {
            const ssize_t got = read(outputs[i], bytes.data(), bytes.size());
            if (got < 0)
                break;
            const auto size = static_cast<std::uint32_t>(got);
            if (got > 0 && (i == 0 ? ssh_channel_write(channel, bytes.data(), size)
                                   : ssh_channel_write_stderr(channel, bytes.data(), size)) >= 0)
                continue;
            closeEnd(outputs[i]);
        }
    }
}

bool Command::conclude()
{
    int status = 0;
    if (outputs[0] >= 0 || outputs[1] >= 0 || waitpid(process, &status, WNOHANG) != process)
        return false;
    ssh_channel_request_send_exit_status(channel, WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
    ssh_channel_send_eof(channel);
    ssh_channel_close(channel);
    closeAll();
    return true;
}

void Command::closeAll()
{
    closeEnd(input);
    for (int& end : outputs)
        closeEnd(end);
}

/// Of one connection that is logged in.
class Commands
{
public:
    explicit Commands(std::string home)
        : m_home(std::move(home))
    {}
    ~Commands()
    {
        for (Command& command : m_running) {
            command.closeAll();
            kill(command.process, SIGKILL);
            waitpid(command.process, nullptr, 0);
        }
    }
    Commands(const Commands&) = delete;
    Commands& operator=(const Commands&) = delete;

    void handle(ssh_message message)
    {
        const int type = ssh_message_type(message);
        if (type == SSH_REQUEST_CHANNEL_OPEN && ssh_message_subtype(message) == SSH_CHANNEL_SESSION) {
            ssh_message_channel_request_open_reply_accept(message);
        } else if (type == SSH_REQUEST_CHANNEL && ssh_message_subtype(message) == SSH_CHANNEL_REQUEST_EXEC) {
            Command command;
            command.channel = ssh_message_channel_request_channel(message);
            ssh_message_channel_request_reply_success(message);
            if (command.start(ssh_message_channel_request_command(message), m_home))
                m_running.push_back(command);
        } else {
            ssh_message_reply_default(message);
        }
    }
    void pass()
    {
        std::erase_if(m_running, [](Command& command) {
            command.passInput();
            command.passOutput();
            return command.conclude();
        });
    }
    /// Waits for bytes from the client or from a command.
    void wait(int connection) const
    {
        std::vector<pollfd> ends{{connection, POLLIN, 0}};
        for (const Command& command : m_running) {
            for (const int end : command.outputs)
                ends.push_back({end, POLLIN, 0});
        }
        poll(ends.data(), ends.size(), kPollMs);
    }

private:
    std::string m_home;
    std::vector<Command> m_running;
};

bool isPassword(ssh_message message, const std::string& password)
{
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
    const char* const given = ssh_message_auth_password(message);
#pragma GCC diagnostic pop
    return given != nullptr && password == given;
}

} // namespace

PasswordTarget::PasswordTarget(const QString& home, std::string password)
    : m_home(home.toStdString())
    , m_password(std::move(password))
    , m_keyFile(m_home + "/.hostkey")
{
    ssh_init();
    ssh_key key = nullptr;
    ssh_pki_generate(SSH_KEYTYPE_ED25519, 0, &key);
    ssh_pki_export_privkey_file(key, nullptr, nullptr, nullptr, m_keyFile.c_str());
    ssh_key_free(key);
    std::tie(m_socket, m_port) = listenOnLoopback();
    m_thread = std::thread([this] { serve(); });
}

PasswordTarget::~PasswordTarget()
{
    m_stopping = true;
    shutdown(m_socket, SHUT_RDWR);
    m_thread.join();
    for (std::thread& connection : m_connections)
        connection.join();
    close(m_socket);
}

void PasswordTarget::serve()
{
    while (!m_stopping) {
        const int connection = accept4(m_socket, nullptr, nullptr, SOCK_CLOEXEC);
        if (connection < 0)
            continue;
        const std::lock_guard lock(m_mutex);
        m_connections.emplace_back([this, connection] { serveOne(connection); });
    }
}

void PasswordTarget::serveOne(int connection)
{
    const ssh_bind bind = ssh_bind_new();
    ssh_bind_options_set(bind, SSH_BIND_OPTIONS_HOSTKEY, m_keyFile.c_str());
    const ssh_session session = ssh_new();
    const long patience = 20;
    ssh_options_set(session, SSH_OPTIONS_TIMEOUT, &patience);
    bool loggedIn = false;
    Commands commands(m_home);
    if (ssh_bind_accept_fd(bind, session, connection) == SSH_OK && ssh_handle_key_exchange(session) == SSH_OK) {
        ssh_set_blocking(session, 0);
        while (!m_stopping && ssh_is_connected(session) != 0) {
            for (ssh_message message = ssh_message_get(session); message != nullptr;
                 message = ssh_message_get(session)) {
                const int type = ssh_message_type(message);
                if (loggedIn) {
                    commands.handle(message);
                } else if (type == SSH_REQUEST_SERVICE) {
                    ssh_message_service_reply_success(message);
                } else if (type == SSH_REQUEST_AUTH && ssh_message_subtype(message) == SSH_AUTH_METHOD_PASSWORD) {
                    ++m_attempts;
                    loggedIn = isPassword(message, m_password);
                    if (loggedIn)
                        ++m_logins;
                    ssh_message_auth_set_methods(message, SSH_AUTH_METHOD_PASSWORD);
                    loggedIn ? ssh_message_auth_reply_success(message, 0) : ssh_message_reply_default(message);
                } else {
                    ssh_message_auth_set_methods(message, SSH_AUTH_METHOD_PASSWORD);
                    ssh_message_reply_default(message);
                }
                ssh_message_free(message);
            }
            commands.pass();
            commands.wait(connection);
        }
    }
    ssh_disconnect(session);
    ssh_free(session);
    ssh_bind_free(bind);
}

} // namespace stepscope::tests
