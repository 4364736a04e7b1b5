#pragma once

#include "remote/agent/sampling/losses.h"
#include "remote/format/frame.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>

namespace stepscope::agent {

/// Head of an entry for the writer: a row of samples, or the payload of a frame.
struct RingEntry
{
    std::uint32_t size = 0;   ///< bytes that follow
    format::FrameType type{}; ///< Samples: a row for the writer's blocks; else the frame's type
    LossKind lossKind{};      ///< what is lost if the entry is dropped
    std::uint32_t items = 0;  ///< how many of lossKind
};

/// Lock-free queue of entries with one producer and one consumer thread. Allocates only in the constructor.
class Ring
{
public:
    /// Capacity is a power of two.
    explicit Ring(std::size_t capacity)
        : m_memory(new std::byte[capacity])
        , m_mask(capacity - 1)
    {}

    /// For the producer. False = not enough space; the ring is unchanged.
    bool push(RingEntry entry, std::span<const std::byte> first, std::span<const std::byte> second = {},
              std::span<const std::byte> third = {})
    {
        entry.size = static_cast<std::uint32_t>(first.size() + second.size() + third.size());
        const std::size_t needed = sizeof entry + entry.size;
        std::size_t head = m_head.load(std::memory_order_relaxed);
        if (needed > m_mask + 1 - (head - m_tail.load(std::memory_order_acquire)))
            return false;
        const std::array parts{std::as_bytes(std::span(&entry, 1)), first, second, third};
        for (const std::span<const std::byte> part : parts) {
            copyIn(head, part);
            head += part.size();
        }
        m_head.store(head, std::memory_order_release);
        return true;
    }
    /// For the consumer. False = empty.
    bool peek(RingEntry& entry) const
    {
        const std::size_t tail = m_tail.load(std::memory_order_relaxed);
        if (m_head.load(std::memory_order_acquire) == tail)
            return false;
        copyOut(tail, std::as_writable_bytes(std::span(&entry, 1)));
        return true;
    }
    /// For the consumer, after peek(): copies the entry's bytes to `to` and removes the entry. An empty span only
    /// removes it.
    void take(const RingEntry& entry, std::span<std::byte> to)
    {
        const std::size_t tail = m_tail.load(std::memory_order_relaxed);
        if (!to.empty())
            copyOut(tail + sizeof entry, to.first(entry.size));
        m_tail.store(tail + sizeof entry + entry.size, std::memory_order_release);
    }

    /// Writes to all of the memory, which is resident from then on. Before the first entry only.
    void touch() { std::memset(m_memory.get(), 0, capacity()); }
    [[nodiscard]] std::size_t used() const
    {
        return m_head.load(std::memory_order_acquire) - m_tail.load(std::memory_order_acquire);
    }
    [[nodiscard]] std::size_t capacity() const { return m_mask + 1; }

private:
    void copyIn(std::size_t at, std::span<const std::byte> bytes)
    {
        if (bytes.empty())
            return;
        const std::size_t begin = at & m_mask;
        const std::size_t straight = std::min(bytes.size(), m_mask + 1 - begin);
        std::memcpy(m_memory.get() + begin, bytes.data(), straight);
        std::memcpy(m_memory.get(), bytes.data() + straight, bytes.size() - straight);
    }
    void copyOut(std::size_t at, std::span<std::byte> bytes) const
    {
        const std::size_t begin = at & m_mask;
        const std::size_t straight = std::min(bytes.size(), m_mask + 1 - begin);
        std::memcpy(bytes.data(), m_memory.get() + begin, straight);
        std::memcpy(bytes.data() + straight, m_memory.get(), bytes.size() - straight);
    }

    std::unique_ptr<std::byte[]> m_memory;
    std::size_t m_mask;
    alignas(64) std::atomic<std::size_t> m_head{0}; ///< bytes written since the start
    alignas(64) std::atomic<std::size_t> m_tail{0}; ///< bytes removed since the start
};

} // namespace stepscope::agent
