#pragma once

#include "analysis/trace/chunkarena.h"
#include "remote/format/bytes.h"
#include "remote/format/records.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace stepscope::trace {

/// An append-only list of int64 values (including format::kMissing) that takes 0, 1, 2, 4 or 8 bytes per value. A chunk
/// stores the distances of its values from a straight line. If a value does not fit, the chunk is replaced by a wider
/// copy; the narrow chunk stays for concurrent readers. One thread writes. Other threads read below a size that the
/// writer published.
class PackedColumn
{
public:
    using ArenaPointer = std::shared_ptr<ChunkArena>;

    /// `slope`: the expected difference between consecutive values. Without an arena, chunks come from the heap.
    explicit PackedColumn(std::int64_t slope = 0)
        : PackedColumn(nullptr, slope)
    {}
    explicit PackedColumn(ArenaPointer arena, std::int64_t slope = 0)
        : m_arena(std::move(arena))
        , m_directory(m_arena.get())
        , m_slope(slope)
    {}
    /// A column for values that rise at an unknown rate: each chunk uses the slope of the previous chunk.
    static PackedColumn rising(ArenaPointer arena) { return PackedColumn(std::move(arena), Follows()); }
    /// A copy of the first `count` values of `other`; shares full chunks.
    PackedColumn(const PackedColumn& other, std::size_t count);

    void append(std::int64_t value)
    {
        const std::size_t slot = m_size & kMask;
        // Most values fit into the last chunk, and m_needed already has its width, so that it does not change.
        const bool isOpen = slot != 0 && slot < m_tail->capacity && m_needed == m_tail->width;
        if (!isOpen || !m_tail->storeFitting(slot, value))
            appendWidened(value);
        ++m_size;
        m_last = value == format::kMissing ? m_last : value;
    }
    /// Appends many values in a third of the time.
    void append(std::span<const std::int64_t> values);
    [[nodiscard]] std::int64_t at(std::size_t i) const { return m_directory.at(i >> kBits)->value(i & kMask); }
    /// Reads the values [first, first + count), which must lie within one block of kReadable aligned to kReadable. Much
    /// cheaper per value than at().
    static constexpr std::size_t kReadable = 16;
    void read(std::size_t first, std::size_t count, std::int64_t* values) const
    {
        m_directory.at(first >> kBits)->values(first & kMask, count, values);
    }
    /// Has the processor fetch the memory of a value. prefetch() reads the chunk's header, so prefetchChunk() should
    /// come earlier. Does nothing for values without bytes, because prefetching a null address costs time.
    void prefetchChunk(std::size_t i) const { __builtin_prefetch(m_directory.at(i >> kBits)); }
    void prefetch(std::size_t i) const
    {
        const Chunk* chunk = m_directory.at(i >> kBits);
        if (chunk->width != Width::None)
            __builtin_prefetch(chunk->data + (i & kMask) * static_cast<std::size_t>(chunk->width));
    }
    /// Smallest and largest value, ignoring format::kMissing.
    struct Bounds
    {
        std::int64_t smallest = std::numeric_limits<std::int64_t>::max();
        std::int64_t largest = std::numeric_limits<std::int64_t>::min();

        [[nodiscard]] bool isEmpty() const { return smallest > largest; }
        void add(Bounds other)
        {
            smallest = smallest < other.smallest ? smallest : other.smallest;
            largest = largest > other.largest ? largest : other.largest;
        }
    };
    /// Bounds of the values [first, first + count), which must lie within one chunk, as those of read() do.
    [[nodiscard]] Bounds bounds(std::size_t first, std::size_t count) const
    {
        return m_directory.at(first >> kBits)->bounds(first & kMask, count);
    }
    /// Bounds of the values [first, last). Any number of values.
    [[nodiscard]] Bounds boundsOf(std::size_t first, std::size_t last) const
    {
        Bounds bounds;
        while (first < last) {
            const std::size_t end = std::min(last, (first | kMask) + 1);
            bounds.add(this->bounds(first, end - first));
            first = end;
        }
        return bounds;
    }
    struct Largest
    {
        std::int64_t value = std::numeric_limits<std::int64_t>::min();
        std::size_t at = 0; ///< index of the first value that is this large
    };
    /// The largest of the values [first, last), of which at least one must not be missing. Any number of values.
    [[nodiscard]] Largest largest(std::size_t first, std::size_t last) const;
    /// Number of values. For the writer only.
    [[nodiscard]] std::size_t size() const { return m_size; }
    /// Bytes of memory, including replaced chunks.
    [[nodiscard]] std::size_t memory() const;

private:
    struct Follows
    {};
    PackedColumn(ArenaPointer arena, Follows /*follows*/)
        : m_arena(std::move(arena))
        , m_directory(m_arena.get())
        , m_follows(true)
    {}

