#include "remote/agent/sources/gpuload.h"

#include "remote/agent/system/clock.h"
#include "remote/agent/system/keptfile.h"

namespace stepscope::agent {
namespace {

class GpuLoad : public Source
{
public:
    Finding probe(const SourceContext& context) override
    {
        Finding finding{SourceState::Missing, "", "no Jetson GPU is there (/sys/devices/gpu.0/load)"};
        for (const char* node : {"/sys/devices/gpu.0/load", "/sys/devices/platform/gpu.0/load"}) {
            if (!context.tree.exists(node))
                continue;
            m_file = KeptFile(context.tree.path(node));
            if (const int error = m_file.open(); error != 0) {
                finding = cannotOpen(error, m_file.path(), finding.reason);
                continue;
            }
            // nvgpu asks its PMU each 16.7 ms and averages 17 of those.
            return {SourceState::Used, "0.1 %",
                    "the driver averages over about 0.28 s, updated each 16.7 ms: values repeat at short periods"};
        }
        return finding;
    }
    std::vector<Channel> describe(const SourceContext&) const override
    {
        Channel channel;
        channel.name = "GPU";
        channel.quantity = "gpu.utilization";
        channel.unit = "1";
        channel.scale = 0.001;
        channel.covers = Channel::Covers::Interval;
        channel.resolution = 0.001;
        channel.windowNs = 17 * 16'700'000LL;
        return {channel};
    }
    void sample(std::span<std::int64_t> values, std::span<std::int64_t> times, EventSink& events) override
    {
        times[0] = monotonicNs();
        values[0] = m_file.number(times[0]).value_or(format::kMissing);
        m_presence.update(m_file.isPresent(), times[0], "The load of the GPU", events);
    }

private:
    KeptFile m_file;
    Presence m_presence;
};

} // namespace

std::unique_ptr<Source> makeGpuLoad()
{
    return std::make_unique<GpuLoad>();
}

} // namespace stepscope::agent
