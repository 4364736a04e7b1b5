#include "remote/agent/sources/gpu/gpupower.h"
#include "remote/agent/sources/gpu/gpusources.h"
#include "remote/agent/sources/reading/numberfiles.h"
#include "remote/agent/system/systemtree.h"
#include "remote/format/clock.h"

#include <algorithm>
#include <array>
#include <cerrno>

namespace stepscope::agent {
namespace {

/// The names in tegrastats, the device tree and debugfs.
struct Engine
{
    const char* name;
    const char* device; ///< of_node's name
    const char* clock;  ///< below clk in debugfs
};
constexpr std::array kEngines{
    Engine{"NVENC", "nvenc", "nvenc"},
    Engine{"NVENC1", "nvenc1", "nvenc1"},
    Engine{"NVDEC", "nvdec", "nvdec"},
    Engine{"NVDEC1", "nvdec1", "nvdec1"},
    Engine{"NVJPG", "nvjpg", "nvjpg"},
    Engine{"NVJPG1", "nvjpg1", "nvjpg1"},
    Engine{"VIC", "vic", "vic"},
    Engine{"OFA", "ofa", "ofa"},
    Engine{"NVDLA0", "nvdla0", "dla0_core"},
    Engine{"NVDLA1", "nvdla1", "dla1_core"},
    Engine{"PVA0", "pva0", "pva0_vps"},
};

class Engines : public Source
{
public:
    Finding probe(const SourceContext& context) override;
    std::vector<Channel> describe(const SourceContext&) const override { return m_files.channels(); }
    void sample(std::span<std::int64_t> values, std::span<std::int64_t> times, EventSink& events) override;

private:
    /// The files that show whether an engine is off; its clock and load are 0 then, independent of their files.
    struct Power
    {
        DeviceSleep sleep;      ///< for a device with devfreq
        PersistentFile enabled; ///< debugfs: 0 = off
        bool hasEnabled = false;
    };
    void addDevice(const SourceContext& context, const Engine& engine, const std::string& folder);
    void addClock(const SourceContext& context, const Engine& engine, bool& denied);
    void add(const SourceContext& context, Channel channel, const std::string& path, std::size_t power);
    static Channel frequencyOf(const Engine& engine);

    NumberFiles m_files;
    std::vector<Power> m_powers;
    std::vector<std::size_t> m_powerOf; ///< of each channel
};

Channel Engines::frequencyOf(const Engine& engine)
{
    Channel channel;
    channel.name = std::string(engine.name) + " frequency";
    channel.quantity = "engine.frequency";
    channel.unit = "Hz";
    channel.resolution = 1;
    return channel;
}

void Engines::add(const SourceContext& context, Channel channel, const std::string& path, std::size_t power)
{
    const std::string title = "The engine's " + channel.name;
    if (m_files.add(std::move(channel), context.tree.path(path), title) == 0)
        m_powerOf.push_back(power);
}

void Engines::addDevice(const SourceContext& context, const Engine& engine, const std::string& folder)
{
    const std::size_t power = m_powers.size();
    m_powers.emplace_back().sleep.open(context.tree, folder + "/device");
    add(context, frequencyOf(engine), folder + "/cur_freq", power);
    Channel load;
    load.name = engine.name;
    load.quantity = "engine.utilization";
    load.unit = "1";
    load.scale = 0.001;
    load.resolution = 0.001;
    add(context, load, folder + "/device/load", power);
}

void Engines::addClock(const SourceContext& context, const Engine& engine, bool& denied)
{
    struct Names
    {
        const char* folder;
        const char* rate;
        const char* enabled;
    };
    // Clocks of BPMP (TX2 and later) and of Tegra 210.
    for (const Names& names : {Names{"/sys/kernel/debug/bpmp/debug/clk/", "/rate", "/state"},
                               Names{"/sys/kernel/debug/clk/", "/clk_rate", "/clk_enable_count"}}) {
        const std::string folder = std::string(names.folder) + engine.clock;
        PersistentFile enabled(context.tree.path(folder + names.enabled));
        const int error = enabled.open();
        denied = denied || error == EACCES || error == EPERM;
        if (error != 0)
            continue;
        const std::size_t power = m_powers.size();
        Power& entry = m_powers.emplace_back();
        entry.enabled = std::move(enabled);
        entry.hasEnabled = true;
        add(context, frequencyOf(engine), folder + names.rate, power);
        return;
    }
}

Finding Engines::probe(const SourceContext& context)
{
    if (!context.board.soc.starts_with("tegra"))
        return {SourceState::Missing, "", "this is not a Jetson"};
    bool denied = false;
    const std::vector<DevfreqNode> nodes = devfreqNodes(context.tree);
    for (const Engine& engine : kEngines) {
        const auto node =
            std::find_if(nodes.begin(), nodes.end(), [&](const DevfreqNode& n) { return n.name == engine.device; });
        if (node != nodes.end())
            addDevice(context, engine, node->folder);
        else
            addClock(context, engine, denied);
    }
    if (!m_files.isEmpty())
        return {SourceState::Used, "1 Hz", "an engine that is off shows 0 Hz"};
    return denied ? Finding{SourceState::Denied, "",
                            "only root can read the engines' clocks; run the agent as root, or make debugfs readable "
                            "(mount -o remount,mode=755 /sys/kernel/debug)"}
                  : Finding{SourceState::Missing, "", "this kernel provides no clocks of the engines"};
}

void Engines::sample(std::span<std::int64_t> values, std::span<std::int64_t> times, EventSink& events)
{
    constexpr std::size_t kNone = ~std::size_t{0};
    std::size_t previous = kNone;
    bool isOff = false;
    for (std::size_t i = 0; i < m_powerOf.size(); ++i) {
        const std::int64_t now = format::monotonicNs();
        if (m_powerOf[i] != previous) {
            previous = m_powerOf[i];
            Power& power = m_powers[previous];
            isOff = power.hasEnabled ? power.enabled.number(now) == 0
                                     : power.sleep.state(now) == DeviceSleep::State::Asleep;
        }
        if (isOff) {
            values[i] = 0;
            times[i] = now;
        } else {
            m_files.sampleOne(i, values[i], times[i], events);
        }
    }
}

} // namespace

std::unique_ptr<Source> makeEngines()
{
    return std::make_unique<Engines>();
}

} // namespace stepscope::agent
