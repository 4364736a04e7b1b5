#pragma once

#include "remote/agent/sampling/ring.h"
#include "remote/agent/sampling/samplingplan.h"
#include "remote/agent/sampling/wakeup.h"
#include "remote/agent/sources/reading/source.h"
#include "remote/format/records.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace stepscope::agent {

/// Head of a row in a ring; `count` values and `count` read times follow.
struct RowHead
{
    std::uint32_t group;
    std::uint32_t count;
};

/// Collects rows of one group for a sample block. Allocates only in the constructor.
class SampleBlockBuffer
{
public:
    SampleBlockBuffer(std::uint32_t group, std::span<const std::uint32_t> channels, std::int64_t periodNs);

    void append(std::span<const std::int64_t> values, std::span<const std::int64_t> times);
    [[nodiscard]] bool isFull() const { return m_rows == m_capacity; }
    [[nodiscard]] bool isEmpty() const { return m_rows == 0; }
    /// True if the first row is old enough to be written: 300 ms, or 1 s for slow groups, whose blocks would have few
    /// rows.
    [[nodiscard]] bool isDue(std::int64_t now) const { return m_rows > 0 && now >= m_times[0] + m_age; }
    [[nodiscard]] std::size_t rows() const { return m_rows; }
    [[nodiscard]] std::size_t columns() const { return m_channels.size(); }
    /// Number of values without gaps.
    [[nodiscard]] std::size_t presentValues() const { return m_present; }
    /// Upper bound of the encoded size, bytes.
    [[nodiscard]] std::size_t encodedBound() const;
    void encode(format::ByteWriter& writer);
    void clear();

private:
    /// Read offsets of a column are omitted if all are at most this long.
    static constexpr std::int64_t kOmittedOffsetNs = 200'000;

    std::uint32_t m_group;
    std::vector<std::uint32_t> m_channels;
    std::size_t m_capacity;
    std::int64_t m_age;
    std::size_t m_rows = 0;
    std::size_t m_present = 0;
    std::vector<std::int64_t> m_times;
    std::vector<std::int64_t> m_values;   ///< column by column, m_capacity each
    std::vector<std::int64_t> m_offsets;  ///< likewise
    std::vector<std::int64_t> m_farthest; ///< largest offset of each column
    std::vector<format::SampleColumnView> m_views;
};

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
