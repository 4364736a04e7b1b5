#include "remote/format/clock.h"
#include "remote/simulator/board/boardnodes.h"

#include <cmath>

namespace stepscope::simulator {
namespace {

constexpr SensorFacts kGpuGovernor{50 * format::kMillisecond, 50 * format::kMillisecond, 0, 0};
constexpr SensorFacts kActivityMonitor{100 * format::kMillisecond, 10 * format::kMillisecond, 0, 0};
constexpr double kLowestShare = 0.0882; ///< 114.75 of 1300.5 MHz

std::string perMille(double share)
{
    return std::to_string(std::clamp<std::int64_t>(std::llround(share * 1000), 0, 1000)) + "\n";
}

void addGpuFrequency(TreeNodes& nodes, const Truth& truth)
{
    const Board& board = truth->board();
    const std::int64_t highest = board.gpuMaximumHz;
    const std::int64_t lowest = std::llround(static_cast<double>(highest) * kLowestShare);
    const std::string device = "/sys/devices/" + board.gpuDevice;
    const std::string folder = device + "/devfreq/" + board.gpuDevice;
    nodes.addText(device + "/of_node/name", board.gpuNode + std::string(1, '\0'));
    nodes.addText(folder + "/min_freq", std::to_string(lowest) + "\n");
    nodes.addText(folder + "/max_freq", std::to_string(highest) + "\n");
    nodes.addText(folder + "/governor", "nvhost_podgov\n");
    nodes.addLive(folder + "/cur_freq", reading([truth, lowest, highest](std::int64_t time) {
                      const double busy = truth->sensorMean(GpuBusy, kGpuGovernor, time);
                      const double share = busy > 0.25 ? 1.0 : std::max(kLowestShare, std::round(busy * 24) / 12);
                      return std::to_string(
                                 std::max<std::int64_t>(lowest, std::llround(static_cast<double>(highest) * share))) +
                             "\n";
                  }));
    nodes.addLink(folder + "/device", "../../../" + board.gpuDevice);
    nodes.addLink("/sys/class/devfreq/" + board.gpuDevice,
                  "../../devices/" + board.gpuDevice + "/devfreq/" + board.gpuDevice);
}

void addMemoryController(TreeNodes& nodes, const Truth& truth)
{
    const Board& board = truth->board();
    if (!board.emcRate.empty())
        nodes.addText(board.emcRate, std::to_string(board.emcHz) + "\n");
    if (!board.emcActivity.empty())
        nodes.addLive(board.emcActivity, reading([truth](std::int64_t time) {
                          const double share = truth->sensorMean(EmcBusy, kActivityMonitor, time);
                          const double khz = static_cast<double>(truth->board().emcHz) / 1000;
                          return std::to_string(std::llround(khz * std::min(share, 1.0))) + "\n";
                      }));
}

/// The 31-bit cycle counters of the GPU's PMU since boot: busy cycles and all cycles.
std::string cyclesText(const BoardTruth& truth, std::int64_t time)
{
    constexpr std::int64_t kMask = 0x7FFF'FFFF;
    constexpr double kCyclesPerNs = 0.204; // clock of the PMU
    const auto busy = static_cast<std::int64_t>(truth.integral(time)[GpuBusy] * kCyclesPerNs);
    const auto all = static_cast<std::int64_t>(static_cast<double>(time - truth.boot()) * kCyclesPerNs);
    return std::to_string(busy & kMask) + " " + std::to_string(all & kMask) + "\n";
}

/// Engines that a training does not use.
void addEngines(TreeNodes& nodes)
{
    for (const char* engine : {"nvenc", "nvdec", "nvjpg", "vic"}) {
        const std::string folder = std::string("/sys/kernel/debug/bpmp/debug/clk/") + engine;
        nodes.addText(folder + "/rate", "115200000\n");
        nodes.addText(folder + "/state", "0\n");
    }
}

} // namespace

void addGpuNodes(TreeNodes& nodes, const Truth& truth)
{
    const Board& board = truth->board();
    nodes.addLive(board.gpuLoad, reading([truth](std::int64_t time) {
                      return perMille(truth->sensorMean(GpuBusy, truth->board().gpuSensor, time));
                  }));
    const std::string device = "/sys/devices/" + board.gpuDevice;
    nodes.addText(device + "/power/runtime_status", "active\n");
    if (board.gpuCounters)
        nodes.addLive(device + "/counters", reading([truth](std::int64_t time) { return cyclesText(*truth, time); }));
    if (board.emcRate.find("/bpmp/") != std::string::npos)
        addEngines(nodes);
    addGpuFrequency(nodes, truth);
    addMemoryController(nodes, truth);
}

} // namespace stepscope::simulator
