#include "remote/agent/sources/gpufrequency.h"

#include "remote/agent/system/clock.h"
#include "remote/agent/system/keptfile.h"

#include <algorithm>
#include <array>

namespace stepscope::agent {
namespace {

/// The devfreq node of the GPU: by the name its device tree gives it, else by the usual names of its folder.
std::string findNode(const SystemTree& tree)
{
    constexpr std::array<std::string_view, 6> kNames{"gp10b", "gv11b", "ga10b", "gb10b", "gm20b", "gpu"};
    const std::string folder = "/sys/class/devfreq/";
    for (const std::string& node : tree.list(folder)) {
        const std::string name = tree.readText(folder + node + "/device/of_node/name").value_or("");
        const std::string_view suffix = std::string_view(node).substr(node.rfind('.') + 1);
        const auto isGpu = [&](std::string_view known) { return name == known || suffix == known; };
        if (std::any_of(kNames.begin(), kNames.end(), isGpu))
            return folder + node;
    }
    for (const char* usual :
         {"/sys/devices/17000000.gp10b/devfreq/17000000.gp10b", "/sys/devices/57000000.gpu/devfreq/57000000.gpu",
          "/sys/devices/17000000.gv11b/devfreq/17000000.gv11b"}) {
        if (tree.exists(std::string(usual) + "/cur_freq"))
            return usual;
    }
    return {};
}

class GpuFrequency : public Source
{
public:
    Finding probe(const SourceContext& context) override
    {
        const std::string node = findNode(context.tree);
        const std::string missing = "no Jetson GPU is there (/sys/class/devfreq)";
        if (node.empty())
            return {SourceState::Missing, "", missing};
        m_file = KeptFile(context.tree.path(node + "/cur_freq"));
        if (const int error = m_file.open(); error != 0)
            return cannotOpen(error, m_file.path(), missing);
        return {SourceState::Used, "1 Hz", ""};
    }
    std::vector<Channel> describe(const SourceContext&) const override
    {
        Channel channel;
        channel.name = "GPU frequency";
        channel.quantity = "gpu.frequency";
        channel.unit = "Hz";
        channel.resolution = 1;
        return {channel};
    }
    void sample(std::span<std::int64_t> values, std::span<std::int64_t> times, EventSink& events) override
    {
        times[0] = monotonicNs();
        values[0] = m_file.number(times[0]).value_or(format::kMissing);
        m_presence.update(m_file.isPresent(), times[0], "The frequency of the GPU", events);
    }

private:
    KeptFile m_file;
    Presence m_presence;
};

} // namespace

std::unique_ptr<Source> makeGpuFrequency()
{
    return std::make_unique<GpuFrequency>();
}

} // namespace stepscope::agent
