#pragma once

#include "remote/agent/sources/source.h"

#include <span>

namespace stepscope::agent {

/// The kinds of threads that sample. A source that may be slow never delays another lane's.
enum class SamplingLane : std::uint8_t {
    Fast,  ///< counters in memory: tens of microseconds in all
    Rails, ///< sensors on I2C: milliseconds each; a thread for each bus
    Gpu,   ///< asks the drivers of the GPU and of the memory controller
    Slow,  ///< what changes slowly, or costs more to look up
    Told,  ///< nobody reads it: the hook tells
};

struct SourceRow
{
    const char* name;
    const char* title;
    const char* topic; ///< the first usable source of a topic is used, the others are unneeded; "" = always used
    SamplingLane lane;
    std::int64_t minimumPeriodNs; ///< sampled at the run's period, but not more often than this
    std::unique_ptr<Source> (*make)();
};

std::span<const SourceRow> sourceTable();

} // namespace stepscope::agent
