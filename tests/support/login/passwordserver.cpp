#include "tests/support/login/passwordserver.h"

#include "tests/support/login/loopbacksocket.h"

#include <libssh/libssh.h>
#include <libssh/server.h>

#include <array>
#include <cstring>
#include <poll.h>
#include <sys/socket.h>
#include <tuple>
#include <unistd.h>

namespace stepscope::tests {

namespace {

constexpr const char* Password = "correct horse";

int methodsFor(PasswordServer::Asks asks)
{
    switch (asks) {
    case PasswordServer::Asks::Password:
        return SSH_AUTH_METHOD_PASSWORD;
    case PasswordServer::Asks::Questions:
        return SSH_AUTH_METHOD_INTERACTIVE;
    case PasswordServer::Asks::PasswordAndQuestions:
        break;
    }
    return SSH_AUTH_METHOD_PASSWORD | SSH_AUTH_METHOD_INTERACTIVE;
}

void askTwo(ssh_message message)
{
    std::array<const char*, 2> prompts = {"Password: ", "Token: "};
    std::array<char, 2> echo = {0, 1};
    ssh_message_auth_interactive_request(message, "login", "", prompts.size(), prompts.data(), echo.data());
}

/// Deprecated by libssh in favour of server callbacks; a loop of messages is simpler for one password.
bool rightPassword(ssh_message message)
{
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
    return std::strcmp(ssh_message_auth_password(message), Password) == 0;
#pragma GCC diagnostic pop
}

bool rightAnswers(ssh_session session)
{
    if (ssh_userauth_kbdint_getnanswers(session) != 2)
        return false;
    return std::strcmp(ssh_userauth_kbdint_getanswer(session, 0), Password) == 0 &&
           std::strcmp(ssh_userauth_kbdint_getanswer(session, 1), "42") == 0;
}

/// Returns true once the client is logged in.
bool handleLogin(ssh_session session, ssh_message message, int methods, std::atomic<int>& attempts)
{
    if (ssh_message_type(message) == SSH_REQUEST_SERVICE) {
        ssh_message_service_reply_success(message);
        return false;
    }
    bool right = false;
    const int kind = ssh_message_type(message) == SSH_REQUEST_AUTH ? ssh_message_subtype(message) : 0;
    if ((kind & methods) == SSH_AUTH_METHOD_PASSWORD) {
        ++attempts;
        right = rightPassword(message);
    } else if ((kind & methods) == SSH_AUTH_METHOD_INTERACTIVE) {
        if (ssh_message_auth_kbdint_is_response(message) == 0) {
            askTwo(message);
            return false;
        }
        ++attempts;
        right = rightAnswers(session);
    }
    if (right) {
        ssh_message_auth_reply_success(message, 0);
    } else {
        ssh_message_auth_set_methods(message, methods);
        ssh_message_reply_default(message);
    }
    return right;
}

/// Handles a message of a logged-in client: opens the channel or runs its command.
void handleChannel(ssh_message message, ssh_channel& channel)
{
    if (ssh_message_type(message) == SSH_REQUEST_CHANNEL_OPEN) {
        channel = ssh_message_channel_request_open_reply_accept(message);
    } else if (channel != nullptr && ssh_message_type(message) == SSH_REQUEST_CHANNEL &&
               ssh_message_subtype(message) == SSH_CHANNEL_REQUEST_EXEC) {
        const std::string output = std::string("ran: ") + ssh_message_channel_request_command(message);
        ssh_message_channel_request_reply_success(message);
        ssh_channel_write(channel, output.data(), static_cast<unsigned>(output.size()));
        if (output.find("vanish") == std::string::npos)
            ssh_channel_request_send_exit_status(channel, 0);
        ssh_channel_send_eof(channel);
        ssh_channel_close(channel);
    } else {
        ssh_message_reply_default(message);
    }
}

} // namespace

PasswordServer::PasswordServer(Asks asks)
    : m_asks(asks)
{
    ssh_init();
    std::tie(m_socket, m_port) = listenOnLoopback();
    m_thread = std::thread([this] { serve(); });
}

PasswordServer::~PasswordServer()
{
    m_stopping = true;
    shutdown(m_socket, SHUT_RDWR);
    shutdown(m_connection, SHUT_RDWR);
    m_thread.join();
    close(m_socket);
}

void PasswordServer::serve()
{
    while (!m_stopping) {
        const int connection = accept4(m_socket, nullptr, nullptr, SOCK_CLOEXEC);
        if (connection < 0)
            continue;
        // Closed only here, so that the destructor cannot shut down another socket with the same number.
        m_connection = connection;
        serveOne(dup(connection));
        m_connection = -1;
        close(connection);
    }
}

void PasswordServer::serveOne(int connection)
{
    const ssh_bind bind = ssh_bind_new();
    ssh_key key = nullptr;
    ssh_pki_generate(SSH_KEYTYPE_ED25519, 0, &key);
    ssh_bind_options_set(bind, SSH_BIND_OPTIONS_IMPORT_KEY, key);
    const ssh_session session = ssh_new();
    const long patience = 20;
    ssh_options_set(session, SSH_OPTIONS_TIMEOUT, &patience);
    bool loggedIn = false;
    ssh_channel channel = nullptr;
    if (ssh_bind_accept_fd(bind, session, connection) == SSH_OK && ssh_handle_key_exchange(session) == SSH_OK) {
        while (!m_stopping) {
            const ssh_message message = ssh_message_get(session);
            if (message == nullptr)
                break;
            if (loggedIn)
                handleChannel(message, channel);
            else
                loggedIn = handleLogin(session, message, methodsFor(m_asks), m_attempts);
            ssh_message_free(message);
        }
    }
    ssh_disconnect(session);
    ssh_free(session);
    ssh_bind_free(bind);
}

} // namespace stepscope::tests
