#pragma once

#include "remote/link/transport/transport.h"

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace stepscope::link {

/// The agent for one architecture. The bytes stay valid until the program ends.
struct AgentBinary
{
    std::string_view architecture; ///< "x86_64" or "aarch64", as printed by `uname -m`
    std::span<const std::byte> bytes;
};

struct DeployedAgent
{
    std::string path;         ///< absolute, on the target
    std::string home;         ///< the user's home folder there
    std::string architecture; ///< as in AgentBinary
    std::string version;      ///< first line of `stepscope-agent --version`
    bool uploaded = false;    ///< false: the target already had it
};

/// Uploads the agent for the target's architecture to ~/.stepscope/bin, unless a file with the same hash exists there,
/// and checks that it is complete and starts. Errors: NotFound (no agent for this system), NoSpace, Denied (the home
/// folder is not writable or does not allow programs), Corrupt (wrong hash after the upload), and those of the
/// transport.
Result<DeployedAgent> deployAgent(Transport& transport, std::span<const AgentBinary> binaries,
                                  const UploadProgress& progress);

/// SHA-256 (FIPS 180-4) as 64 lower-case hexadecimal digits. It names and checks the agent's file; do not use it for
/// secrets.
std::string sha256(std::span<const std::byte> bytes);

} // namespace stepscope::link
