#include "analysis/trace/chunkarena.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cctype>
#include <cerrno>
#include <chrono>
#include <cstdio>
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

/// Time between two checks of the resident pages: while readers are busy, and at most. Each check takes a few us.
constexpr std::chrono::microseconds kShortestPeriod(500);
constexpr std::chrono::microseconds kLongestPeriod(4000);

/// Segments of the file that lie side by side. Dropping pages interrupts all processors that run threads of the
/// process, once for each mapping; the system joins adjacent segments into one mapping.
constexpr std::size_t kSideBySide = 32;

/// A small part of the bound, but large enough to keep the number of mappings low.
std::size_t segmentSizeFor(std::size_t limit)
{
    return std::clamp(std::bit_floor(limit / 32), kMebi, 16 * kMebi);
}

/// The part of the bound that remains for pages of the file. It is small because anonymous memory in huge pages is
/// faster to read.
std::size_t roomForFile(std::size_t limit)
{
    return limit / 8;
}

/// The process's resident pages of files, in bytes: /proc/self/statm (proc(5)), field "shared". 0 = not readable. Costs
/// a few microseconds; the error is below 1 MiB on kernels that count per thread.
std::size_t residentFileBytes()
{
    std::array<char, 128> text{};
    const int file = ::open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return 0;
    const ssize_t size = ::read(file, text.data(), text.size() - 1);
    ::close(file);
    unsigned long long pages = 0;
    if (size <= 0 || std::sscanf(text.data(), "%*u %*u %llu", &pages) != 1)
        return 0;
    return static_cast<std::size_t>(pages) * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

bool isInMemory(const std::filesystem::path& folder)
{
    struct statfs facts = {};
    if (::statfs(folder.c_str(), &facts) != 0)
        return true;
    const auto type = static_cast<unsigned long>(facts.f_type);
    return type == TMPFS_MAGIC || type == RAMFS_MAGIC;
}

/// Folders for the file, in order of preference.
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

/// -1 = the folder does not accept one.
int namelessFile(const std::filesystem::path& folder)
{
    if (const int file = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600); file >= 0)
        return file;
    // Some file systems do not support O_TMPFILE.
    std::string name = (folder / "stepscope-XXXXXX").string();
    const int file = ::mkostemp(name.data(), O_CLOEXEC);
    if (file >= 0)
        ::unlink(name.c_str());
    return file;
}

/// Memory in huge pages if the system has them: drawing a day touches at least one page per pixel and channel, and
/// misses in the TLB would dominate with small pages. nullptr = out of memory.
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
{}

ChunkArena::~ChunkArena()
{
    {
        const std::lock_guard lock(m_mutex);
        m_closing = true;
    }
    m_wake.notify_all();
    for (std::thread* thread : {&m_trimming, &m_writeOut}) {
        if (thread->joinable())
            thread->join();
    }
    for (const Segment& segment : m_segments)
        ::munmap(segment.memory, m_segmentSize);
    if (m_reservedSegments > 0)
        ::munmap(m_reserved, m_reservedSegments * m_segmentSize);
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
    return m_use;
}

void ChunkArena::trim()
{
    const std::lock_guard lock(m_mutex);
    trimSegments(m_segments.size());
}

/// Trims the first `count` segments. Modified pages stay in the page cache, because the mapping is shared: only the
/// mapping of the pages is dropped.
void ChunkArena::trimSegments(std::size_t count)
{
    for (std::size_t i = 0; i < count; ++i) {
        if (!m_segments[i].isMapped)
            continue;
        std::byte* const begin = m_segments[i].memory;
        std::size_t size = m_segmentSize;
        for (; i + 1 < count && m_segments[i + 1].isMapped && m_segments[i + 1].memory == begin + size; ++i)
            size += m_segmentSize;
        (void)::madvise(begin, size, MADV_DONTNEED);
    }
    m_residentBefore = residentFileBytes();
    m_residentOfOthers = std::min(m_residentOfOthers, m_residentBefore);
}

/// Other file pages of the process (program code) count as this arena's until a trim leaves them resident while no page
/// becomes resident. That only makes trims earlier. Returns whether pages became resident since the last check.
bool ChunkArena::trimIfNeeded()
{
    const std::size_t resident = residentFileBytes();
    const bool grows = resident > std::exchange(m_residentBefore, resident);
    m_checksWithoutGrowth = grows ? 0 : m_checksWithoutGrowth + 1;
    m_residentOfOthers = std::min(m_residentOfOthers, resident);
    const std::size_t free = m_options.limit - std::min(m_options.limit, m_use.plain);
    const std::size_t room = std::max(free, roomForFile(m_options.limit));
    // The last segment is being filled: it stays resident, and grows until the next check.
    if (resident - m_residentOfOthers > room - std::min(room / 2, m_segmentSize)) {
        trimSegments(m_segments.size() - 1);
        // While a thread reads, pages become resident during the trim; otherwise those that stay are of others.
        if (m_checksWithoutGrowth > 2)
            m_residentOfOthers = m_residentBefore;
    }
    return grows;
}

