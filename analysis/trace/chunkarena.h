#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace stepscope::trace {

/// Memory for the chunks of one trace, with a soft bound on the resident bytes. Segments up to seven eighths of the
/// bound are anonymous memory. Later segments are a shared mapping of an unnamed file. The arena drops the resident
/// pages of that mapping (MADV_DONTNEED) when they exceed the remaining room. It checks this whenever a segment is
/// added, and in a thread every 0.5 ms while pages become resident, otherwise every 4 ms. The system maps a dropped
/// page again when a thread reads or writes it, so addresses stay valid and readers need no lock. Between two checks,
/// readers can exceed the bound by what they read in that time.
///
/// If no file can be created or the file cannot grow, further segments are anonymous memory and use().trouble says why.
class ChunkArena
{
public:
    struct Options
    {
        std::size_t limit = std::size_t{1} << 30U; ///< bytes that may be resident
        std::filesystem::path folder{};            ///< of the file; empty = the user's cache or a temporary folder
    };
    explicit ChunkArena(Options options);
    ~ChunkArena();
    ChunkArena(const ChunkArena&) = delete;
    ChunkArena& operator=(const ChunkArena&) = delete;

    static constexpr std::size_t kSmallest = 64; ///< bytes of a chunk; all sizes are powers of two
    static constexpr std::size_t kLargest = 1U << 16U;

    /// `size`: a power of two between kSmallest and kLargest. The chunk is aligned to kSmallest. Thread-safe. Throws
    /// std::bad_alloc when the system has no memory.
    [[nodiscard]] std::byte* allocate(std::size_t size);
    void release(std::byte* chunk, std::size_t size);

    struct Use
    {
        std::size_t plain = 0;            ///< bytes of anonymous memory
        std::size_t mapped = 0;           ///< bytes of the file
        std::size_t overflowSegments = 0; ///< anonymous segments beyond the bound
        std::string trouble{};            ///< reason of overflowSegments as one line for the user; empty = none
    };
    [[nodiscard]] Use use() const;
    /// Drops the resident pages of the file mapping. The cost grows with the resident pages; afterwards the first
    /// access to each 64 KiB costs a page fault. Thread-safe, also against threads that read or write chunks.
    void trim();

private:
    struct Segment
    {
        std::byte* memory = nullptr;
        bool isMapped = false;
        std::uint64_t offset = 0; ///< in the file
    };
    static constexpr std::size_t kSizes = 11; ///< 2^6 ... 2^16

    static std::size_t classOf(std::size_t size);
    void addSegment();
    [[nodiscard]] bool plainFits() const;
    bool addMapped();
    void addPlain();
    std::byte* placeForMapped();
    bool openFile();
    void fail(std::string text);
    void trimSegments(std::size_t count);
    bool trimIfNeeded();
    void runTrimming();
    void runWriteOut();

    const Options m_options;
    const std::size_t m_segmentSize;
    mutable std::mutex m_mutex; ///< protects all members below; readers of chunks do not take it
    std::vector<Segment> m_segments;
    std::array<std::vector<std::byte*>, kSizes> m_free;
    std::size_t m_used = 0; ///< bytes of the last segment
    Use m_use;
    int m_file = -1;
    std::byte* m_reserved = nullptr;    ///< address space for the next segments of the file
    std::size_t m_reservedSegments = 0; ///< number of segments for which there is room in it
    std::size_t m_residentOfOthers = 0; ///< the process's resident file pages without those of this arena, in bytes
    std::size_t m_checksWithoutGrowth = 0;
    std::size_t m_residentBefore = 0; ///< resident file pages at the last check, in bytes
    std::size_t m_written = 0;        ///< segments whose write-out has begun
    bool m_closing = false;
    std::condition_variable m_wake;
    std::thread m_trimming; ///< runs once the first file segment exists, like the next
    std::thread m_writeOut; ///< separate, since writing may wait for the disk
};

/// Bytes of a text such as "64M", "2 GiB" or "1500000"; 0 = not a size.
std::size_t bytesOfText(const std::string& text);

/// Pointers to the chunks of a growing list. One thread writes, any thread reads without waiting: a table that became
/// too small is replaced by a longer one and stays readable, and an entry is only replaced by a chunk that contains the
/// same values.
template <typename Chunk>
class ChunkDirectory
{
public:
    /// Tables of up to 64 KiB come from `arena`, which must outlive the directory, and so count for its bound.
    explicit ChunkDirectory(ChunkArena* arena = nullptr)
        : m_arena(arena)
    {}
    ~ChunkDirectory()
    {
        for (const Table& table : m_tables) {
            if (isOfArena(table.capacity))
                m_arena->release(reinterpret_cast<std::byte*>(table.entries), table.capacity * sizeof(Entry));
            else
                delete[] table.entries;
        }
    }
    ChunkDirectory(const ChunkDirectory&) = delete;
    ChunkDirectory& operator=(const ChunkDirectory&) = delete;

    /// The chunk at an index that was set before the writer published it.
    [[nodiscard]] const Chunk* at(std::size_t index) const
    {
        return m_table.load(std::memory_order_acquire)[index].load(std::memory_order_acquire);
    }
    /// For the writer only. Indices are set without gaps, in ascending order at first.
    void set(std::size_t index, const Chunk* chunk)
    {
        if (index >= capacity())
            grow();
        m_table.load(std::memory_order_relaxed)[index].store(chunk, std::memory_order_release);
    }
    [[nodiscard]] std::size_t memory() const { return 2 * capacity() * sizeof(Entry); }

private:
    using Entry = std::atomic<const Chunk*>;
    struct Table
    {
        Entry* entries;
        std::size_t capacity; ///< a power of two
    };

    [[nodiscard]] std::size_t capacity() const { return m_tables.empty() ? 0 : m_tables.back().capacity; }
    [[nodiscard]] bool isOfArena(std::size_t capacity) const
    {
        return m_arena != nullptr && capacity * sizeof(Entry) <= ChunkArena::kLargest;
    }
    void grow()
    {
        const std::size_t former = capacity();
        const std::size_t smallest = m_arena != nullptr ? ChunkArena::kSmallest / sizeof(Entry) : 1;
        const std::size_t wanted = std::max(smallest, 2 * former);
        m_tables.reserve(m_tables.size() + 1); // so that no table is lost if there is no memory
        Entry* entries = nullptr;
        if (isOfArena(wanted)) {
            entries = reinterpret_cast<Entry*>(m_arena->allocate(wanted * sizeof(Entry)));
            std::uninitialized_value_construct_n(entries, wanted);
        } else {
            entries = new Entry[wanted]();
        }
        for (std::size_t i = 0; i < former; ++i)
            entries[i].store(m_table.load(std::memory_order_relaxed)[i].load(std::memory_order_relaxed),
                             std::memory_order_relaxed);
        m_table.store(entries, std::memory_order_release);
        m_tables.push_back({entries, wanted});
    }

    ChunkArena* m_arena;
    std::atomic<Entry*> m_table{nullptr};
    std::vector<Table> m_tables; ///< the replaced ones take at most half of the memory
};

} // namespace stepscope::trace
