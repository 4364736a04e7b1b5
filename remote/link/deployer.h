#pragma once

#include "remote/link/transport.h"

#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace stepscope::link {

/// The agent as built for one architecture. The bytes live as long as the program.
struct AgentBinary
{
    std::string_view architecture; ///< "x86_64" or "aarch64", as `uname -m` says it
    std::span<const std::byte> bytes;
};

struct DeployedAgent
{
    std::string path;         ///< absolute, on the target
    std::string home;         ///< the user's home folder there
    std::string architecture; ///< as in AgentBinary
    std::string version;      ///< first line of `stepscope-agent --version`
    bool uploaded = false;    ///< false: it was there already
};

/// Puts the right agent into ~/.stepscope/bin of a connected target, unless its hash is there already, and checks that
/// it is whole and starts. Errors: NotFound (no agent for that system), NoSpace, Denied (home may not be written, or
/// runs no programs), Corrupt (the file is not what was sent), and those of the transport.
Result<DeployedAgent> deployAgent(Transport& transport, std::span<const AgentBinary> binaries,
                                  const UploadProgress& progress);

} // namespace stepscope::link
