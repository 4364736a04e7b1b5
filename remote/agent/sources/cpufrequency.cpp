#include "remote/agent/sources/cpufrequency.h"

#include "remote/agent/sources/onlinecores.h"
#include "remote/agent/system/clock.h"
#include "remote/agent/system/keptfile.h"

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
    struct Row
    {
        KeptFile file;
        std::size_t clockOf = 0; ///< position of the first core with the same clock
    };
    std::vector<Row> m_rows;
    OnlineCores m_online;
    Presence m_presence;
};

Finding CpuFrequency::probe(const SourceContext& context)
{
    Finding finding{SourceState::Missing, "", "this kernel or virtual machine tells no CPU frequency (cpufreq)"};
    std::vector<std::string> clocks;
    for (std::size_t i = 0; i < context.board.cores.size(); ++i) {
        const std::string folder =
            "/sys/devices/system/cpu/cpu" + std::to_string(context.board.cores[i].number) + "/cpufreq";
        Row& row = m_rows.emplace_back();
        row.file = KeptFile(context.tree.path(folder + "/scaling_cur_freq"));
        if (const int error = row.file.open(); error == 0)
            finding = {SourceState::Used, "1 kHz", ""};
        else if (finding.state != SourceState::Used && context.tree.exists(folder + "/scaling_cur_freq"))
            finding = cannotOpen(error, row.file.path(), finding.reason);
        // Cores of one cluster share a clock, and each reading costs as much as another source.
        clocks.push_back(context.tree.readText(folder + "/related_cpus").value_or(""));
        const auto same = std::find(clocks.begin(), clocks.end(), clocks.back());
        row.clockOf = clocks.back().empty() ? i : static_cast<std::size_t>(same - clocks.begin());
    }
    m_online.open(context);
    return finding;
}

std::vector<Channel> CpuFrequency::describe(const SourceContext& context) const
{
    std::vector<Channel> channels;
    for (const Core& core : context.board.cores) {
        Channel channel;
        channel.name = "cpu" + std::to_string(core.number) + " frequency";
        channel.quantity = "cpu.frequency";
        channel.unit = "Hz";
        channel.scale = 1000;
        channel.core = core.number;
        channel.cluster = core.cluster;
        channel.resolution = 1000;
        channels.push_back(std::move(channel));
    }
    return channels;
}

void CpuFrequency::sample(std::span<std::int64_t> values, std::span<std::int64_t> times, EventSink& events)
{
    const std::int64_t begin = monotonicNs();
    m_online.update(begin, nullptr);
    std::fill(values.begin(), values.end(), format::kMissing);
    std::fill(times.begin(), times.end(), begin);
    bool anyGone = false;
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        Row& row = m_rows[i];
        if (m_online.cameBack(i))
            row.file.reopen();
        if (!m_online.isOnline(i))
            continue;
        if (row.clockOf < i && values[row.clockOf] != format::kMissing) {
            values[i] = values[row.clockOf];
            times[i] = times[row.clockOf];
            continue;
        }
        times[i] = monotonicNs();
        values[i] = row.file.number(times[i]).value_or(format::kMissing);
        anyGone = anyGone || !row.file.isPresent();
    }
    m_presence.update(!anyGone, begin, "The frequency of a CPU core", events);
}

} // namespace

std::unique_ptr<Source> makeCpuFrequency()
{
    return std::make_unique<CpuFrequency>();
}

} // namespace stepscope::agent
