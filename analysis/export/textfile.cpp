#include "analysis/export/textfile.h"

#include "analysis/text/csvtext.h"

#include <cerrno>
#include <charconv>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace stepscope::analysis {

using format::Error;

format::Error fileError(std::string_view action, const std::filesystem::path& path, int number)
{
    Error::Code code = Error::Code::Failed;
    std::string advice = "choose another folder.";
    if (number == EACCES || number == EPERM || number == EROFS) {
        code = Error::Code::Denied;
        advice = "choose a folder that you may write to.";
    } else if (number == ENOSPC || number == EDQUOT) {
        code = Error::Code::NoSpace;
        advice = "the disk is full: free some space, or choose another folder.";
    } else if (number == EFBIG) {
        advice = "raise the limit of file sizes (ulimit -f), or choose a folder on another file system.";
    } else if (number == ENOTDIR || number == EEXIST) {
        advice = "there is a file of that name: choose another folder.";
    }
    return format::failure(code, std::string(action) + " " + path.string() + " failed (" + std::strerror(number) +
                                     "): " + advice);
}

format::Result<void> mayReplace(const std::filesystem::path& path, bool isForced)
{
    std::error_code ignored;
    const std::string name = path.string();
    const bool isOfSystem = name.starts_with("/dev/") || name.starts_with("/proc/"); // as /dev/stdout
    if (isForced || path.empty() || isOfSystem || !std::filesystem::is_regular_file(path, ignored))
        return {};
    return format::failure(name + " exists already: choose another name, or replace it with --force.");
}

TextFile::TextFile(std::filesystem::path path)
    : m_path(std::move(path))
    , m_descriptor(::open(m_path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644))
    , m_error(m_descriptor < 0 ? errno : 0)
{
    m_buffer.reserve(kBufferSize);
}

TextFile::~TextFile()
{
    if (m_descriptor >= 0)
        ::close(m_descriptor);
}

format::Result<void> TextFile::close()
{
    flush();
    if (m_error != 0)
        removePart();
    if (m_descriptor >= 0 && ::close(std::exchange(m_descriptor, -1)) != 0 && m_error == 0)
        m_error = errno;
    return m_error == 0 ? format::Result<void>() : fileError("Writing", m_path, m_error);
}

/// Half a file looks like a whole one. Links, devices and pipes stay.
void TextFile::removePart() const
{
    struct stat opened = {};
    struct stat named = {};
    if (m_descriptor >= 0 && ::fstat(m_descriptor, &opened) == 0 && ::lstat(m_path.c_str(), &named) == 0 &&
        S_ISREG(named.st_mode) && named.st_dev == opened.st_dev && named.st_ino == opened.st_ino)
        ::unlink(m_path.c_str());
}

void TextFile::flush()
{
    writeThrough(m_buffer);
    m_buffer.clear();
}

void TextFile::writeThrough(std::string_view text)
{
    while (!text.empty() && m_error == 0) {
        const ssize_t written = ::write(m_descriptor, text.data(), text.size());
        if (written >= 0)
            text.remove_prefix(static_cast<std::size_t>(written));
        else if (errno != EINTR)
            m_error = errno;
    }
}

CsvFile::CsvFile(const std::filesystem::path& path, std::string_view header)
    : m_file(path)
{
    m_file.write(header);
    endRow();
}

void CsvFile::separate()
{
    if (std::exchange(m_rowBegun, true))
        m_file.write(",");
}

CsvFile& CsvFile::text(std::string_view value)
{
    separate();
    if (needsCsvQuotes(value))
        m_file.write(csvField(value));
    else
        m_file.write(value);
    return *this;
}

CsvFile& CsvFile::integer(std::int64_t value)
{
    separate();
    std::array<char, 24> memory{};
    const auto end = std::to_chars(memory.data(), memory.data() + memory.size(), value);
    m_file.write({memory.data(), end.ptr});
    return *this;
}

CsvFile& CsvFile::unsignedInteger(std::uint64_t value)
{
    separate();
    std::array<char, 24> memory{};
    const auto end = std::to_chars(memory.data(), memory.data() + memory.size(), value);
    m_file.write({memory.data(), end.ptr});
    return *this;
}

CsvFile& CsvFile::number(double value)
{
    separate();
    m_file.write(csvNumber(value));
    return *this;
}

CsvFile& CsvFile::seconds(std::int64_t nanoseconds)
{
    constexpr std::uint64_t kSecond = 1'000'000'000;
    constexpr std::size_t kDigits = 9;
    separate();
    const auto bits = static_cast<std::uint64_t>(nanoseconds);
    const std::uint64_t size = nanoseconds < 0 ? 0 - bits : bits;
    std::array<char, 40> memory{};
    char* at = memory.data();
    if (nanoseconds < 0)
        *at++ = '-';
    at = std::to_chars(at, memory.data() + memory.size(), size / kSecond).ptr;
    *at = '.';
    std::uint64_t rest = size % kSecond;
    for (std::size_t digit = kDigits; digit > 0; --digit, rest /= 10)
        at[digit] = static_cast<char>('0' + rest % 10);
    m_file.write({memory.data(), at + kDigits + 1});
    return *this;
}

CsvFile& CsvFile::empty()
{
    separate();
    return *this;
}

void CsvFile::endRow()
{
    m_file.write(kCsvRowEnd);
    m_rowBegun = false;
}

format::Result<void> writeTextFile(const std::filesystem::path& path, std::string_view text)
{
    TextFile file(path);
    file.write(text);
    return file.close();
}

} // namespace stepscope::analysis
