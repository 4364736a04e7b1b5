#include "remote/agent/sources/gpu/gpupower.h"
#include "remote/agent/sources/gpu/gpusources.h"
#include "remote/agent/sources/reading/source.h"
#include "remote/agent/system/persistentfile.h"
#include "remote/format/clock.h"

#include <algorithm>
#include <array>

namespace stepscope::agent {
namespace {

constexpr std::int64_t kGpuUnits = 10'000; ///< at full utilization
/// The counters have 31 bits. Differences are also correct for wider counters that are read often enough.
constexpr std::int64_t kCounterMask = 0x7FFF'FFFF;

class GpuCounters : public Source
{
public:
    Finding probe(const SourceContext& context) override
    {
        Finding finding{SourceState::Missing, "", "this GPU's driver provides no counters of busy cycles"};
        for (const std::string& folder : gpuFolders(context.tree)) {
            if (!context.tree.exists(folder + "/counters"))
                continue;
            m_sleep.open(context.tree, folder);
            if (!m_sleep.isReadable()) {
                finding.reason = "reading the counters could wake the GPU: the kernel does not show whether it sleeps";
                continue;
            }
            m_file = PersistentFile(context.tree.path(folder + "/counters"));
            if (const int error = m_file.open(); error != 0) {
                finding = cannotOpen(error, m_file.path(), finding.reason);
                continue;
            }
            if (m_sleep.state(format::monotonicNs()) == DeviceSleep::State::Awake) {
                m_readNs = medianReadNs(m_file);
                if (!read(format::monotonicNs(), m_busy, m_total)) {
                    finding.reason = m_file.path() + " does not contain two numbers";
                    continue;
                }
                m_hasLast = true;
            }
            return {SourceState::Used, "1 cycle", "not read while the GPU sleeps, which counts as idle"};
        }
        return finding;
    }
    std::vector<Channel> describe(const SourceContext&) const override
    {
        Channel share;
        share.name = "GPU";
        share.quantity = "gpu.utilization";
        share.unit = "1";
        share.scale = 1.0 / static_cast<double>(kGpuUnits);
        share.covers = Channel::Covers::Interval;
        share.resolution = share.scale;
        share.lagNs = 0;
        share.readNs = m_readNs;
        share.factsFrom = "driver";
        Channel cycles = share;
        cycles.name = "GPU busy cycles";
        cycles.quantity = "gpu.busy_cycles";
        cycles.scale = 1;
        cycles.resolution = 1;
        return {share, cycles};
    }
    void sample(std::span<std::int64_t> values, std::span<std::int64_t> times, EventSink& events) override
    {
        const std::int64_t now = format::monotonicNs();
        std::fill(times.begin(), times.end(), now);
        std::fill(values.begin(), values.end(), format::kMissing);
        const DeviceSleep::State state = m_sleep.state(now);
        if (state != DeviceSleep::State::Awake) {
            m_hasLast = false; // they restart at 0 when the GPU wakes
            if (state == DeviceSleep::State::Asleep)
                std::fill(values.begin(), values.end(), 0);
            return;
        }
        std::int64_t busy = 0;
        std::int64_t total = 0;
        const bool good = read(now, busy, total);
        m_presence.update(m_file.isPresent(), now, "The counters of the GPU", events);
        if (good && m_hasLast) {
            const std::int64_t busyCycles = (busy - m_busy) & kCounterMask;
            const std::int64_t totalCycles = (total - m_total) & kCounterMask;
            if (totalCycles > 0 && busyCycles <= totalCycles) {
                values[0] = busyCycles * kGpuUnits / totalCycles;
                values[1] = busyCycles;
            }
        }
        m_hasLast = good;
        m_busy = busy;
        m_total = total;
    }

private:
    bool read(std::int64_t now, std::int64_t& busy, std::int64_t& total)
    {
        std::array<char, 64> buffer;
        std::string_view text = m_file.read(buffer, now);
        const auto first = takeNumber(text);
        const auto second = takeNumber(text);
        busy = first.value_or(0);
        total = second.value_or(0);
        // Both are 0 if the GPU was switched off in between.
        return first && second && *first >= 0 && *second > 0;
    }

    PersistentFile m_file;
    DeviceSleep m_sleep;
    Presence m_presence;
    std::optional<std::int64_t> m_readNs;
    bool m_hasLast = false;
    std::int64_t m_busy = 0;
    std::int64_t m_total = 0;
};

} // namespace

std::unique_ptr<Source> makeGpuCounters()
{
    return std::make_unique<GpuCounters>();
}

} // namespace stepscope::agent
