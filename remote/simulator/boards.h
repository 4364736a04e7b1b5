#pragma once

#include "remote/format/result.h"
#include "remote/simulator/signals.h"
#include "remote/simulator/stepplan.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope::simulator {

/// What a sensor does to the truth: at a read, it tells the mean of `window`, which ended `lag` before the latest
/// multiple of `update` (0: before the moment of the read). A read takes `read` of wall time.
struct SensorFacts
{
    std::int64_t windowNs = 0;
    std::int64_t updateNs = 0;
    std::int64_t lagNs = 0;
    std::int64_t readNs = 0;
};

/// A power line with a sensor: watts = a weighted sum of what the converters feed, and a constant part.
struct Rail
{
    std::string label; ///< "NC": the input is not connected
    std::string chip;  ///< "0-0041"
    int input = 0;     ///< of the chip, 0..2
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
    double perWatt; ///< degC more for a watt of the whole board, once warm
};

/// A board as its files describe it.
struct Board
{
    std::string variant; ///< "tx2-l4t32"
    std::string title;   ///< "Jetson TX2, L4T 32"
    std::string model;   ///< of the device tree
    std::vector<std::string> compatible;
    std::string release; ///< of /etc/nv_tegra_release
    std::string hostname;
    std::string kernel;
    std::int64_t memoryKib = 0;
    std::vector<CoreRow> cores;
    bool cpuacct = true; ///< control group v1
    std::string gpuLoad;
    std::string gpuDevice;    ///< "17000000.gp10b"
    std::string gpuNode;      ///< its name in the device tree
    bool gpuCounters = false; ///< the driver shows its busy cycles
    std::int64_t gpuMaximumHz = 0;
    std::int64_t emcHz = 0;
    std::string emcRate;     ///< path of its frequency; empty = not told
    std::string emcActivity; ///< path of its average activity, kHz
    bool hwmon = false;      ///< L4T 34 and later; before, industrial I/O
    std::string chipFolder;  ///< iio: what a chip's device folder is called, with # for its number
    std::vector<Rail> rails; ///< the first one contains the others, where `wholeRail`
    bool wholeRail = true;
    std::vector<Zone> zones;
    std::vector<const char*> powerModes; ///< the first one is set
    Signals idle{};
    double idleBytes = 1.15e9;
    Machine machine;
    SensorFacts railSensor;
    SensorFacts gpuSensor;
};

/// tx2-l4t32, tx2-l4t28, nano, xavier, orin; empty = the first. Error Usage with the list.
format::Result<Board> describeBoard(std::string_view variant);
std::vector<std::string> boardVariants();

/// Watts of a rail, or watt x ns of its integral, without the constant part.
double railSum(const Rail& rail, const Signals& signals);

} // namespace stepscope::simulator
