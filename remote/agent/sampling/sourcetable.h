#pragma once

#include "remote/agent/sources/reading/source.h"

#include <span>

namespace stepscope::agent {

/// The kinds of sampling threads. A slow source delays only the sources of the same lane.
enum class SamplingLane : std::uint8_t {
    Fast,  ///< counters in memory; tens of microseconds in total
    Rails, ///< sensors on I2C, milliseconds each; one thread per bus
    Gpu,   ///< drivers of the GPU and of the memory controller
    Slow,  ///< values that change slowly or cost more to read
    Hook,  ///< values that the hook sends; no thread reads them
};

struct SourceRow
{
    const char* name;
    const char* title;
    const char* topic; ///< of the sources with the same topic only the first usable one is used; "" = always used
    SamplingLane lane;
    std::int64_t minimumPeriodNs; ///< lower limit of the sampling period
    std::unique_ptr<Source> (*make)();
};

std::span<const SourceRow> sourceTable();

} // namespace stepscope::agent
