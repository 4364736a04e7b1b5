#include "analysis/trace/packedcolumn.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <functional>
#include <new>

namespace stepscope::trace {
namespace {

/// Capacity of a column's first chunk. It is small because most lanes have few spans.
constexpr std::size_t kFirstCapacity = 64;
constexpr std::size_t kCapacityGrowth = 8;

/// Index of the first largest value. Two loops without data-dependent branches are faster than one loop with them.
template <typename Integer>
std::size_t indexOfLargest(const std::byte* data, std::size_t count)
{
    const auto at = [data](std::size_t i) {
        Integer value;
        std::memcpy(&value, data + i * sizeof value, sizeof value);
        return value;
    };
    Integer largest = std::numeric_limits<Integer>::min();
    for (std::size_t i = 0; i < count; ++i)
        largest = std::max(largest, at(i));
    std::size_t index = 0;
    while (at(index) != largest)
        ++index;
    return index;
}

/// Takes the reference counts of slabs from the arena, so that they count for its bound.
template <typename T>
struct ArenaAllocator
{
    using value_type = T;
    ChunkArena* arena;

    explicit ArenaAllocator(ChunkArena* chunkArena)
        : arena(chunkArena)
    {}
    template <typename Other>
    ArenaAllocator(const ArenaAllocator<Other>& other) // NOLINT(google-explicit-constructor): as allocators require
        : arena(other.arena)
    {}
    static std::size_t bytesOf(std::size_t count)
    {
        return std::max(ChunkArena::kSmallest, std::bit_ceil(count * sizeof(T)));
    }
    T* allocate(std::size_t count) { return reinterpret_cast<T*>(arena->allocate(bytesOf(count))); }
    void deallocate(T* memory, std::size_t count)
    {
        arena->release(reinterpret_cast<std::byte*>(memory), bytesOf(count));
    }
};

} // namespace

PackedColumn::Width PackedColumn::Chunk::widthFor(std::size_t slot, std::int64_t value) const
{
    if (value == format::kMissing)
        return Width::One;
    const std::int64_t distance = format::wrappingDifference(value, line(slot));
    if (distance == 0)
        return Width::None;
    const auto fits = [distance](auto smallest) {
        using Integer = decltype(smallest);
        // The smallest integer encodes a missing value.
        return distance > std::numeric_limits<Integer>::min() && distance <= std::numeric_limits<Integer>::max();
    };
    if (fits(std::int8_t{}))
        return Width::One;
    if (fits(std::int16_t{}))
        return Width::Two;
    return fits(std::int32_t{}) ? Width::Four : Width::Eight;
}

/// A missing value is the smallest integer of each width, so it is never the largest of several.
PackedColumn::Largest PackedColumn::Chunk::largest(std::size_t slot, std::size_t count) const
{
    const std::byte* begin = data + slot * static_cast<std::size_t>(width);
    std::size_t index = 0;
    if (slope == 0 && width == Width::One) {
        index = indexOfLargest<std::int8_t>(begin, count);
    } else if (slope == 0 && width == Width::Two) {
        index = indexOfLargest<std::int16_t>(begin, count);
    } else if (slope == 0 && width == Width::Four) {
        index = indexOfLargest<std::int32_t>(begin, count);
    } else if (width == Width::Eight) {
        index = indexOfLargest<std::int64_t>(begin, count);
    } else {
        for (std::size_t i = 1; i < count; ++i)
            index = value(slot + i) > value(slot + index) ? i : index;
    }
    return {value(slot + index), slot + index};
}

PackedColumn::Largest PackedColumn::largest(std::size_t first, std::size_t last) const
{
    Largest largest{.at = first};
    while (first < last) {
        const std::size_t end = std::min(last, (first | kMask) + 1);
        const Largest here = m_directory.at(first >> kBits)->largest(first & kMask, end - first);
        if (here.value > largest.value)
            largest = {here.value, (first & ~kMask) + here.at};
        first = end;
    }
    return largest;
}

template <typename Integer>
std::size_t PackedColumn::Chunk::storeNarrow(std::size_t slot, std::span<const std::int64_t> values)
{
    // In locals, since the stored bytes could alias the members.
    const std::int64_t step = slope;
    std::int64_t expected = line(slot);
    std::byte* to = data + slot * sizeof(Integer);
    for (std::size_t i = 0; i < values.size(); ++i) {
        const std::int64_t distance = format::wrappingDifference(values[i], expected);
        auto stored = static_cast<Integer>(distance);
        if (values[i] == format::kMissing)
            stored = std::numeric_limits<Integer>::min();
        else if (stored != distance || stored == std::numeric_limits<Integer>::min())
            return i;
        std::memcpy(to, &stored, sizeof stored);
        to += sizeof stored;
        expected = format::wrappingSum(expected, step);
    }
    return values.size();
}

std::size_t PackedColumn::Chunk::storeFitting(std::size_t slot, std::span<const std::int64_t> values)
{
    switch (width) {
    case Width::None: {
        std::size_t i = 0;
        while (i < values.size() && storeFitting(slot + i, values[i]))
            ++i;
        return i;
    }
    case Width::One:
        return storeNarrow<std::int8_t>(slot, values);
    case Width::Two:
        return storeNarrow<std::int16_t>(slot, values);
    case Width::Four:
        return storeNarrow<std::int32_t>(slot, values);
    case Width::Eight:
        break;
    }
    std::memcpy(data + slot * sizeof(std::int64_t), values.data(), values.size_bytes());
    return values.size();
}

std::size_t PackedColumn::Chunk::dataSize() const
{
    return capacity * static_cast<std::size_t>(width);
}

void PackedColumn::Chunk::open(ChunkArena* chunkArena, std::size_t chunkCapacity, Width chunkWidth)
{
    capacity = static_cast<std::uint32_t>(chunkCapacity);
    width = chunkWidth;
    arena = chunkArena;
    if (width != Width::None)
        data = arena ? arena->allocate(dataSize()) : static_cast<std::byte*>(::operator new(dataSize()));
}

PackedColumn::Chunk::~Chunk()
{
    if (!data)
        return;
    if (arena)
        arena->release(data, dataSize());
    else
        ::operator delete(data);
}

PackedColumn::Slab PackedColumn::makeSlab(ChunkArena* arena, std::size_t capacity)
{
    if (arena == nullptr)
        return {std::shared_ptr<Chunk[]>(new Chunk[capacity]), capacity};
    static_assert(sizeof(Chunk) * kLargestSlab <= ChunkArena::kLargest && sizeof(Chunk) >= ChunkArena::kSmallest);
    auto* chunks = reinterpret_cast<Chunk*>(arena->allocate(capacity * sizeof(Chunk)));
    std::uninitialized_default_construct_n(chunks, capacity);
    const auto release = [arena, capacity](Chunk* first) {
        std::destroy_n(first, capacity);
        arena->release(reinterpret_cast<std::byte*>(first), capacity * sizeof(Chunk));
    };
    return {std::shared_ptr<Chunk[]>(chunks, release, ArenaAllocator<Chunk>(arena)), capacity};
}

PackedColumn::Chunk* PackedColumn::makeChunk(std::int64_t base, std::size_t capacity, Width width)
{
    if (m_slabs.empty() || m_slabUsed == m_slabs.back().capacity) {
        const std::size_t former = m_slabs.empty() ? 0 : m_slabs.back().capacity;
        m_slabs.push_back(makeSlab(m_arena.get(), std::clamp<std::size_t>(2 * former, 1, kLargestSlab)));
        m_slabUsed = 0;
    }
    Chunk* chunk = &m_slabs.back().chunks[m_slabUsed++];
    chunk->base = base;
    chunk->slope = m_slope;
    chunk->open(m_arena.get(), capacity, width);
    return chunk;
}

void PackedColumn::addChunk(Chunk* chunk)
{
    m_tail = chunk;
    m_directory.set(m_count++, chunk);
}

PackedColumn::PackedColumn(const PackedColumn& other, std::size_t count)
    : m_arena(other.m_arena)
    , m_directory(m_arena.get())
    , m_slope(other.m_slope)
    , m_follows(other.m_follows)
    , m_last(other.m_last)
    , m_needed(other.m_needed)
{
    // Chunks and slabs are in the same order, so one pass finds the slab of each shared chunk.
    auto slab = other.m_slabs.begin();
    const auto contains = [](const Slab& here, const Chunk* chunk) {
        const std::less_equal<> isAtMost; // defined for pointers to different objects
        return isAtMost(here.chunks.get(), chunk) && !isAtMost(here.chunks.get() + here.capacity, chunk);
    };
    for (; m_size + kMask < count; m_size += kMask + 1) {
        const Chunk* chunk = other.m_directory.at(m_size >> kBits);
        while (!contains(*slab, chunk))
            ++slab;
        if (m_slabs.empty() || m_slabs.back().chunks != slab->chunks)
            m_slabs.push_back(*slab);
        m_directory.set(m_count++, chunk);
    }
    // The rest of a shared slab belongs to `other`.
    m_slabUsed = m_slabs.empty() ? 0 : m_slabs.back().capacity;
    if (m_size == count)
        return;
    // The partial chunk is copied, because both columns may continue to grow.
    const Chunk& tail = *other.m_directory.at(m_size >> kBits);
    m_slope = tail.slope;
    addChunk(makeChunk(tail.base, tail.capacity, tail.width));
    if (tail.data)
        std::memcpy(m_tail->data, tail.data, (count - m_size) * static_cast<std::size_t>(tail.width));
    m_size = count;
}

void PackedColumn::beginChunk(std::int64_t value)
{
    const std::int64_t base = value == format::kMissing ? m_last : value;
    if (m_follows && m_count > 0)
        m_slope =
            format::wrappingDifference(base, m_directory.at(m_count - 1)->base) / static_cast<std::int64_t>(kMask + 1);
    addChunk(makeChunk(base, m_count == 0 ? kFirstCapacity : kMask + 1, m_needed));
    m_needed = Width::None;
}

void PackedColumn::replaceTail(std::size_t used, std::size_t capacity, Width width)
{
    Chunk* wider = makeChunk(m_tail->base, capacity, width);
    for (std::size_t slot = 0; slot < used; ++slot) {
        [[maybe_unused]] const bool isStored = wider->storeFitting(slot, m_tail->value(slot));
        assert(isStored);
    }
    m_tail = wider;
    m_directory.set(m_count - 1, wider);
}

void PackedColumn::appendWidened(std::int64_t value)
{
    const std::size_t slot = m_size & kMask;
    if (slot == 0)
        beginChunk(value);
    const Width width = m_tail->widthFor(slot, value);
    m_needed = std::max(m_needed, width);
    if (width > m_tail->width || slot == m_tail->capacity) {
        const std::size_t capacity =
            slot == m_tail->capacity ? std::min(slot * kCapacityGrowth, kMask + 1) : m_tail->capacity;
        replaceTail(slot, capacity, std::max(width, m_tail->width));
    }
    [[maybe_unused]] const bool isStored = m_tail->storeFitting(slot, value);
    assert(isStored);
}

void PackedColumn::append(std::span<const std::int64_t> values)
{
    while (!values.empty()) {
        const std::size_t slot = m_size & kMask;
        const bool isOpen = slot != 0 && slot < m_tail->capacity && m_needed == m_tail->width;
        const std::size_t room = isOpen ? std::min(values.size(), m_tail->capacity - slot) : 0;
        const std::size_t stored = room > 0 ? m_tail->storeFitting(slot, values.first(room)) : 0;
        for (std::size_t i = stored; i > 0; --i) {
            if (values[i - 1] == format::kMissing)
                continue;
            m_last = values[i - 1];
            break;
        }
        m_size += stored;
        values = values.subspan(stored);
        if (!values.empty()) { // it needs a new chunk or a greater width
            append(values.front());
            values = values.subspan(1);
        }
    }
}

std::size_t PackedColumn::memory() const
{
    std::size_t bytes = sizeof *this + m_directory.memory();
    for (const Slab& slab : m_slabs) {
        bytes += sizeof slab;
        for (std::size_t i = 0; i < slab.capacity; ++i)
            bytes += slab.chunks[i].bytes();
    }
    return bytes;
}

} // namespace stepscope::trace
