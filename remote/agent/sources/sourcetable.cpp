#include "remote/agent/sources/sourcetable.h"

#include "remote/agent/sources/agentcost.h"
#include "remote/agent/sources/cpuacct.h"
#include "remote/agent/sources/cpufrequency.h"
#include "remote/agent/sources/cpuidle.h"
#include "remote/agent/sources/gpufrequency.h"
#include "remote/agent/sources/gpuload.h"
#include "remote/agent/sources/ina3221hwmon.h"
#include "remote/agent/sources/ina3221iio.h"
#include "remote/agent/sources/memory.h"
#include "remote/agent/sources/processmemory.h"
#include "remote/agent/sources/procstat.h"
#include "remote/agent/sources/thermal.h"
#include "remote/agent/system/clock.h"

#include <array>

namespace stepscope::agent {
namespace {

// In the order in which a lane reads them; of one topic, the best first.
constexpr std::array kSources{
    SourceRow{"cpuacct", "CPU time per core", "cpu.utilization", SamplingLane::Fast, 0, makeCpuacct},
    SourceRow{"cpuidle", "Idle time per core", "cpu.utilization", SamplingLane::Fast, 0, makeCpuidle},
    SourceRow{"procstat", "CPU time per core in ticks", "cpu.utilization", SamplingLane::Fast, 0, makeProcstat},
    SourceRow{"cpufreq", "CPU frequency", "", SamplingLane::Fast, 0, makeCpuFrequency},
    SourceRow{"meminfo", "Memory of the system", "", SamplingLane::Fast, 10 * kMillisecond, makeMemory},
    SourceRow{"ina3221-iio", "Power rails (INA3221)", "rail.power", SamplingLane::Rails, 0, makeIna3221Iio},
    SourceRow{"ina3221-hwmon", "Power rails (INA3221)", "rail.power", SamplingLane::Rails, 0, makeIna3221Hwmon},
    SourceRow{"gpu-load", "GPU utilization", "gpu.utilization", SamplingLane::Gpu, 0, makeGpuLoad},
    SourceRow{"gpu-devfreq", "GPU frequency", "gpu.frequency", SamplingLane::Gpu, 0, makeGpuFrequency},
    SourceRow{"process-memory", "Memory of the training", "", SamplingLane::Slow, 100 * kMillisecond,
              makeProcessMemory},
    SourceRow{"agent", "Cost of looking", "", SamplingLane::Slow, 100 * kMillisecond, makeAgentCost},
    SourceRow{"thermal", "Temperatures", "", SamplingLane::Slow, 500 * kMillisecond, makeThermal},
};

} // namespace

std::span<const SourceRow> sourceTable()
{
    return kSources;
}

} // namespace stepscope::agent
