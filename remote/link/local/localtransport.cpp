#include "remote/link/local/localtransport.h"

#include "remote/link/local/localstream.h"
#include "remote/link/run/runcontrol.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <pwd.h>
#include <random>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace stepscope::link {

using format::Error;

namespace {

constexpr std::size_t kWriteSize = 1024 * 1024;

std::string homeOfThisUser()
{
    if (const char* home = std::getenv("HOME"); home != nullptr && *home == '/')
        return home;
    passwd entry{};
    passwd* result = nullptr;
    std::array<char, 4096> text{};
    if (getpwuid_r(getuid(), &entry, text.data(), text.size(), &result) == 0 && result != nullptr)
        return entry.pw_dir;
    return "/";
}

Error cannotWrite(const std::string& path, int number)
{
    const std::string where = "local: cannot write " + path + ": ";
    if (number == ENOSPC || number == EDQUOT)
        return format::failure(Error::Code::NoSpace, "local: no space for " + path + "; free some space");
    if (number == ENOENT || number == ENOTDIR)
        return format::failure(Error::Code::NotFound, where + "its folder does not exist");
    if (number == EACCES || number == EPERM || number == EROFS)
        return format::failure(Error::Code::Denied, where + "permission denied; check the folder's owner and mode");
    return format::failure(where + std::strerror(number));
}

/// Returns 0 or an errno value.
int writeAll(int file, std::span<const std::byte> bytes, const UploadProgress& progress, const Interrupt& interrupt)
{
    for (std::size_t done = 0; done < bytes.size();) {
        if (interrupt.raised())
            return ECANCELED;
        const auto written = write(file, bytes.data() + done, std::min(kWriteSize, bytes.size() - done));
        if (written < 0 && errno != EINTR)
            return errno;
        done += static_cast<std::size_t>(std::max<ssize_t>(written, 0));
        if (progress)
            progress(done, bytes.size());
    }
    return 0;
}

} // namespace

LocalTransport::LocalTransport(std::string home)
    : m_home(home.empty() ? homeOfThisUser() : std::move(home))
{}

Result<void> LocalTransport::connect()
{
    if (m_interrupt->raised())
        return format::failure(Error::Code::Cancelled, "cancelled");
    return {};
}

Result<CommandOutput> LocalTransport::run(const std::string& shellCommand, std::chrono::milliseconds timeout)
{
    auto stream = TRY(open(shellCommand));
    return runToEnd(*stream, timeout);
}

Result<std::unique_ptr<ByteStream>> LocalTransport::open(const std::string& shellCommand)
{
    TRY(connect());
    return std::unique_ptr<ByteStream>(TRY(LocalStream::start(shellCommand, m_home, m_interrupt)));
}

Result<void> LocalTransport::upload(const std::string& path, std::span<const std::byte> bytes, unsigned mode,
                                    const UploadProgress& progress)
{
    TRY(connect());
    const std::string place = path.starts_with('/') ? path : m_home + '/' + path;
    const std::string temporary = place + ".part-" + std::to_string(std::random_device{}());
    const int file = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (file < 0)
        return cannotWrite(path, errno);
    int number = writeAll(file, bytes, progress, *m_interrupt);
    if (number == 0 && fchmod(file, mode & 07777U) != 0)
        number = errno;
    if (close(file) != 0 && number == 0)
        number = errno;
    if (number == 0 && std::rename(temporary.c_str(), place.c_str()) != 0)
        number = errno;
    if (number == 0)
        return {};
    unlink(temporary.c_str());
    if (number == ECANCELED)
        return format::failure(Error::Code::Cancelled, "cancelled");
    return cannotWrite(path, number);
}

Result<void> LocalTransport::download(const std::string& path, std::uint64_t from, std::uint64_t most,
                                      const DownloadSink& sink)
{
    TRY(connect());
    const auto failed = [&path](int number) {
        return format::failure(number == ENOENT ? Error::Code::NotFound : Error::Code::Failed,
                               "local: cannot read " + path + ": " + std::strerror(number));
    };
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (file < 0)
        return failed(errno);
    std::vector<std::byte> part(kWriteSize);
    Result<void> result;
    while (result.ok() && most > 0) {
        const ssize_t got =
            pread(file, part.data(), static_cast<std::size_t>(std::min<std::uint64_t>(most, part.size())),
                  static_cast<off_t>(from));
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            result = failed(errno);
        if (got <= 0)
            break;
        if (m_interrupt->raised())
            result = format::failure(Error::Code::Cancelled, "cancelled");
        else
            result = sink(std::span(part).first(static_cast<std::size_t>(got)));
        from += static_cast<std::uint64_t>(got);
        most -= static_cast<std::uint64_t>(got);
    }
    close(file);
    return result;
}

void LocalTransport::cancel()
{
    m_interrupt->raise();
}

void LocalTransport::rearm()
{
    m_interrupt->clear();
}

std::string LocalTransport::name() const
{
    return "local";
}

} // namespace stepscope::link
