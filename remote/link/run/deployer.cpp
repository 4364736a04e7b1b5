#include "remote/link/run/deployer.h"

#include "remote/link/transport/plainline.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
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

namespace {

constexpr std::size_t kBlockSize = 64;

/// Fractional bits of the cube roots of the first 64 primes (FIPS 180-4, 4.2.2).
constexpr std::array<std::uint32_t, 64> kRoundConstants = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

using State = std::array<std::uint32_t, 8>;

std::array<std::uint32_t, 64> schedule(const std::byte* block)
{
    std::array<std::uint32_t, 64> words{};
    for (std::size_t i = 0; i < 16; ++i) {
        for (std::size_t k = 0; k < 4; ++k)
            words[i] = words[i] << 8 | std::to_integer<std::uint32_t>(block[4 * i + k]);
    }
    for (std::size_t i = 16; i < 64; ++i) {
        const std::uint32_t low = words[i - 15];
        const std::uint32_t high = words[i - 2];
        words[i] = words[i - 16] + (std::rotr(low, 7) ^ std::rotr(low, 18) ^ low >> 3) + words[i - 7] +
                   (std::rotr(high, 17) ^ std::rotr(high, 19) ^ high >> 10);
    }
    return words;
}

void compress(State& state, const std::byte* block)
{
    const auto words = schedule(block);
    auto [a, b, c, d, e, f, g, h] = state;
    for (std::size_t i = 0; i < 64; ++i) {
        const std::uint32_t first = h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) + ((e & f) ^ (~e & g)) +
                                    kRoundConstants[i] + words[i];
        const std::uint32_t second =
            (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
        h = g;
        g = f;
        f = e;
        e = d + first;
        d = c;
        c = b;
        b = a;
        a = first + second;
    }
    const State added = {a, b, c, d, e, f, g, h};
    for (std::size_t i = 0; i < state.size(); ++i)
        state[i] += added[i];
}

/// The padded end of the message, one or two blocks: the incomplete block, 0x80, zeros, and the length in bits.
std::pair<std::array<std::byte, 2 * kBlockSize>, std::size_t> lastBlocks(std::span<const std::byte> bytes)
{
    std::array<std::byte, 2 * kBlockSize> tail{};
    const std::size_t rest = bytes.size() % kBlockSize;
    std::copy(bytes.end() - static_cast<std::ptrdiff_t>(rest), bytes.end(), tail.begin());
    tail[rest] = std::byte{0x80};
    const std::size_t size = rest + 9 <= kBlockSize ? kBlockSize : 2 * kBlockSize;
    const std::uint64_t bits = std::uint64_t{bytes.size()} * 8;
    for (std::size_t i = 0; i < 8; ++i)
        tail[size - 1 - i] = static_cast<std::byte>(bits >> (8 * i) & 0xff);
    return {tail, size};
}

} // namespace

std::string sha256(std::span<const std::byte> bytes)
{
    State state = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    const std::size_t whole = bytes.size() / kBlockSize * kBlockSize;
    for (std::size_t at = 0; at < whole; at += kBlockSize)
        compress(state, bytes.data() + at);
    const auto [tail, size] = lastBlocks(bytes);
    for (std::size_t at = 0; at < size; at += kBlockSize)
        compress(state, tail.data() + at);

    static constexpr char kDigits[] = "0123456789abcdef";
    std::string text;
    for (const std::uint32_t word : state) {
        for (int shift = 28; shift >= 0; shift -= 4)
            text += kDigits[word >> shift & 0xf];
    }
    return text;
}

} // namespace stepscope::link
