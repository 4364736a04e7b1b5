#pragma once

#include "remote/format/result.h"
#include "remote/link/sshoptions.h"
#include "remote/link/target.h"

#include <libssh/libssh.h>

#include <string>

namespace stepscope::link {

/// Where a connection really goes once ~/.ssh/config was read.
struct SshEndpoint
{
    std::string host;
    int port = 22;
    std::string user;
    bool throughProxy = false; ///< ProxyCommand or ProxyJump: libssh makes the connection
    std::string name;          ///< "user@host:port" for messages; the host as the person wrote it
};

/// Puts the target, the configuration file and the options into a session that is not connected yet.
/// What the person wrote wins over the configuration file. Error NotFound for a file that was named but is not there.
format::Result<SshEndpoint> applySettings(ssh_session session, const Target& target, const SshOptions& options);

/// "~/x" as the shell would read it.
std::string expandHome(const std::string& path);

} // namespace stepscope::link
