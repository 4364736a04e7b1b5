#include "remote/agent/system/persistentfile.h"

#include "remote/format/clock.h"

#include <cerrno>
#include <charconv>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>

namespace stepscope::agent {
namespace {

/// pread(2) without the C library's handling of thread cancellation, which is not used here: this call runs some twenty
/// times per sample.
ssize_t readFromStart(int descriptor, std::span<char> buffer)
{
    return syscall(SYS_pread64, descriptor, buffer.data(), buffer.size(), 0L);
}

} // namespace

PersistentFile::PersistentFile(std::string path)
    : m_path(std::move(path))
{}

PersistentFile::PersistentFile(PersistentFile&& other) noexcept
    : m_path(std::move(other.m_path))
    , m_descriptor(std::exchange(other.m_descriptor, -1))
    , m_nextCheck(other.m_nextCheck)
{}

PersistentFile& PersistentFile::operator=(PersistentFile&& other) noexcept
{
    if (this != &other) {
        close();
        m_path = std::move(other.m_path);
        m_descriptor = std::exchange(other.m_descriptor, -1);
        m_nextCheck = other.m_nextCheck;
    }
    return *this;
}

PersistentFile::~PersistentFile()
{
    close();
}

int PersistentFile::open()
{
    close();
    m_descriptor = ::open(m_path.c_str(), O_RDONLY | O_CLOEXEC);
    m_error = m_descriptor < 0 ? errno : 0;
    return m_error;
}

std::string_view PersistentFile::read(std::span<char> buffer, std::int64_t now)
{
    if (m_descriptor < 0) {
        if (now < m_nextCheck)
            return {};
        m_nextCheck = now + format::kSecond;
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
        m_nextCheck = now + format::kSecond;
    }
    return {};
}

std::optional<std::int64_t> PersistentFile::number(std::int64_t now)
{
    std::array<char, 64> buffer;
    return leadingNumber(read(buffer, now));
}

void PersistentFile::reopen()
{
    close();
    m_nextCheck = 0;
}

void PersistentFile::close()
{
    if (m_descriptor >= 0)
        ::close(m_descriptor);
    m_descriptor = -1;
}

/// A driver's file returns ENODEV after its removal, but an ordinary one (in a described tree) stays readable after it
/// was deleted or replaced.
bool PersistentFile::wasUnlinked(std::int64_t now)
{
    if (now < m_nextCheck)
        return false;
    m_nextCheck = now + format::kSecond;
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
