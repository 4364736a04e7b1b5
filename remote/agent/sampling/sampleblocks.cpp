#include "remote/agent/sampling/sampleblocks.h"

#include "remote/format/bytes.h"
#include "remote/format/clock.h"
#include "remote/json/writer.h"

#include <algorithm>
#include <cstdlib>

namespace stepscope::agent {
namespace {

/// Delay of a live view.
constexpr std::int64_t kFreshness = 300'000'000;

/// Rows of a block, limited to bound its memory and the largest frame.
std::size_t capacityFor(std::size_t channels)
{
    constexpr std::size_t kCells = 32768;
    return std::clamp<std::size_t>(kCells / std::max<std::size_t>(channels, 1), 8, 256);
}

} // namespace

SampleBlockBuffer::SampleBlockBuffer(std::uint32_t group, std::span<const std::uint32_t> channels,
                                     std::int64_t periodNs)
    : m_group(group)
    , m_channels(channels.begin(), channels.end())
    , m_capacity(capacityFor(channels.size()))
    , m_age(std::clamp(10 * periodNs, kFreshness, 5 * kFreshness))
    , m_times(m_capacity)
    , m_values(m_capacity * channels.size())
    , m_offsets(m_capacity * channels.size())
    , m_farthest(channels.size())
    , m_views(channels.size())
{}

void SampleBlockBuffer::append(std::span<const std::int64_t> values, std::span<const std::int64_t> times)
{
    // A group without channels has no rows.
    if (isFull() || values.empty() || values.size() != m_channels.size())
        return;
    m_times[m_rows] = times.front();
    for (std::size_t column = 0; column < values.size(); ++column) {
        const std::int64_t offset = times[column] - times.front();
        m_values[column * m_capacity + m_rows] = values[column];
        m_offsets[column * m_capacity + m_rows] = offset;
        m_farthest[column] = std::max(m_farthest[column], std::abs(offset));
        m_present += values[column] != format::kMissing;
    }
    ++m_rows;
}

std::size_t SampleBlockBuffer::encodedBound() const
{
    // A varint has 10 bytes at most; a value may come with an offset, a column with a bitmap.
    return 64 + m_rows * 10 + m_channels.size() * (16 + m_rows / 8 + m_rows * 20);
}

void SampleBlockBuffer::encode(format::ByteWriter& writer)
{
    for (std::size_t column = 0; column < m_channels.size(); ++column) {
        format::SampleColumnView& view = m_views[column];
        view.channel = m_channels[column];
        view.values = std::span(m_values).subspan(column * m_capacity, m_rows);
        view.readOffsets = {};
        if (m_farthest[column] > kOmittedOffsetNs)
            view.readOffsets = std::span(m_offsets).subspan(column * m_capacity, m_rows);
    }
    format::encodeSamples(writer, {m_group, std::span(m_times).first(m_rows), m_views});
}

void SampleBlockBuffer::clear()
{
    m_rows = 0;
    m_present = 0;
    std::fill(m_farthest.begin(), m_farthest.end(), 0);
}

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
