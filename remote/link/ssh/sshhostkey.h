#pragma once

#include "remote/format/result.h"
#include "remote/link/ssh/sshoptions.h"
#include "remote/link/transport/prompter.h"

namespace stepscope::link {

class SshSession;

/// Compares the server's key with known_hosts. An unknown key is added after a question, or without one if the options
/// accept new keys. A changed key, or one of another type than those known, is always refused, since it can mean an
/// attack on the connection. Error HostKey.
format::Result<void> checkHostKey(SshSession& session, const SshOptions& options, Prompter* prompter);

} // namespace stepscope::link
