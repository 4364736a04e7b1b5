#pragma once

#include "remote/agent/ring.h"
#include "remote/agent/sources/source.h"
#include "remote/agent/wakeup.h"

#include <string_view>

namespace stepscope::agent {

/// One thread's way to the writer: its ring, and the loss that is counted where the ring is full. Never allocates.
class RingSink : public EventSink
{
public:
    RingSink(std::size_t capacity, LossLedger& losses, Wakeup& writer)
        : m_ring(capacity)
        , m_losses(losses)
        , m_writer(writer)
    {}

    /// Does not wait: what does not fit is lost and counted.
    [[gnu::hot]] bool put(RingEntry entry, std::span<const std::byte> first, std::span<const std::byte> second = {},
                          std::span<const std::byte> third = {});
    /// Waits for the writer, this long at most. For threads that nobody waits for.
    bool putPatiently(std::int64_t patienceNs, RingEntry entry, std::span<const std::byte> first,
                      std::span<const std::byte> second = {});
    void tell(std::int64_t time, format::Event::Severity severity, std::string_view kind,
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
