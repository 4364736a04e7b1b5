#include "remote/agent/sources/cpu/cpuidle.h"

#include "remote/agent/sources/cpu/busytime.h"
#include "remote/agent/sources/cpu/cpusources.h"
#include "remote/agent/sources/cpu/onlinecores.h"
#include "remote/format/clock.h"

#include <algorithm>

namespace stepscope::agent {
namespace {

class Cpuidle : public Source
{
public:
    Finding probe(const SourceContext& context) override
    {
        int error = 0;
        if (!m_idle.open(context, error)) {
            if (error != 0)
                return cannotOpen(error, "cpuidle/state*/time", "the kernel does not provide the cores' idle states");
            return {SourceState::Missing, "", "this kernel provides no idle states (cpuidle)"};
        }
        m_online.open(context);
        m_shares.resize(context.board.cores.size());
        return {SourceState::Used, "1 us",
                "the kernel books an idle period when it ends, so short dips may appear one sample late"};
    }
    std::vector<Channel> describe(const SourceContext& context) const override
    {
        // The lag depends on the length of the idle period, so it is unknown.
        return utilizationChannels(context.board, 1e-4, std::nullopt);
    }
    void sample(std::span<std::int64_t> values, std::span<std::int64_t> times, EventSink& events) override
    {
        m_online.update(format::monotonicNs(), &events);
        for (std::size_t i = 0; i < values.size(); ++i) {
            times[i] = format::monotonicNs();
            if (m_online.cameBack(i))
                m_idle.reopen(i);
            const auto idle = m_online.isOnline(i) ? m_idle.idleNs(i, times[i]) : std::nullopt;
            if (!idle)
                m_shares[i].reset();
            values[i] = idle ? m_shares[i].next(times[i], times[i] - *idle) : format::kMissing;
        }
    }

private:
    IdleFiles m_idle;
    OnlineCores m_online;
    std::vector<BusyShare> m_shares;
};

} // namespace

std::unique_ptr<Source> makeCpuidle()
{
    return std::make_unique<Cpuidle>();
}

namespace {

/// True for a state (polling for work) that is almost unused, as on most machines: its file is not read.
bool isHardlyUsed(const SystemTree& tree, const std::string& state)
{
    if (tree.readText(state + "/name").value_or("") != "POLL")
        return false;
    const auto uptime = leadingNumber(tree.readText("/proc/uptime").value_or(""));
    const auto time = leadingNumber(tree.readText(state + "/time").value_or(""));
    return uptime && time && *time < *uptime * 1000; // us of time, s of uptime
}

} // namespace

bool IdleFiles::open(const SourceContext& context, int& error)
{
    m_states.clear();
    const std::vector<int> online = parseCoreList(context.tree.readText("/sys/devices/system/cpu/online").value_or(""));
    std::size_t mostStates = 0;
    for (const Core& core : context.board.cores) {
        const std::string folder = "/sys/devices/system/cpu/cpu" + std::to_string(core.number) + "/cpuidle";
        auto& states = m_states.emplace_back();
        for (const std::string& name : context.tree.list(folder)) {
            if (!name.starts_with("state"))
                continue;
            if (isHardlyUsed(context.tree, folder + "/" + name))
                continue;
            states.emplace_back(context.tree.path(folder + "/" + name + "/time"));
            error = states.back().open();
            if (error != 0)
                return false;
        }
        mostStates = std::max(mostStates, states.size());
    }
    // An offline core has no files; they are opened by their usual names when it comes online.
    for (std::size_t i = 0; i < m_states.size(); ++i) {
        if (!m_states[i].empty())
            continue;
        const int number = context.board.cores[i].number;
        if (online.empty() || std::find(online.begin(), online.end(), number) != online.end())
            return false;
        for (std::size_t state = 0; state < mostStates; ++state) {
            m_states[i].emplace_back(context.tree.path("/sys/devices/system/cpu/cpu" + std::to_string(number) +
                                                       "/cpuidle/state" + std::to_string(state) + "/time"));
        }
    }
    return mostStates > 0;
}

std::optional<std::int64_t> IdleFiles::idleNs(std::size_t position, std::int64_t now)
{
    std::int64_t sum = 0;
    bool any = false;
    for (PersistentFile& file : m_states[position]) {
        const auto time = file.number(now);
        // Clusters of a board may have different numbers of states: a state that never existed is not an error.
        if (!time && file.isPresent())
            return std::nullopt;
        any = any || time.has_value();
        sum += time.value_or(0);
    }
    return any ? std::optional(sum * format::kMicrosecond) : std::nullopt;
}

void IdleFiles::reopen(std::size_t position)
{
    for (PersistentFile& file : m_states[position])
        file.reopen();
}

} // namespace stepscope::agent
