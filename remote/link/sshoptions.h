#pragma once

#include "remote/link/answers.h"

#include <chrono>
#include <memory>
#include <string>

namespace stepscope::link {

/// What a person may say about SSH connections. Empty paths mean OpenSSH's places.
struct SshOptions
{
    std::string identityFile;   ///< a private key, tried before all others
    std::string configFile;     ///< instead of ~/.ssh/config and /etc/ssh/ssh_config
    std::string knownHostsFile; ///< instead of ~/.ssh/known_hosts; new host keys are added to it
    bool acceptNewHostKey =
        false; ///< an unknown host is not asked about but remembered; a changed key is still refused
    std::chrono::milliseconds connectTimeout{10'000};    ///< for name, TCP and SSH handshake together
    std::chrono::milliseconds keepAliveInterval{15'000}; ///< three of them without an answer = broken
    /// Shared by all connections of a program, so that a person is asked once.
    std::shared_ptr<Answers> answers = std::make_shared<Answers>();
};

} // namespace stepscope::link
