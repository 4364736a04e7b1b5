#include "remote/link/run/deployer.h"

#include "remote/link/run/sha256.h"
#include "remote/link/transport/plainline.h"
#include "remote/link/transport/quote.h"

#include <algorithm>
#include <sstream>

namespace stepscope::link {

using format::Error;

namespace {

constexpr std::chrono::seconds kCommandTime{30};
constexpr unsigned kAgentMode = 0700;
constexpr std::size_t kNameDigits = 16;
constexpr int kCannotExecute = 126;

/// The answers of the target to the first command.
struct Device
{
    std::string system;
    std::string architecture;
    std::string home;
};

Result<Device> askDevice(Transport& transport)
{
    const auto output = TRY(transport.run("uname -sm && printf '%s\\n' \"$HOME\"", kCommandTime));
    std::istringstream text(output.standardOutput);
    Device device;
    text >> device.system >> device.architecture;
    std::string rest;
    std::getline(text, rest);
    std::getline(text, device.home);
    if (output.exitStatus != 0 || device.architecture.empty())
        return format::failure(transport.name() + ": the operating system cannot be determined (" +
                               plainLine(output.standardError + '\n' + output.standardOutput) +
                               "); the account needs a POSIX shell");
    if (!device.home.starts_with('/'))
        return format::failure(transport.name() +
                               ": the account has no home folder, which the agent needs; create one or use another "
                               "account");
    if (device.architecture == "amd64")
        device.architecture = "x86_64";
    if (device.architecture == "arm64")
        device.architecture = "aarch64";
    return device;
}

Result<const AgentBinary*> pick(const Transport& transport, std::span<const AgentBinary> binaries, const Device& device)
{
    const auto match = std::find_if(binaries.begin(), binaries.end(), [&](const AgentBinary& binary) {
        return device.system == "Linux" && binary.architecture == device.architecture;
    });
    if (match != binaries.end())
        return &*match;
    std::string available;
    for (const AgentBinary& binary : binaries)
        available += (available.empty() ? "" : ", ") + std::string(binary.architecture);
    return format::failure(Error::Code::NotFound, transport.name() + ": there is no agent for " +
                                                      plainLine(device.system + ' ' + device.architecture) +
                                                      "; it is built for Linux on " + available);
}

/// Makes the file executable and returns its hash; empty if it does not exist, belongs to another user, or the target
/// has no program for SHA-256.
Result<std::string> hashOnTarget(Transport& transport, const std::string& path)
{
    const std::string file = shellQuoted(path);
    const auto output = TRY(transport.run("[ -f " + file + " ] && chmod 700 " + file + " && { sha256sum " + file +
                                              " || busybox sha256sum " + file + " || openssl dgst -sha256 -r " + file +
                                              "; } 2>/dev/null",
                                          kCommandTime));
    return output.standardOutput.substr(0, output.standardOutput.find(' '));
}

Result<void> makeFolders(Transport& transport, const std::string& home)
{
    const std::string top = shellQuoted(home + "/.stepscope");
    const std::string folder = shellQuoted(home + "/.stepscope/bin");
    const auto output =
        TRY(transport.run("umask 077; mkdir -p " + folder + " && chmod 700 " + top + ' ' + folder, kCommandTime));
    if (output.exitStatus == 0)
        return {};
    const std::string reason = plainLine(output.standardError);
    const bool full = reason.find("No space") != std::string::npos || reason.find("quota") != std::string::npos;
    return format::failure(full ? Error::Code::NoSpace : Error::Code::Denied,
                           transport.name() + ": cannot create the folder ~/.stepscope/bin for the agent (" + reason +
                               "); check the home folder's owner and free space");
}

Result<std::string> startOnce(Transport& transport, const std::string& path)
{
    const auto output = TRY(transport.run(shellQuoted(path) + " --version", kCommandTime));
    if (output.exitStatus == 0)
        return plainLine(output.standardOutput);
    const std::string reason = plainLine(output.standardError);
    if (output.exitStatus == kCannotExecute)
        return format::failure(Error::Code::Denied, transport.name() + ": the agent cannot be executed from " + path +
                                                        " (" + reason +
                                                        "); the home folder is probably mounted noexec");
    return format::failure(transport.name() + ": the agent does not start (exit status " +
                           std::to_string(output.exitStatus) + (reason.empty() ? "" : ": " + reason) + ")");
}

Result<void> send(Transport& transport, const Device& device, const std::string& path, const AgentBinary& binary,
                  const std::string& hash, const UploadProgress& progress)
{
    TRY(makeFolders(transport, device.home));
    TRY(transport.upload(path, binary.bytes, kAgentMode, progress));
    const std::string uploadedHash = TRY(hashOnTarget(transport, path));
    if (uploadedHash == hash)
        return {};
    if (uploadedHash.empty())
        return format::failure(Error::Code::Corrupt, transport.name() + ": the uploaded agent cannot be checked: the "
                                                                        "target has no sha256sum; install it");
    return format::failure(Error::Code::Corrupt,
                           transport.name() +
                               ": the uploaded agent is damaged (wrong hash); try again, and check the disk");
}

} // namespace

Result<DeployedAgent> deployAgent(Transport& transport, std::span<const AgentBinary> binaries,
                                  const UploadProgress& progress)
{
    const Device device = TRY(askDevice(transport));
    const AgentBinary& binary = *TRY(pick(transport, binaries, device));
    const std::string hash = sha256(binary.bytes);
    DeployedAgent agent;
    agent.home = device.home;
    agent.architecture = device.architecture;
    agent.path = device.home + "/.stepscope/bin/stepscope-agent-" + hash.substr(0, kNameDigits);
    if (TRY(hashOnTarget(transport, agent.path)) != hash) {
        TRY(send(transport, device, agent.path, binary, hash, progress));
        agent.uploaded = true;
    }
    agent.version = TRY(startOnce(transport, agent.path));
    return agent;
}

} // namespace stepscope::link
