#include "analysis/import/linefile.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <zlib.h>

namespace stepscope::analysis {
namespace {

constexpr std::size_t kReadSize = std::size_t{1} << 18U;

format::Error readError(const std::filesystem::path& path, int number)
{
    using Code = format::Error::Code;
    Code code = Code::Failed;
    std::string advice = "check the file.";
    if (number == ENOENT || number == ENOTDIR) {
        code = Code::NotFound;
        advice = "check the path.";
    } else if (number == EACCES || number == EPERM) {
        code = Code::Denied;
        advice = "you may not read it.";
    } else if (number == EISDIR) {
        advice = "name the files in it.";
    }
    return format::failure(code, "Reading " + path.string() + " failed (" + std::strerror(number) + "): " + advice);
}

} // namespace

LineFile::LineFile(std::filesystem::path path, int descriptor)
    : m_path(std::move(path))
    , m_descriptor(descriptor)
{}

LineFile::LineFile(LineFile&& other) noexcept
    : m_path(std::move(other.m_path))
    , m_descriptor(std::exchange(other.m_descriptor, -1))
    , m_buffer(std::move(other.m_buffer))
    , m_begin(other.m_begin)
    , m_number(other.m_number)
    , m_bytesRead(other.m_bytesRead)
    , m_atEnd(other.m_atEnd)
{}

LineFile& LineFile::operator=(LineFile&& other) noexcept
{
    std::swap(m_path, other.m_path);
    std::swap(m_descriptor, other.m_descriptor);
    std::swap(m_buffer, other.m_buffer);
    std::swap(m_begin, other.m_begin);
    std::swap(m_number, other.m_number);
    std::swap(m_bytesRead, other.m_bytesRead);
    std::swap(m_atEnd, other.m_atEnd);
    return *this;
}

LineFile::~LineFile()
{
    if (m_descriptor >= 0)
        ::close(m_descriptor);
}

format::Result<LineFile> LineFile::open(const std::filesystem::path& path)
{
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        return readError(path, errno);
    return LineFile(path, descriptor);
}

/// False at the end of the file.
format::Result<bool> LineFile::readMore()
{
    m_buffer.erase(0, std::exchange(m_begin, 0));
    const std::size_t size = m_buffer.size();
    m_buffer.resize(size + kReadSize);
    ssize_t count = -1;
    do {
        count = ::read(m_descriptor, m_buffer.data() + size, kReadSize);
    } while (count < 0 && errno == EINTR);
    m_buffer.resize(size + static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    if (count < 0)
        return readError(m_path, errno);
    m_bytesRead += static_cast<std::uint64_t>(count);
    m_atEnd = count == 0;
    return count > 0;
}

format::Result<std::optional<LineFile::Line>> LineFile::next()
{
    bool tooLong = false;
    std::size_t searched = 0;
    for (;;) {
        const std::size_t end = m_buffer.find('\n', m_begin + searched);
        if (end != std::string::npos || (m_atEnd && m_begin < m_buffer.size())) {
            const bool terminated = end != std::string::npos;
            std::string_view all =
                std::string_view(m_buffer).substr(m_begin, terminated ? end - m_begin : std::string_view::npos);
            if (m_number == 0)
                all.remove_prefix(all.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0);
            m_begin = terminated ? end + 1 : m_buffer.size();
            return std::optional(
                Line{all.substr(0, kLongest), ++m_number, terminated, tooLong || all.size() > kLongest});
        }
        if (m_atEnd)
            return std::optional<Line>();
        // Discard all but the beginning of a line that is too long.
        if (m_buffer.size() - m_begin > 2 * kLongest) {
            m_buffer.resize(m_begin + kLongest + 1);
            tooLong = true;
        }
        searched = m_buffer.size() - m_begin;
        TRY(readMore());
    }
}

format::Result<std::string> beginningOf(const std::filesystem::path& path, std::size_t limit)
{
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK); // a pipe would wait for a writer
    if (descriptor < 0)
        return readError(path, errno);
    struct stat status = {};
    if (::fstat(descriptor, &status) == 0 && S_ISFIFO(status.st_mode)) {
        ::close(descriptor);
        return format::failure(format::Error::Code::Usage, path.string() + " is a pipe, and a file is read more than "
                                                                           "once: write its contents to a file first.");
    }
    std::string text(limit, '\0');
    std::size_t size = 0;
    int error = 0;
    while (size < limit) {
        const ssize_t count = ::read(descriptor, text.data() + size, limit - size);
        if (count < 0 && errno == EINTR)
            continue;
        error = count < 0 ? errno : 0;
        if (count <= 0)
            break;
        size += static_cast<std::size_t>(count);
    }
    ::close(descriptor);
    if (error != 0)
        return readError(path, error);
    if (size == 0)
        return format::failure(format::Error::Code::Corrupt, path.string() + " is empty: there is nothing to import.");
    text.resize(size);
    return text;
}

namespace {

constexpr unsigned kBuffer = 1U << 18U;
constexpr int kGzipWindow = 16 + MAX_WBITS; ///< zlib: expect a gzip header

gzFile handle(void* file)
{
    return static_cast<gzFile>(file);
}

} // namespace

void GzipFile::Close::operator()(void* file) const
{
    gzclose_r(handle(file));
}

format::Result<GzipFile> GzipFile::open(const std::filesystem::path& path)
{
    errno = 0;
    void* file = gzopen(path.c_str(), "rbe");
    if (!file)
        return format::failure(errno == ENOENT ? format::Error::Code::NotFound : format::Error::Code::Failed,
                               "Reading " + path.string() + " failed (" + std::strerror(errno != 0 ? errno : ENOMEM) +
                                   "): check the file.");
    gzbuffer(handle(file), kBuffer);
    std::error_code unknown;
    const std::uintmax_t size = std::filesystem::file_size(path, unknown);
    return GzipFile(file, unknown ? 0 : size);
}

std::size_t GzipFile::read(std::span<char> bytes)
{
    if (!m_damage.empty())
        return 0;
    const int count = gzread(handle(m_file.get()), bytes.data(),
                             static_cast<unsigned>(std::min(bytes.size(), std::size_t{1} << 30U)));
    int error = Z_OK;
    const char* const text = gzerror(handle(m_file.get()), &error);
    // A truncated compressed file yields its data first and the error afterwards.
    if (count < 0 || (error != Z_OK && error != Z_STREAM_END))
        m_damage = text && *text != '\0' ? text : "it cannot be read";
    m_unpacked += static_cast<std::uintmax_t>(std::max(count, 0));
    constexpr std::uintmax_t kAlwaysAllowed = std::uintmax_t{64} << 20U;
    constexpr std::uintmax_t kMostExpansion = 250;
    const auto packed = static_cast<std::uintmax_t>(std::max<z_off_t>(1, gzoffset(handle(m_file.get()))));
    if (m_damage.empty() && m_unpacked > kAlwaysAllowed && m_unpacked / packed > kMostExpansion)
        m_damage = "it expands to more than 250 times its size, which no trace does";
    return static_cast<std::size_t>(std::max(count, 0));
}

double GzipFile::share() const
{
    const auto at = gzoffset(handle(m_file.get()));
    return m_size == 0 || at < 0 ? 0 : std::min(1.0, static_cast<double>(at) / static_cast<double>(m_size));
}

std::string unpackedBeginning(std::string_view beginning)
{
    if (!beginning.starts_with("\x1f\x8b"))
        return std::string(beginning);
    z_stream stream = {};
    if (inflateInit2(&stream, kGzipWindow) != Z_OK)
        return {};
    std::string packed(beginning); // zlib takes a pointer to non-const
    std::string text(1U << 16U, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_in = static_cast<uInt>(packed.size());
    stream.next_out = reinterpret_cast<Bytef*>(text.data());
    stream.avail_out = static_cast<uInt>(text.size());
    (void)inflate(&stream, Z_SYNC_FLUSH);
    text.erase(text.size() - stream.avail_out);
    inflateEnd(&stream);
    return text;
}

} // namespace stepscope::analysis
