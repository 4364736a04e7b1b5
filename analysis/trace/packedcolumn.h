#pragma once

#include "analysis/trace/chunkdirectory.h"
#include "remote/format/records.h"
#include "remote/format/wraparound.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <vector>

namespace stepscope::trace {

/// An append-only list of any int64 (format::kMissing among them) that takes 1, 2, 4 or 8 bytes a value. A chunk stores
/// how far its values are from a straight line; when one does not fit, the chunk is replaced by a wider copy, and the
/// narrow one stays for those who read it just then. One thread writes; any thread reads below a size that it was
/// handed. Chunks know nothing of their neighbours, so they can one day be read from a file when they are asked for.
class PackedColumn
{
public:
    /// `slope`: by how much a value is larger than the one before, roughly.
    explicit PackedColumn(std::int64_t slope = 0)
        : m_slope(slope)
    {}
    /// The first `count` values of another column; its full chunks are shared.
    PackedColumn(const PackedColumn& other, std::size_t count);

    void append(std::int64_t value);
    [[nodiscard]] std::int64_t at(std::size_t i) const { return m_directory.at(i >> kBits)->value(i & kMask); }
    /// The writer's.
    [[nodiscard]] std::size_t size() const { return m_size; }
    /// Bytes held, replaced chunks included.
    [[nodiscard]] std::size_t memory() const;

private:
    static constexpr unsigned kBits = 12;
    static constexpr std::size_t kMask = (std::size_t{1} << kBits) - 1;

    enum class Width : std::uint8_t { One = 1, Two = 2, Four = 4, Eight = 8 };

    /// The values follow it in memory. Of the widest, they are stored as they are.
    struct Chunk
    {
        std::int64_t base = 0;
        std::int64_t slope = 0;
        std::size_t capacity = 0;
        Width width = Width::One;

        [[nodiscard]] const std::byte* data() const { return reinterpret_cast<const std::byte*>(this + 1); }
        [[nodiscard]] std::byte* data() { return reinterpret_cast<std::byte*>(this + 1); }
        [[nodiscard]] std::int64_t line(std::size_t slot) const
        {
            return static_cast<std::int64_t>(static_cast<std::uint64_t>(base) +
                                             static_cast<std::uint64_t>(slope) * slot);
        }
        template <typename Integer>
        [[nodiscard]] std::int64_t narrow(std::size_t slot) const
        {
            Integer distance;
            std::memcpy(&distance, data() + slot * sizeof distance, sizeof distance);
            return distance == std::numeric_limits<Integer>::min() ? format::kMissing
                                                                   : format::wrappingSum(line(slot), distance);
        }
        [[nodiscard]] std::int64_t value(std::size_t slot) const
        {
            switch (width) {
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
            std::memcpy(&stored, data() + slot * sizeof stored, sizeof stored);
            return stored;
        }
        [[nodiscard]] Width widthFor(std::size_t slot, std::int64_t value) const;
        void store(std::size_t slot, std::int64_t value);
        [[nodiscard]] std::size_t bytes() const { return sizeof(Chunk) + capacity * static_cast<std::size_t>(width); }
    };
    using ChunkPointer = std::shared_ptr<Chunk>;
    static ChunkPointer makeChunk(std::int64_t base, std::int64_t slope, std::size_t capacity, Width width);

    void beginChunk(std::int64_t value);
    void replaceTail(std::size_t used, std::size_t capacity, Width width);

    ChunkDirectory<Chunk> m_directory;
    std::vector<ChunkPointer> m_chunks;
    std::vector<ChunkPointer> m_replaced;
    std::size_t m_size = 0;
    std::int64_t m_slope = 0;
    std::int64_t m_last = 0;     ///< that was not missing
    Width m_needed = Width::One; ///< by the newest chunk: the next begins so
};

} // namespace stepscope::trace
