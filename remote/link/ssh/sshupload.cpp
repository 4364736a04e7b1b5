#include "remote/link/ssh/sshupload.h"

#include "remote/link/run/runcontrol.h"
#include "remote/link/ssh/sftpscope.h"
#include "remote/link/ssh/sshstream.h"
#include "remote/link/transport/plainline.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <fcntl.h>
#include <memory>
#include <optional>
#include <random>
#include <sys/stat.h>

namespace stepscope::link {

using format::Error;

namespace {

constexpr std::chrono::seconds kFileCommandTime{30};
/// An upload fails if the target accepts no byte for this time.
constexpr std::chrono::seconds kStallTime{60};

Result<CommandOutput> runOn(const std::shared_ptr<SshSession>& session, const std::string& command)
{
    auto stream = TRY(SshStream::open(session, command, SshStream::Input::None));
    return runToEnd(*stream, kFileCommandTime);
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
        TRY(SshStream::open(session, "umask 077; set -C; cat > " + shellQuoted(path), SshStream::Input::Written));
    std::array<std::byte, 256> ignored{};
    auto lastWrite = SshSession::Clock::now();
    for (std::size_t done = 0; done < bytes.size() && !stream->finished();) {
        const std::size_t written = TRY(stream->write(bytes.subspan(done)));
        done += written;
        const auto now = SshSession::Clock::now();
        if (written > 0) {
            lastWrite = now;
            if (progress)
                progress(done, bytes.size());
        } else if (now - lastWrite > kStallTime) {
            return session->timedOut();
        }
        // read() makes libssh process window adjustments, and detects that cat has failed.
        TRY(stream->read(ignored, std::chrono::milliseconds(written > 0 ? 0 : 100)));
    }
    if (!stream->finished())
        TRY(stream->endInput());
    return runToEnd(*stream, kFileCommandTime);
}

/// Free bytes in the folder; nullopt if df does not report them.
std::optional<std::uint64_t> freeBytes(const std::shared_ptr<SshSession>& session, const std::string& folder)
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
    return format::failure(Error::Code::NoSpace, session->endpoint().name + ": no space for " + path + " (" +
                                                     std::to_string((size + 1023) / 1024) +
                                                     " KiB); free some space on the device");
}

Result<void> checkCommand(const std::shared_ptr<SshSession>& session, const CommandOutput& output,
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
    return checkCommand(session, TRY(writeThroughCat(session, temporary, bytes, progress)), temporary);
}

Result<void> putInPlace(const std::shared_ptr<SshSession>& session, const std::string& temporary,
                        const std::string& path, unsigned mode)
{
    std::array<char, 8> digits{};
    std::snprintf(digits.data(), digits.size(), "%03o", mode & 07777U);
    const auto output = TRY(runOn(session, std::string("chmod ") + digits.data() + ' ' + shellQuoted(temporary) +
                                               " && mv -f " + shellQuoted(temporary) + ' ' + shellQuoted(path)));
    return checkCommand(session, output, path);
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
    // SFTP 3 has no error code for a full disk and reports a general failure.
    if (result.error().code == Error::Code::Failed) {
        const auto room = freeBytes(session, folderOf(path));
        if (room && *room < bytes.size())
            return noSpace(session, path, bytes.size());
    }
    if (result.error().code == Error::Code::NoSpace)
        return noSpace(session, path, bytes.size());
    return result;
}

using format::Error;

namespace {

/// Bytes per write request, each of which waits for its answer. Every server accepts 32 KiB, OpenSSH 256 KiB.
constexpr std::size_t kSharedPart = 32 * 1024;
constexpr std::size_t kOpenSshPart = 128 * 1024;

Error writeError(SshSession& session, sftp_session sftp, const std::string& path)
{
    if (session.interrupt().raised())
        return session.cancelled();
    if (!session.connected())
        return session.broken();
    const std::string where = session.endpoint().name + ": cannot write " + path;
    const int number = sftp_get_error(sftp);
    if (number == SSH_FX_NO_SUCH_FILE)
        return format::failure(Error::Code::NotFound, where + ": its folder does not exist");
    if (number == SSH_FX_PERMISSION_DENIED)
        return format::failure(Error::Code::Denied, where + ": permission denied; check the folder's owner and mode");
    return format::failure(where + ": the server reported a failure (" + std::to_string(number) + ")");
}

} // namespace

Result<bool> writeBySftp(SshSession& session, const std::string& path, std::span<const std::byte> bytes,
                         const UploadProgress& progress)
{
    const SftpScope blocking(session);
    const SftpSession sftp(sftp_new(session.handle()));
    if (!sftp || sftp_init(sftp.get()) != SSH_OK) {
        if (session.interrupt().raised())
            return session.cancelled();
        return session.connected() ? Result<bool>(false) : Result<bool>(session.broken());
    }
    SftpFile file(sftp_open(sftp.get(), path.c_str(), O_WRONLY | O_CREAT | O_EXCL, S_IRUSR | S_IWUSR));
    if (!file)
        return writeError(session, sftp.get(), path);
    const bool openSsh = ssh_get_openssh_version(session.handle()) != 0;
    const std::size_t part = openSsh ? kOpenSshPart : kSharedPart;
    for (std::size_t done = 0; done < bytes.size();) {
        const std::size_t size = std::min(part, bytes.size() - done);
        const auto written = sftp_write(file.get(), bytes.data() + done, size);
        if (written <= 0)
            return writeError(session, sftp.get(), path);
        done += static_cast<std::size_t>(written);
        if (progress)
            progress(done, bytes.size());
    }
    if (sftp_close(file.release()) != SSH_OK)
        return writeError(session, sftp.get(), path);
    return true;
}

} // namespace stepscope::link
