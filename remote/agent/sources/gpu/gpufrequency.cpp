#include "remote/agent/sources/gpu/gpusources.h"
#include "remote/agent/sources/reading/numberfiles.h"
#include "remote/agent/system/gpunode.h"

namespace stepscope::agent {
namespace {

class GpuFrequency : public Source
{
public:
    Finding probe(const SourceContext& context) override
    {
        const std::string missing = "this machine has no Jetson GPU (/sys/class/devfreq)";
        const std::string node = findGpuNode(context.tree);
        if (node.empty())
            return {SourceState::Missing, "", missing};
        Channel channel;
        channel.name = "GPU frequency";
        channel.quantity = "gpu.frequency";
        channel.unit = "Hz";
        channel.resolution = 1;
        const std::string path = context.tree.path(node + "/cur_freq");
        if (const int error = m_files.add(channel, path, "The frequency of the GPU"); error != 0)
            return cannotOpen(error, path, missing);
        return {SourceState::Used, "1 Hz", ""};
    }
    std::vector<Channel> describe(const SourceContext&) const override { return m_files.channels(); }
    void sample(std::span<std::int64_t> values, std::span<std::int64_t> times, EventSink& events) override
    {
        m_files.sample(values, times, events);
    }

private:
    NumberFiles m_files;
};

} // namespace

std::unique_ptr<Source> makeGpuFrequency()
{
    return std::make_unique<GpuFrequency>();
}

} // namespace stepscope::agent
