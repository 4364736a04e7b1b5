#include "remote/link/sshupload.h"

#include "remote/link/plainline.h"
#include "remote/link/quote.h"
#include "remote/link/runtoend.h"
#include "remote/link/sftpwriter.h"
#include "remote/link/sshstream.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <optional>
#include <random>

namespace stepscope::link {

using format::Error;

namespace {

constexpr std::chrono::seconds kCommandTime{30};
/// No byte taken by the target for this long: given up.
constexpr std::chrono::seconds kStallTime{60};

Result<CommandOutput> runOn(const std::shared_ptr<SshSession>& session, const std::string& command)
{
    auto stream = TRY(SshStream::open(session, command, SshStream::Input::None));
    return runToEnd(*stream, kCommandTime);
}

std::string temporaryName(const std::string& path)
{
    return path + ".part-" + std::to_string(std::random_device{}());
}

std::string folderOf(const std::string& path)
{
    const auto slash = path.rfind('/');
    return slash == std::string::npos ? "." : path.substr(0, slash + 1);
}

Result<CommandOutput> writeThroughCat(const std::shared_ptr<SshSession>& session, const std::string& path,
                                      std::span<const std::byte> bytes, const UploadProgress& progress)
{
    auto stream =
        TRY(SshStream::open(session, "umask 077; set -C; cat > " + shellQuoted(path), SshStream::Input::Given));
    std::array<std::byte, 256> unwanted{};
    auto moved = SshSession::Clock::now();
    for (std::size_t done = 0; done < bytes.size() && !stream->finished();) {
        const std::size_t written = TRY(stream->write(bytes.subspan(done)));
        done += written;
        const auto now = SshSession::Clock::now();
        if (written > 0) {
            moved = now;
            if (progress)
                progress(done, bytes.size());
        } else if (now - moved > kStallTime) {
            return session->timedOut();
        }
        // Reading is what lets libssh take window adjustments, and notice a cat that failed.
        TRY(stream->read(unwanted, std::chrono::milliseconds(written > 0 ? 0 : 100)));
    }
    if (!stream->finished())
        TRY(stream->endInput());
    return runToEnd(*stream, kCommandTime);
}

/// Bytes free where the file should go; nullopt when df cannot tell.
std::optional<std::uint64_t> roomAt(const std::shared_ptr<SshSession>& session, const std::string& folder)
{
    const auto output = runOn(session, "df -Pk " + shellQuoted(folder) + " | awk 'END { print $4 }'");
    if (!output.ok() || output.value().exitStatus != 0)
        return std::nullopt;
    const std::string text = plainLine(output.value().standardOutput);
    std::uint64_t kibibytes = 0;
    if (std::from_chars(text.data(), text.data() + text.size(), kibibytes).ec != std::errc())
        return std::nullopt;
    return kibibytes * 1024;
}

Error noSpace(const std::shared_ptr<SshSession>& session, const std::string& path, std::size_t size)
{
    return format::failure(Error::Code::NoSpace, session->endpoint().name + ": no room for " + path + " (" +
                                                     std::to_string((size + 1023) / 1024) +
                                                     " KiB); free some space on the device");
}

Result<void> judgeCommand(const std::shared_ptr<SshSession>& session, const CommandOutput& output,
                          const std::string& path)
{
    if (output.exitStatus == 0)
        return {};
    const std::string reason = plainLine(output.standardError);
    auto code = Error::Code::Failed;
    if (reason.find("No space") != std::string::npos || reason.find("quota") != std::string::npos)
        code = Error::Code::NoSpace;
    else if (reason.find("ermission denied") != std::string::npos || reason.find("Read-only") != std::string::npos)
        code = Error::Code::Denied;
    else if (reason.find("o such file") != std::string::npos || reason.find("onexistent") != std::string::npos)
        code = Error::Code::NotFound;
    return format::failure(code, session->endpoint().name + ": cannot write " + path + ": " + reason);
}

Result<void> writeTemporary(const std::shared_ptr<SshSession>& session, const std::string& temporary,
                            std::span<const std::byte> bytes, const UploadProgress& progress)
{
    if (TRY(writeBySftp(*session, temporary, bytes, progress)))
        return {};
    return judgeCommand(session, TRY(writeThroughCat(session, temporary, bytes, progress)), temporary);
}

Result<void> putInPlace(const std::shared_ptr<SshSession>& session, const std::string& temporary,
                        const std::string& path, unsigned mode)
{
    std::array<char, 8> digits{};
    std::snprintf(digits.data(), digits.size(), "%03o", mode & 07777U);
    const auto output = TRY(runOn(session, std::string("chmod ") + digits.data() + ' ' + shellQuoted(temporary) +
                                               " && mv -f " + shellQuoted(temporary) + ' ' + shellQuoted(path)));
    return judgeCommand(session, output, path);
}

} // namespace

Result<void> uploadOverSsh(const std::shared_ptr<SshSession>& session, const std::string& path,
                           std::span<const std::byte> bytes, unsigned mode, const UploadProgress& progress)
{
    const std::string temporary = temporaryName(path);
    Result<void> result = writeTemporary(session, temporary, bytes, progress);
    if (result.ok())
        result = putInPlace(session, temporary, path, mode);
    if (result.ok() || !session->connected() || session->interrupt().raised())
        return result;
    (void)runOn(session, "rm -f " + shellQuoted(temporary));
    // SFTP 3 has no word for a full disk: it says "failure".
    if (result.error().code == Error::Code::Failed) {
        const auto room = roomAt(session, folderOf(path));
        if (room && *room < bytes.size())
            return noSpace(session, path, bytes.size());
    }
    if (result.error().code == Error::Code::NoSpace)
        return noSpace(session, path, bytes.size());
    return result;
}

} // namespace stepscope::link
