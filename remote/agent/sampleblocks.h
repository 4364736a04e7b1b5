#pragma once

#include "remote/agent/samplingplan.h"
#include "remote/format/records.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace stepscope::agent {

/// A row as it goes through a ring: this, then `count` values, then as many read times.
struct RowHead
{
    std::uint32_t group;
    std::uint32_t count;
};

/// Rows of one group that wait to become a sample block. Takes its memory once.
class SampleBlockBuffer
{
public:
    SampleBlockBuffer(std::uint32_t group, std::span<const std::uint32_t> channels, std::int64_t periodNs);

    void append(std::span<const std::int64_t> values, std::span<const std::int64_t> times);
    [[nodiscard]] bool isFull() const { return m_rows == m_capacity; }
    [[nodiscard]] bool isEmpty() const { return m_rows == 0; }
    /// Old enough to be written: 300 ms, or 1 s for what is sampled so slowly that a block would hold few rows.
    [[nodiscard]] bool isDue(std::int64_t now) const { return m_rows > 0 && now >= m_times[0] + m_age; }
    [[nodiscard]] std::size_t rows() const { return m_rows; }
    [[nodiscard]] std::size_t columns() const { return m_channels.size(); }
    /// Values that are no gaps.
    [[nodiscard]] std::size_t presentValues() const { return m_present; }
    /// Bytes that encoding may take at most.
    [[nodiscard]] std::size_t encodedBound() const;
    void encode(format::ByteWriter& writer);
    void clear();

private:
    /// Where all values were read this soon after the row's time, single offsets are not worth their bytes.
    static constexpr std::int64_t kUntoldOffsetNs = 200'000;

    std::uint32_t m_group;
    std::vector<std::uint32_t> m_channels;
    std::size_t m_capacity;
    std::int64_t m_age;
    std::size_t m_rows = 0;
    std::size_t m_present = 0;
    std::vector<std::int64_t> m_times;
    std::vector<std::int64_t> m_values;   ///< column after column, m_capacity each
    std::vector<std::int64_t> m_offsets;  ///< likewise
    std::vector<std::int64_t> m_farthest; ///< largest offset of each column
    std::vector<format::SampleColumnView> m_views;
};

} // namespace stepscope::agent
