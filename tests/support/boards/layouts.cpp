#include "tests/support/boards/layouts.h"

#include "tests/support/boards/layouttables.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace stepscope::testing {
namespace {

using Driver = ChipLayout::Driver;

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
        // Shunt voltages and a sum, which are not rails.
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
