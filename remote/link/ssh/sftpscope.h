#pragma once

#include "remote/link/ssh/sshsession.h"
#include "remote/link/transport/interrupt.h"

#include <libssh/sftp.h>

#include <memory>

namespace stepscope::link {

/// SFTP of libssh blocks: within the scope, the session does so, and cancellation closes its socket.
class SftpScope
{
public:
    explicit SftpScope(SshSession& session)
        : m_handle(session.handle())
        , m_guard(session.interrupt(), ssh_get_fd(m_handle))
    {
        ssh_set_blocking(m_handle, 1);
    }
    ~SftpScope() { ssh_set_blocking(m_handle, 0); }
    SftpScope(const SftpScope&) = delete;
    SftpScope& operator=(const SftpScope&) = delete;

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
using SftpSession = std::unique_ptr<sftp_session_struct, FreeSftp>;
using SftpFile = std::unique_ptr<sftp_file_struct, CloseFile>;

} // namespace stepscope::link
