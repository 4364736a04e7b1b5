#pragma once

#include "remote/link/ssh/sshsession.h"
#include "remote/link/transport/transport.h"

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

namespace stepscope::link {

/// Implements Transport::download over SSH: with SFTP, or with `tail` if the server has no SFTP (dropbear). `part`: the
/// first byte and the largest number of bytes.
Result<void> downloadOverSsh(const std::shared_ptr<SshSession>& session, const std::string& path,
                             std::pair<std::uint64_t, std::uint64_t> part, const DownloadSink& sink);

} // namespace stepscope::link
