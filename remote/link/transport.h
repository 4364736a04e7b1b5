#pragma once

#include "remote/format/result.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace stepscope::link {

using format::Result;

/// What a command left behind when it ended.
struct CommandOutput
{
    int exitStatus = 0;         ///< 128 + signal when it was killed
    std::string standardOutput; ///< bounded: see Transport::run; empty for a ByteStream
    std::string standardError;  ///< its first 64 KiB
};

/// A long-lived command on the target whose standard output is read as bytes. Its standard input is empty.
/// Destroying it before its end ends the command: it is killed (local), or its output is closed under it (SSH).
class ByteStream
{
public:
    virtual ~ByteStream() = default;

    /// Reads at most buffer.size() bytes, as soon as there are any; 0 = nothing within the timeout, or the end.
    /// Nothing is read ahead without bound: a reader that waits makes the command wait.
    /// Error Disconnected when the link broke, Cancelled after Transport::cancel().
    virtual Result<std::size_t> read(std::span<std::byte> buffer, std::chrono::milliseconds timeout) = 0;
    /// True once all output was read and the exit status is known. Never true because a link broke.
    [[nodiscard]] virtual bool finished() const = 0;
    /// Valid once finished: exit status and standard error.
    [[nodiscard]] virtual CommandOutput ending() const = 0;
};

/// Called while a file is sent: bytes so far and in all.
using UploadProgress = std::function<void(std::uint64_t done, std::uint64_t total)>;

/// How commands and files get to a target: local process, SSH, or a described board. Blocking; used from one thread,
/// except cancel(), which may be called from any thread. Commands start in the user's home folder on the target.
///
/// To add a transport:
///   1. write remote/link/xtransport.h/.cpp with a class that implements this interface,
///   2. give it a line in transporttable.cpp (which targets are its, and how to make it),
///   3. give it a row in tests/remote/link/tst_transport.cpp (the contract that every transport keeps).
class Transport
{
public:
    virtual ~Transport() = default;

    /// Connects and authenticates; does nothing when connected already. After Disconnected it connects anew.
    virtual Result<void> connect() = 0;
    /// A short command, run by /bin/sh on the target. Standard output is bounded to 16 MiB (more is an error).
    /// A command that takes longer than the timeout is given up: error Failed.
    virtual Result<CommandOutput> run(const std::string& shellCommand, std::chrono::milliseconds timeout) = 0;
    /// A long command, run by /bin/sh on the target. The stream may outlive the connection, not the transport.
    virtual Result<std::unique_ptr<ByteStream>> open(const std::string& shellCommand) = 0;
    /// Writes a file on the target atomically (temporary name, then rename), with these permission bits.
    /// The path is relative to the home folder unless absolute; its folder must exist. Nothing is left behind on
    /// failure. Error NoSpace when there is no room. `progress` may be empty.
    virtual Result<void> upload(const std::string& path, std::span<const std::byte> bytes, unsigned mode,
                                const UploadProgress& progress) = 0;
    /// Makes the call in progress, and every later one, return Cancelled soon, until rearm().
    virtual void cancel() = 0;
    /// Ends the effect of cancel(). Call connect() afterwards: a cancelled upload may have cost the connection.
    virtual void rearm() = 0;
    /// For messages: "local" or "user@host:port".
    [[nodiscard]] virtual std::string name() const = 0;
    /// The folder on the target that the agent reads instead of /proc and /sys: of a described board. Empty: its own.
    [[nodiscard]] virtual std::string sysroot() const { return {}; }
    /// The command that plays what these words say (`train --model M --batch N --steps N`, `load --seconds N`,
    /// `models`) in the home folder of a target where nothing runs for real. Empty: it does run for real.
    [[nodiscard]] virtual std::vector<std::string> played(std::vector<std::string> /*words*/) const { return {}; }
};

} // namespace stepscope::link
