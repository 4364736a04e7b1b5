#pragma once

#include "remote/format/result.h"
#include "remote/link/prompter.h"
#include "remote/link/sshoptions.h"

namespace stepscope::link {

class SshSession;

/// Logs in: the named identity if it needs no passphrase, then the SSH agent and the keys (of the options, the
/// configuration file and OpenSSH's default places), then keyboard-interactive, then password. Secrets are asked three
/// times at most. Error Denied with what was tried and what would help.
format::Result<void> authenticate(SshSession& session, const SshOptions& options, Prompter* prompter);

} // namespace stepscope::link
