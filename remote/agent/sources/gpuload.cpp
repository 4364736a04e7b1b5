#include "remote/agent/sources/gpuload.h"

#include "remote/agent/sources/gpupower.h"
#include "remote/agent/sources/readcost.h"
#include "remote/agent/system/clock.h"
#include "remote/agent/system/keptfile.h"

namespace stepscope::agent {
namespace {

/// nvgpu on GP10B asks its PMU each 16.7 ms and averages 17 of those (its sources). Others are not known.
constexpr std::int64_t kUpdate = 16'700'000;
constexpr std::int64_t kAveraged = 17;

class GpuLoad : public Source
{
public:
    Finding probe(const SourceContext& context) override
    {
        Finding finding{SourceState::Missing, "", "no Jetson GPU with a load file is there (/sys/devices/gpu.0/load)"};
        for (const std::string& folder : gpuFolders(context.tree)) {
            if (!context.tree.exists(folder + "/load"))
                continue;
            m_file = KeptFile(context.tree.path(folder + "/load"));
            if (const int error = m_file.open(); error != 0) {
                finding = cannotOpen(error, m_file.path(), finding.reason);
                continue;
            }
            m_sleep.open(context.tree, folder);
            if (m_sleep.state(monotonicNs()) != DeviceSleep::State::Asleep)
                m_readNs = medianReadNs(m_file);
            if (!isParker(context.board))
                return {SourceState::Used, "0.1 %", "an average of the driver over a time that is not known"};
            return {SourceState::Used, "0.1 %",
                    "the driver averages over about 0.28 s, updated each 16.7 ms: values repeat at short periods"};
        }
        return finding;
    }
    std::vector<Channel> describe(const SourceContext& context) const override
    {
        Channel channel;
        channel.name = "GPU";
        channel.quantity = "gpu.utilization";
        channel.unit = "1";
        channel.scale = 0.001;
        channel.resolution = 0.001;
        channel.readNs = m_readNs;
        if (isParker(context.board)) {
            channel.windowNs = kAveraged * kUpdate;
            channel.updateNs = kUpdate;
            channel.factsFrom = "documentation";
        }
        return {channel};
    }
    void sample(std::span<std::int64_t> values, std::span<std::int64_t> times, EventSink& events) override
    {
        times[0] = monotonicNs();
        // Reading takes a reference on the GPU's power; one that sleeps does nothing, and stays asleep.
        const DeviceSleep::State state = m_sleep.state(times[0]);
        if (state == DeviceSleep::State::Asleep || state == DeviceSleep::State::Changing) {
            values[0] = state == DeviceSleep::State::Asleep ? 0 : format::kMissing;
            return;
        }
        values[0] = m_file.number(times[0]).value_or(format::kMissing);
        m_presence.update(m_file.isPresent(), times[0], "The load of the GPU", events);
    }

private:
    static bool isParker(const Board& board) { return board.soc == "tegra186"; }

    KeptFile m_file;
    DeviceSleep m_sleep;
    Presence m_presence;
    std::optional<std::int64_t> m_readNs;
};

} // namespace

std::unique_ptr<Source> makeGpuLoad()
{
    return std::make_unique<GpuLoad>();
}

} // namespace stepscope::agent
