#pragma once

#include "remote/link/ssh/sshsession.h"
#include "remote/link/transport/transport.h"

#include <memory>
#include <string>

namespace stepscope::link {

/// Implements Transport::upload over SSH: with SFTP, or with `cat` if the server has no SFTP (dropbear).
Result<void> uploadOverSsh(const std::shared_ptr<SshSession>& session, const std::string& path,
                           std::span<const std::byte> bytes, unsigned mode, const UploadProgress& progress);

/// Writes a new file with mode 600 over SFTP. Returns false, without effect, if the server has no SFTP. The SFTP of
/// libssh blocks, so cancellation closes the connection.
Result<bool> writeBySftp(SshSession& session, const std::string& path, std::span<const std::byte> bytes,
                         const UploadProgress& progress);

} // namespace stepscope::link
