#include "remote/agent/sources/cpu/cpusources.h"
#include "remote/agent/sources/cpu/onlinecores.h"
#include "remote/agent/sources/reading/source.h"
#include "remote/agent/system/persistentfile.h"
#include "remote/format/clock.h"

#include <algorithm>

namespace stepscope::agent {
namespace {

class CpuFrequency : public Source
{
public:
    Finding probe(const SourceContext& context) override;
    std::vector<Channel> describe(const SourceContext& context) const override;
    void sample(std::span<std::int64_t> values, std::span<std::int64_t> times, EventSink& events) override;

private:
    /// A clock and its cores. Its file is that of the policy, else that of its first online core.
    struct Clock
    {
        std::vector<std::size_t> cores;    ///< positions in the board's list
        std::vector<PersistentFile> files; ///< one for all cores, or one per core
        std::optional<std::int64_t> readNs;
    };
    void findClocks(const SourceContext& context);
    Clock& clockOf(const std::string& related);
    static std::string nameOf(const Clock& clock, const std::vector<Clock>& clocks, const std::vector<Core>& cores);

    std::vector<std::string> m_related; ///< of each clock, while probing
    std::vector<Clock> m_clocks;
    OnlineCores m_online;
    Presence m_presence;
};

/// The clock of the cores in the kernel's list `related`; an empty list adds a new clock.
CpuFrequency::Clock& CpuFrequency::clockOf(const std::string& related)
{
    const auto entry = std::find(m_related.begin(), m_related.end(), related);
    if (!related.empty() && entry != m_related.end())
        return m_clocks[static_cast<std::size_t>(entry - m_related.begin())];
    m_related.push_back(related);
    return m_clocks.emplace_back();
}

void CpuFrequency::findClocks(const SourceContext& context)
{
    const std::string folder = "/sys/devices/system/cpu/";
    for (std::size_t i = 0; i < context.board.cores.size(); ++i) {
        const std::string own = folder + "cpu" + std::to_string(context.board.cores[i].number) + "/cpufreq";
        Clock& clock = clockOf(context.tree.readText(own + "/related_cpus").value_or(""));
        clock.cores.push_back(i);
        clock.files.emplace_back(context.tree.path(own + "/scaling_cur_freq"));
    }
    // Kernel 4.4 and newer: one folder per clock, which stays when one of its cores goes offline.
    for (const std::string& policy : context.tree.list(folder + "cpufreq")) {
        const std::string path = folder + "cpufreq/" + policy;
        const auto related = context.tree.readText(path + "/related_cpus");
        const auto clock = std::find(m_related.begin(), m_related.end(), related.value_or(""));
        if (!related || related->empty() || clock == m_related.end())
            continue;
        std::vector<PersistentFile>& files = m_clocks[static_cast<std::size_t>(clock - m_related.begin())].files;
        files.clear();
        files.emplace_back(context.tree.path(path + "/scaling_cur_freq"));
    }
}

Finding CpuFrequency::probe(const SourceContext& context)
{
    const std::string missing = "this kernel or virtual machine provides no CPU frequency (cpufreq)";
    Finding finding{SourceState::Missing, "", missing};
    findClocks(context);
    for (Clock& clock : m_clocks) {
        for (PersistentFile& file : clock.files) {
            const int error = file.open();
            if (error == 0) {
                finding = {SourceState::Used, "1 kHz", ""};
                clock.readNs = medianReadNs(file);
                break;
            }
            if (finding.state != SourceState::Used)
                finding = cannotOpen(error, file.path(), missing);
        }
    }
    m_online.open(context);
    return finding;
}

/// "A57 frequency" if the cluster has one clock; else a name with the cores' numbers.
std::string CpuFrequency::nameOf(const Clock& clock, const std::vector<Clock>& clocks, const std::vector<Core>& cores)
{
    const Core& first = cores[clock.cores.front()];
    const auto ofCluster = std::count_if(clocks.begin(), clocks.end(), [&](const Clock& other) {
        return cores[other.cores.front()].cluster == first.cluster;
    });
    if (clock.cores.size() > 1 && ofCluster == 1 && !first.cluster.empty())
        return first.cluster + " frequency";
    const int last = cores[clock.cores.back()].number;
    return "cpu" + std::to_string(first.number) + (last != first.number ? "-" + std::to_string(last) : std::string()) +
           " frequency";
}

std::vector<Channel> CpuFrequency::describe(const SourceContext& context) const
{
    std::vector<Channel> channels;
    for (const Clock& clock : m_clocks) {
        const Core& first = context.board.cores[clock.cores.front()];
        Channel channel;
        channel.name = nameOf(clock, m_clocks, context.board.cores);
        channel.quantity = "cpu.frequency";
        channel.unit = "Hz";
        channel.scale = 1000;
        channel.core = first.number;
        channel.cluster = first.cluster;
        channel.resolution = 1000;
        channel.readNs = clock.readNs;
        channels.push_back(std::move(channel));
    }
    return channels;
}

void CpuFrequency::sample(std::span<std::int64_t> values, std::span<std::int64_t> times, EventSink& events)
{
    const std::int64_t begin = format::monotonicNs();
    m_online.update(begin, nullptr);
    bool anyGone = false;
    for (std::size_t i = 0; i < m_clocks.size(); ++i) {
        Clock& clock = m_clocks[i];
        values[i] = format::kMissing;
        times[i] = begin;
        for (std::size_t k = 0; k < clock.cores.size(); ++k) {
            PersistentFile& file = clock.files[std::min(k, clock.files.size() - 1)];
            if (m_online.cameBack(clock.cores[k]))
                file.reopen();
            if (values[i] != format::kMissing || !m_online.isOnline(clock.cores[k]))
                continue;
            times[i] = format::monotonicNs();
            values[i] = file.number(times[i]).value_or(format::kMissing);
            anyGone = anyGone || !file.isPresent();
        }
    }
    m_presence.update(!anyGone, begin, "The frequency of a CPU core", events);
}

} // namespace

std::unique_ptr<Source> makeCpuFrequency()
{
    return std::make_unique<CpuFrequency>();
}

} // namespace stepscope::agent
