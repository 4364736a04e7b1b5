#include "remote/format/clock.h"
#include "remote/simulator/board/boardnodes.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <unistd.h>

namespace stepscope::simulator {
namespace {

/// Share of a training's memory that is resident in its process; the rest is GPU memory.
constexpr double kResidentShare = 0.4;
constexpr double kSwapBytes = 4.1e9;

std::string memoryText(const BoardTruth& truth, std::int64_t time)
{
    const std::int64_t total = truth.board().memoryKib;
    const std::int64_t used = std::min(static_cast<std::int64_t>(truth.usedBytes(time) / 1024), total - 60'000);
    constexpr std::int64_t kCached = 700'000;
    const std::int64_t available = total - used;
    const std::int64_t free = std::max<std::int64_t>(available - kCached, available / 4);
    const auto line = [](const char* name, std::int64_t kib) {
        return std::string(name) + ":" + std::string(8, ' ') + std::to_string(kib) + " kB\n";
    };
    const auto swap = static_cast<std::int64_t>(kSwapBytes / 1024);
    return line("MemTotal", total) + line("MemFree", free) + line("MemAvailable", available) + line("Buffers", 60'000) +
           line("Cached", kCached) + line("SwapCached", 0) + line("SwapTotal", swap) + line("SwapFree", swap);
}

/// The number of free blocks of each size, 4 KiB to 4 MiB; 80 % of the free memory is in the largest ones.
std::string buddyText(const BoardTruth& truth, std::int64_t time)
{
    const double free = static_cast<double>(truth.board().memoryKib) * 1024 - truth.usedBytes(time) - 0.7e9;
    std::string text = "Node 0, zone   Normal";
    for (int order = 0; order < 11; ++order) {
        const double share = order == 10 ? 0.8 : 0.02;
        const double blocks = std::max(free, 0.0) * share / static_cast<double>(std::int64_t{4096} << order);
        text += " " + std::to_string(std::llround(std::floor(blocks)));
    }
    return text + "\n";
}

/// Disk reads in proportion to the CPU energy, as of an input pipeline.
std::string diskText(const BoardTruth& truth, std::int64_t time)
{
    const double joules = truth.integral(time)[CpuWatts] * 1e-9;
    const auto sectors = static_cast<std::int64_t>(joules * 4000);
    return " 179       0 mmcblk0 " + std::to_string(sectors / 64) + " 0 " + std::to_string(sectors) +
           " 12000 900 300 52000 4000 0 8000 16000\n";
}

std::string networkText(const BoardTruth& truth, std::int64_t time)
{
    const std::int64_t seconds = (time - truth.boot()) / format::kSecond;
    return "Inter-|   Receive                                                |  Transmit\n"
           " face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls "
           "carrier compressed\n    lo: 1200 12 0 0 0 0 0 0 1200 12 0 0 0 0 0 0\n  eth0: " +
           std::to_string(480'000 + seconds * 900) + " " + std::to_string(4000 + seconds * 8) + " 0 0 0 0 0 0 " +
           std::to_string(350'000 + seconds * 1200) + " " + std::to_string(3000 + seconds * 9) + " 0 0 0 0 0 0\n";
}

std::string powerModeText(const Board& board)
{
    std::string text;
    for (std::size_t mode = 0; mode < board.powerModes.size(); ++mode)
        text += "< POWER_MODEL ID=" + std::to_string(mode) + " NAME=" + board.powerModes[mode].name + " >\n";
    return text + "< PM_CONFIG DEFAULT=0 >\n";
}

/// nvpmodel's state, "pmode:0003 fmode:fanNull". Writing it sets the mode.
LiveFile modeFile(const Truth& truth)
{
    LiveFile file;
    file.read = [truth](const Request&) {
        std::array<char, 48> text{};
        std::snprintf(text.data(), text.size(), "pmode:%04d fmode:fanNull\n", truth->power().mode());
        return Answer{text.data(), 0};
    };
    file.write = [truth](std::string_view text) {
        constexpr std::string_view kKey = "pmode:";
        std::int64_t mode = -1;
        if (text.starts_with(kKey))
            std::from_chars(text.data() + kKey.size(), text.data() + text.size(), mode);
        return truth->power().setMode(mode) ? 0 : EINVAL;
    };
    return file;
}

/// The owners of GPU memory, in the format of L4T's nvmap file: a header, the processes, the total.
std::string buffersText(const BoardTruth& truth, std::int64_t time)
{
    const double bytes = truth.activityBytes(time) * (1 - kResidentShare);
    const std::string size = std::to_string(std::llround(bytes / 1024)) + "K\n";
    std::string text = "CLIENT                        PROCESS      PID        SIZE\n";
    if (const int process = truth.process(); process != 0)
        text += "user                          python3    " + std::to_string(process) + "    " + size;
    return text + "total                                               " + size;
}

} // namespace

void addSystemNodes(TreeNodes& nodes, const Truth& truth)
{
    const Board& board = truth->board();
    std::string compatible;
    for (const std::string& name : board.compatible)
        compatible += name + std::string(1, '\0');
    nodes.addText("/proc/device-tree/model", board.model + std::string(1, '\0'));
    nodes.addText("/proc/device-tree/compatible", compatible);
    nodes.addText("/sys/firmware/devicetree/base/model", board.model + std::string(1, '\0'));
    nodes.addText("/sys/firmware/devicetree/base/compatible", compatible);
    nodes.addText("/etc/nv_tegra_release", board.release);
    nodes.addText("/proc/sys/kernel/hostname", board.hostname + "\n");
    nodes.addText("/proc/sys/kernel/osrelease", board.kernel + "\n");
    nodes.addText("/etc/nvpmodel.conf", powerModeText(board));
    nodes.addLive("/var/lib/nvpmodel/status", modeFile(truth));
    nodes.addLive("/proc/meminfo", reading([truth](std::int64_t time) { return memoryText(*truth, time); }));
    nodes.addLive("/sys/kernel/debug/nvmap/iovmm/clients",
                  reading([truth](std::int64_t time) { return buffersText(*truth, time); }));
    nodes.addLive("/proc/buddyinfo", reading([truth](std::int64_t time) { return buddyText(*truth, time); }));
    nodes.addLive("/proc/diskstats", reading([truth](std::int64_t time) { return diskText(*truth, time); }));
    nodes.addLive("/proc/net/dev", reading([truth](std::int64_t time) { return networkText(*truth, time); }));
    nodes.addText("/sys/block/mmcblk0/size", "61071360\n");
    nodes.addText("/sys/class/net/eth0/operstate", "up\n");
}

void addProcessNodes(TreeNodes& nodes, const Truth& truth, int process, const std::string& name)
{
    const std::string id = std::to_string(process);
    const std::string folder = "/proc/" + id;
    nodes.addLive(folder + "/statm", reading([truth](std::int64_t time) {
                      const double bytes = truth->activityBytes(time);
                      const auto page = static_cast<double>(sysconf(_SC_PAGESIZE));
                      const std::string resident = std::to_string(std::llround(kResidentShare * bytes / page));
                      return std::to_string(std::llround(2 * bytes / page)) + " " + resident + " 9000 800 0 " +
                             resident + " 0\n";
                  }));
    nodes.addText(folder + "/comm", name + "\n");
    nodes.addText(folder + "/task/" + id + "/children", "");
}

void removeProcessNodes(TreeNodes& nodes, int process)
{
    nodes.remove("/proc/" + std::to_string(process));
}

namespace {

/// Time constant of a heat sink with its fan, s.
constexpr double kTimeConstant = 25;
constexpr double kStep = 500; ///< resolution of Tegra's sensors, m degC

/// The warming of a board above its idle state: a first-order filter of the mean power between two reads.
class ThermalModel
{
public:
    explicit ThermalModel(Truth truth)
        : m_truth(std::move(truth))
    {}

    /// The constant power above idle that would lead to the present temperature, W.
    double watts(std::int64_t time)
    {
        const std::lock_guard lock(m_mutex);
        if (m_time == 0) {
            m_time = time;
            m_sum = m_truth->integral(time);
        }
        const double elapsed = static_cast<double>(time - m_time);
        if (elapsed < 0.2e9)
            return m_watts;
        const Signals sum = m_truth->integral(time);
        double power = 0;
        for (const Signal part : {GpuWatts, CpuWatts, SocWatts, DdrWatts})
            power += (sum[part] - m_sum[part]) / elapsed - m_truth->board().idle[part];
        m_watts += (power - m_watts) * (1 - std::exp(-elapsed * 1e-9 / kTimeConstant));
        m_time = time;
        m_sum = sum;
        return m_watts;
    }

private:
    Truth m_truth;
    std::mutex m_mutex;
    std::int64_t m_time = 0;
    Signals m_sum{};
    double m_watts = 0;
};

std::string degrees(double celsius)
{
    return std::to_string(std::llround(std::round(celsius * 1000 / kStep) * kStep)) + "\n";
}

} // namespace

void addThermalNodes(TreeNodes& nodes, const Truth& truth)
{
    const auto thermal = std::make_shared<ThermalModel>(truth);
    int number = 0;
    for (const Zone& zone : truth->board().zones) {
        const std::string folder = "/sys/class/thermal/thermal_zone" + std::to_string(number++);
        nodes.addText(folder + "/type", std::string(zone.type) + "\n");
        nodes.addLive(folder + "/temp", reading([thermal, zone](std::int64_t time) {
                          return degrees(zone.base + zone.perWatt * thermal->watts(time));
                      }));
    }
    const auto fan = [thermal](std::int64_t time) {
        return std::clamp<std::int64_t>(std::llround(thermal->watts(time) * 12), 0, 255);
    };
    if (truth->board().hwmon) {
        nodes.addText("/sys/class/hwmon/hwmon2/name", "pwmfan\n");
        nodes.addLive("/sys/class/hwmon/hwmon2/pwm1",
                      reading([fan](std::int64_t time) { return std::to_string(fan(time)) + "\n"; }));
        return;
    }
    for (const char* file : {"cur_pwm", "target_pwm"})
        nodes.addLive(std::string("/sys/devices/pwm-fan/") + file,
                      reading([fan](std::int64_t time) { return std::to_string(fan(time)) + "\n"; }));
    nodes.addLive("/sys/devices/pwm-fan/rpm_measured",
                  reading([fan](std::int64_t time) { return std::to_string(fan(time) * 22) + "\n"; }));
}

namespace {

constexpr std::int64_t kTick = 10 * format::kMillisecond;
/// The load that the CPU governor uses.
constexpr SensorFacts kCpuGovernor{20 * format::kMillisecond, 20 * format::kMillisecond, 0, 0};

std::int64_t busyNs(const BoardTruth& truth, std::size_t core, std::int64_t time)
{
    return static_cast<std::int64_t>(truth.integral(time)[FirstCore + core]);
}

std::string coreFolder(std::size_t core)
{
    return "/sys/devices/system/cpu/cpu" + std::to_string(core);
}

std::string coreList(std::size_t count)
{
    return count == 1 ? "0\n" : "0-" + std::to_string(count - 1) + "\n";
}

std::int64_t frequencyKhz(const BoardTruth& truth, std::size_t core, std::int64_t time)
{
    const auto& cores = truth.board().cores;
    double share = 0;
    for (std::size_t other = 0; other < cores.size(); ++other) {
        if (cores[other].clock == cores[core].clock)
            share = std::max(share, truth.sensorMean(static_cast<Signal>(FirstCore + other), kCpuGovernor, time));
    }
    const std::vector<std::int64_t> steps = coreFrequencies(cores[core]);
    const double wanted = 1.6 * share * cores[core].maximumKhz;
    const auto step = std::find_if(steps.begin(), steps.end(),
                                   [&](std::int64_t frequency) { return static_cast<double>(frequency) >= wanted; });
    const ClockRange range = truth.power().core(cores[core].clock);
    return std::clamp(step == steps.end() ? steps.back() : *step, range.lowest, range.highest);
}

void addCoreFrequency(TreeNodes& nodes, const Truth& truth, std::size_t core)
{
    const auto& cores = truth->board().cores;
    const std::string folder = coreFolder(core) + "/cpufreq";
    std::string related;
    for (std::size_t other = 0; other < cores.size(); ++other) {
        if (cores[other].clock == cores[core].clock)
            related += (related.empty() ? "" : " ") + std::to_string(other);
    }
    std::string frequencies;
    for (const std::int64_t frequency : coreFrequencies(cores[core]))
        frequencies += std::to_string(frequency) + " ";
    const int clock = cores[core].clock;
    nodes.addText(folder + "/related_cpus", related + "\n");
    nodes.addText(folder + "/affected_cpus", related + "\n");
    nodes.addText(folder + "/cpuinfo_max_freq", std::to_string(coreFrequencies(cores[core]).back()) + "\n");
    nodes.addText(folder + "/cpuinfo_min_freq", std::to_string(coreFrequencies(cores[core]).front()) + "\n");
    nodes.addText(folder + "/scaling_available_frequencies", frequencies + "\n");
    nodes.addLive(folder + "/scaling_max_freq",
                  limitFile([truth, clock] { return truth->power().core(clock).highest; },
                            [truth, clock](std::int64_t value) { return truth->power().setCore(clock, {}, value); }));
    nodes.addLive(folder + "/scaling_min_freq",
                  limitFile([truth, clock] { return truth->power().core(clock).lowest; },
                            [truth, clock](std::int64_t value) { return truth->power().setCore(clock, value, {}); }));
    nodes.addText(folder + "/scaling_governor", "schedutil\n");
    nodes.addLive(folder + "/scaling_cur_freq", reading([truth, core](std::int64_t time) {
                      return std::to_string(frequencyKhz(*truth, core, time)) + "\n";
                  }));
}

void addIdle(TreeNodes& nodes, const Truth& truth, std::size_t core)
{
    constexpr std::array kNames = {"WFI", "C7", "CC6"};
    const int states = truth->board().cores[core].idleStates;
    for (int state = 0; state < states; ++state) {
        const std::string folder = coreFolder(core) + "/cpuidle/state" + std::to_string(state);
        nodes.addText(folder + "/name", std::string(kNames[static_cast<std::size_t>(state)]) + "\n");
        nodes.addLive(folder + "/time", reading([truth, core, state, states](std::int64_t time) {
                          const std::int64_t idle = (time - truth->boot() - busyNs(*truth, core, time)) / 1000;
                          // A fifth of the idle time in each lighter state, the rest in the deepest one.
                          const std::int64_t light = idle / 5;
                          const std::int64_t part = state + 1 < states ? light : idle - (states - 1) * light;
                          return std::to_string(part) + "\n";
                      }));
    }
}

std::string usagePerCore(const BoardTruth& truth, std::int64_t time)
{
    const Signals sum = truth.integral(time);
    std::string text;
    for (std::size_t core = 0; core < truth.board().cores.size(); ++core)
        text += std::to_string(static_cast<std::int64_t>(sum[FirstCore + core])) + " ";
    return text + "\n";
}

std::string statText(const BoardTruth& truth, std::int64_t time)
{
    const Signals sum = truth.integral(time);
    std::string lines;
    std::int64_t allBusy = 0;
    std::int64_t allIdle = 0;
    for (std::size_t core = 0; core < truth.board().cores.size(); ++core) {
        const std::int64_t busy = static_cast<std::int64_t>(sum[FirstCore + core]) / kTick;
        const std::int64_t idle = (time - truth.boot()) / kTick - busy;
        allBusy += busy;
        allIdle += idle;
        lines += "cpu" + std::to_string(core) + " " + std::to_string(busy) + " 0 0 " + std::to_string(idle) +
                 " 0 0 0 0 0 0\n";
    }
    return "cpu  " + std::to_string(allBusy) + " 0 0 " + std::to_string(allIdle) + " 0 0 0 0 0 0\n" + lines +
           "intr 5\nctxt 1000\nbtime 1700000000\nprocesses 12000\nprocs_running 1\nprocs_blocked 0\n";
}

std::string cpuInfo(const Board& board)
{
    std::string text;
    for (std::size_t core = 0; core < board.cores.size(); ++core) {
        const unsigned midr = board.cores[core].midr;
        std::array<char, 256> lines{};
        std::snprintf(lines.data(), lines.size(),
                      "processor\t: %zu\nBogoMIPS\t: 62.50\nFeatures\t: fp asimd evtstrm aes pmull sha1 sha2 crc32\n"
                      "CPU implementer\t: 0x%02x\nCPU architecture: 8\nCPU variant\t: 0x%x\nCPU part\t: 0x%03x\n"
                      "CPU revision\t: %u\n\n",
                      core, midr >> 24U, (midr >> 20U) & 0xFU, (midr >> 4U) & 0xFFFU, midr & 0xFU);
        text += lines.data();
    }
    return text;
}

/// Of the cores' data sheets.
struct Caches
{
    std::string_view cluster;
    const char *instructions, *data, *second;
};
constexpr std::array kCaches{Caches{"A57", "48K", "32K", "2048K"}, Caches{"Denver2", "128K", "64K", "2048K"},
                             Caches{"Carmel", "128K", "64K", "2048K"}, Caches{"A78AE", "64K", "64K", "256K"}};

void addCaches(TreeNodes& nodes, const Board& board, std::size_t core)
{
    const auto known = std::find_if(kCaches.begin(), kCaches.end(),
                                    [&](const Caches& caches) { return caches.cluster == board.cores[core].cluster; });
    if (known == kCaches.end())
        return;
    const auto add = [&](int index, const char* level, const char* type, const char* size) {
        const std::string folder = coreFolder(core) + "/cache/index" + std::to_string(index);
        nodes.addText(folder + "/level", std::string(level) + "\n");
        nodes.addText(folder + "/type", std::string(type) + "\n");
        nodes.addText(folder + "/size", std::string(size) + "\n");
    };
    add(0, "1", "Data", known->data);
    add(1, "1", "Instruction", known->instructions);
    add(2, "2", "Unified", known->second);
}

} // namespace

void addCpuNodes(TreeNodes& nodes, const Truth& truth)
{
    const Board& board = truth->board();
    const std::size_t count = board.cores.size();
    for (const char* list : {"present", "possible", "online"})
        nodes.addText(std::string("/sys/devices/system/cpu/") + list, coreList(count));
    for (std::size_t core = 0; core < count; ++core) {
        std::array<char, 32> midr{};
        std::snprintf(midr.data(), midr.size(), "0x%016x\n", board.cores[core].midr);
        nodes.addText(coreFolder(core) + "/regs/identification/midr_el1", midr.data());
        addCaches(nodes, board, core);
        addCoreFrequency(nodes, truth, core);
        addIdle(nodes, truth, core);
    }
    nodes.addText("/proc/cpuinfo", cpuInfo(board));
    nodes.addLive("/proc/stat", reading([truth](std::int64_t time) { return statText(*truth, time); }));
    nodes.addLive("/proc/loadavg", reading([truth](std::int64_t time) {
                      const Signals rates = truth->rates(time);
                      int running = 1;
                      for (std::size_t core = 0; core < truth->board().cores.size(); ++core)
                          running += rates[FirstCore + core] > 0.1 ? 1 : 0;
                      return "0.84 0.51 0.30 " + std::to_string(running) + "/412 11206\n";
                  }));
    if (board.cpuacct) {
        nodes.addLive("/sys/fs/cgroup/cpuacct/cpuacct.usage_percpu",
                      reading([truth](std::int64_t time) { return usagePerCore(*truth, time); }));
        nodes.addText("/sys/fs/cgroup/cpuacct/release_agent", "\n");
    }
    nodes.addText("/proc/mounts",
                  std::string("/dev/mmcblk0p1 / ext4 rw,relatime,data=ordered 0 0\n") +
                      (board.cpuacct
                           ? "cgroup /sys/fs/cgroup/cpuacct cgroup rw,nosuid,nodev,noexec,relatime,cpuacct 0 0\n"
                           : "cgroup2 /sys/fs/cgroup cgroup2 rw,nosuid,nodev,noexec,relatime 0 0\n"));
}

} // namespace stepscope::simulator
