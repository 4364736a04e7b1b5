#include "remote/link/ssh/sftpwriter.h"

#include <libssh/sftp.h>

#include <algorithm>
#include <fcntl.h>
#include <memory>
#include <sys/stat.h>

namespace stepscope::link {

using format::Error;

namespace {

/// Bytes per write request, each of which waits for its answer. Every server accepts 32 KiB, OpenSSH 256 KiB.
constexpr std::size_t kCommonPart = 32 * 1024;
constexpr std::size_t kOpenSshPart = 128 * 1024;

class BlockingScope
{
public:
    explicit BlockingScope(SshSession& session)
        : m_handle(session.handle())
        , m_guard(session.interrupt(), ssh_get_fd(m_handle))
    {
        ssh_set_blocking(m_handle, 1);
    }
    ~BlockingScope() { ssh_set_blocking(m_handle, 0); }
    BlockingScope(const BlockingScope&) = delete;
    BlockingScope& operator=(const BlockingScope&) = delete;

private:
    ssh_session m_handle;
    Interrupt::ShutsSocket m_guard;
};

struct FreeSftp
{
    void operator()(sftp_session sftp) const { sftp_free(sftp); }
};
struct CloseFile
{
    void operator()(sftp_file file) const { sftp_close(file); }
};
using Sftp = std::unique_ptr<sftp_session_struct, FreeSftp>;
using File = std::unique_ptr<sftp_file_struct, CloseFile>;

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
    const BlockingScope blocking(session);
    const Sftp sftp(sftp_new(session.handle()));
    if (!sftp || sftp_init(sftp.get()) != SSH_OK) {
        if (session.interrupt().raised())
            return session.cancelled();
        return session.connected() ? Result<bool>(false) : Result<bool>(session.broken());
    }
    File file(sftp_open(sftp.get(), path.c_str(), O_WRONLY | O_CREAT | O_EXCL, S_IRUSR | S_IWUSR));
    if (!file)
        return writeError(session, sftp.get(), path);
    const bool openSsh = ssh_get_openssh_version(session.handle()) != 0;
    const std::size_t part = openSsh ? kOpenSshPart : kCommonPart;
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
