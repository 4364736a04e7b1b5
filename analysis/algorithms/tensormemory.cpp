#include "analysis/algorithms/tensormemory.h"

#include "analysis/algorithms/sampling.h"

namespace stepscope::analysis {
namespace {

/// The last that was told by then. Rows that tell of something else only have gaps here.
double lastBy(const trace::ChannelView& channel, std::int64_t end)
{
    constexpr std::size_t kFarthest = 64; // rows to look back over
    const std::size_t last = channel.lowerBound(end + 1);
    for (std::size_t i = last; i > 0 && i + kFarthest > last; --i) {
        const double value = channel.value(i - 1);
        if (value == value)
            return value;
    }
    return TensorBytes::kNotTold;
}

/// What held when the stretch began counts, too.
double mostIn(const trace::ChannelView& channel, trace::TimeRange range)
{
    const std::size_t first = channel.lowerBound(range.begin);
    const auto most = channel.extremes(first > 0 ? first - 1 : 0, channel.lowerBound(range.end + 1));
    return most.samples > 0 ? most.max : TensorBytes::kNotTold;
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
            bytes.*part.bytes = part.isPeak ? mostIn(*m_channels[i], range) : lastBy(*m_channels[i], range.end);
    }
    return bytes;
}

} // namespace stepscope::analysis
