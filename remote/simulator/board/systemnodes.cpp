#include "remote/format/clock.h"
#include "remote/simulator/board/boardnodes.h"

#include <cmath>
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
        text += "< POWER_MODEL ID=" + std::to_string(mode) + " NAME=" + board.powerModes[mode] + " >\n";
    return text + "< PM_CONFIG DEFAULT=0 >\n";
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
    nodes.addText("/var/lib/nvpmodel/status", "pmode:0000 fmode:fanNull\n");
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

} // namespace stepscope::simulator
