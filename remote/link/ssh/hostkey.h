#pragma once

#include "remote/format/result.h"
#include "remote/link/ssh/sshsettings.h"
#include "remote/link/transport/transport.h"

namespace stepscope::link {

class SshSession;

/// Compares the server's key with known_hosts. An unknown key is added after a question, or without one if the options
/// accept new keys. Always refused, since it can mean an attack on the connection: a changed key, one of another type
/// than those known, a revoked one, and one that only a certificate could confirm. Error HostKey.
format::Result<void> checkHostKey(SshSession& session, const SshOptions& options, Prompter* prompter);

} // namespace stepscope::link
