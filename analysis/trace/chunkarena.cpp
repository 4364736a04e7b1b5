#include "analysis/trace/chunkarena.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <linux/magic.h>
#include <new>
#include <sys/mman.h>
#include <sys/vfs.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace stepscope::trace {
namespace {

constexpr std::size_t kMebi = std::size_t{1} << 20U;

/// Small enough that what is being filled is a small part of it all, large enough that there are not too many.
std::size_t segmentSizeFor(std::size_t limit)
{
    return std::clamp(std::bit_floor(limit / 32), kMebi, 16 * kMebi);
}

/// Of the bound, kept for what is open of the file. Plain memory is much quicker to read, so most is that.
std::size_t roomForFile(std::size_t limit)
{
    return limit / 8;
}

/// The system brings in 64 KiB at a time. Each open window is a mapping of its own, of which a process may have 65,530.
std::size_t windowSizeFor(std::size_t limit)
{
    constexpr std::size_t kLeast = 64 * 1024;
    constexpr std::size_t kMostOpen = 4096;
    return std::clamp(std::bit_ceil(roomForFile(limit) / kMostOpen), kLeast, kMebi);
}

bool isInMemory(const std::filesystem::path& folder)
{
    struct statfs facts = {};
    if (::statfs(folder.c_str(), &facts) != 0)
        return true;
    const auto type = static_cast<unsigned long>(facts.f_type);
    return type == TMPFS_MAGIC || type == RAMFS_MAGIC;
}

/// Where the file may go, best first.
std::vector<std::filesystem::path> foldersFor(const std::filesystem::path& given)
{
    if (!given.empty())
        return {given};
    std::vector<std::filesystem::path> folders;
    const auto add = [&](const char* variable, const char* below) {
        const char* value = std::getenv(variable);
        if (value && *value != '\0')
            folders.push_back(std::filesystem::path(value) / below);
    };
    add("XDG_CACHE_HOME", "");
    add("HOME", ".cache");
    add("TMPDIR", "");
    folders.emplace_back("/var/tmp");
    folders.emplace_back("/tmp");
    return folders;
}

/// -1 = none can be made there.
int namelessFile(const std::filesystem::path& folder)
{
    if (const int file = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600); file >= 0)
        return file;
    // Some file systems know no files without a name.
    std::string name = (folder / "stepscope-XXXXXX").string();
    const int file = ::mkostemp(name.data(), O_CLOEXEC);
    if (file >= 0)
        ::unlink(name.c_str());
    return file;
}

/// In huge pages where the system has them: a picture of a day touches a page or more for each pixel of each channel,
/// and finding small ones would cost more than reading them. nullptr = there is none.
std::byte* plainMemory(std::size_t size)
{
    constexpr std::size_t kHugePage = 2 * kMebi;
    const std::size_t surplus = size % kHugePage == 0 ? kHugePage : 0;
    void* memory = ::mmap(nullptr, size + surplus, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return nullptr;
    auto* begin = static_cast<std::byte*>(memory);
    if (surplus == 0)
        return begin;
    const std::size_t before = (kHugePage - reinterpret_cast<std::uintptr_t>(begin) % kHugePage) % kHugePage;
    if (before > 0)
        ::munmap(begin, before);
    if (before < surplus)
        ::munmap(begin + before + size, surplus - before);
    (void)::madvise(begin + before, size, MADV_HUGEPAGE);
    return begin + before;
}

} // namespace

ChunkArena::ChunkArena(Options options)
    : m_options(std::move(options))
    , m_segmentSize(segmentSizeFor(m_options.limit))
    , m_windows(windowSizeFor(m_options.limit))
{}

ChunkArena::~ChunkArena()
{
    {
        const std::lock_guard lock(m_mutex);
        m_closing = true;
    }
    m_wake.notify_all();
    if (m_writer.joinable())
        m_writer.join();
    for (const Segment& segment : m_segments) {
        if (!segment.isMapped)
            ::munmap(segment.memory, m_segmentSize);
    }
    if (m_file >= 0)
        ::close(m_file);
}

std::size_t ChunkArena::classOf(std::size_t size)
{
    assert(std::has_single_bit(size) && kSmallest <= size && size <= kLargest);
    return static_cast<std::size_t>(std::countr_zero(size) - std::countr_zero(kSmallest));
}

std::byte* ChunkArena::allocate(std::size_t size)
{
    const std::lock_guard lock(m_mutex);
    auto& free = m_free[classOf(size)];
    if (!free.empty()) {
        std::byte* chunk = free.back();
        free.pop_back();
        return chunk;
    }
    if (m_segments.empty() || m_segmentSize - m_used < size)
        addSegment();
    std::byte* chunk = m_segments.back().memory + m_used;
    m_used += size;
    return chunk;
}

void ChunkArena::release(std::byte* chunk, std::size_t size)
{
    const std::lock_guard lock(m_mutex);
    m_free[classOf(size)].push_back(chunk);
}