    static constexpr unsigned kBits = 12;
    static constexpr std::size_t kMask = (std::size_t{1} << kBits) - 1;
    static constexpr std::size_t kLargestSlab = 64; ///< chunks

    enum class Width : std::uint8_t { None = 0, One = 1, Two = 2, Four = 4, Eight = 8 };

    /// The header of a chunk. The values lie in separate memory, which keeps the headers compact. With width None the
    /// values are the line itself; with width Eight they are stored unchanged.
    struct alignas(64) Chunk // one cache line
    {
        Chunk() = default;
        ~Chunk();
        Chunk(const Chunk&) = delete;
        Chunk& operator=(const Chunk&) = delete;
        /// Allocates the data. Called once, before any other function.
        void open(ChunkArena* chunkArena, std::size_t chunkCapacity, Width chunkWidth);

        std::int64_t base = 0;
        std::int64_t slope = 0;
        std::byte* data = nullptr;
        std::uint32_t capacity = 0;
        Width width = Width::None;
        ChunkArena* arena = nullptr;

        [[nodiscard]] std::int64_t line(std::size_t slot) const
        {
            return static_cast<std::int64_t>(static_cast<std::uint64_t>(base) +
                                             static_cast<std::uint64_t>(slope) * slot);
        }
        template <typename Integer>
        [[nodiscard]] std::int64_t narrow(std::size_t slot) const
        {
            Integer distance;
            std::memcpy(&distance, data + slot * sizeof distance, sizeof distance);
            return distance == std::numeric_limits<Integer>::min() ? format::kMissing
                                                                   : format::wrappingSum(line(slot), distance);
        }
        [[nodiscard]] std::int64_t value(std::size_t slot) const
        {
            switch (width) {
            case Width::None:
                return line(slot);
            case Width::One:
                return narrow<std::int8_t>(slot);
            case Width::Two:
                return narrow<std::int16_t>(slot);
            case Width::Four:
                return narrow<std::int32_t>(slot);
            case Width::Eight:
                break;
            }
            std::int64_t stored = 0;
            std::memcpy(&stored, data + slot * sizeof stored, sizeof stored);
            return stored;
        }
        template <typename Integer>
        void narrows(std::size_t slot, std::size_t count, std::int64_t* values) const
        {
            // In locals, since the values could alias the members.
            const auto step = static_cast<std::uint64_t>(slope);
            const std::byte* from = data + slot * sizeof(Integer);
            auto expected = static_cast<std::uint64_t>(line(slot));
            for (std::size_t i = 0; i < count; ++i, expected += step) {
                Integer distance;
                std::memcpy(&distance, from + i * sizeof distance, sizeof distance);
                values[i] = distance == std::numeric_limits<Integer>::min()
                                ? format::kMissing
                                : format::wrappingSum(static_cast<std::int64_t>(expected), distance);
            }
        }
        void values(std::size_t slot, std::size_t count, std::int64_t* values) const
        {
            switch (width) {
            case Width::None:
                for (std::size_t i = 0; i < count; ++i)
                    values[i] = line(slot + i);
                return;
            case Width::One:
                return narrows<std::int8_t>(slot, count, values);
            case Width::Two:
                return narrows<std::int16_t>(slot, count, values);
            case Width::Four:
                return narrows<std::int32_t>(slot, count, values);
            case Width::Eight:
                break;
            }
            std::memcpy(values, data + slot * sizeof *values, count * sizeof *values);
        }
        template <typename Integer>
        [[nodiscard]] Bounds narrowBounds(std::size_t slot, std::size_t count) const
        {
            // The smallest integer encodes a missing value. Subtracting 1 wraps it to the largest, so it affects
            // neither bound.
            using Unsigned = std::make_unsigned_t<Integer>;
            Integer least = std::numeric_limits<Integer>::max();
            Integer most = std::numeric_limits<Integer>::min();
            for (std::size_t i = 0; i < count; ++i) {
                Integer distance;
                std::memcpy(&distance, data + (slot + i) * sizeof distance, sizeof distance);
                const auto less = static_cast<Integer>(static_cast<Unsigned>(static_cast<Unsigned>(distance) - 1U));
                least = less < least ? less : least;
                most = distance > most ? distance : most;
            }
            if (most == std::numeric_limits<Integer>::min())
                return {};
            return {format::wrappingSum(base, std::int64_t{least} + 1), format::wrappingSum(base, most)};
        }
        [[nodiscard]] Bounds wideBounds(std::size_t slot, std::size_t count) const
        {
            Bounds bounds;
            for (std::size_t i = 0; i < count; ++i) {
                std::int64_t value = 0;
                std::memcpy(&value, data + (slot + i) * sizeof value, sizeof value);
                if (value != format::kMissing)
                    bounds.add({value, value});
            }
            return bounds;
        }
        [[nodiscard]] Bounds bounds(std::size_t slot, std::size_t count) const
        {
            if (slope == 0 && width == Width::One)
                return narrowBounds<std::int8_t>(slot, count);
            if (slope == 0 && width == Width::Two)
                return narrowBounds<std::int16_t>(slot, count);
            if (slope == 0 && width == Width::Four)
                return narrowBounds<std::int32_t>(slot, count);
            if (width == Width::Eight)
                return wideBounds(slot, count);
            Bounds bounds;
            for (std::size_t i = 0; i < count; ++i) {
                if (const std::int64_t value = this->value(slot + i); value != format::kMissing)
                    bounds.add({value, value});
            }
            return bounds;
        }
        [[nodiscard]] Largest largest(std::size_t slot, std::size_t count) const;
        [[nodiscard]] Width widthFor(std::size_t slot, std::int64_t value) const;
        template <typename Integer>
        [[nodiscard]] bool storeNarrow(std::size_t slot, std::int64_t value)
        {
            const std::int64_t distance = format::wrappingDifference(value, line(slot));
            auto stored = static_cast<Integer>(distance);
            if (value == format::kMissing)
                stored = std::numeric_limits<Integer>::min();
            else if (stored != distance || stored == std::numeric_limits<Integer>::min())
                return false;
            std::memcpy(data + slot * sizeof stored, &stored, sizeof stored);
            return true;
        }
        /// Returns false and stores nothing if the value needs a greater width.
        [[nodiscard]] bool storeFitting(std::size_t slot, std::int64_t value)
        {
            switch (width) {
            case Width::None:
                return value != format::kMissing && value == line(slot);
            case Width::One:
                return storeNarrow<std::int8_t>(slot, value);
            case Width::Two:
                return storeNarrow<std::int16_t>(slot, value);
            case Width::Four:
                return storeNarrow<std::int32_t>(slot, value);
            case Width::Eight:
                break;
            }
            std::memcpy(data + slot * sizeof value, &value, sizeof value);
            return true;
        }
        /// Stores values up to the first one that needs a greater width, and returns their number.
        [[nodiscard]] std::size_t storeFitting(std::size_t slot, std::span<const std::int64_t> values);
        template <typename Integer>
        [[nodiscard]] std::size_t storeNarrow(std::size_t slot, std::span<const std::int64_t> values);
        [[nodiscard]] std::size_t dataSize() const;
        [[nodiscard]] std::size_t bytes() const { return sizeof(Chunk) + dataSize(); }
    };
    /// Headers of consecutive chunks, contiguous so that neighbours share pages. They come from the arena, too.
    struct Slab
    {
        std::shared_ptr<Chunk[]> chunks; ///< columns that share a chunk share its slab
        std::size_t capacity = 0;
    };
    [[nodiscard]] static Slab makeSlab(ChunkArena* arena, std::size_t capacity);
    [[nodiscard]] Chunk* makeChunk(std::int64_t base, std::size_t capacity, Width width);

    void addChunk(Chunk* chunk);
    /// Stores the next value, which may need a new chunk or a greater width.
    void appendWidened(std::int64_t value);
    void beginChunk(std::int64_t value);
    void replaceTail(std::size_t used, std::size_t capacity, Width width);

    ArenaPointer m_arena; ///< first member: destroyed after the chunks
    ChunkDirectory<Chunk> m_directory;
    std::vector<Slab> m_slabs;  ///< in the order of the chunks; they also keep replaced chunks
    std::size_t m_slabUsed = 0; ///< chunks taken from the last slab
    Chunk* m_tail = nullptr;    ///< the last chunk
    std::size_t m_count = 0;    ///< of chunks
    std::size_t m_size = 0;
    std::int64_t m_slope = 0;     ///< of the last chunk
    bool m_follows = false;       ///< each chunk uses the slope of the previous one
    std::int64_t m_last = 0;      ///< last value that was not missing
    Width m_needed = Width::None; ///< width that the last chunk needs; the next chunk starts with it
};

} // namespace stepscope::trace
