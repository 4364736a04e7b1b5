#pragma once

#include "remote/agent/sampling/ring.h"
#include "remote/agent/sampling/wakeup.h"
#include "remote/agent/sources/reading/source.h"

#include <string_view>

namespace stepscope::agent {

/// A thread's ring to the writer, which counts a loss when the ring is full. Never allocates after the constructor.
class RingSink : public EventSink
{
public:
    RingSink(std::size_t capacity, LossLedger& losses, Wakeup& writer)
        : m_ring(capacity)
        , m_losses(losses)
        , m_writer(writer)
    {}

    /// Does not wait. False = the ring is full; the entry is dropped and counted as a loss.
    [[gnu::hot]] bool put(RingEntry entry, std::span<const std::byte> first, std::span<const std::byte> second = {},
                          std::span<const std::byte> third = {});
    /// As put(), but waits for space for at most this long. Not for sampling threads.
    bool putWithTimeout(std::int64_t timeoutNs, RingEntry entry, std::span<const std::byte> first,
                        std::span<const std::byte> second = {});
    void report(std::int64_t time, format::Event::Severity severity, std::string_view kind,
                std::string_view text) override;

    Ring& ring() { return m_ring; }
    LossLedger& losses() { return m_losses; }

private:
    [[gnu::hot]] bool tryPut(const RingEntry& entry, std::span<const std::byte> first,
                             std::span<const std::byte> second, std::span<const std::byte> third);
    void lost(const RingEntry& entry);

    Ring m_ring;
    LossLedger& m_losses;
    Wakeup& m_writer;
};

} // namespace stepscope::agent
