#include "analysis/export/outputfile.h"

#include "analysis/text/quantitytext.h"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <zlib.h>

namespace stepscope::analysis {

namespace fs = std::filesystem;

struct OutputFile::Gzip
{
    z_stream stream{};
    std::array<char, 65536> buffer{};
};

OutputFile::OutputFile(fs::path path, fs::path temporary, bool replaces)
    : m_path(std::move(path))
    , m_temporary(std::move(temporary))
    , m_replaces(replaces)
    , m_file(std::make_unique<TextFile>(m_temporary))
{}

OutputFile::OutputFile(OutputFile&& other) noexcept = default;

OutputFile::~OutputFile()
{
    if (m_gzip)
        deflateEnd(&m_gzip->stream);
    if (!m_file || m_temporary == m_path)
        return;
    m_file.reset();
    std::error_code ignored;
    fs::remove(m_temporary, ignored);
}

format::Result<OutputFile> OutputFile::create(const fs::path& path, bool replaces)
{
    constexpr int kAttempts = 100; // names left by exports that were killed
    std::error_code ignored;
    const bool exists = fs::exists(path, ignored);
    if (exists && fs::is_directory(path, ignored))
        return format::failure(path.string() + " is a folder: choose the name of a file.");
    if (exists && !fs::is_regular_file(path, ignored))
        return OutputFile(path, path, true);
    if (exists && !replaces)
        return format::failure(path.string() + " exists already: choose another name, or replace it with --force.");
    const std::string stem = path.string() + "." + std::to_string(::getpid()) + "-";
    for (int attempt = 0;; ++attempt) {
        const fs::path temporary = stem + std::to_string(attempt) + ".part";
        const int descriptor = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
        if (descriptor < 0 && (errno != EEXIST || attempt == kAttempts))
            return fileError("Writing", path, errno);
        if (descriptor < 0)
            continue;
        ::close(descriptor);
        return OutputFile(path, temporary, replaces);
    }
}

void OutputFile::compress()
{
    constexpr int kGzip = 16; // added to the window's bits
    m_gzip = std::make_unique<Gzip>();
    // Fails only without memory for 256 KiB; nothing is compressed then, which readers of gzip files accept.
    if (deflateInit2(&m_gzip->stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, MAX_WBITS + kGzip, 8, Z_DEFAULT_STRATEGY) !=
        Z_OK)
        m_gzip.reset();
}

void OutputFile::write(std::string_view bytes)
{
    if (m_gzip)
        deflate(bytes, Z_NO_FLUSH);
    else
        m_file->write(bytes);
}

void OutputFile::deflate(std::string_view bytes, int flush)
{
    z_stream& stream = m_gzip->stream;
    // zlib does not change the input, although its type says so.
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream.avail_in = static_cast<uInt>(bytes.size());
    do {
        stream.next_out = reinterpret_cast<Bytef*>(m_gzip->buffer.data());
        stream.avail_out = static_cast<uInt>(m_gzip->buffer.size());
        ::deflate(&stream, flush);
        m_file->write({m_gzip->buffer.data(), m_gzip->buffer.size() - stream.avail_out});
    } while (stream.avail_out == 0);
}

format::Result<void> OutputFile::commit()
{
    if (m_gzip)
        deflate({}, Z_FINISH);
    if (const auto closed = m_file->close(); !closed.ok()) {
        std::string text = closed.error().text; // names the file as the user does
        if (const std::size_t at = text.find(m_temporary.string()); at != std::string::npos)
            text.replace(at, m_temporary.string().size(), m_path.string());
        return format::failure(closed.error().code, text);
    }
    if (m_temporary == m_path)
        return {};
    int status = -1;
    if (!m_replaces) {
        status = ::renameat2(AT_FDCWD, m_temporary.c_str(), AT_FDCWD, m_path.c_str(), RENAME_NOREPLACE);
        if (status != 0 && errno == EEXIST)
            return format::failure(m_path.string() +
                                   " exists already: choose another name, or replace it with --force.");
    }
    if (status != 0) // also where the file system cannot refuse to replace
        status = ::rename(m_temporary.c_str(), m_path.c_str());
    if (status != 0)
        return fileError("Writing", m_path, errno);
    m_file.reset();
    return {};
}

std::string Omissions::text() const
{
    std::string text;
    for (const auto& [what, count] : m_counts)
        text += (text.empty() ? "not expressed: " : ", ") + countText(count) + " " + what;
    return text;
}

namespace {

/// Length of the valid UTF-8 sequence at the begin of the text; 0 = invalid.
std::size_t sequenceLength(std::string_view text)
{
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char first = byte(0);
    const std::size_t length = first < 0x80                     ? 1
                               : first >= 0xC2 && first <= 0xDF ? 2
                               : first >= 0xE0 && first <= 0xEF ? 3
                               : first >= 0xF0 && first <= 0xF4 ? 4
                                                                : 0;
    if (length == 0 || length > text.size())
        return 0;
    for (std::size_t i = 1; i < length; ++i) {
        if (byte(i) < 0x80 || byte(i) > 0xBF)
            return 0;
    }
    const bool isOverlong = (first == 0xE0 && byte(1) < 0xA0) || (first == 0xF0 && byte(1) < 0x90);
    const bool isOutside = (first == 0xED && byte(1) > 0x9F) || (first == 0xF4 && byte(1) > 0x8F);
    return isOverlong || isOutside ? 0 : length;
}

} // namespace

std::string validText(std::string_view text)
{
    std::string valid;
    while (!text.empty()) {
        const std::size_t length = sequenceLength(text);
        const bool isControl = length == 1 && (static_cast<unsigned char>(text.front()) < 0x20 || text.front() == 0x7F);
        if (length == 0)
            valid += "\uFFFD";
        else
            valid += isControl ? std::string_view(" ") : text.substr(0, length);
        text.remove_prefix(std::max<std::size_t>(length, 1));
    }
    return valid;
}

} // namespace stepscope::analysis
