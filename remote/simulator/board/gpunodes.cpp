#include "remote/format/clock.h"
#include "remote/simulator/board/boardnodes.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace stepscope::simulator {
namespace {

constexpr SensorFacts kGpuGovernor{50 * format::kMillisecond, 50 * format::kMillisecond, 0, 0};
constexpr SensorFacts kActivityMonitor{100 * format::kMillisecond, 10 * format::kMillisecond, 0, 0};

std::string perMille(double share)
{
    return std::to_string(std::clamp<std::int64_t>(std::llround(share * 1000), 0, 1000)) + "\n";
}

void addGpuFrequency(TreeNodes& nodes, const Truth& truth)
{
    const Board& board = truth->board();
    std::string frequencies;
    for (const std::int64_t frequency : gpuFrequencies(board))
        frequencies += std::to_string(frequency) + " ";
    const std::string device = "/sys/devices/" + board.gpuDevice;
    const std::string folder = device + "/devfreq/" + board.gpuDevice;
    nodes.addText(device + "/of_node/name", board.gpuNode + std::string(1, '\0'));
    nodes.addText(folder + "/available_frequencies", frequencies + "\n");
    nodes.addLive(folder + "/min_freq",
                  limitFile([truth] { return truth->power().gpu().lowest; },
                            [truth](std::int64_t value) { return truth->power().setGpu(value, {}); }));
    nodes.addLive(folder + "/max_freq",
                  limitFile([truth] { return truth->power().gpu().highest; },
                            [truth](std::int64_t value) { return truth->power().setGpu({}, value); }));
    nodes.addText(folder + "/governor", "nvhost_podgov\n");
    nodes.addLive(folder + "/cur_freq", reading([truth](std::int64_t time) {
                      const double busy = truth->sensorMean(GpuBusy, kGpuGovernor, time);
                      const double share = busy > 0.25 ? 1.0 : std::round(busy * 24) / 12;
                      const auto wanted =
                          std::llround(static_cast<double>(truth->board().gpuMaximumHz) * std::min(share, 1.0));
                      const ClockRange range = truth->power().gpu();
                      return std::to_string(std::clamp<std::int64_t>(wanted, range.lowest, range.highest)) + "\n";
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

namespace {

// INA3221 (Texas Instruments SBOS576): the resolution is 40 uV for the shunt voltage, 8 mV for the bus voltage.
constexpr double kShuntStep = 40e-6;
constexpr double kBusStep = 8e-3;
/// Standard deviation of a conversion in units of the resolution; from the data sheet, not measured on a board.
constexpr double kNoise = 0.3;

struct Conversion
{
    std::int64_t milliamperes = 0;
    std::int64_t millivolts = 0;
    std::int64_t milliwatts = 0;
};

/// One conversion of a rail, quantized to the chip's resolution.
Conversion convert(const BoardTruth& truth, const Rail& rail, std::uint64_t key, std::int64_t time)
{
    const SensorFacts& sensor = truth.board().railSensor;
    const double watts = truth.railWatts(rail, sensor, time);
    // Between updates the registers keep their values, so the noise depends on the update.
    const std::int64_t moment = sensor.updateNs > 0 ? (time - truth.boot()) / sensor.updateNs : time;
    const double noise = kNoise * approximateNormal(key, static_cast<std::uint64_t>(moment));
    const double amperes = rail.volts > 0 ? watts / rail.volts : 0;
    const double shuntSteps = std::round(amperes * rail.shuntOhm / kShuntStep + noise);
    Conversion conversion;
    conversion.milliamperes = std::llround(std::max(shuntSteps, 0.0) * kShuntStep / rail.shuntOhm * 1e3);
    conversion.millivolts = std::llround(std::round(rail.volts / kBusStep) * kBusStep * 1e3);
    conversion.milliwatts = conversion.milliamperes * conversion.millivolts / 1000;
    return conversion;
}

/// Adds the files of the power monitor chips. The rails of one chip share its bus lock.
class Chips
{
public:
    Chips(TreeNodes& nodes, Truth truth, std::uint64_t seed)
        : m_nodes(nodes)
        , m_truth(std::move(truth))
        , m_seed(seed)
    {}

    void add(const Rail& rail, std::size_t index)
    {
        const auto [chip, isNew] = m_chips.try_emplace(rail.chip, Chip{m_chips.size(), std::make_shared<std::mutex>()});
        const std::string folder = m_truth->board().hwmon ? hwmonFolder(rail.chip, chip->second.number)
                                                          : iioFolder(rail.chip, chip->second.number);
        if (isNew)
            addChip(folder);
        m_folder = folder;
        m_bus = chip->second.bus;
        m_key = hashKey(m_seed, index + 1);
        if (m_truth->board().hwmon)
            addHwmon(rail);
        else
            addIio(rail);
    }

private:
    struct Chip
    {
        std::size_t number;
        std::shared_ptr<std::mutex> bus;
    };

    std::string iioFolder(const std::string& chip, std::size_t number) const
    {
        std::string device = m_truth->board().chipFolder;
        if (const std::size_t at = device.find('#'); at != std::string::npos)
            device.replace(at, 1, std::to_string(number));
        return "/sys/bus/i2c/drivers/ina3221x/" + chip + "/" + device;
    }
    static std::string hwmonFolder(const std::string& chip, std::size_t number)
    {
        return "/sys/bus/i2c/drivers/ina3221/" + chip + "/hwmon/hwmon" + std::to_string(number + 3);
    }
    void addChip(const std::string& folder)
    {
        const SensorFacts& sensor = m_truth->board().railSensor;
        if (m_truth->board().hwmon) {
            m_nodes.addText(folder + "/name", "ina3221\n");
            m_nodes.addText(folder + "/samples", "4\n");
            m_nodes.addText(folder + "/update_interval", std::to_string(sensor.windowNs / format::kMillisecond) + "\n");
            return;
        }
        m_nodes.addText(folder + "/name", "ina3221x\n");
        m_nodes.addText(folder + "/running_mode", sensor.updateNs > 0 ? "1\n" : "0\n");
    }
    void live(const std::string& name, const Rail& rail, std::int64_t Conversion::*field)
    {
        LiveFile file = reading([truth = m_truth, rail, field, key = m_key](std::int64_t time) {
            return std::to_string(convert(*truth, rail, key, time).*field) + "\n";
        });
        file.delayNs = m_truth->board().railSensor.readNs;
        file.bus = m_bus;
        m_nodes.addLive(m_folder + "/" + name, std::move(file));
    }
    void addIio(const Rail& rail)
    {
        const std::string i = std::to_string(rail.input);
        m_nodes.addText(m_folder + "/rail_name_" + i, rail.label + "\n");
        live("in_voltage" + i + "_input", rail, &Conversion::millivolts);
        live("in_current" + i + "_input", rail, &Conversion::milliamperes);
        live("in_power" + i + "_input", rail, &Conversion::milliwatts);
        for (const char* limit : {"crit_current_limit_", "warn_current_limit_"})
            m_nodes.addText(m_folder + "/" + limit + i, "32760\n");
        m_nodes.addText(m_folder + "/polling_delay_" + i, "0 ms\n");
        live("in_current" + i + "_trigger_input", rail, &Conversion::milliamperes);
        live("in_power" + i + "_trigger_input", rail, &Conversion::milliwatts);
    }
    void addHwmon(const Rail& rail)
    {
        const std::string i = std::to_string(rail.input + 1);
        m_nodes.addText(m_folder + "/in" + i + "_label", rail.label + "\n");
        m_nodes.addText(m_folder + "/in" + i + "_enable", "1\n");
        live("in" + i + "_input", rail, &Conversion::millivolts);
        live("curr" + i + "_input", rail, &Conversion::milliamperes);
        m_nodes.addText(m_folder + "/curr" + i + "_crit", "32760\n");
    }

    TreeNodes& m_nodes;
    Truth m_truth;
    std::uint64_t m_seed;
    std::map<std::string, Chip> m_chips;
    // State of the rail that is being added.
    std::string m_folder;
    std::shared_ptr<std::mutex> m_bus;
    std::uint64_t m_key = 0;
};

} // namespace

void addRailNodes(TreeNodes& nodes, const Truth& truth, std::uint64_t seed)
{
    Chips chips(nodes, truth, seed);
    std::size_t index = 0;
    for (const Rail& rail : truth->board().rails)
        chips.add(rail, index++);
}

} // namespace stepscope::simulator
