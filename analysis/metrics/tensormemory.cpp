#include "analysis/metrics/tensormemory.h"

#include "analysis/metrics/channelrules.h"

namespace stepscope::analysis {
namespace {

/// The latest reported value at `end`. The channel has gaps in rows that report other quantities only.
double latestValue(const trace::ChannelView& channel, std::int64_t end)
{
    constexpr std::size_t kMaxRows = 64; // searched backwards
    const std::size_t last = channel.lowerBound(end + 1);
    for (std::size_t i = last; i > 0 && i + kMaxRows > last; --i) {
        const double value = channel.value(i - 1);
        if (value == value)
            return value;
    }
    return TensorBytes::kNotReported;
}

/// Includes the value that was valid when the range began.
double peakIn(const trace::ChannelView& channel, trace::TimeRange range)
{
    const std::size_t first = channel.lowerBound(range.begin);
    const auto extremes = channel.extremes(first > 0 ? first - 1 : 0, channel.lowerBound(range.end + 1));
    return extremes.samples > 0 ? extremes.max : TensorBytes::kNotReported;
}

} // namespace

TensorMemory::TensorMemory(const trace::TraceView& view)
{
    for (std::size_t i = 0; i < kTensorParts.size(); ++i)
        m_channels[i] = findChannel(view, kTensorParts[i].quantity);
}

TensorBytes TensorMemory::of(trace::TimeRange range) const
{
    TensorBytes bytes;
    for (std::size_t i = 0; i < kTensorParts.size(); ++i) {
        const TensorPart& part = kTensorParts[i];
        if (m_channels[i] && m_channels[i]->size() > 0)
            bytes.*part.bytes = part.isPeak ? peakIn(*m_channels[i], range) : latestValue(*m_channels[i], range.end);
    }
    return bytes;
}

} // namespace stepscope::analysis
