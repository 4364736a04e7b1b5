#pragma once

#include "remote/format/result.h"

#include <cstdint>
#include <string_view>

namespace stepscope::hookwire {

/// The sending side of a connection to the agent's socket. Writes block while the agent does not read.
class Client
{
public:
    /// Connects to the socket that STEPSCOPE_SOCKET names. Without that variable no agent records this process: the
    /// client is not connected, and send() discards its messages.
    static format::Result<Client> open();
    Client(Client&& other) noexcept;
    Client& operator=(Client&&) = delete;
    ~Client();

    /// Sends encoded messages. On an error the connection is closed; later messages are discarded without an error.
    format::Result<void> send(std::string_view messages);
    /// Sends the greeting, which has to be the first message.
    format::Result<void> greet(std::string_view python = {}, std::string_view executable = {});

private:
    explicit Client(int socket);

    int m_socket = -1;
};

} // namespace stepscope::hookwire
