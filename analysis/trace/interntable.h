#pragma once

#include "remote/format/records.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <utility>

namespace stepscope::trace {

/// Names or ops by id. Ids may be defined late, in any order, or never. One thread defines, any thread looks up.
template <typename T>
class InternTable
{
public:
    /// Returns false if the id exceeds the format's limit or is already defined. The first definition stays, because
    /// readers may hold it.
    bool define(std::uint32_t id, T value)
    {
        if (id >= format::kMaxInterned)
            return false;
        const std::size_t chunk = id / kChunk;
        if (!m_chunks[chunk]) {
            m_chunks[chunk] = std::make_unique<Chunk>();
            m_published[chunk].store(m_chunks[chunk].get(), std::memory_order_release);
        }
        std::atomic<const T*>& slot = (*m_chunks[chunk])[id % kChunk];
        if (slot.load(std::memory_order_relaxed) != nullptr)
            return false;
        slot.store(&m_values.emplace_back(std::move(value)), std::memory_order_release);
        m_end = id >= m_end ? id + 1 : m_end;
        return true;
    }
    /// nullptr = not defined. The pointer is valid as long as the table.
    [[nodiscard]] const T* find(std::uint32_t id) const
    {
        if (id >= format::kMaxInterned)
            return nullptr;
        const Chunk* chunk = m_published[id / kChunk].load(std::memory_order_acquire);
        return chunk ? (*chunk)[id % kChunk].load(std::memory_order_acquire) : nullptr;
    }
    /// One more than the largest defined id. For the writer only.
    [[nodiscard]] std::uint32_t end() const { return m_end; }

private:
    static constexpr std::size_t kChunk = 4096;
    using Chunk = std::array<std::atomic<const T*>, kChunk>;

    std::array<std::atomic<const Chunk*>, format::kMaxInterned / kChunk> m_published{};
    std::array<std::unique_ptr<Chunk>, format::kMaxInterned / kChunk> m_chunks;
    std::deque<T> m_values;
    std::uint32_t m_end = 0;
};

} // namespace stepscope::trace
