#include "tests/support/boards/layouts.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace stepscope::testing {
namespace {

using Driver = ChipLayout::Driver;

constexpr const char* kA57 = "0x00000000411fd073\n";
constexpr const char* kDenver2 = "0x000000004e0f0030\n";
constexpr const char* kCarmel = "0x000000004e0f0040\n";
constexpr const char* kA78ae = "0x00000000410fd421\n";
constexpr const char* kV3ae = "0x00000000410fd830\n";

constexpr const char* kBpmpEmc = "/sys/kernel/debug/bpmp/debug/clk/emc/rate";
constexpr const char* kActmon = "/sys/kernel/actmon_avg_activity/mc_all";
constexpr const char* kCactmon = "/sys/kernel/debug/cactmon/mc_all";
constexpr const char* kBpmpActmon = "/sys/kernel/debug/bpmp/debug/actmon/mc_all_avg_activity";
constexpr const char* kOldFan = "/sys/devices/pwm-fan/cur_pwm";
constexpr const char* kHwmonFan = "/sys/class/hwmon/hwmon2/pwm1";
constexpr const char* kBpmpNvdec = "/sys/kernel/debug/bpmp/debug/clk/nvdec/rate";

const std::vector<RailLayout>& modernRails()
{
    static const std::vector<RailLayout> kRails{
        {"VDD_IN", "", "system"}, {"VDD_CPU_GPU_CV", "VDD_IN", "cpu"}, {"VDD_SOC", "VDD_IN", "soc"}};
    return kRails;
}

std::vector<BoardLayout> makeOldBoards()
{
    return {
        {"TX1, L4T 28",
         "jetson_tx1",
         "nvidia,jetson-cv|nvidia,p2371-2180|nvidia,tegra210",
         "# R28 (release), REVISION: 2.0, GCID: 10136452, BOARD: t210ref, EABI: aarch64",
         "0000",
         {kA57},
         {"0 1 2 3"},
         {{Driver::Iio27, "1-0040", {"VDD_IN", "VDD_GPU", "VDD_CPU"}}},
         "/sys/devices/gpu.0",
         "57000000.gpu",
         "gpu",
         false,
         "/sys/kernel/debug/clk/override.emc/clk_rate",
         kActmon,
         kOldFan,
         "/sys/kernel/debug/clk/nvdec/clk_rate",
         "Jetson TX1",
         "tegra210",
         "28.2.0",
         "3.2",
         "A57 A57 A57 A57",
         {{"VDD_IN", "", "system"}, {"VDD_GPU", "VDD_IN", "gpu"}, {"VDD_CPU", "VDD_IN", "cpu"}},
         {"A57 frequency"}},
        {"TX2, L4T 27",
         "quill",
         "nvidia,quill|nvidia,tegra186",
         "# R27 (release), REVISION: 1.0, GCID: 8563725, BOARD: t186ref, EABI: aarch64",
         "011000",
         {kA57, kDenver2},
         {"0 3 4 5", "1 2"},
         {{Driver::Iio27, "0-0040", {"VDD_GPU", "VDD_SOC", "VDD_WIFI"}},
          {Driver::Iio27, "0-0041", {"VDD_IN", "VDD_CPU", "VDD_DDR"}}},
         "/sys/devices/gpu.0",
         "17000000.gp10b",
         "gp10b",
         false,
         kBpmpEmc,
         kActmon,
         kOldFan,
         kBpmpNvdec,
         "Jetson TX2",
         "tegra186",
         "27.1.0",
         "3.0",
         "A57 Denver2 Denver2 A57 A57 A57",
         {{"VDD_IN", "", "system"},
          {"VDD_GPU", "VDD_IN", "gpu"},
          {"VDD_SOC", "VDD_IN", "soc"},
          {"VDD_WIFI", "VDD_IN", "other"},
          {"VDD_CPU", "VDD_IN", "cpu"},
          {"VDD_DDR", "VDD_IN", "memory"}},
         {"A57 frequency", "Denver2 frequency"}},
        {"TX2, L4T 32, with its carrier",
         "quill",
         "nvidia,p2597-0000+p3310-1000|nvidia,quill|nvidia,tegra186",
         "# R32 (release), REVISION: 7.1, GCID: 29818004, BOARD: t186ref, EABI: aarch64",
         "011000",
         {kA57, kDenver2},
         {"0 3 4 5", "1 2"},
         {{Driver::Iio32, "0-0040", {"VDD_SYS_GPU", "VDD_SYS_SOC", "VDD_4V0_WIFI"}},
          {Driver::Iio32, "0-0041", {"VDD_IN", "VDD_SYS_CPU", "VDD_SYS_DDR"}},
          {Driver::Iio32, "0-0042", {"VDD_MUX", "VDD_5V0_IO_SYS", "VDD_3V3_SYS"}},
          {Driver::Iio32, "0-0043", {"VDD_3V3_IO_SLP", "VDD_1V8_IO", "VDD_3V3_SYS_M2"}}},
         "/sys/devices/gpu.0",
         "17000000.gp10b",
         "gp10b",
         true,
         kBpmpEmc,
         kCactmon,
         kOldFan,
         kBpmpNvdec,
         "Jetson TX2",
         "tegra186",
         "32.7.1",
         "4.6.1",
         "A57 Denver2 Denver2 A57 A57 A57",
         {{"VDD_IN", "", "system"},
          {"VDD_SYS_GPU", "VDD_IN", "gpu"},
          {"VDD_SYS_SOC", "VDD_IN", "soc"},
          {"VDD_4V0_WIFI", "VDD_IN", "other"},
          {"VDD_SYS_CPU", "VDD_IN", "cpu"},
          {"VDD_SYS_DDR", "VDD_IN", "memory"},
          {"VDD_MUX", "", "other"},
          {"VDD_5V0_IO_SYS", "VDD_MUX", "other"},
          {"VDD_3V3_SYS", "VDD_MUX", "other"},
          {"VDD_3V3_IO_SLP", "VDD_MUX", "other"},
          {"VDD_1V8_IO", "VDD_MUX", "other"},
          {"VDD_3V3_SYS_M2", "VDD_MUX", "other"}},
         {"A57 frequency", "Denver2 frequency"}},
        {"TX2 NX, L4T 32",
         "NVIDIA Jetson TX2 NX Developer Kit",
         "nvidia,p3509-0000+p3636-0001|nvidia,tegra186",
         "# R32 (release), REVISION: 6.1, GCID: 27863751, BOARD: t186ref, EABI: aarch64",
         "011000",
         {kA57, kDenver2},
         {"0 3 4 5", "1 2"},
         {{Driver::Iio32, "7-0040", {"VDD_IN", "VDD_SYS_GPU", "VDD_SYS_SOC"}}},
         "/sys/devices/gpu.0",
         "17000000.gp10b",
         "gp10b",
         false,
         kBpmpEmc,
         kActmon,
         kOldFan,
         kBpmpNvdec,
         "Jetson TX2 NX",
         "tegra186",
         "32.6.1",
         "4.6",
         "A57 Denver2 Denver2 A57 A57 A57",
         {{"VDD_IN", "", "system"}, {"VDD_SYS_GPU", "VDD_IN", "gpu"}, {"VDD_SYS_SOC", "VDD_IN", "soc"}},
         {"A57 frequency", "Denver2 frequency"}},
        {"Nano, L4T 32",
         "NVIDIA Jetson Nano Developer Kit",
         "nvidia,p3450-0000|nvidia,jetson-nano|nvidia,tegra210",
         "# R32 (release), REVISION: 5.2, GCID: 27767740, BOARD: t210ref, EABI: aarch64",
         "0000",
         {kA57},
         {"0 1 2 3"},
         {{Driver::Iio32, "6-0040", {"POM_5V_IN", "POM_5V_GPU", "POM_5V_CPU"}}},
         "/sys/devices/gpu.0",
         "57000000.gpu",
         "gpu",
         false,
         "/sys/kernel/debug/clk/override.emc/clk_rate",
         kActmon,
         kOldFan,
         "/sys/kernel/debug/clk/nvdec/clk_rate",
         "Jetson Nano",
         "tegra210",
         "32.5.2",
         "4.5.1",
         "A57 A57 A57 A57",
         {{"POM_5V_IN", "", "system"}, {"POM_5V_GPU", "POM_5V_IN", "gpu"}, {"POM_5V_CPU", "POM_5V_IN", "cpu"}},
         {"A57 frequency"}},
        {"AGX Xavier, L4T 32",
         "Jetson-AGX",
         "nvidia,p2972-0000|nvidia,tegra194",
         "# R32 (release), REVISION: 4.4, GCID: 23942405, BOARD: t186ref, EABI: aarch64",
         "00000000",
         {kCarmel},
         {"0 1", "2 3", "4 5", "6 7"},
         {{Driver::Iio32, "1-0040", {"GPU", "CPU", "SOC"}}, {Driver::Iio32, "1-0041", {"CV", "VDDRQ", "SYS5V"}}},
         "/sys/devices/gpu.0",
         "17000000.gv11b",
         "gv11b",
         false,
         kBpmpEmc,
         kCactmon,
         kOldFan,
         kBpmpNvdec,
         "Jetson AGX Xavier",
         "tegra194",
         "32.4.4",
         "4.4.1",
         "Carmel Carmel Carmel Carmel Carmel Carmel Carmel Carmel",
         {{"GPU", "", "gpu"},
          {"CPU", "", "cpu"},
          {"SOC", "", "soc"},
          {"CV", "", "other"},
          {"VDDRQ", "", "memory"},
          {"SYS5V", "", "other"}},
         {"cpu0-1 frequency", "cpu2-3 frequency", "cpu4-5 frequency", "cpu6-7 frequency"}},
        {"Xavier NX, L4T 32",
         "NVIDIA Jetson Xavier NX Developer Kit",
         "nvidia,p3509-0000+p3668-0000|nvidia,tegra194",
         "# R32 (release), REVISION: 7.4, GCID: 33514132, BOARD: t186ref, EABI: aarch64",
         "000000",
         {kCarmel},
         {"0 1", "2 3", "4 5"},
         {{Driver::Iio32, "7-0040", {"VDD_IN", "VDD_CPU_GPU_CV", "VDD_SOC"}}},
         "/sys/devices/gpu.0",
         "17000000.gv11b",
         "gv11b",
         false,
         kBpmpEmc,
         kCactmon,
         kOldFan,
         kBpmpNvdec,
         "Jetson Xavier NX",
         "tegra194",
         "32.7.4",
         "4.6.4",
         "Carmel Carmel Carmel Carmel Carmel Carmel",
         modernRails(),
         {"cpu0-1 frequency", "cpu2-3 frequency", "cpu4-5 frequency"}},
    };
}

std::vector<BoardLayout> makeNewBoards()
{
    return {
        {"Xavier NX, L4T 35",
         "NVIDIA Jetson Xavier NX Developer Kit",
         "nvidia,p3509-0000+p3668-0000|nvidia,tegra194",
         "# R35 (release), REVISION: 4.1, GCID: 33958178, BOARD: t186ref, EABI: aarch64",
         "000000",
         {kCarmel},
         {"0 1", "2 3", "4 5"},
         {{Driver::Hwmon, "7-0040", {"VDD_IN", "VDD_CPU_GPU_CV", "VDD_SOC"}}},
         "/sys/devices/gpu.0",
         "17000000.gv11b",
         "gv11b",
         false,
         kBpmpEmc,
         kCactmon,
         kHwmonFan,
         kBpmpNvdec,
         "Jetson Xavier NX",
         "tegra194",
         "35.4.1",
         "5.1.2",
         "Carmel Carmel Carmel Carmel Carmel Carmel",
         modernRails(),
         {"cpu0-1 frequency", "cpu2-3 frequency", "cpu4-5 frequency"}},
        {"Orin Nano, L4T 36",
         "NVIDIA Jetson Orin Nano Engineering Reference Developer Kit Super",
         "nvidia,p3768-0000+p3767-0005-super|nvidia,p3767-0005|nvidia,tegra234",
         "# R36 (release), REVISION: 4.3, GCID: 38968081, BOARD: generic, EABI: aarch64",
         "000000",
         {kA78ae},
         {"0 1 2 3", "4 5"},
         {{Driver::Hwmon, "1-0040", {"VDD_IN", "VDD_CPU_GPU_CV", "VDD_SOC"}}},
         "/sys/devices/platform/gpu.0",
         "17000000.gpu",
         "gpu",
         true,
         kBpmpEmc,
         kBpmpActmon,
         kHwmonFan,
         kBpmpNvdec,
         "Jetson Orin Nano",
         "tegra234",
         "36.4.3",
         "6.2",
         "A78AE A78AE A78AE A78AE A78AE A78AE",
         modernRails(),
         {"cpu0-3 frequency", "cpu4-5 frequency"}},
        {"Orin NX, L4T 35",
         "NVIDIA Orin NX Developer Kit",
         "nvidia,p3768-0000+p3767-0000|nvidia,tegra234",
         "# R35 (release), REVISION: 5.0, GCID: 35550185, BOARD: t186ref, EABI: aarch64",
         "00000000",
         {kA78ae},
         {"0 1 2 3", "4 5 6 7"},
         {{Driver::Hwmon, "1-0040", {"VDD_IN", "VDD_CPU_GPU_CV", "VDD_SOC"}}},
         "/sys/devices/gpu.0",
         "17000000.ga10b",
         "ga10b",
         true,
         kBpmpEmc,
         kCactmon,
         kHwmonFan,
         kBpmpNvdec,
         "Jetson Orin NX",
         "tegra234",
         "35.5.0",
         "5.1.3",
         "A78AE A78AE A78AE A78AE A78AE A78AE A78AE A78AE",
         modernRails(),
         {"cpu0-3 frequency", "cpu4-7 frequency"}},
        {"AGX Orin, L4T 36",
         "NVIDIA Jetson AGX Orin Developer Kit",
         "nvidia,p3737-0000+p3701-0005|nvidia,p3701-0005|nvidia,tegra234",
         "# R36 (release), REVISION: 4.0, GCID: 37537400, BOARD: generic, EABI: aarch64",
         "000000000000",
         {kA78ae},
         {"0 1 2 3", "4 5 6 7", "8 9 10 11"},
         {{Driver::Hwmon, "1-0040", {"VDD_GPU_SOC", "VDD_CPU_CV", "VIN_SYS_5V0"}},
          {Driver::Hwmon, "1-0041", {"NC", "VDDQ_VDD2_1V8AO", "NC"}}},
         "/sys/devices/platform/gpu.0",
         "17000000.gpu",
         "gpu",
         true,
         kBpmpEmc,
         kBpmpActmon,
         kHwmonFan,
         kBpmpNvdec,
         "Jetson AGX Orin",
         "tegra234",
         "36.4.0",
         "6.1",
         "A78AE A78AE A78AE A78AE A78AE A78AE A78AE A78AE A78AE A78AE A78AE A78AE",
         {{"VDD_GPU_SOC", "", "gpu"},
          {"VDD_CPU_CV", "", "cpu"},
          {"VIN_SYS_5V0", "", "other"},
          {"VDDQ_VDD2_1V8AO", "VIN_SYS_5V0", "memory"}},
         {"cpu0-3 frequency", "cpu4-7 frequency", "cpu8-11 frequency"}},
        {"Thor, L4T 38",
         "NVIDIA Jetson AGX Thor Developer Kit",
         "nvidia,p3971-0080+p3834-0008|nvidia,tegra264",
         "# R38 (release), REVISION: 2.1, GCID: 42061081, BOARD: generic, EABI: aarch64",
         "00000000000000",
         {kV3ae},
         {"0 1 2 3 4 5 6 7 8 9 10 11 12 13"},
         {{Driver::Hwmon, "2-0040", {"VDD_GPU", "VDD_CPU_SOC_MSS", "VIN_SYS_5V0"}},
          {Driver::Ina238, "2-0044", {"VIN"}}},
         "",
         "gpu-gpc-0",
         "",
         false,
         "/sys/class/devfreq/bwmgr/cur_freq",
         "",
         kHwmonFan,
         "",
         "Jetson AGX Thor",
         "tegra264",
         "38.2.1",
         "7.0",
         "NeoverseV3AE NeoverseV3AE NeoverseV3AE NeoverseV3AE NeoverseV3AE NeoverseV3AE NeoverseV3AE NeoverseV3AE "
         "NeoverseV3AE NeoverseV3AE NeoverseV3AE NeoverseV3AE NeoverseV3AE NeoverseV3AE",
         {{"VIN", "", "system"},
          {"VDD_GPU", "VIN", "gpu"},
          {"VDD_CPU_SOC_MSS", "VIN", "cpu"},
          {"VIN_SYS_5V0", "VIN", "other"}},
         {"NeoverseV3AE frequency"}},
    };
}

void describeIdentity(BoardTree& tree, const BoardLayout& layout)
{
    tree.write("/proc/device-tree/model", layout.model + std::string(1, '\0'));
    std::string names = layout.compatible + "|";
    std::replace(names.begin(), names.end(), '|', '\0');
    tree.write("/proc/device-tree/compatible", names);
    tree.write("/etc/nv_tegra_release", std::string(layout.release) + "\n");
    tree.write("/proc/sys/kernel/hostname", "jetson\n");
    tree.write("/proc/sys/kernel/osrelease", "5.10.120-tegra\n");
    tree.write("/proc/meminfo",
               "MemTotal:        8042712 kB\nMemFree:         3000000 kB\nMemAvailable:    5042712 kB\n"
               "SwapTotal:       4021344 kB\nSwapFree:        4001344 kB\n");
    tree.write("/proc/buddyinfo",
               "Node 0, zone      DMA    120    60     4     1     0     0     0     0     0     2    "
               "7 \nNode 0, zone   Normal      9     8     7     6     5     4     3     2     1     "
               "0     3 \n");
    tree.write("/proc/mounts", "cgroup2 /sys/fs/cgroup cgroup2 rw 0 0\n");
    tree.write("/etc/nvpmodel.conf", "# comment\n< POWER_MODEL ID=0 NAME=MAXN >\nCPU_ONLINE CORE_0 1\n"
                                     "< POWER_MODEL ID=3 NAME=MODE_15W_DESKTOP >\n< PM_CONFIG DEFAULT=3 >\n");
    tree.write("/var/lib/nvpmodel/status", "pmode:0003 fmode:quiet\n");
}

void describeCores(BoardTree& tree, const BoardLayout& layout)
{
    const std::string cpu = "/sys/devices/system/cpu/";
    const std::string_view kinds = layout.midr;
    const std::string all = "0-" + std::to_string(kinds.size() - 1) + "\n";
    tree.write(cpu + "present", all);
    tree.write(cpu + "online", all);
    for (std::size_t core = 0; core < kinds.size(); ++core) {
        const std::string folder = cpu + "cpu" + std::to_string(core);
        tree.write(folder + "/regs/identification/midr_el1", layout.midrs[static_cast<std::size_t>(kinds[core] - '0')]);
        tree.write(folder + "/cpuidle/state0/time", "1000000\n");
        tree.write(folder + "/cpuidle/state1/time", "2000000\n");
    }
    for (const char* policy : layout.policies) {
        const std::string cores = policy;
        const std::string folder = cpu + "cpufreq/policy" + cores.substr(0, cores.find(' '));
        tree.write(folder + "/related_cpus", cores + "\n");
        tree.write(folder + "/scaling_cur_freq", "1113600\n");
        tree.write(folder + "/scaling_min_freq", "345600\n");
        tree.write(folder + "/scaling_max_freq", "2035200\n");
        for (std::size_t at = 0; at < cores.size(); at = std::min(cores.find(' ', at), cores.size() - 1) + 1)
            tree.write(cpu + "cpu" + cores.substr(at, cores.find(' ', at) - at) + "/cpufreq/related_cpus",
                       cores + "\n");
    }
}

void describeChip(BoardTree& tree, const ChipLayout& chip)
{
    const std::string folder = chipFolder(chip);
    const std::string volts = std::to_string(kLayoutMillivolts) + "\n";
    const std::string amperes = std::to_string(kLayoutMilliamperes) + "\n";
    const std::string watts = std::to_string(kLayoutMilliwatts);
    if (chip.driver == Driver::Ina238) {
        tree.write(folder + "/name", "ina238\n");
        tree.write(folder + "/power1_input", watts + "000\n");
        tree.write(folder + "/in1_input", volts);
        tree.write(folder + "/curr1_input", amperes);
        return;
    }
    const bool isHwmon = chip.driver == Driver::Hwmon;
    tree.write(folder + (isHwmon ? "/name" : "/running_mode"), isHwmon ? "ina3221\n" : "1\n");
    for (std::size_t input = 0; input < chip.labels.size(); ++input) {
        const std::string i = std::to_string(isHwmon ? input + 1 : input);
        if (isHwmon) {
            tree.write(folder + "/in" + i + "_label", std::string(chip.labels[input]) + "\n");
            tree.write(folder + "/in" + i + "_input", volts);
            tree.write(folder + "/curr" + i + "_input", amperes);
            tree.write(folder + "/shunt" + i + "_resistor", "5000\n");
        } else {
            tree.write(folder + "/rail_name_" + i, std::string(chip.labels[input]) + "\n");
            tree.write(folder + "/in_power" + i + "_input", watts + "\n");
            tree.write(folder + "/in_voltage" + i + "_input", volts);
            tree.write(folder + "/in_current" + i + "_input", amperes);
        }
    }
    if (isHwmon) {
        tree.write(folder + "/update_interval", "27\n");
        tree.write(folder + "/samples", "4\n");
        // Shunt voltages and a sum, which are no rails.
        tree.write(folder + "/in4_input", "2\n");
        tree.write(folder + "/in7_label", "sum of shunt voltages\n");
        tree.write(folder + "/in7_input", "9\n");
        tree.write(folder + "/curr4_input", "1236\n");
    }
}

void describeRest(BoardTree& tree, const BoardLayout& layout)
{
    const std::string devfreq = std::string("/sys/class/devfreq/") + layout.gpuDevfreq;
    tree.write(devfreq + "/cur_freq", "1300500000\n");
    tree.write(devfreq + "/min_freq", "114750000\n");
    tree.write(devfreq + "/max_freq", "1300500000\n");
    if (*layout.gpuName != '\0')
        tree.write(devfreq + "/device/of_node/name", std::string(layout.gpuName) + std::string(1, '\0'));
    if (const std::string load = layout.gpuLoad; !load.empty()) {
        tree.write(load + "/load", "512\n");
        tree.write(load + "/power/runtime_status", "active\n");
        if (layout.hasCounters)
            tree.write(load + "/counters", "1000 2000\n");
    }
    for (const auto& [path, value] : {std::pair(layout.emcRate, "1866000000\n"), {layout.emcActivity, "933000\n"}}) {
        if (*path != '\0')
            tree.write(path, value);
    }
    tree.write(layout.fan, "102\n");
    if (std::string_view(layout.fan).find("hwmon") != std::string_view::npos)
        tree.write("/sys/class/hwmon/hwmon2/name", "pwmfan\n");
    if (const std::string clock = layout.engineClock; !clock.empty()) {
        const bool isBpmp = clock.find("bpmp") != std::string::npos;
        tree.write(clock, "716800000\n");
        tree.write(clock.substr(0, clock.rfind('/')) + (isBpmp ? "/state" : "/clk_enable_count"), "1\n");
    }
    constexpr std::array<std::array<const char*, 2>, 4> kZones{
        {{"CPU-therm", "41500"}, {"GPU-therm", "40000"}, {"PMIC-Die", "50000"}, {"Tboard_tegra", "-256000"}}};
    for (std::size_t zone = 0; zone < kZones.size(); ++zone) {
        const std::string folder = "/sys/class/thermal/thermal_zone" + std::to_string(zone);
        tree.write(folder + "/type", std::string(kZones[zone][0]) + "\n");
        tree.write(folder + "/temp", std::string(kZones[zone][1]) + "\n");
    }
    tree.write("/sys/class/thermal/cooling_device0/type", "cpu-balanced\n");
    tree.write("/sys/class/thermal/cooling_device0/max_state", "10\n");
    tree.write("/sys/class/thermal/cooling_device0/cur_state", "0\n");
    tree.write("/sys/class/thermal/cooling_device1/type", "pwm-fan\n");
    tree.write("/sys/class/thermal/cooling_device1/max_state", "7\n");
    tree.write("/sys/class/thermal/cooling_device1/cur_state", "3\n");
}

} // namespace

