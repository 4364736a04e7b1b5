#include "remote/agent/system/keptfile.h"

#include "remote/agent/system/clock.h"

#include <cerrno>
#include <charconv>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>

namespace stepscope::agent {
namespace {

/// pread(2) without the C library's two steps around it that let a thread be cancelled there: nobody cancels one here,
/// and this is called some twenty times a sample.
ssize_t readFromStart(int descriptor, std::span<char> buffer)
{
    return syscall(SYS_pread64, descriptor, buffer.data(), buffer.size(), 0L);
}

} // namespace

KeptFile::KeptFile(std::string path)
    : m_path(std::move(path))
{}

KeptFile::KeptFile(KeptFile&& other) noexcept
    : m_path(std::move(other.m_path))
    , m_descriptor(std::exchange(other.m_descriptor, -1))
    , m_nextLook(other.m_nextLook)
{}

KeptFile& KeptFile::operator=(KeptFile&& other) noexcept
{
    if (this != &other) {
        close();
        m_path = std::move(other.m_path);
        m_descriptor = std::exchange(other.m_descriptor, -1);
        m_nextLook = other.m_nextLook;
    }
    return *this;
}

KeptFile::~KeptFile()
{
    close();
}

int KeptFile::open()
{
    close();
    m_descriptor = ::open(m_path.c_str(), O_RDONLY | O_CLOEXEC);
    m_error = m_descriptor < 0 ? errno : 0;
    return m_error;
}

std::string_view KeptFile::read(std::span<char> buffer, std::int64_t now)
{
    if (m_descriptor < 0) {
        if (now < m_nextLook)
            return {};
        m_nextLook = now + kSecond;
        if (open() != 0)
            return {};
    } else if (wasUnlinked(now)) {
        close();
        m_error = ENOENT;
        return {};
    }
    const ssize_t got = readFromStart(m_descriptor, buffer);
    m_error = got < 0 ? errno : 0;
    if (got >= 0)
        return {buffer.data(), static_cast<std::size_t>(got)};
    if (m_error == ENODEV || m_error == ENXIO || m_error == ENOENT) {
        close();
        m_nextLook = now + kSecond;
    }
    return {};
}

std::optional<std::int64_t> KeptFile::number(std::int64_t now)
{
    std::array<char, 64> buffer;
    return leadingNumber(read(buffer, now));
}

void KeptFile::reopen()
{
    close();
    m_nextLook = 0;
}

void KeptFile::close()
{
    if (m_descriptor >= 0)
        ::close(m_descriptor);
    m_descriptor = -1;
}

/// A driver's file answers ENODEV when it went away, but an ordinary one (in a described tree) goes on reading what was
/// deleted or replaced.
bool KeptFile::wasUnlinked(std::int64_t now)
{
    if (now < m_nextLook)
        return false;
    m_nextLook = now + kSecond;
    struct stat status
    {};
    return fstat(m_descriptor, &status) == 0 && status.st_nlink == 0;
}

std::optional<std::int64_t> leadingNumber(std::string_view text)
{
    return takeNumber(text);
}

std::optional<std::int64_t> takeNumber(std::string_view& text)
{
    const std::size_t begin = text.find_first_not_of(" \t\n");
    if (begin == std::string_view::npos)
        return std::nullopt;
    std::int64_t value = 0;
    const auto read = std::from_chars(text.data() + begin, text.data() + text.size(), value);
    if (read.ec != std::errc())
        return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(read.ptr - text.data()));
    return value;
}

} // namespace stepscope::agent