ChunkArena::Use ChunkArena::use() const
{
    const std::lock_guard lock(m_mutex);
    Use use = m_use;
    use.open = m_windows.open();
    return use;
}

void ChunkArena::trim()
{
    m_windows.closeAll();
}

void ChunkArena::addSegment()
{
    if (plainFits() || !addMapped())
        addPlain();
    m_used = 0;
    // Plain memory may have taken all of it: then the bound is lost, and that is told; reading must still get on.
    m_windows.setRoom(std::max(m_options.limit - std::min(m_options.limit, m_use.plain), roomForFile(m_options.limit)));
    m_wake.notify_all();
}

bool ChunkArena::plainFits() const
{
    return m_use.plain + m_segmentSize <= m_options.limit - roomForFile(m_options.limit);
}

void ChunkArena::addPlain()
{
    std::byte* memory = plainMemory(m_segmentSize);
    if (memory == nullptr)
        throw std::bad_alloc();
    if (!plainFits())
        ++m_use.beyond;
    m_segments.push_back({.memory = memory});
    m_use.plain += m_segmentSize;
}

bool ChunkArena::addMapped()
{
    if (!m_use.trouble.empty() || (m_file < 0 && !openFile()))
        return false;
    const auto offset = static_cast<std::uint64_t>(m_use.mapped);
    // Blocks that are there cannot be missing later: a write into a mapping has no way to say that the disk is full.
    if (const int error = ::posix_fallocate(m_file, static_cast<off_t>(offset), static_cast<off_t>(m_segmentSize))) {
        fail("The file for what does not fit into memory cannot grow (" + std::generic_category().message(error) + ")");
        return false;
    }
    void* memory =
        ::mmap(nullptr, m_segmentSize, PROT_READ | PROT_WRITE, MAP_SHARED, m_file, static_cast<off_t>(offset));
    if (memory == MAP_FAILED) {
        fail("The file for what does not fit into memory cannot be mapped (" + std::generic_category().message(errno) +
             ")");
        return false;
    }
    m_segments.push_back({.memory = static_cast<std::byte*>(memory), .isMapped = true, .offset = offset});
    m_use.mapped += m_segmentSize;
    m_windows.add(m_segments.back().memory, m_segmentSize);
    if (!m_writer.joinable())
        m_writer = std::thread([this] { writeOut(); });
    return true;
}

bool ChunkArena::openFile()
{
    std::string tried;
    for (const std::filesystem::path& folder : foldersFor(m_options.folder)) {
        if (isInMemory(folder))
            continue; // gains nothing, and fills what others need
        m_file = namelessFile(folder);
        if (m_file >= 0)
            return true;
        tried += (tried.empty() ? ": " : ", ") + folder.string();
    }
    fail("There is no place on a disk for what does not fit into memory" + tried);
    return false;
}

void ChunkArena::fail(std::string text)
{
    m_use.trouble = std::move(text) + "; the trace takes more memory than its bound. Free disk space, or name a folder "
                                      "on a disk by TMPDIR, and open it again.";
}

/// What was written stays in the system's cache, and goes to the disk from there: begun early, so that the system can
/// give that memory to others when they need it. Beside whoever fills it, as that takes far longer than letting go.
void ChunkArena::writeOut()
{
    std::unique_lock lock(m_mutex);
    for (;;) {
        m_wake.wait(lock, [this] { return m_closing || m_written + 1 < m_segments.size(); });
        if (m_closing)
            return;
        const Segment segment = m_segments[m_written++];
        if (!segment.isMapped)
            continue;
        lock.unlock();
        (void)::sync_file_range(m_file, static_cast<off64_t>(segment.offset), static_cast<off64_t>(m_segmentSize),
                                SYNC_FILE_RANGE_WRITE);
        lock.lock();
    }
}

std::size_t bytesOfText(const std::string& text)
{
    char* end = nullptr;
    errno = 0;
    const double number = std::strtod(text.c_str(), &end);
    if (end == text.c_str() || !(number > 0) || errno != 0)
        return 0;
    std::string unit;
    for (; *end != '\0'; ++end) {
        if (std::isspace(static_cast<unsigned char>(*end)) == 0)
            unit += static_cast<char>(std::tolower(static_cast<unsigned char>(*end)));
    }
    constexpr std::array<std::pair<const char*, unsigned>, 5> kUnits{
        {{"", 0}, {"k", 10}, {"m", 20}, {"g", 30}, {"t", 40}}};
    for (const auto& [letter, bits] : kUnits) {
        if (unit != letter && unit != letter + std::string("b") && unit != letter + std::string("ib"))
            continue;
        const double bytes = number * static_cast<double>(std::uint64_t{1} << bits);
        return bytes >= 1 && bytes < 1e18 ? static_cast<std::size_t>(bytes) : 0;
    }
    return 0;
}

} // namespace stepscope::trace
