#pragma once

#include "remote/format/result.h"
#include "remote/simulator/training/signals.h"
#include "remote/simulator/training/stepplan.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope::simulator {

/// The model of a sensor: a read returns the mean over `window`, which ends `lag` before the latest multiple of
/// `update` (0: before the time of the read). A read takes `read` of wall time. The resolution is applied separately.
struct SensorFacts
{
    std::int64_t windowNs = 0;
    std::int64_t updateNs = 0;
    std::int64_t lagNs = 0;
    std::int64_t readNs = 0;
};

/// A rail with a sensor: its power is a weighted sum of the converters' powers, and a constant.
struct Rail
{
    std::string label; ///< "NC": the input is not connected
    std::string chip;  ///< "0-0041"
    int input = 0;     ///< channel of the chip, 0..2
    double shuntOhm = 0.01;
    double volts = 19.152;
    double gpu = 0;
    double cpu = 0;
    double soc = 0;
    double ddr = 0;
    double constantWatts = 0;
};

struct CoreRow
{
    const char* cluster;
    unsigned midr;
    int clock; ///< cores with the same number share a clock
    int maximumKhz;
    int idleStates;
};

struct Zone
{
    const char* type;
    double base;    ///< degC when idle
    double perWatt; ///< rise in the steady state, degC per watt of the whole board
};

/// A mode of nvpmodel: the highest frequencies.
struct PowerModeRow
{
    const char* name;
    std::int64_t coreKhz;
    std::int64_t gpuHz;
    std::int64_t emcHz;        ///< 0 = as in the first mode
    std::int64_t fastKhz = -1; ///< of fast cores; -1 = as the others, 0 = they are not used
};

/// A board as its files describe it.
struct Board
{
    std::string variant; ///< "tx2-l4t32"
    std::string title;   ///< "Jetson TX2, L4T 32"
    std::string model;   ///< in the device tree
    std::vector<std::string> compatible;
    std::string release; ///< contents of /etc/nv_tegra_release
    std::string hostname;
    std::string kernel;
    std::int64_t memoryKib = 0;
    std::vector<CoreRow> cores;
    bool cpuacct = true; ///< control group v1
    std::string gpuLoad;
    std::string gpuDevice;    ///< "17000000.gp10b"
    std::string gpuNode;      ///< name in the device tree
    bool gpuCounters = false; ///< the driver exports the GPU's busy cycles
    std::int64_t gpuMaximumHz = 0;
    std::int64_t emcHz = 0;
    std::string emcRate;     ///< path of the memory controller's frequency; empty = none
    std::string emcActivity; ///< path of its average activity, kHz; empty = none
    bool hwmon = false;      ///< L4T 34 and later; earlier releases use industrial I/O (iio)
    std::string chipFolder;  ///< iio: name of a chip's device folder, with # for its number
    std::vector<Rail> rails; ///< if `hasInputRail`, the first one contains the others
    bool hasInputRail = true;
    std::vector<Zone> zones;
    std::vector<PowerModeRow> powerModes; ///< the first one is active when the board starts
    Signals idle{};
    double idleBytes = 1.15e9;
    Machine machine;
    SensorFacts railSensor;
    SensorFacts gpuSensor;
};

/// tx2-l4t32, tx2-l4t28, nano, xavier, orin; empty = the first. Error Usage with the list.
format::Result<Board> describeBoard(std::string_view variant);
std::vector<std::string> boardVariants();

/// Power of a rail, or its integral, without the constant; in the unit of `load` (W or W x ns).
double railSum(const Rail& rail, const Signals& load);

} // namespace stepscope::simulator
