#pragma once

#include "analysis/trace/mappedwindows.h"

#include <array>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace stepscope::trace {

/// Memory for the chunks of one trace, of which no more than a bound stays resident. What fits into seven eighths of
/// the bound is plain memory. What comes after that lies in a file without a name, mapped, of which no more is open
/// than the rest of the bound has room for (MappedWindows); it comes back by itself where it is read. So readers need
/// no lock of their own, and what was told to them stays where it is. Where no such file can be made, or it cannot
/// grow, what comes is plain memory, and use().trouble says that the bound is not held.
class ChunkArena
{
public:
    struct Options
    {
        std::size_t limit = std::size_t{1} << 30U; ///< bytes that may be resident
        std::filesystem::path folder{};            ///< for the file; empty = the user's cache, or temporary files
    };
    explicit ChunkArena(Options options);
    ~ChunkArena();
    ChunkArena(const ChunkArena&) = delete;
    ChunkArena& operator=(const ChunkArena&) = delete;

    static constexpr std::size_t kSmallest = 64; ///< bytes of a chunk; all sizes are powers of two
    static constexpr std::size_t kLargest = 1U << 16U;

    /// `size`: a power of two between kSmallest and kLargest; aligned to kSmallest. Any thread.
    [[nodiscard]] std::byte* allocate(std::size_t size);
    void release(std::byte* chunk, std::size_t size);

    struct Use
    {
        std::size_t plain = 0;  ///< bytes of plain memory
        std::size_t mapped = 0; ///< bytes of the file
        std::size_t open = 0;   ///< of those: how many may be resident now
        std::size_t beyond = 0; ///< pieces of plain memory that should have been in the file
        std::string trouble{};  ///< why; one line for a person
    };
    [[nodiscard]] Use use() const;
    /// Lets go all of the file that can be, now; else that happens when there is no room for what is wanted.
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
    bool openFile();
    void fail(std::string text);
    void writeOut();

    const Options m_options;
    const std::size_t m_segmentSize;
    mutable std::mutex m_mutex; ///< of everything below; readers of chunks never need it
    std::vector<Segment> m_segments;
    std::array<std::vector<std::byte*>, kSizes> m_free;
    std::size_t m_used = 0; ///< bytes of the last segment
    Use m_use;
    int m_file = -1;
    MappedWindows m_windows;
    std::size_t m_written = 0; ///< segments whose way to the disk has begun
    bool m_closing = false;
    std::condition_variable m_wake;
    std::thread m_writer; ///< from the first mapped segment on
};

/// "64M", "2 GiB", "1500000": bytes; 0 = it is none.
std::size_t bytesOfText(const std::string& text);

} // namespace stepscope::trace
