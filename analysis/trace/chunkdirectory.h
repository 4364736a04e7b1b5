#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace stepscope::trace {

/// Pointers to the chunks of a growing list. One thread writes, any thread reads without waiting: a table that became
/// too small is replaced by a longer one and stays readable, and an entry is only replaced by a chunk that contains the
/// same values.
template <typename Chunk>
class ChunkDirectory
{
public:
    ChunkDirectory() = default;
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
        if (index >= m_capacity)
            grow(index + 1);
        m_table.load(std::memory_order_relaxed)[index].store(chunk, std::memory_order_release);
    }
    [[nodiscard]] std::size_t memory() const { return 2 * m_capacity * sizeof(Entry); }

private:
    using Entry = std::atomic<const Chunk*>;

    void grow(std::size_t needed)
    {
        const std::size_t capacity = std::max(needed, 2 * m_capacity);
        auto table = std::make_unique<Entry[]>(capacity);
        for (std::size_t i = 0; i < m_capacity; ++i)
            table[i].store(m_table.load(std::memory_order_relaxed)[i].load(std::memory_order_relaxed),
                           std::memory_order_relaxed);
        m_table.store(table.get(), std::memory_order_release);
        m_tables.push_back(std::move(table));
        m_capacity = capacity;
    }

    std::atomic<Entry*> m_table{nullptr};
    std::vector<std::unique_ptr<Entry[]>> m_tables; ///< the replaced ones take at most half of the memory
    std::size_t m_capacity = 0;
};

} // namespace stepscope::trace
