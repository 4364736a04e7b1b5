#include "remote/format/recordingfile.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace stepscope::format {
namespace {

Error fileError(const char* action, const std::filesystem::path& path, int number)
{
    Error::Code code = Error::Code::Failed;
    std::string advice = ".";
    if (number == ENOENT) {
        code = Error::Code::NotFound;
        advice = ": check the path.";
    } else if (number == EACCES || number == EPERM || number == EROFS) {
        code = Error::Code::Denied;
        advice = ": choose a folder with write permission.";
    } else if (number == ENOSPC || number == EDQUOT) {
        code = Error::Code::NoSpace;
        advice = ": free some space. The data recorded so far is kept.";
    } else if (std::error_code ignored; number == EEXIST && std::filesystem::is_directory(path, ignored)) {
        advice = ": it is a folder. Choose the name of a file in it.";
    } else if (number == EEXIST) {
        advice = ": recordings are never overwritten. Choose another name or remove the file first.";
    }
    return failure(code,
                   std::string(action) + " " + path.string() + " failed (" + std::strerror(number) + ")" + advice);
}

Error recordedElsewhere(const std::filesystem::path& path)
{
    return failure(Error::Code::Denied, path.string() + " is being recorded by another window or program: follow the "
                                                        "run there, or close it first.");
}

/// False if another open file holds a lock that excludes this one.
bool lock(int descriptor, int kind)
{
    while (::flock(descriptor, kind | LOCK_NB) != 0) {
        if (errno == EWOULDBLOCK)
            return false;
        if (errno != EINTR)
            break; // no locks on this file system
    }
    return true;
}

/// The first and the last bytes of a file, as a recording with a gap that the reader skips.
Result<std::vector<std::byte>> readEnds(int descriptor, const std::filesystem::path& path)
{
    constexpr std::uint64_t kTail = 1U << 20U; // a footer is far shorter
    struct stat status
    {};
    if (::fstat(descriptor, &status) != 0)
        return fileError("Reading", path, errno);
    const auto size = static_cast<std::uint64_t>(status.st_size);
    const std::uint64_t from = size > kTail + kFileHeaderSize ? size - kTail : std::min(size, kFileHeaderSize);
    std::vector<std::byte> bytes(std::min(size, kFileHeaderSize) + static_cast<std::size_t>(size - from));
    const std::span<std::byte> head = std::span(bytes).first(std::min<std::size_t>(size, kFileHeaderSize));
    const std::span<std::byte> tail = std::span(bytes).subspan(head.size());
    if (::pread(descriptor, head.data(), head.size(), 0) != static_cast<ssize_t>(head.size()) ||
        ::pread(descriptor, tail.data(), tail.size(), static_cast<off_t>(from)) != static_cast<ssize_t>(tail.size()))
        return fileError("Reading", path, errno);
    return bytes;
}

} // namespace

Result<bool> endsWithFooter(const std::filesystem::path& path)
{
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0)
        return fileError("Opening", path, errno);
    auto bytes = readEnds(descriptor, path);
    ::close(descriptor);
    if (!bytes.ok())
        return bytes.error();
    FrameReader reader;
    reader.feed(*bytes);
    reader.finish();
    bool isFooter = false;
    for (auto frame = reader.next(); frame.ok() && frame->has_value(); frame = reader.next())
        isFooter = (*frame)->type == FrameType::Footer;
    return isFooter && reader.goodUntil() == bytes->size();
}

Result<void> checkNotRecorded(const std::filesystem::path& path)
{
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0)
        return {};
    const bool isFree = lock(descriptor, LOCK_SH);
    ::close(descriptor);
    if (!isFree)
        return recordedElsewhere(path);
    return {};
}

Result<std::uint64_t> recoverablePrefix(const std::filesystem::path& path)
{
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        return fileError("Opening", path, errno);
    FrameReader reader;
    std::vector<std::byte> piece(std::size_t{1} << 20U);
    std::optional<Error> error;
    bool atEnd = false;
    std::uint64_t good = 0;
    while (!error && !atEnd && reader.contiguous()) {
        const ssize_t got = ::read(descriptor, piece.data(), piece.size());
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0) {
            error = fileError("Reading", path, errno);
            break;
        }
        atEnd = got == 0;
        if (atEnd)
            reader.finish();
        else
            reader.feed(std::span(piece).first(static_cast<std::size_t>(got)));
        for (;;) {
            auto frame = reader.next();
            if (!frame.ok()) {
                error = failure(frame.error().code, path.string() + ": " + frame.error().text);
                break;
            }
            if (!reader.contiguous())
                break;
            good = reader.goodUntil();
            if (!frame->has_value())
                break;
        }
    }
    ::close(descriptor);
    if (error)
        return *error;
    return good;
}

RecordingFile::RecordingFile(std::filesystem::path path, int descriptor, std::uint64_t size)
    : m_path(std::move(path))
    , m_descriptor(descriptor)
    , m_size(size)
{}

RecordingFile::RecordingFile(RecordingFile&& other) noexcept
    : m_path(std::move(other.m_path))
    , m_descriptor(std::exchange(other.m_descriptor, -1))
    , m_size(other.m_size)
{}

RecordingFile& RecordingFile::operator=(RecordingFile&& other) noexcept
{
    std::swap(m_path, other.m_path);
    std::swap(m_descriptor, other.m_descriptor);
    std::swap(m_size, other.m_size);
    return *this;
}

RecordingFile::~RecordingFile()
{
    if (m_descriptor >= 0)
        ::close(m_descriptor);
}

Result<RecordingFile> RecordingFile::create(const std::filesystem::path& path)
{
    // The header holds the command line, which may contain secrets.
    constexpr mode_t kOwnerOnly = 0600;
    const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kOwnerOnly);
    if (descriptor < 0)
        return fileError("Creating", path, errno);
    lock(descriptor, LOCK_EX);
    return RecordingFile(path, descriptor, 0);
}

Result<RecordingFile> RecordingFile::recover(const std::filesystem::path& path)
{
    const int descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor < 0)
        return fileError("Opening", path, errno);
    RecordingFile file(path, descriptor, 0);
    if (!lock(descriptor, LOCK_EX))
        return recordedElsewhere(path);
    const std::uint64_t good = TRY(recoverablePrefix(path));
    file.m_size = good;
    if (::lseek(descriptor, static_cast<off_t>(good), SEEK_SET) < 0)
        return fileError("Repairing", path, errno);
    return file;
}

Result<void> RecordingFile::sync()
{
    // A pipe or a device has nothing to wait for.
    if (::fsync(m_descriptor) != 0 && errno != EINVAL && errno != EROFS)
        return fileError("Writing to", m_path, errno);
    return {};
}

bool RecordingFile::isInPlace() const
{
    struct stat opened
    {};
    struct stat named
    {};
    if (::fstat(m_descriptor, &opened) != 0)
        return true;
    if (::stat(m_path.c_str(), &named) != 0)
        return errno != ENOENT && errno != ENOTDIR;
    return opened.st_dev == named.st_dev && opened.st_ino == named.st_ino;
}

Result<void> RecordingFile::append(std::span<const std::byte> bytes)
{
    while (!bytes.empty()) {
        const ssize_t written = ::write(m_descriptor, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return fileError("Writing to", m_path, errno);
        m_size += static_cast<std::uint64_t>(written);
        bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
    return {};
}

} // namespace stepscope::format
