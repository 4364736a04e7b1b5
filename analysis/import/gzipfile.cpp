#include "analysis/import/gzipfile.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <zlib.h>

namespace stepscope::analysis {
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
