#include "remote/agent/sampling/ringsink.h"

#include "remote/format/bytes.h"
#include "remote/format/clock.h"
#include "remote/json/writer.h"

namespace stepscope::agent {

bool RingSink::tryPut(const RingEntry& entry, std::span<const std::byte> first, std::span<const std::byte> second,
                      std::span<const std::byte> third)
{
    if (!m_ring.push(entry, first, second, third))
        return false;
    // The writer reads the ring three times a second; it is woken earlier only when the ring is half full.
    if (m_ring.used() > m_ring.capacity() / 2)
        m_writer.wake();
    return true;
}

bool RingSink::put(RingEntry entry, std::span<const std::byte> first, std::span<const std::byte> second,
                   std::span<const std::byte> third)
{
    if (tryPut(entry, first, second, third))
        return true;
    lost(entry);
    return false;
}

bool RingSink::putWithTimeout(std::int64_t timeoutNs, RingEntry entry, std::span<const std::byte> first,
                              std::span<const std::byte> second)
{
    const std::int64_t deadline = format::monotonicNs() + timeoutNs;
    while (!tryPut(entry, first, second, {})) {
        const std::int64_t now = format::monotonicNs();
        if (now >= deadline) {
            lost(entry);
            return false;
        }
        m_writer.wake();
        format::sleepUntil(now + format::kMillisecond);
    }
    return true;
}

void RingSink::report(std::int64_t time, format::Event::Severity severity, std::string_view kind, std::string_view text)
{
    std::array<char, 2048> memory;
    json::Writer json(memory);
    json.beginObject().key("kind").text(kind).key("text").text(text.substr(0, 400)).endObject();
    std::array<std::byte, 2100> payload;
    format::ByteWriter writer(payload);
    format::encodeEvent(writer, time, severity, json.written());
    put({0, format::FrameType::Event, LossKind::Events, 1}, writer.written());
}

void RingSink::lost(const RingEntry& entry)
{
    m_losses.add(entry.lossKind, entry.items, format::monotonicNs(),
                 "The recording could not be written fast enough; use a faster disk for --spool.");
}

} // namespace stepscope::agent
