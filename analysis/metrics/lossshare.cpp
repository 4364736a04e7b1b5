#include "analysis/metrics/lossshare.h"

namespace stepscope::analysis {

double lostShare(const trace::TraceView& view, const trace::Loss& loss)
{
    double recorded = 0;
    if (loss.what == "samples") {
        for (const trace::ChannelView& channel : view.channels())
            recorded += static_cast<double>(channel.lowerBound(loss.range.end) - channel.lowerBound(loss.range.begin));
    } else if (loss.what == "spans") {
        for (const trace::LaneView& lane : view.lanes()) {
            const auto [first, last] = lane.touching(loss.range);
            recorded += static_cast<double>(last - first);
        }
    }
    const auto lost = static_cast<double>(loss.count);
    return lost > 0 ? lost / (lost + recorded) : 1;
}

} // namespace stepscope::analysis
