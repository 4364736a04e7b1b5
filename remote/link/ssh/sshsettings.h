#pragma once

#include "remote/format/result.h"
#include "remote/link/ssh/sshoptions.h"
#include "remote/link/transport/target.h"

#include <libssh/libssh.h>

#include <string>

namespace stepscope::link {

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
