#pragma once

#include "analysis/trace/packedcolumn.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

namespace stepscope::trace {

/// The smallest or largest of every 16, 256, 4096 ... values of a growing list, updated as the list grows. The owner
/// stores the values and passes `child(i)` to read them. Ignores format::kMissing.
class Pyramid
{
public:
    enum class Keep { Smallest, Largest };
    static constexpr unsigned kFanBits = 4;
    static constexpr unsigned kLevels = 9; ///< up to 16^9 values, more than a recording can contain

    /// A node of a height covers 2^bits(height) values. Height 0 = the values themselves; level i = height i + 1.
    static constexpr unsigned bits(unsigned height) { return kFanBits * height; }
    /// The first node of a height that begins at or after the index of a value.
    static constexpr std::size_t firstWhole(std::size_t value, unsigned height)
    {
        return (value + (std::size_t{1} << bits(height)) - 1) >> bits(height);
    }
    /// The largest height with a complete node within [first, last).
    static constexpr unsigned heightWithin(std::size_t first, std::size_t last)
    {
        unsigned height = 0;
        while (height < kLevels && firstWhole(first, height + 1) < (last >> bits(height + 1)))
            ++height;
        return height;
    }

    explicit Pyramid(Keep keep, PackedColumn::ArenaPointer arena = {})
        : m_arena(std::move(arena))
        , m_keep(keep)
    {}
    /// The pyramid of the first `count` values of the list of `other`; shares full chunks.
    Pyramid(const Pyramid& other, std::size_t count)
        : m_arena(other.m_arena)
        , m_keep(other.m_keep)
    {
        for (unsigned level = 0; level < kLevels && (count >> (kFanBits * (level + 1))) > 0; ++level)
            m_levels[level] = std::make_unique<PackedColumn>(*other.m_levels[level], count >> (kFanBits * (level + 1)));
    }

    /// Must be called after each appended value. `size`: the number of values including it.
    template <typename Child>
    void grow(std::size_t size, const Child& child)
    {
        if ((size & kFanMask) == 0)
            complete(size, child);
    }
    /// The smallest or largest of the values [first, last); kMissing = all are missing. O(log n). `readChildren(first,
    /// count, values)` must read values as PackedColumn::read() does.
    template <typename ReadChildren>
    [[nodiscard]] std::int64_t over(std::size_t first, std::size_t last, const ReadChildren& readChildren) const
    {
        std::int64_t kept = format::kMissing;
        overEdges(first, last, kept, readChildren);
        for (unsigned level = 0; level < kLevels && first < last; ++level)
            overEdges(first, last, kept, [&](std::size_t from, std::size_t count, std::int64_t* values) {
                m_levels[level]->read(from, count, values);
            });
        return kept;
    }
    /// The smallest or largest of the values [i << bits, (i + 1) << bits), bits = kFanBits * (level + 1).
    [[nodiscard]] std::int64_t node(unsigned level, std::size_t i) const { return m_levels[level]->at(i); }
    /// Reads the nodes [first, first + count) of a level: at most 16, all with the same parent.
    void read(unsigned level, std::size_t first, std::size_t count, std::int64_t* values) const
    {
        m_levels[level]->read(first, count, values);
    }
    /// Has the processor fetch the two lowest nodes above a value.
    void prefetch(std::size_t i) const
    {
        for (unsigned level = 0; level < 2 && (i >> (kFanBits * (level + 1))) > 0; ++level)
            m_levels[level]->prefetch((i >> (kFanBits * (level + 1))) - 1);
    }
    /// Has the processor fetch the chunk headers that prefetch() reads.
    void prefetchChunks(std::size_t i) const
    {
        for (unsigned level = 0; level < 2 && (i >> (kFanBits * (level + 1))) > 0; ++level)
            m_levels[level]->prefetchChunk((i >> (kFanBits * (level + 1))) - 1);
    }
    /// Has the processor fetch the memory of a node.
    void prefetchNode(unsigned level, std::size_t node) const { m_levels[level]->prefetch(node); }
    /// Bounds of nodes, with the preconditions of read().
    [[nodiscard]] PackedColumn::Bounds bounds(unsigned level, std::size_t first, std::size_t count) const
    {
        return m_levels[level]->bounds(first, count);
    }
    /// Bounds of the nodes [first, last) of a level. Any number of nodes.
    [[nodiscard]] PackedColumn::Bounds boundsOf(unsigned level, std::size_t first, std::size_t last) const
    {
        return m_levels[level]->boundsOf(first, last);
    }
    /// The largest of the nodes [first, last) of a level. Only for Keep::Largest. Any number of nodes.
    [[nodiscard]] PackedColumn::Largest largest(unsigned level, std::size_t first, std::size_t last) const
    {
        return m_levels[level]->largest(first, last);
    }
    [[nodiscard]] std::size_t memory() const
    {
        std::size_t bytes = 0;
        for (const auto& level : m_levels)
            bytes += level ? level->memory() : 0;
        return bytes;
    }

private:
    static constexpr std::size_t kFanMask = (std::size_t{1} << kFanBits) - 1;

    /// Combines the nodes at both ends that do not fill a group of 16 with `kept`; sets first and last to the range of
    /// the groups in between.
    template <typename Read>
    void overEdges(std::size_t& first, std::size_t& last, std::int64_t& kept, const Read& read) const
    {
        const auto take = [&](std::size_t from, std::size_t to) {
            if (from >= to)
                return;
            // NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): read fills it
            std::array<std::int64_t, kFanMask + 1> values;
            read(from, to - from, values.data());
            for (std::size_t i = 0; i < to - from; ++i)
                kept = better(kept, values[i]);
        };
        const std::size_t whole = (first + kFanMask) >> kFanBits;
        const std::size_t end = last >> kFanBits;
        if (whole > end) { // all nodes are in one group
            take(first, last);
        } else {
            take(first, whole << kFanBits);
            take(end << kFanBits, last);
        }
        first = whole;
        last = end;
    }
    [[nodiscard]] std::int64_t better(std::int64_t a, std::int64_t b) const
    {
        // The smallest integer encodes a missing value, so it is never the largest. Subtracting 1 wraps it to the
        // largest integer, so it is never the smallest. Neither needs a branch.
        if (m_keep == Keep::Largest)
            return a > b ? a : b;
        return format::wrappingDifference(a, 1) < format::wrappingDifference(b, 1) ? a : b;
    }
    template <typename Child>
    void complete(std::size_t size, const Child& child)
    {
        std::int64_t kept = format::kMissing;
        for (std::size_t i = size - kFanMask - 1; i < size; ++i)
            kept = better(kept, child(i));
        for (unsigned level = 0; level < kLevels; ++level) {
            // Readers access a level only when they know that it has a node, so no synchronization is needed.
            if (!m_levels[level])
                m_levels[level] = std::make_unique<PackedColumn>(m_arena);
            PackedColumn& column = *m_levels[level];
            column.append(kept);
            if ((column.size() & kFanMask) != 0)
                return;
            kept = format::kMissing;
            for (std::size_t i = column.size() - kFanMask - 1; i < column.size(); ++i)
                kept = better(kept, column.at(i));
        }
    }

    PackedColumn::ArenaPointer m_arena;
    std::array<std::unique_ptr<PackedColumn>, kLevels> m_levels;
    Keep m_keep;
};

} // namespace stepscope::trace
