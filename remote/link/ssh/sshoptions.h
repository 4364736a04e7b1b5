#pragma once

#include "remote/link/ssh/secretcache.h"

#include <chrono>
#include <memory>
#include <string>

namespace stepscope::link {

/// The user's options for SSH connections. Empty paths mean the defaults of OpenSSH.
struct SshOptions
{
    std::string identityFile;      ///< a private key, tried before all others
    std::string configFile;        ///< instead of ~/.ssh/config and /etc/ssh/ssh_config
    std::string knownHostsFile;    ///< instead of ~/.ssh/known_hosts; new host keys are added to it
    bool acceptNewHostKey = false; ///< store the key of an unknown host without a question; refuse changed keys
    std::chrono::milliseconds connectTimeout{10'000};    ///< for name lookup, TCP and SSH handshake together
    std::chrono::milliseconds keepAliveInterval{15'000}; ///< the link is broken after three without an answer
    /// Shared by all connections of a program, so that the user enters each secret once.
    std::shared_ptr<SecretCache> secrets = std::make_shared<SecretCache>();
};

} // namespace stepscope::link
