#include "analysis/import/samplerows.h"

#include <algorithm>

namespace stepscope::analysis {
namespace {

/// A cell takes at most 10 bytes, so that a block always fits into a frame.
constexpr std::size_t kCells = std::size_t{1} << 17U;
constexpr std::size_t kMostRows = 1024;

} // namespace

SampleRows::SampleRows(RecordingWriter& recording, std::size_t channels)
    : m_recording(recording)
    , m_mostRows(std::clamp(kCells / std::max<std::size_t>(channels, 1), std::size_t{1}, kMostRows))
    , m_columns(channels)
{}

void SampleRows::begin(std::int64_t time)
{
    if (m_times.size() == m_mostRows)
        flush();
    m_times.push_back(time);
    for (auto& column : m_columns)
        column.push_back(format::kMissing);
}

void SampleRows::set(std::size_t channel, std::int64_t value)
{
    m_columns[channel].back() = value;
    ++m_samples;
}

bool SampleRows::isSet(std::size_t channel) const
{
    return m_columns[channel].back() != format::kMissing;
}

void SampleRows::flush()
{
    if (m_times.empty() || m_columns.empty())
        return;
    std::vector<format::SampleColumnView> views;
    for (std::size_t i = 0; i < m_columns.size(); ++i)
        views.push_back({.channel = static_cast<std::uint32_t>(i), .values = m_columns[i], .readOffsets = {}});
    m_recording.samples({.group = 0, .times = m_times, .columns = views});
    m_times.clear();
    for (auto& column : m_columns)
        column.clear();
}

} // namespace stepscope::analysis
