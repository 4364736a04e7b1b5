#include "analysis/import/wholefile.h"

#include "analysis/import/linefile.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <span>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace stepscope::analysis {
namespace {

format::Error tooLarge(const std::filesystem::path& path)
{
    return format::failure(format::Error::Code::Corrupt,
                           path.string() +
                               " has more than 1 GiB (after decompression), the most that can be imported of "
                               "this kind: profile fewer steps.");
}

format::Result<std::string> decompressed(const std::filesystem::path& path)
{
    constexpr std::size_t kPart = std::size_t{1} << 20U;
    GzipFile file = TRY(GzipFile::open(path));
    std::string text;
    for (;;) {
        const std::size_t size = text.size();
        if (size > WholeFile::kMost)
            return tooLarge(path);
        text.resize(size + kPart);
        const std::size_t count = file.read(std::span(text).subspan(size));
        text.resize(size + count);
        if (count == 0)
            break;
    }
    if (!file.damage().empty())
        return format::failure(format::Error::Code::Corrupt, path.string() + " cannot be decompressed (" +
                                                                 file.damage() + "): fetch or record it again.");
    return text;
}

} // namespace

WholeFile::WholeFile(WholeFile&& other) noexcept
    : m_text(std::move(other.m_text))
    , m_map(std::exchange(other.m_map, nullptr))
    , m_size(other.m_size)
{}

WholeFile& WholeFile::operator=(WholeFile&& other) noexcept
{
    std::swap(m_text, other.m_text);
    std::swap(m_map, other.m_map);
    std::swap(m_size, other.m_size);
    return *this;
}

WholeFile::~WholeFile()
{
    if (m_map)
        ::munmap(m_map, m_size);
}

std::string_view WholeFile::bytes() const
{
    return m_map ? std::string_view(static_cast<const char*>(m_map), m_size) : std::string_view(m_text);
}

format::Result<WholeFile> WholeFile::open(const std::filesystem::path& path)
{
    WholeFile file;
    const std::string beginning = TRY(beginningOf(path, 2));
    if (beginning == "\x1f\x8b") {
        file.m_text = TRY(decompressed(path));
        return file;
    }
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    struct stat facts = {};
    if (descriptor < 0 || ::fstat(descriptor, &facts) != 0) {
        const int error = errno;
        if (descriptor >= 0)
            ::close(descriptor);
        return format::failure("Reading " + path.string() + " failed (" + std::strerror(error) + "): check the file.");
    }
    file.m_size = static_cast<std::size_t>(facts.st_size);
    if (file.m_size > kMost) {
        ::close(descriptor);
        return tooLarge(path);
    }
    void* const map = ::mmap(nullptr, file.m_size, PROT_READ, MAP_PRIVATE, descriptor, 0);
    const int error = errno;
    ::close(descriptor);
    if (map == MAP_FAILED)
        return format::failure("Reading " + path.string() + " failed (" + std::strerror(error) + "): check the file.");
    file.m_map = map;
    return file;
}

} // namespace stepscope::analysis
