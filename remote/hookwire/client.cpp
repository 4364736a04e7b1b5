#include "remote/hookwire/client.h"

#include "remote/hookwire/encoder.h"
#include "remote/hookwire/message.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include <utility>

namespace stepscope::hookwire {

format::Result<Client> Client::open()
{
    const char* path = std::getenv(kSocketVariable);
    if (path == nullptr)
        return Client(-1);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (std::strlen(path) >= sizeof address.sun_path)
        return format::failure(std::string(path) + ": the path of the agent's socket is too long");
    std::strcpy(address.sun_path, path);
    Client client(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    if (connect(client.m_socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
        return format::failure(std::string(path) + ": the agent does not answer (" + std::strerror(errno) + ")");
    return client;
}

Client::Client(int socket)
    : m_socket(socket)
{}

Client::Client(Client&& other) noexcept
    : m_socket(std::exchange(other.m_socket, -1))
{}

Client::~Client()
{
    if (m_socket >= 0)
        close(m_socket);
}

format::Result<void> Client::send(std::string_view messages)
{
    while (m_socket >= 0 && !messages.empty()) {
        const ssize_t count = ::send(m_socket, messages.data(), messages.size(), MSG_NOSIGNAL);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0) {
            const int error = errno;
            close(std::exchange(m_socket, -1));
            return format::failure(std::strerror(error));
        }
        messages.remove_prefix(static_cast<std::size_t>(count));
    }
    return {};
}

format::Result<void> Client::greet(std::string_view python, std::string_view executable)
{
    return send(encodeHello({getpid(), getppid(), python, executable}));
}

} // namespace stepscope::hookwire
