#pragma once

#include "remote/format/result.h"
#include "remote/link/prompter.h"
#include "remote/link/sshoptions.h"

namespace stepscope::link {

class SshSession;

/// Compares the server's key with known_hosts. Known: fine. Unknown: asks (or accepts, when the options say so) and
/// adds it to known_hosts. Changed, or of another type than the known ones: refused, whatever the options say, for
/// then somebody may be in between. Error HostKey.
format::Result<void> checkHostKey(SshSession& session, const SshOptions& options, Prompter* prompter);

} // namespace stepscope::link