void ChunkArena::addSegment()
{
    if (plainFits() || !addMapped())
        addPlain();
    m_used = 0;
    if (m_file >= 0)
        trimIfNeeded();
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
        ++m_use.overflowSegments;
    m_segments.push_back({.memory = memory});
    m_use.plain += m_segmentSize;
}

bool ChunkArena::addMapped()
{
    if (!m_use.trouble.empty() || (m_file < 0 && !openFile()))
        return false;
    const auto offset = static_cast<std::uint64_t>(m_use.mapped);
    // Reserves the blocks now: a write into a mapping cannot report a full disk, it raises SIGBUS.
    if (const int error = ::posix_fallocate(m_file, static_cast<off_t>(offset), static_cast<off_t>(m_segmentSize))) {
        fail("The file for data that does not fit into memory cannot grow (" + std::generic_category().message(error) +
             ")");
        return false;
    }
    std::byte* const place = placeForMapped();
    void* memory = place == nullptr ? MAP_FAILED
                                    : ::mmap(place, m_segmentSize, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED,
                                             m_file, static_cast<off_t>(offset));
    if (memory == MAP_FAILED) {
        m_reservedSegments = 0; // the system may have given the address space to others
        fail("The file for data that does not fit into memory cannot be mapped (" +
             std::generic_category().message(errno) + ")");
        return false;
    }
    m_reserved += m_segmentSize;
    --m_reservedSegments;
    m_segments.push_back({.memory = static_cast<std::byte*>(memory), .isMapped = true, .offset = offset});
    m_use.mapped += m_segmentSize;
    if (!m_trimming.joinable()) {
        m_residentOfOthers = residentFileBytes();
        m_trimming = std::thread([this] { runTrimming(); });
        m_writeOut = std::thread([this] { runWriteOut(); });
    }
    return true;
}

/// Where the next segment of the file is to be mapped. nullptr = no address space is left, see errno.
std::byte* ChunkArena::placeForMapped()
{
    if (m_reservedSegments > 0)
        return m_reserved;
    void* memory =
        ::mmap(nullptr, kSideBySide * m_segmentSize, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
        return nullptr;
    m_reserved = static_cast<std::byte*>(memory);
    m_reservedSegments = kSideBySide;
    return m_reserved;
}

bool ChunkArena::openFile()
{
    std::string tried;
    for (const std::filesystem::path& folder : foldersFor(m_options.folder)) {
        if (isInMemory(folder))
            continue; // a file there would take memory, too
        m_file = namelessFile(folder);
        if (m_file >= 0)
            return true;
        tried += (tried.empty() ? ": " : ", ") + folder.string();
    }
    fail("No folder on a disk accepts a file for data that does not fit into memory" + tried);
    return false;
}

void ChunkArena::fail(std::string text)
{
    m_use.trouble = std::move(text) +
                    "; the trace takes more memory than its bound. Free disk space, or set TMPDIR to a "
                    "folder on a disk, and open it again.";
}

/// Begins to write full segments to the disk, so that the system can reclaim their pages under memory pressure. Runs
/// beside the thread that fills segments, because it takes much longer than filling.
void ChunkArena::runWriteOut()
{
    std::unique_lock lock(m_mutex);
    while (!m_closing) {
        m_wake.wait(lock, [this] { return m_closing || m_written + 1 < m_segments.size(); });
        while (!m_closing && m_written + 1 < m_segments.size()) {
            const Segment segment = m_segments[m_written++];
            if (!segment.isMapped)
                continue;
            lock.unlock();
            // The system interrupts all processors for each mapped page that it writes, but only once for this call.
            (void)::madvise(segment.memory, m_segmentSize, MADV_DONTNEED);
            (void)::sync_file_range(m_file, static_cast<off64_t>(segment.offset), static_cast<off64_t>(m_segmentSize),
                                    SYNC_FILE_RANGE_WRITE);
            lock.lock();
        }
    }
}

void ChunkArena::runTrimming()
{
    std::unique_lock lock(m_mutex);
    auto period = kShortestPeriod;
    while (!m_wake.wait_for(lock, period, [this] { return m_closing; }))
        period = trimIfNeeded() ? kShortestPeriod : std::min(2 * period, kLongestPeriod);
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
