#pragma once

#include "remote/format/result.h"
#include "remote/link/ssh/sshsettings.h"
#include "remote/link/transport/transport.h"

namespace stepscope::link {

class SshSession;

/// Logs in with the first method that succeeds: the identity of the options if it has no passphrase; the SSH agent and
/// the keys of the options, the configuration file and OpenSSH's default paths; keyboard-interactive; password. Each
/// secret is asked at most three times. Error Denied, with the methods tried and a remedy.
format::Result<void> authenticate(SshSession& session, const SshOptions& options, Prompter* prompter);

} // namespace stepscope::link
