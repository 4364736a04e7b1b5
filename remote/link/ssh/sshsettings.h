#pragma once

#include "remote/format/result.h"
#include "remote/link/ssh/sshsecrets.h"
#include "remote/link/transport/target.h"

#include <libssh/libssh.h>

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
    std::chrono::milliseconds connectTimeout{10'000};   ///< for name lookup, TCP and SSH handshake together
    std::chrono::milliseconds keepAliveInterval{5'000}; ///< the link is broken after three without an answer
    /// Shared by all connections of a program, so that the user enters each secret once.
    std::shared_ptr<SecretCache> secrets = std::make_shared<SecretCache>();
};

/// The host, port and user of a connection after ~/.ssh/config is applied.
struct SshEndpoint
{
    std::string host;
    int port = 22;
    std::string user;
    bool throughProxy = false; ///< ProxyCommand or ProxyJump: libssh opens the connection
    std::string name;          ///< "user@host:port" for messages, with the host as written by the user
};

/// Applies the target, the configuration file and the options to a session that is not connected. The target and the
/// options override the configuration file. Error NotFound if a file named in the options does not exist.
format::Result<SshEndpoint> applySettings(ssh_session session, const Target& target, const SshOptions& options);

/// Expands a leading "~/" like a shell.
std::string expandHome(const std::string& path);

} // namespace stepscope::link
