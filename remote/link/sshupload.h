#pragma once

#include "remote/link/sshsession.h"
#include "remote/link/transport.h"

#include <memory>
#include <string>

namespace stepscope::link {

/// Transport::upload over SSH: by SFTP, or through `cat` where the server has no SFTP (dropbear).
Result<void> uploadOverSsh(const std::shared_ptr<SshSession>& session, const std::string& path,
                           std::span<const std::byte> bytes, unsigned mode, const UploadProgress& progress);

} // namespace stepscope::link
