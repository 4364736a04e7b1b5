#pragma once

#include <netinet/in.h>
#include <sys/socket.h>
#include <utility>

namespace stepscope::tests {

/// A socket that listens on a free port of 127.0.0.1, and that port. The socket is -1 without a network.
inline std::pair<int, unsigned short> listenOnLoopback()
{
    const int listening = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    bind(listening, reinterpret_cast<sockaddr*>(&address), size);
    listen(listening, 8);
    getsockname(listening, reinterpret_cast<sockaddr*>(&address), &size);
    return {listening, ntohs(address.sin_port)};
}

} // namespace stepscope::tests
