#include "remote/agent/sampling/sourcetable.h"

#include "remote/agent/sources/cpu/cpusources.h"
#include "remote/agent/sources/gpu/gpusources.h"
#include "remote/agent/sources/power/powersources.h"
#include "remote/agent/sources/system/systemsources.h"
#include "remote/agent/sources/system/tensors.h"
#include "remote/format/clock.h"

#include <array>

namespace stepscope::agent {
namespace {

// In the order in which a lane reads them; within a topic, the best first.
constexpr std::array kSources{
    SourceRow{"cpuacct", "CPU time per core", "cpu.utilization", SamplingLane::Fast, 0, makeCpuacct},
    SourceRow{"cpuidle", "Idle time per core", "cpu.utilization", SamplingLane::Fast, 0, makeCpuidle},
    SourceRow{"procstat", "CPU time per core in ticks", "cpu.utilization", SamplingLane::Fast, 0, makeProcstat},
    SourceRow{"cpufreq", "CPU frequency", "", SamplingLane::Fast, 0, makeCpuFrequency},
    SourceRow{"process-time", "CPU time of the training", "", SamplingLane::Fast, 0, makeProcessTime},
    SourceRow{"meminfo", "Memory of the system", "", SamplingLane::Fast, 10 * format::kMillisecond, makeMemory},
    SourceRow{"process-memory", "Memory of the training", "", SamplingLane::Fast, 10 * format::kMillisecond,
              makeProcessMemory},
    SourceRow{"ina3221-iio", "Power rails (INA3221)", "rail.power", SamplingLane::Rails, 0, makeIna3221Iio},
    SourceRow{"ina3221-hwmon", "Power rails (INA3221)", "rail.power", SamplingLane::Rails, 0, makeIna3221Hwmon},
    SourceRow{"gpu-counters", "Busy cycles of the GPU", "gpu.utilization", SamplingLane::Gpu, 0, makeGpuCounters},
    SourceRow{"gpu-load", "GPU utilization", "gpu.utilization", SamplingLane::Gpu, 0, makeGpuLoad},
    SourceRow{"gpu-devfreq", "GPU frequency", "gpu.frequency", SamplingLane::Gpu, 0, makeGpuFrequency},
    SourceRow{"emc", "Memory controller", "emc", SamplingLane::Gpu, 20 * format::kMillisecond, makeEmc},
    SourceRow{"rapl", "Power of the processor (RAPL)", "", SamplingLane::Slow, 10 * format::kMillisecond, makeRapl},
    SourceRow{"hwmon-power", "Power of other parts (hwmon)", "", SamplingLane::Slow, 50 * format::kMillisecond,
              makeHwmonPower},
    SourceRow{"nvidia-smi", "NVIDIA graphics cards", "gpu.utilization", SamplingLane::Slow, 100 * format::kMillisecond,
              makeNvidiaSmi},
    SourceRow{"processes", "Processes of the training", "", SamplingLane::Slow, 100 * format::kMillisecond,
              makeProcesses},
    SourceRow{"tensors", "Memory of tensors as the training's framework counts it", "", SamplingLane::Hook,
              100 * format::kMillisecond, makeTensors},
    SourceRow{"agent", "Profiling overhead", "", SamplingLane::Slow, 100 * format::kMillisecond, makeAgentCost},
    SourceRow{"engines", "Video, vision and deep learning engines", "engines", SamplingLane::Slow,
              200 * format::kMillisecond, makeEngines},
    SourceRow{"disks", "Traffic of the disks", "", SamplingLane::Slow, 200 * format::kMillisecond, makeDisks},
    SourceRow{"network", "Traffic of the network", "", SamplingLane::Slow, 200 * format::kMillisecond, makeNetwork},
    SourceRow{"nvmap", "GPU memory of the training", "", SamplingLane::Slow, 500 * format::kMillisecond, makeGpuMemory},
    SourceRow{"throttle", "Throttling", "", SamplingLane::Slow, 500 * format::kMillisecond, makeThrottle},
    SourceRow{"thermal", "Temperatures", "", SamplingLane::Slow, 500 * format::kMillisecond, makeThermal},
    SourceRow{"memory-blocks", "Largest free blocks of memory", "memory.lfb", SamplingLane::Slow, format::kSecond,
              makeMemoryDetails},
    SourceRow{"fan", "Fans", "", SamplingLane::Slow, format::kSecond, makeFan},
    SourceRow{"power-mode", "Power mode and locked clocks", "", SamplingLane::Slow, format::kSecond, makePowerMode},
    SourceRow{"battery", "Batteries", "", SamplingLane::Slow, format::kSecond, makeBattery},
    // Last, because it provides only quantities that no other source provides.
    SourceRow{"tegrastats", "tegrastats", "", SamplingLane::Slow, 100 * format::kMillisecond, makeTegrastats},
};

} // namespace

std::span<const SourceRow> sourceTable()
{
    return kSources;
}

} // namespace stepscope::agent
