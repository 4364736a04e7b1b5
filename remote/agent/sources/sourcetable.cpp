#include "remote/agent/sources/sourcetable.h"

#include "remote/agent/sources/agentcost.h"
#include "remote/agent/sources/battery.h"
#include "remote/agent/sources/cpuacct.h"
#include "remote/agent/sources/cpufrequency.h"
#include "remote/agent/sources/cpuidle.h"
#include "remote/agent/sources/disks.h"
#include "remote/agent/sources/emc.h"
#include "remote/agent/sources/engines.h"
#include "remote/agent/sources/fan.h"
#include "remote/agent/sources/gpucounters.h"
#include "remote/agent/sources/gpufrequency.h"
#include "remote/agent/sources/gpuload.h"
#include "remote/agent/sources/gpumemory.h"
#include "remote/agent/sources/hwmonpower.h"
#include "remote/agent/sources/ina3221hwmon.h"
#include "remote/agent/sources/ina3221iio.h"
#include "remote/agent/sources/memory.h"
#include "remote/agent/sources/memorydetails.h"
#include "remote/agent/sources/network.h"
#include "remote/agent/sources/nvidiasmi.h"
#include "remote/agent/sources/powermode.h"
#include "remote/agent/sources/processes.h"
#include "remote/agent/sources/processmemory.h"
#include "remote/agent/sources/processtime.h"
#include "remote/agent/sources/procstat.h"
#include "remote/agent/sources/rapl.h"
#include "remote/agent/sources/tegrastats.h"
#include "remote/agent/sources/tensors.h"
#include "remote/agent/sources/thermal.h"
#include "remote/agent/sources/throttle.h"
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
    SourceRow{"process-time", "CPU time of the training", "", SamplingLane::Fast, 0, makeProcessTime},
    SourceRow{"meminfo", "Memory of the system", "", SamplingLane::Fast, 10 * kMillisecond, makeMemory},
    SourceRow{"process-memory", "Memory of the training", "", SamplingLane::Fast, 50 * kMillisecond, makeProcessMemory},
    SourceRow{"ina3221-iio", "Power rails (INA3221)", "rail.power", SamplingLane::Rails, 0, makeIna3221Iio},
    SourceRow{"ina3221-hwmon", "Power rails (INA3221)", "rail.power", SamplingLane::Rails, 0, makeIna3221Hwmon},
    SourceRow{"gpu-counters", "Busy cycles of the GPU", "gpu.utilization", SamplingLane::Gpu, 0, makeGpuCounters},
    SourceRow{"gpu-load", "GPU utilization", "gpu.utilization", SamplingLane::Gpu, 0, makeGpuLoad},
    SourceRow{"gpu-devfreq", "GPU frequency", "gpu.frequency", SamplingLane::Gpu, 0, makeGpuFrequency},
    SourceRow{"emc", "Memory controller", "emc", SamplingLane::Gpu, 20 * kMillisecond, makeEmc},
    SourceRow{"rapl", "Power of the processor (RAPL)", "", SamplingLane::Slow, 10 * kMillisecond, makeRapl},
    SourceRow{"hwmon-power", "Power of other parts (hwmon)", "", SamplingLane::Slow, 50 * kMillisecond, makeHwmonPower},
    SourceRow{"nvidia-smi", "NVIDIA graphics cards", "gpu.utilization", SamplingLane::Slow, 100 * kMillisecond,
              makeNvidiaSmi},
    SourceRow{"processes", "Processes of the training", "", SamplingLane::Slow, 100 * kMillisecond, makeProcesses},
    SourceRow{"tensors", "Memory of tensors as the training's framework counts it", "", SamplingLane::Told,
              100 * kMillisecond, makeTensors},
    SourceRow{"agent", "Cost of looking", "", SamplingLane::Slow, 100 * kMillisecond, makeAgentCost},
    SourceRow{"engines", "Video, vision and deep learning engines", "engines", SamplingLane::Slow, 200 * kMillisecond,
              makeEngines},
    SourceRow{"disks", "Traffic of the disks", "", SamplingLane::Slow, 200 * kMillisecond, makeDisks},
    SourceRow{"network", "Traffic of the network", "", SamplingLane::Slow, 200 * kMillisecond, makeNetwork},
    SourceRow{"nvmap", "GPU memory of the training", "", SamplingLane::Slow, 500 * kMillisecond, makeGpuMemory},
    SourceRow{"throttle", "Throttling", "", SamplingLane::Slow, 500 * kMillisecond, makeThrottle},
    SourceRow{"thermal", "Temperatures", "", SamplingLane::Slow, 500 * kMillisecond, makeThermal},
    SourceRow{"memory-blocks", "Largest free blocks of memory", "memory.lfb", SamplingLane::Slow, kSecond,
              makeMemoryDetails},
    SourceRow{"fan", "Fans", "", SamplingLane::Slow, kSecond, makeFan},
    SourceRow{"power-mode", "Power mode and locked clocks", "", SamplingLane::Slow, kSecond, makePowerMode},
    SourceRow{"battery", "Batteries", "", SamplingLane::Slow, kSecond, makeBattery},
    // The last, since it gives only what nobody above does.
    SourceRow{"tegrastats", "tegrastats", "", SamplingLane::Slow, 100 * kMillisecond, makeTegrastats},
};

} // namespace

std::span<const SourceRow> sourceTable()
{
    return kSources;
}

} // namespace stepscope::agent
