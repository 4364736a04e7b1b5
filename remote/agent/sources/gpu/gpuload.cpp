#include "remote/agent/sources/gpu/gpupower.h"
#include "remote/agent/sources/gpu/gpusources.h"
#include "remote/agent/sources/reading/readcost.h"
#include "remote/agent/system/persistentfile.h"
#include "remote/format/clock.h"

namespace stepscope::agent {
namespace {

/// nvgpu on GP10B reads its PMU every 16.7 ms and averages 17 values (source code of nvgpu). Unknown for other GPUs.
constexpr std::int64_t kGpuUpdate = 16'700'000;
constexpr std::int64_t kAveraged = 17;

class GpuLoad : public Source
{
public:
    Finding probe(const SourceContext& context) override
    {
        Finding finding{SourceState::Missing, "",
                        "this machine has no Jetson GPU with a load file (/sys/devices/gpu.0/load)"};
        for (const std::string& folder : gpuFolders(context.tree)) {
            if (!context.tree.exists(folder + "/load"))
                continue;
            m_file = PersistentFile(context.tree.path(folder + "/load"));
            if (const int error = m_file.open(); error != 0) {
                finding = cannotOpen(error, m_file.path(), finding.reason);
                continue;
            }
            m_sleep.open(context.tree, folder);
            if (m_sleep.state(format::monotonicNs()) != DeviceSleep::State::Asleep)
                m_readNs = medianReadNs(m_file);
            if (!isParker(context.board))
                return {SourceState::Used, "0.1 %", "the driver averages over an unknown window"};
            return {SourceState::Used, "0.1 %",
                    "the driver averages over about 0.28 s, updated every 16.7 ms: values repeat at short periods"};
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
            channel.windowNs = kAveraged * kGpuUpdate;
            channel.updateNs = kGpuUpdate;
            channel.factsFrom = "documentation";
        }
        return {channel};
    }
    void sample(std::span<std::int64_t> values, std::span<std::int64_t> times, EventSink& events) override
    {
        times[0] = format::monotonicNs();
        // Reading the load would wake the GPU. A sleeping GPU is idle and is not read.
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

    PersistentFile m_file;
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
