#include "remote/agent/sampling/sampleblocks.h"

#include "remote/format/bytes.h"

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

} // namespace stepscope::agent
