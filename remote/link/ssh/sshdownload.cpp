#include "remote/link/ssh/sshdownload.h"

#include "remote/link/ssh/sftpscope.h"
#include "remote/link/ssh/sshstream.h"
#include "remote/link/transport/plainline.h"

#include <algorithm>
#include <fcntl.h>
#include <vector>

namespace stepscope::link {

using format::Error;

namespace {

/// Bytes per request, each of which waits for its answer. Every server sends 32 KiB, OpenSSH 256 KiB.
constexpr std::size_t kPart = 128 * 1024;
/// A download fails if the target sends no byte for this time.
constexpr std::chrono::seconds kSilence{60};

Error readError(SshSession& session, sftp_session sftp, const std::string& path)
{
    if (session.interrupt().raised())
        return session.cancelled();
    if (!session.connected())
        return session.broken();
    const std::string where = session.endpoint().name + ": cannot read " + path;
    const int number = sftp_get_error(sftp);
    if (number == SSH_FX_NO_SUCH_FILE)
        return format::failure(Error::Code::NotFound, where + ": it does not exist any more");
    if (number == SSH_FX_PERMISSION_DENIED)
        return format::failure(Error::Code::Denied, where + ": permission denied; check its owner and mode");
    if (number == SSH_FX_CONNECTION_LOST || number == SSH_FX_NO_CONNECTION)
        return session.broken();
    return format::failure(where + ": the server reported a failure (" + std::to_string(number) + ")");
}

/// False, without effect, if the server has no SFTP.
Result<bool> readBySftp(SshSession& session, const std::string& path, std::uint64_t from, std::uint64_t most,
                        const DownloadSink& sink)
{
    const SftpScope blocking(session);
    const SftpSession sftp(sftp_new(session.handle()));
    if (!sftp || sftp_init(sftp.get()) != SSH_OK) {
        if (session.interrupt().raised())
            return session.cancelled();
        return session.connected() ? Result<bool>(false) : Result<bool>(session.broken());
    }
    const SftpFile file(sftp_open(sftp.get(), path.c_str(), O_RDONLY, 0));
    if (!file || sftp_seek64(file.get(), from) != 0)
        return readError(session, sftp.get(), path);
    std::vector<std::byte> part(kPart);
    while (most > 0) {
        const auto got =
            sftp_read(file.get(), part.data(), static_cast<std::size_t>(std::min<std::uint64_t>(most, part.size())));
        if (got < 0)
            return readError(session, sftp.get(), path);
        if (got == 0)
            break;
        TRY(sink(std::span(part).first(static_cast<std::size_t>(got))));
        most -= static_cast<std::uint64_t>(got);
    }
    return true;
}

Result<void> readByTail(const std::shared_ptr<SshSession>& session, const std::string& path, std::uint64_t from,
                        std::uint64_t most, const DownloadSink& sink)
{
    const auto stream = TRY(SshStream::open(session, "tail -c +" + std::to_string(from + 1) + ' ' + shellQuoted(path),
                                            SshStream::Input::None));
    std::vector<std::byte> part(kPart);
    while (most > 0 && !stream->finished()) {
        const std::size_t got = TRY(stream->read(part, kSilence));
        if (got == 0 && !stream->finished())
            return session->timedOut();
        const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(most, got));
        TRY(sink(std::span(part).first(size)));
        most -= size;
    }
    if (stream->finished() && stream->ending().exitStatus != 0)
        return format::failure(session->endpoint().name + ": cannot read " + path + ": " +
                               plainLine(stream->ending().standardError));
    return {};
}

} // namespace

Result<void> downloadOverSsh(const std::shared_ptr<SshSession>& session, const std::string& path,
                             std::pair<std::uint64_t, std::uint64_t> part, const DownloadSink& sink)
{
    if (TRY(readBySftp(*session, path, part.first, part.second, sink)))
        return {};
    return readByTail(session, path, part.first, part.second, sink);
}

} // namespace stepscope::link