std::span<const BoardLayout> boardLayouts()
{
    static const std::vector<BoardLayout> kLayouts = [] {
        std::vector<BoardLayout> all = makeOldBoards();
        for (BoardLayout& layout : makeNewBoards())
            all.push_back(std::move(layout));
        return all;
    }();
    return kLayouts;
}

void describeBoard(BoardTree& tree, const BoardLayout& layout)
{
    describeIdentity(tree, layout);
    describeCores(tree, layout);
    for (const ChipLayout& chip : layout.chips)
        describeChip(tree, chip);
    describeRest(tree, layout);
}

std::string chipFolder(const ChipLayout& chip)
{
    const std::string address = chip.address;
    switch (chip.driver) {
    case Driver::Iio27:
        return "/sys/bus/i2c/drivers/ina3221x/" + address + "/iio_device";
    case Driver::Iio32:
        return "/sys/bus/i2c/drivers/ina3221x/" + address + "/iio:device" + address.substr(address.size() - 1);
    case Driver::Hwmon:
        return "/sys/bus/i2c/drivers/ina3221/" + address + "/hwmon/hwmon" + address.substr(address.size() - 1);
    case Driver::Ina238:
        break;
    }
    return "/sys/bus/i2c/drivers/ina238/" + address + "/hwmon/hwmon9";
}

} // namespace stepscope::testing
