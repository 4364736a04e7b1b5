#pragma once

#include "analysis/algorithms/workpieces.h"
#include "analysis/trace/traceview.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace stepscope::analysis {

/// How a channel's samples are to be read: which stretch of time each is the mean over.
struct Sensor
{
    std::int64_t window = 0; ///< ns; 0 = since the sample before
    std::int64_t lag = 0;
    bool skipsRepeats = false; ///< it updates more rarely than it is read: a repeated value is no new evidence
};

/// What the recording says of a channel's sensor.
Sensor describedSensor(const trace::TraceView& view, const trace::Channel& info);

/// The samples whose windows lie wholly in the stretches, at most `most` of them.
std::vector<SampleWindow> windowsOf(const trace::TraceView& view, const trace::ChannelView& channel,
                                    std::span<const trace::TimeRange> stretches, const Sensor& sensor,
                                    std::size_t most = SIZE_MAX);

/// The lag, and where nobody says the window, with which the work explains the samples best; else as `described`.
Sensor fittedSensor(const trace::TraceView& view, const trace::ChannelView& channel,
                    std::span<const trace::TimeRange> stretches, const Work& work, const Sensor& described);

} // namespace stepscope::analysis
