#include "remote/simulator/board/boards.h"

#include "remote/format/clock.h"

#include <algorithm>
#include <array>

namespace stepscope::simulator {
namespace {

/// Input power per output power of the converters between the module's input and its rails.
constexpr double kLoss = 1.06;

constexpr unsigned kA57 = 0x411fd073;
constexpr unsigned kDenver2 = 0x4e0f0030;
constexpr unsigned kCarmel = 0x4e0f0040;
constexpr unsigned kA78AE = 0x410fd421;

/// Triggered conversions: each read starts one (shunt, then bus voltage, 140 us each) and waits for all three inputs.
constexpr SensorFacts kTriggered{280 * format::kMicrosecond, 0, 0, 840 * format::kMicrosecond};
/// The driver of L4T 34 and later uses continuous conversion and reads the latest result.
constexpr SensorFacts kContinuous{14 * format::kMillisecond, 14 * format::kMillisecond / 4, 0,
                                  120 * format::kMicrosecond};
/// nvgpu reads its PMU every 16.7 ms and averages 17 values.
constexpr SensorFacts kGpuLoad{17 * 16'700 * format::kMicrosecond, 16'700 * format::kMicrosecond, 0, 0};

Signals idleOf(double gpu, double cpu, double soc, double ddr)
{
    Signals idle{};
    idle[GpuWatts] = gpu;
    idle[CpuWatts] = cpu;
    idle[SocWatts] = soc;
    idle[DdrWatts] = ddr;
    idle[EmcBusy] = 0.015;
    idle[FirstCore] = 0.012;
    idle[FirstCore + 3] = 0.004;
    return idle;
}

Rail inputRail(std::string label, std::string chip, int input, double shuntOhm, double volts, double constantWatts)
{
    return {std::move(label), std::move(chip), input, shuntOhm, volts, kLoss, kLoss, kLoss, kLoss, constantWatts};
}

Board tx2(int l4t)
{
    Board board;
    board.model = "quill";
    board.compatible = {"nvidia,p2597-0000+p3310-1000", "nvidia,quill", "nvidia,tegra186"};
    board.hostname = "virtual-tx2";
    board.memoryKib = 8'042'712;
    const CoreRow a57{"A57", kA57, 0, 2'035'200, 3};
    const CoreRow denver{"Denver2", kDenver2, 1, 2'035'200, 2};
    board.cores = {a57, denver, denver, a57, a57, a57};
    board.machine.workers = {3, 4, 5};
    board.machine.fastCores = {1, 2};
    board.gpuDevice = "17000000.gp10b";
    board.gpuNode = "gp10b";
    board.gpuMaximumHz = 1'300'500'000;
    board.emcHz = 1'866'000'000;
    board.emcRate = "/sys/kernel/debug/bpmp/debug/clk/emc/rate";
    board.emcActivity = "/sys/kernel/actmon_avg_activity/mc_all";
    board.zones = {{"BCPU-therm", 38, 1.5},  {"MCPU-therm", 38, 1.4},       {"GPU-therm", 36.5, 1.7},
                   {"PLL-therm", 37.5, 1.4}, {"Tboard_tegra", 34, 0.8},     {"Tdiode_tegra", 36, 1.2},
                   {"PMIC-Die", 100, 0},     {"thermal-fan-est", 37.5, 1.5}};
    board.powerModes = {{"MAXN", 2'035'200, 1'300'500'000, 0},
                        {"MAXQ", 1'200'000, 850'500'000, 1'331'200'000, 0},
                        {"MAXP_CORE_ALL", 1'400'000, 1'120'500'000, 1'600'000'000},
                        {"MAXP_CORE_ARM", 2'000'000, 1'120'500'000, 1'600'000'000, 0},
                        {"MAXP_CORE_DENVER", 345'900, 1'120'500'000, 1'600'000'000, 2'035'200}};
    board.idle = idleOf(0.12, 0.32, 0.45, 0.35);
    board.railSensor = kTriggered;
    board.gpuSensor = kGpuLoad;
    board.gpuLoad = "/sys/devices/gpu.0/load";
    const bool newer = l4t >= 32;
    const std::string prefix = newer ? "VDD_SYS_" : "VDD_";
    // The resolution is 4 mA at 19 V: about 77 mW, as in logs of real boards.
    board.rails = {inputRail("VDD_IN", "0-0041", 0, 0.01, 19.152, 0.95),
                   {prefix + "GPU", "0-0040", 0, 0.01, 19.152, 1, 0, 0, 0, 0},
                   {prefix + "SOC", "0-0040", 1, 0.01, 19.152, 0, 0, 1, 0, 0},
                   {newer ? "VDD_4V0_WIFI" : "VDD_WIFI", "0-0040", 2, 0.01, 4.8, 0, 0, 0, 0, 0.019},
                   {prefix + "CPU", "0-0041", 1, 0.01, 19.152, 0, 1, 0, 0, 0},
                   {prefix + "DDR", "0-0041", 2, 0.01, 19.152, 0, 0, 0, 1, 0}};
    board.variant = newer ? "tx2-l4t32" : "tx2-l4t28";
    board.title = newer ? "Jetson TX2, L4T 32" : "Jetson TX2, L4T 28";
    board.kernel = newer ? "4.9.253-tegra" : "4.4.38-tegra";
    board.chipFolder = newer ? "iio:device#" : "iio_device";
    board.release = newer ? "# R32 (release), REVISION: 7.1, GCID: 29818004, BOARD: t186ref, EABI: aarch64, DATE: Sat "
                            "Feb 19 17:07:00 UTC 2022\n"
                          : "# R28 (release), REVISION: 2.1, GCID: 11272647, BOARD: t186ref, EABI: aarch64, DATE: Thu "
                            "May 17 07:29:06 UTC 2018\n";
    return board;
}

Board tx2L4t32()
{
    return tx2(32);
}

Board tx2L4t28()
{
    return tx2(28);
}

Board nano()
{
    Board board;
    board.variant = "nano";
    board.title = "Jetson Nano, L4T 32";
    board.model = "NVIDIA Jetson Nano Developer Kit";
    board.compatible = {"nvidia,p3450-0000", "nvidia,jetson-nano", "nvidia,tegra210"};
    board.release = "# R32 (release), REVISION: 7.1, GCID: 29818004, BOARD: t210ref, EABI: aarch64, DATE: Sat Feb 19 "
                    "17:05:08 UTC 2022\n";
    board.hostname = "virtual-nano";
    board.kernel = "4.9.253-tegra";
    board.memoryKib = 4'051'048;
    board.cores.assign(4, {"A57", kA57, 0, 1'479'000, 2});
    board.machine = {0, {1, 2, 3}, {}, 2.4, 0.6};
    board.gpuLoad = "/sys/devices/gpu.0/load";
    board.gpuDevice = "57000000.gpu";
    board.gpuNode = "gpu";
    board.gpuMaximumHz = 921'600'000;
    board.emcHz = 1'600'000'000;
    board.emcRate = "/sys/kernel/debug/clk/override.emc/clk_rate";
    board.emcActivity = "/sys/kernel/actmon_avg_activity/mc_all";
    board.chipFolder = "iio:device#";
    board.rails = {inputRail("POM_5V_IN", "6-0040", 0, 0.005, 5.04, 0.7),
                   {"POM_5V_GPU", "6-0040", 1, 0.005, 5.04, 1, 0, 0, 0, 0},
                   {"POM_5V_CPU", "6-0040", 2, 0.005, 5.04, 0, 1, 0, 0, 0}};
    board.zones = {{"AO-therm", 40, 1.5},  {"CPU-therm", 34, 1.8}, {"GPU-therm", 33, 1.8},
                   {"PLL-therm", 33, 1.6}, {"PMIC-Die", 100, 0},   {"thermal-fan-est", 33.5, 1.8}};
    board.powerModes = {{"MAXN", 1'479'000, 921'600'000, 0}, {"5W", 918'000, 640'000'000, 0}};
    board.idle = idleOf(0.06, 0.25, 0.3, 0.25);
    board.idleBytes = 0.75e9;
    board.railSensor = kTriggered;
    board.gpuSensor = kGpuLoad;
    return board;
}

Board xavier()
{
    Board board;
    board.variant = "xavier";
    board.title = "Jetson AGX Xavier, L4T 32";
    board.model = "Jetson-AGX";
    board.compatible = {"nvidia,p2972-0000", "nvidia,tegra194"};
    board.release = "# R32 (release), REVISION: 7.1, GCID: 29818004, BOARD: t186ref, EABI: aarch64, DATE: Sat Feb 19 "
                    "17:07:00 UTC 2022\n";
    board.hostname = "virtual-xavier";
    board.kernel = "4.9.253-tegra";
    board.memoryKib = 32'692'924;
    for (int core = 0; core < 8; ++core)
        board.cores.push_back({"Carmel", kCarmel, core / 2, 2'265'600, 2});
    board.machine = {0, {1, 2, 3}, {}, 0.4, 1.5};
    board.gpuLoad = "/sys/devices/gpu.0/load";
    board.gpuDevice = "17000000.gv11b";
    board.gpuNode = "gv11b";
    board.gpuMaximumHz = 1'377'000'000;
    board.emcHz = 2'133'000'000;
    board.emcRate = "/sys/kernel/debug/bpmp/debug/clk/emc/rate";
    board.emcActivity = "/sys/kernel/actmon_avg_activity/mc_all";
    board.chipFolder = "iio:device#";
    board.hasInputRail = false;
    board.rails = {
        {"GPU", "1-0040", 0, 0.005, 19.1, 1, 0, 0, 0, 0},     {"CPU", "1-0040", 1, 0.005, 19.1, 0, 1, 0, 0, 0},
        {"SOC", "1-0040", 2, 0.005, 19.1, 0, 0, 1, 0, 0.5},   {"CV", "1-0041", 0, 0.005, 19.1, 0, 0, 0, 0, 0.1},
        {"VDDRQ", "1-0041", 1, 0.005, 19.1, 0, 0, 0, 0.6, 0}, {"SYS5V", "1-0041", 2, 0.005, 19.1, 0, 0, 0, 0.4, 1.4}};
    board.zones = {{"CPU-therm", 36, 0.7},    {"GPU-therm", 35, 0.8},      {"AUX-therm", 35, 0.5},
                   {"AO-therm", 35, 0.5},     {"PMIC-Die", 100, 0},        {"Tboard_tegra", 34, 0.3},
                   {"Tdiode_tegra", 36, 0.5}, {"thermal-fan-est", 36, 0.7}};
    board.powerModes = {{"MAXN", 2'265'600, 1'377'000'000, 0},
                        {"MODE_10W", 1'200'000, 520'000'000, 1'066'000'000},
                        {"MODE_15W", 1'200'000, 670'000'000, 1'333'000'000},
                        {"MODE_30W_ALL", 1'200'000, 900'000'000, 1'600'000'000}};
    board.idle = idleOf(0.3, 0.6, 0.9, 0.5);
    board.idleBytes = 1.6e9;
    board.railSensor = kTriggered;
    board.gpuSensor = kGpuLoad;
    return board;
}

Board orin()
{
    Board board;
    board.variant = "orin";
    board.title = "Jetson AGX Orin, L4T 35";
    board.model = "Jetson AGX Orin Developer Kit";
    board.compatible = {"nvidia,p3737-0000+p3701-0000", "nvidia,tegra234"};
    board.release = "# R35 (release), REVISION: 4.1, GCID: 33958178, BOARD: t186ref, EABI: aarch64, DATE: Tue Aug  1 "
                    "19:57:35 UTC 2023\n";
    board.hostname = "virtual-orin";
    board.kernel = "5.10.120-tegra";
    board.memoryKib = 30'790'508;
    for (int core = 0; core < 12; ++core)
        board.cores.push_back({"A78AE", kA78AE, core / 4, 2'201'600, 2});
    board.machine = {0, {1, 2, 3}, {}, 0.14, 2.2};
    board.cpuacct = false; // control groups v2
    board.gpuLoad = "/sys/devices/platform/gpu.0/load";
    board.gpuDevice = "17000000.ga10b";
    board.gpuNode = "ga10b";
    board.gpuCounters = true;
    board.gpuMaximumHz = 1'300'500'000;
    board.emcHz = 3'199'000'000;
    board.emcRate = "/sys/kernel/debug/bpmp/debug/clk/emc/rate";
    board.emcActivity = "/sys/kernel/debug/cactmon/mc_all";
    board.hwmon = true;
    board.hasInputRail = false;
    board.rails = {{"VDD_GPU_SOC", "1-0040", 0, 0.002, 19.1, 1, 0, 1, 0, 0},
                   {"VDD_CPU_CV", "1-0040", 1, 0.002, 19.1, 0, 1, 0, 0, 0},
                   {"VIN_SYS_5V0", "1-0040", 2, 0.002, 5.04, 0, 0, 0, 0.5, 2.2},
                   {"NC", "1-0041", 0, 0.002, 0, 0, 0, 0, 0, 0},
                   {"VDDQ_VDD2_1V8AO", "1-0041", 1, 0.002, 5.04, 0, 0, 0, 0.5, 0.2},
                   {"NC", "1-0041", 2, 0.002, 0, 0, 0, 0, 0, 0}};
    board.zones = {{"cpu-thermal", 45, 0.5},   {"gpu-thermal", 42, 0.6}, {"soc0-thermal", 43, 0.4},
                   {"soc1-thermal", 43, 0.4},  {"tj-thermal", 45, 0.6},  {"tboard-thermal", 36, 0.2},
                   {"tdiode-thermal", 38, 0.3}};
    board.powerModes = {{"MAXN", 2'201'600, 1'300'500'000, 0},
                        {"MODE_15W", 1'113'600, 420'750'000, 2'133'000'000},
                        {"MODE_30W", 1'728'000, 624'750'000, 0},
                        {"MODE_50W", 1'497'600, 828'750'000, 0}};
    board.idle = idleOf(0.9, 0.9, 1.6, 1.0);
    board.idleBytes = 2.2e9;
    board.railSensor = kContinuous;
    board.gpuSensor = kGpuLoad;
    return board;
}

struct Row
{
    std::string_view variant;
    Board (*make)();
};
constexpr std::array kRows{Row{"tx2-l4t32", tx2L4t32}, Row{"tx2-l4t28", tx2L4t28}, Row{"nano", nano},
                           Row{"xavier", xavier}, Row{"orin", orin}};

} // namespace

format::Result<Board> describeBoard(std::string_view variant)
{
    for (const Row& row : kRows) {
        if (!variant.empty() && row.variant != variant)
            continue;
        Board board = row.make();
        board.machine.idleBytes = board.idleBytes;
        board.machine.memoryBytes = static_cast<double>(board.memoryKib) * 1024;
        return board;
    }
    std::string text = "there is no virtual board '" + std::string(variant) + "'; choose one of";
    for (const Row& row : kRows)
        text.append(&row == kRows.data() ? " " : ", ").append(row.variant);
    return format::failure(format::Error::Code::Usage, text);
}

std::vector<std::string> boardVariants()
{
    std::vector<std::string> names;
    for (const Row& row : kRows)
        names.emplace_back(row.variant);
    return names;
}

double railSum(const Rail& rail, const Signals& signals)
{
    return rail.gpu * signals[GpuWatts] + rail.cpu * signals[CpuWatts] + rail.soc * signals[SocWatts] +
           rail.ddr * signals[DdrWatts];
}

} // namespace stepscope::simulator
