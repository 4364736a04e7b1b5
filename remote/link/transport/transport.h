#pragma once

#include "remote/format/result.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace stepscope::link {

using format::Result;

/// The result of a command that ended.
struct CommandOutput
{
    int exitStatus = 0;         ///< 128 + signal when it was killed
    std::string standardOutput; ///< at most 16 MiB; empty for a ByteStream
    std::string standardError;  ///< the first 64 KiB
};

/// A long-lived command on the target whose standard output is read as bytes. Its standard input is empty. Destruction
/// before the end of the command ends it: it is killed (local), or its output is closed (SSH).
class ByteStream
{
public:
    virtual ~ByteStream() = default;

    /// Reads at most buffer.size() bytes, as soon as there are any; 0 = no byte within the timeout, or the end.
    /// Read-ahead is bounded, so a slow reader blocks the command.
    /// Error Disconnected when the link broke, Cancelled after Transport::cancel().
    virtual Result<std::size_t> read(std::span<std::byte> buffer, std::chrono::milliseconds timeout) = 0;
    /// True once all output is read and the exit status is known. A broken link does not finish a stream.
    [[nodiscard]] virtual bool finished() const = 0;
    /// Exit status and standard error; valid once finished.
    [[nodiscard]] virtual CommandOutput ending() const = 0;
};

/// Called during an upload with the bytes sent so far and the total.
using UploadProgress = std::function<void(std::uint64_t done, std::uint64_t total)>;

/// Receives the next bytes of a download, in order; its error ends the download.
using DownloadSink = std::function<Result<void>(std::span<const std::byte> bytes)>;

/// Runs commands, reads and writes files on a target: this computer, a computer over SSH, or a virtual board. Calls
/// block and are made from one thread, except cancel(), which may be called from any thread. Commands start in the
/// user's home folder on the target.
///
/// To add a transport:
///   1. Write remote/link/x/xtransport.h and .cpp with a class that implements this interface.
///   2. Add a row to transporttable.cpp: the kind of target and a function that creates the transport.
///   3. Add a row to tests/remote/link/transport/tst_transport.cpp, which tests this contract.
class Transport
{
public:
    virtual ~Transport() = default;

    /// Connects and authenticates; has no effect when connected. Reconnects after an error Disconnected.
    virtual Result<void> connect() = 0;
    /// Runs a short command with /bin/sh on the target. More than 16 MiB of standard output are an error; so is a
    /// command that takes longer than the timeout (error Failed).
    virtual Result<CommandOutput> run(const std::string& shellCommand, std::chrono::milliseconds timeout) = 0;
    /// Starts a long-lived command with /bin/sh on the target. The stream may outlive the connection, but not the
    /// transport.
    virtual Result<std::unique_ptr<ByteStream>> open(const std::string& shellCommand) = 0;
    /// Writes a file on the target atomically (temporary name, then rename), with these permission bits. The path is
    /// relative to the home folder unless absolute; its folder must exist. The temporary file is removed on failure.
    /// Error NoSpace if the disk is full. `progress` may be empty.
    virtual Result<void> upload(const std::string& path, std::span<const std::byte> bytes, unsigned mode,
                                const UploadProgress& progress) = 0;
    /// Passes the bytes of a regular file on the target from `from` to its end, at most `most`, to `sink`. The path is
    /// absolute. After error Disconnected, the rest can be downloaded from where the sink has received the last byte.
    virtual Result<void> download(const std::string& path, std::uint64_t from, std::uint64_t most,
                                  const DownloadSink& sink) = 0;
    /// Makes the call in progress, and every later one until rearm(), return error Cancelled soon.
    virtual void cancel() = 0;
    /// Ends the effect of cancel(). Call connect() afterwards: cancelling an upload can close the connection.
    virtual void rearm() = 0;
    /// The name in messages: "local" or "user@host:port".
    [[nodiscard]] virtual std::string name() const = 0;
    /// The folder that the agent reads instead of /proc and /sys, on a virtual board; else empty.
    [[nodiscard]] virtual std::string sysroot() const { return {}; }
    /// The command that simulates these words (`train --model M --batch N --steps N`, `load --seconds N`, `models`) in
    /// the home folder of a virtual board. Empty for real targets.
    [[nodiscard]] virtual std::vector<std::string> played(std::vector<std::string> /*words*/) const { return {}; }
};

/// Asks the user for decisions and secrets during the login. Called on the link's thread, which it may block without
/// limit. A refusal (false, nullopt) ends the connection attempt with one clear error.
class Prompter
{
public:
    enum class SecretKind {
        Password,   ///< of the account on the target
        Passphrase, ///< of a private key file
        Hidden,     ///< answer to a question of the server, not shown while typed
        Visible,    ///< answer to a question of the server, shown while typed
    };

    virtual ~Prompter() = default;

    /// Asks whether an unknown host key is right. `type` is e.g. "ssh-ed25519", `fingerprint` e.g. "SHA256:47DE...".
    /// True = connect and store the key. Not called for a *changed* key, which is always refused.
    virtual bool askHostKey(const std::string& host, const std::string& type, const std::string& fingerprint) = 0;
    virtual std::optional<std::string> askSecret(const std::string& prompt, SecretKind kind) = 0;
};

} // namespace stepscope::link
