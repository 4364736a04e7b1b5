#include "tests/support/boardtree.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace stepscope::testing {

namespace fs = std::filesystem;

TemporaryFolder::TemporaryFolder()
{
    std::string pattern = (fs::temp_directory_path() / "stepscope-test-XXXXXX").string();
    m_path = mkdtemp(pattern.data());
}

TemporaryFolder::~TemporaryFolder()
{
    std::error_code ignored;
    fs::remove_all(m_path, ignored);
}

void BoardTree::write(std::string_view path, std::string_view text)
{
    const fs::path file = root() + std::string(path);
    fs::create_directories(file.parent_path());
    // Not truncated before the write: the agent may read in between, and a driver's file is never empty.
    if (std::FILE* existing = std::fopen(file.c_str(), "r+")) {
        std::fwrite(text.data(), 1, text.size(), existing);
        std::fclose(existing);
        fs::resize_file(file, text.size());
        return;
    }
    std::ofstream(file) << text;
}

std::string BoardTree::read(std::string_view path) const
{
    std::ifstream file(root() + std::string(path));
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

void BoardTree::remove(std::string_view path)
{
    fs::remove_all(root() + std::string(path));
}

void BoardTree::denyReading(std::string_view path)
{
    fs::permissions(root() + std::string(path), fs::perms::none);
}

void BoardTree::makeCore(int core)
{
    const bool denver = core == 1 || core == 2;
    const std::string folder = "/sys/devices/system/cpu/cpu" + std::to_string(core);
    write(folder + "/regs/identification/midr_el1", denver ? "0x000000004e0f0030\n" : "0x00000000411fd073\n");
    write(folder + "/cpufreq/scaling_cur_freq", denver ? "2035200\n" : "1113600\n");
    write(folder + "/cpufreq/related_cpus", denver ? "1 2\n" : "0 3 4 5\n");
    for (int state = 0; state < (denver ? 2 : 3); ++state)
        write(folder + "/cpuidle/state" + std::to_string(state) + "/time", "1000000\n");
}

void BoardTree::makeChip(std::string_view address, int number, int l4t, const char* const (&labels)[3],
                         const int (&milliwatts)[3])
{
    const std::string device = l4t >= 32 ? "iio:device" + std::to_string(number) : std::string("iio_device");
    const std::string folder = "/sys/bus/i2c/drivers/ina3221x/" + std::string(address) + "/" + device;
    write(folder + "/running_mode", "0\n");
    for (int input = 0; input < 3; ++input) {
        const std::string i = std::to_string(input);
        write(folder + "/rail_name_" + i, std::string(labels[input]) + "\n");
        write(folder + "/in_power" + i + "_input", std::to_string(milliwatts[input]) + "\n");
        write(folder + "/in_voltage" + i + "_input", "19152\n");
        write(folder + "/in_current" + i + "_input", "152\n");
    }
}

void BoardTree::makeTx2(int l4t)
{
    write("/proc/device-tree/model", std::string("quill\0", 6));
    write("/proc/device-tree/compatible",
          std::string("nvidia,p2597-0000+p3310-1000\0nvidia,quill\0nvidia,tegra186\0", 58));
    write("/etc/nv_tegra_release",
          l4t >= 32 ? "# R32 (release), REVISION: 7.1, GCID: 29818004, BOARD: t186ref, EABI: aarch64\n"
                    : "# R28 (release), REVISION: 2.1, GCID: 11272647, BOARD: t186ref, EABI: aarch64\n");
    write("/proc/sys/kernel/hostname", "tx2-lab\n");
    write("/proc/sys/kernel/osrelease", "4.9.253-tegra\n");
    write("/proc/meminfo", "MemTotal:        8042712 kB\nMemFree:         3000000 kB\nMemAvailable:    5042712 kB\n"
                           "Buffers:           80000 kB\nSwapTotal:       4021344 kB\nSwapFree:        4001344 kB\n");
    write("/proc/loadavg", "0.20 0.18 0.12 1/480 11206\n");
    write("/proc/stat",
          "cpu  6 0 6 60 0 0 0 0 0 0\ncpu0 100 0 50 1000 10 0 0 0 0 0\ncpu1 0 0 0 1100 0 0 0 0 0 0\nintr 5\n");
    write("/proc/mounts", "cgroup /sys/fs/cgroup/cpuacct cgroup rw,nosuid,nodev,noexec,relatime,cpuacct 0 0\n");
    write("/sys/devices/system/cpu/present", "0-5\n");
    write("/sys/devices/system/cpu/online", "0-5\n");
    for (int core = 0; core < 6; ++core)
        makeCore(core);
    setUsage("1000000000 0 0 1000000000 1000000000 1000000000");
    if (l4t >= 32) {
        makeChip("0-0040", 0, l4t, {"VDD_SYS_GPU", "VDD_SYS_SOC", "VDD_4V0_WIFI"}, {1523, 840, 19});
        makeChip("0-0041", 1, l4t, {"VDD_IN", "VDD_SYS_CPU", "VDD_SYS_DDR"}, {6892, 1218, 1330});
        makeChip("0-0042", 2, l4t, {"VDD_MUX", "NC", "VDD_3V3_SYS"}, {8100, 0, 700});
    } else {
        makeChip("0-0040", 0, l4t, {"VDD_GPU", "VDD_SOC", "VDD_WIFI"}, {1523, 840, 19});
        makeChip("0-0041", 1, l4t, {"VDD_IN", "VDD_CPU", "VDD_DDR"}, {6892, 1218, 1330});
    }
    write("/sys/devices/gpu.0/load", "512\n");
    write("/sys/class/devfreq/17000000.gp10b/cur_freq", "1300500000\n");
    write("/sys/class/devfreq/17000000.gp10b/device/of_node/name", "gp10b");
    constexpr std::array<std::array<const char*, 2>, 5> kZones{{{"BCPU-therm", "41500"},
                                                                {"GPU-therm", "40000"},
                                                                {"PMIC-Die", "100000"},
                                                                {"Tboard_tegra", "-256000"},
                                                                {"thermal-fan-est", "40900"}}};
    for (std::size_t zone = 0; zone < kZones.size(); ++zone) {
        const std::string folder = "/sys/class/thermal/thermal_zone" + std::to_string(zone);
        write(folder + "/type", std::string(kZones[zone][0]) + "\n");
        write(folder + "/temp", std::string(kZones[zone][1]) + "\n");
    }
}

void BoardTree::setOnline(std::string_view list)
{
    std::array<bool, 6> online{};
    const std::string text(list);
    for (std::size_t at = 0; at < text.size();) {
        const int first = text[at] - '0';
        const bool range = at + 2 < text.size() && text[at + 1] == '-';
        const int last = range ? text[at + 2] - '0' : first;
        for (int core = first; core <= last; ++core)
            online[static_cast<std::size_t>(core)] = true;
        at += range ? 4 : 2;
    }
    for (int core = 0; core < 6; ++core) {
        if (online[static_cast<std::size_t>(core)]) {
            if (!fs::exists(root() + "/sys/devices/system/cpu/cpu" + std::to_string(core) + "/cpuidle"))
                makeCore(core);
            continue;
        }
        remove("/sys/devices/system/cpu/cpu" + std::to_string(core) + "/cpuidle");
        remove("/sys/devices/system/cpu/cpu" + std::to_string(core) + "/cpufreq");
    }
    write("/sys/devices/system/cpu/online", text + "\n");
}

} // namespace stepscope::testing
