#pragma once

#include "remote/link/sshsession.h"
#include "remote/link/transport.h"

#include <string>

namespace stepscope::link {

/// Writes a new file of mode 600 by SFTP. False: the server has no SFTP and nothing was done. libssh's SFTP blocks, so
/// cancelling it costs the connection.
Result<bool> writeBySftp(SshSession& session, const std::string& path, std::span<const std::byte> bytes,
                         const UploadProgress& progress);

} // namespace stepscope::link
