#pragma once

#include "analysis/trace/packedcolumn.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace stepscope::trace {

/// The smallest or largest of every 16, 256, 4096 ... values of a growing list, made as it grows. The values themselves
/// stay with their owner, who passes `child(i)`. format::kMissing counts for nothing.
class Pyramid
{
public:
    enum class Keep { Smallest, Largest };
    static constexpr unsigned kFanBits = 4;
    static constexpr unsigned kLevels = 9; ///< 16^9 values, more than a recording can hold

    explicit Pyramid(Keep keep)
        : m_keep(keep)
    {}
    /// That of the first `count` values of another's.
    Pyramid(const Pyramid& other, std::size_t count)
        : m_keep(other.m_keep)
    {
        for (unsigned level = 0; level < kLevels && (count >> (kFanBits * (level + 1))) > 0; ++level)
            m_levels[level] = std::make_unique<PackedColumn>(*other.m_levels[level], count >> (kFanBits * (level + 1)));
    }

    /// To be called whenever a value was appended; `size` counts it.
    template <typename Child>
    void grow(std::size_t size, const Child& child)
    {
        if ((size & kFanMask) == 0)
            complete(size, child);
    }
    /// Of the values [first, last), all appended: O(log n). kMissing when there is none.
    template <typename Child>
    [[nodiscard]] std::int64_t over(std::size_t first, std::size_t last, const Child& child) const
    {
        std::int64_t kept = format::kMissing;
        while (first < last && (first & kFanMask) != 0)
            kept = better(kept, child(first++));
        while (first < last && (last & kFanMask) != 0)
            kept = better(kept, child(--last));
        for (unsigned level = 0; level < kLevels; ++level) {
            first >>= kFanBits;
            last >>= kFanBits;
            for (; first < last && (first & kFanMask) != 0; ++first)
                kept = better(kept, node(level, first));
            while (first < last && (last & kFanMask) != 0)
                kept = better(kept, node(level, --last));
        }
        return kept;
    }
    /// Of the values [i << bits, (i + 1) << bits), bits = kFanBits * (level + 1), all appended.
    [[nodiscard]] std::int64_t node(unsigned level, std::size_t i) const { return m_levels[level]->at(i); }
    [[nodiscard]] std::size_t memory() const
    {
        std::size_t bytes = 0;
        for (const auto& level : m_levels)
            bytes += level ? level->memory() : 0;
        return bytes;
    }

private:
    static constexpr std::size_t kFanMask = (std::size_t{1} << kFanBits) - 1;

    [[nodiscard]] std::int64_t better(std::int64_t a, std::int64_t b) const
    {
        if (a == format::kMissing || b == format::kMissing)
            return a == format::kMissing ? b : a;
        return (m_keep == Keep::Smallest) == (a < b) ? a : b;
    }
    template <typename Child>
    void complete(std::size_t size, const Child& child)
    {
        std::int64_t kept = format::kMissing;
        for (std::size_t i = size - kFanMask - 1; i < size; ++i)
            kept = better(kept, child(i));
        for (unsigned level = 0; level < kLevels; ++level) {
            // Readers look at a level only when they know of a node in it, so it may appear without ado.
            if (!m_levels[level])
                m_levels[level] = std::make_unique<PackedColumn>();
            PackedColumn& column = *m_levels[level];
            column.append(kept);
            if ((column.size() & kFanMask) != 0)
                return;
            kept = format::kMissing;
            for (std::size_t i = column.size() - kFanMask - 1; i < column.size(); ++i)
                kept = better(kept, column.at(i));
        }
    }

    std::array<std::unique_ptr<PackedColumn>, kLevels> m_levels;
    Keep m_keep;
};

} // namespace stepscope::trace
