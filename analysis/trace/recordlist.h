#pragma once

#include "analysis/trace/chunkarena.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace stepscope::trace {

/// An append-only list whose elements never move. One thread writes. Other threads read, without locks, the elements
/// below a size that the writer published after it wrote them.
template <typename T, unsigned ChunkBits = 8>
class RecordList
{
public:
    void append(T value)
    {
        const std::size_t slot = m_size & kMask;
        if (slot == 0) {
            m_chunks.push_back(std::make_unique<T[]>(kMask + 1));
            m_directory.set(m_chunks.size() - 1, m_chunks.back().get());
        }
        m_chunks.back()[slot] = std::move(value);
        ++m_size;
    }
    /// Only while no other thread reads the element.
    void replace(std::size_t i, T value) { m_chunks[i >> ChunkBits][i & kMask] = std::move(value); }
    [[nodiscard]] const T& at(std::size_t i) const { return m_directory.at(i >> ChunkBits)[i & kMask]; }
    /// Number of elements. For the writer only.
    [[nodiscard]] std::size_t size() const { return m_size; }
    [[nodiscard]] const T& back() const { return at(m_size - 1); }
    [[nodiscard]] std::size_t memory() const
    {
        return m_chunks.size() * (kMask + 1) * sizeof(T) + m_directory.memory();
    }

private:
    static constexpr std::size_t kMask = (std::size_t{1} << ChunkBits) - 1;

    ChunkDirectory<T> m_directory;
    std::vector<std::unique_ptr<T[]>> m_chunks;
    std::size_t m_size = 0;
};

/// Index of the first i in [0, size) for which `isBefore(i)` is false, or `size`. It must be true for all smaller i.
template <typename IsBefore>
std::size_t partitionPoint(std::size_t size, const IsBefore& isBefore)
{
    std::size_t first = 0;
    while (size > 0) {
        const std::size_t half = size / 2;
        if (isBefore(first + half)) {
            first += half + 1;
            size -= half + 1;
        } else {
            size = half;
        }
    }
    return first;
}

/// As partitionPoint() for [low, size), starting at `guess`. O(log of the distance from `guess` to the result).
template <typename IsBefore>
std::size_t partitionPointNear(std::size_t low, std::size_t guess, std::size_t size, const IsBefore& isBefore)
{
    std::size_t high = std::min(guess, size);
    std::size_t step = 1;
    if (high < size && isBefore(high)) {
        low = high + 1;
        for (; low + step < size && isBefore(low + step); step *= 2)
            low += step + 1;
        high = std::min(low + step, size);
    } else {
        for (; high - low > step && !isBefore(high - step); step *= 2)
            high -= step;
        if (high - low > step)
            low = high - step + 1;
    }
    return low + partitionPoint(high - low, [&](std::size_t i) { return isBefore(low + i); });
}

/// Index of the first i in [0, size) with `timeAt(i) >= time`, or `size`. Times must not decrease. Records come at
/// nearly regular times, so the search starts where a constant rate would put the result: O(log of the distance).
template <typename TimeAt>
std::size_t lowerBoundOfTimes(std::size_t size, std::int64_t time, const TimeAt& timeAt)
{
    if (size == 0)
        return 0;
    const std::int64_t first = timeAt(0);
    const std::int64_t last = timeAt(size - 1);
    if (time <= first)
        return 0;
    if (time > last)
        return size;
    const double share = static_cast<double>(time - first) / static_cast<double>(last - first);
    return partitionPointNear(0, static_cast<std::size_t>(share * static_cast<double>(size - 1)), size,
                              [&](std::size_t i) { return timeAt(i) < time; });
}

} // namespace stepscope::trace
