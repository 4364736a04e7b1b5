#include "remote/format/clock.h"
#include "remote/simulator/board/boardnodes.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace stepscope::simulator {
namespace {

constexpr std::int64_t kTick = 10 * format::kMillisecond;
/// The load that the CPU governor uses.
constexpr SensorFacts kCpuGovernor{20 * format::kMillisecond, 20 * format::kMillisecond, 0, 0};
constexpr std::array kSteps = {0.17, 0.4, 0.6, 0.8, 1.0}; ///< frequencies relative to the highest one

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
    const auto step = std::find_if(kSteps.begin(), kSteps.end(), [&](double s) { return s >= 1.6 * share; });
    const double factor = step == kSteps.end() ? 1.0 : *step;
    return static_cast<std::int64_t>(cores[core].maximumKhz * factor / 100) * 100;
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
    const std::string highest = std::to_string(cores[core].maximumKhz) + "\n";
    const std::string lowest =
        std::to_string(static_cast<std::int64_t>(cores[core].maximumKhz * kSteps.front() / 100) * 100) + "\n";
    nodes.addText(folder + "/related_cpus", related + "\n");
    nodes.addText(folder + "/affected_cpus", related + "\n");
    nodes.addText(folder + "/cpuinfo_max_freq", highest);
    nodes.addText(folder + "/cpuinfo_min_freq", lowest);
    nodes.addText(folder + "/scaling_max_freq", highest);
    nodes.addText(folder + "/scaling_min_freq", lowest);
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
