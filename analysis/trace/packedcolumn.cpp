#include "analysis/trace/packedcolumn.h"

#include <algorithm>
#include <new>

namespace stepscope::trace {
namespace {

/// Capacity of a column's first chunk. It is small because most lanes have few spans.
constexpr std::size_t kFirstCapacity = 64;
constexpr std::size_t kCapacityGrowth = 8;
constexpr std::size_t kLargestSlab = 64;

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

void PackedColumn::Chunk::store(std::size_t slot, std::int64_t value)
{
    const auto write = [&](auto zero) {
        using Integer = decltype(zero);
        const Integer stored = value == format::kMissing
                                   ? std::numeric_limits<Integer>::min()
                                   : static_cast<Integer>(format::wrappingDifference(value, line(slot)));
        std::memcpy(data + slot * sizeof stored, &stored, sizeof stored);
    };
    switch (width) {
    case Width::None:
        break;
    case Width::One:
        write(std::int8_t{});
        break;
    case Width::Two:
        write(std::int16_t{});
        break;
    case Width::Four:
        write(std::int32_t{});
        break;
    case Width::Eight:
        std::memcpy(data + slot * sizeof value, &value, sizeof value);
        break;
    }
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

PackedColumn::ChunkPointer PackedColumn::makeChunk(std::int64_t base, std::size_t capacity, Width width)
{
    if (m_slabUsed == m_slabSize) {
        m_slabSize = std::clamp<std::size_t>(2 * m_slabSize, 1, kLargestSlab);
        m_slab.reset(new Chunk[m_slabSize]);
        m_slabUsed = 0;
    }
    ChunkPointer chunk(m_slab, &m_slab[m_slabUsed++]);
    chunk->base = base;
    chunk->slope = m_slope;
    chunk->open(m_arena.get(), capacity, width);
    return chunk;
}

PackedColumn::PackedColumn(const PackedColumn& other, std::size_t count)
    : m_arena(other.m_arena)
    , m_slope(other.m_slope)
    , m_follows(other.m_follows)
    , m_last(other.m_last)
    , m_needed(other.m_needed)
{
    for (; m_size + kMask < count; m_size += kMask + 1) {
        m_chunks.push_back(other.m_chunks[m_size >> kBits]);
        m_directory.set(m_chunks.size() - 1, m_chunks.back().get());
    }
    if (m_size == count)
        return;
    // The partial chunk is copied, because both columns may continue to grow.
    const Chunk& tail = *other.m_chunks[m_size >> kBits];
    m_slope = tail.slope;
    m_chunks.push_back(makeChunk(tail.base, tail.capacity, tail.width));
    if (tail.data)
        std::memcpy(m_chunks.back()->data, tail.data, (count - m_size) * static_cast<std::size_t>(tail.width));
    m_directory.set(m_chunks.size() - 1, m_chunks.back().get());
    m_size = count;
}

void PackedColumn::beginChunk(std::int64_t value)
{
    const std::int64_t base = value == format::kMissing ? m_last : value;
    if (m_follows && !m_chunks.empty())
        m_slope = format::wrappingDifference(base, m_chunks.back()->base) / static_cast<std::int64_t>(kMask + 1);
    m_chunks.push_back(makeChunk(base, m_chunks.empty() ? kFirstCapacity : kMask + 1, m_needed));
    m_directory.set(m_chunks.size() - 1, m_chunks.back().get());
    m_needed = Width::None;
}

void PackedColumn::replaceTail(std::size_t used, std::size_t capacity, Width width)
{
    ChunkPointer& tail = m_chunks.back();
    ChunkPointer wider = makeChunk(tail->base, capacity, width);
    for (std::size_t slot = 0; slot < used; ++slot)
        wider->store(slot, tail->value(slot));
    m_replaced.push_back(std::exchange(tail, std::move(wider)));
    m_directory.set(m_chunks.size() - 1, tail.get());
}

void PackedColumn::append(std::int64_t value)
{
    const std::size_t slot = m_size & kMask;
    if (slot == 0)
        beginChunk(value);
    Chunk* tail = m_chunks.back().get();
    const Width width = tail->widthFor(slot, value);
    m_needed = std::max(m_needed, width);
    if (width > tail->width || slot == tail->capacity) {
        const std::size_t capacity =
            slot == tail->capacity ? std::min(slot * kCapacityGrowth, kMask + 1) : tail->capacity;
        replaceTail(slot, capacity, std::max(width, tail->width));
        tail = m_chunks.back().get();
    }
    tail->store(slot, value);
    ++m_size;
    if (value != format::kMissing)
        m_last = value;
}

std::size_t PackedColumn::memory() const
{
    std::size_t bytes = sizeof *this + m_directory.memory();
    for (const auto* list : {&m_chunks, &m_replaced}) {
        for (const ChunkPointer& chunk : *list)
            bytes += chunk->bytes();
    }
    return bytes;
}

} // namespace stepscope::trace
