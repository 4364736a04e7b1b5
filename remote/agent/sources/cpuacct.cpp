#include "remote/agent/sources/cpuacct.h"

#include "remote/agent/sources/busytime.h"
#include "remote/agent/sources/corechannels.h"
#include "remote/agent/sources/idlefiles.h"
#include "remote/agent/sources/onlinecores.h"
#include "remote/agent/system/clock.h"
#include "remote/agent/system/keptfile.h"

#include <algorithm>
#include <array>
#include <sched.h>

namespace stepscope::agent {
namespace {

/// Where control group v1 has mounted its cpuacct controller; empty when nowhere.
std::string findController(const SystemTree& tree)
{
    const std::string mounts = tree.readText("/proc/mounts").value_or("");
    std::string_view rest = mounts;
    while (!rest.empty()) {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(line.size() + 1, rest.size()));
        // device folder type options
        const std::size_t folder = line.find(' ') + 1;
        const std::string_view tail = line.substr(std::min(folder, line.size()));
        const std::size_t folderEnd = tail.find(' ');
        if (folderEnd == std::string_view::npos || !tail.substr(folderEnd + 1).starts_with("cgroup "))
            continue;
        if (tail.substr(folderEnd).find("cpuacct") != std::string_view::npos)
            return std::string(tail.substr(0, folderEnd));
    }
    for (const char* usual : {"/sys/fs/cgroup/cpuacct", "/sys/fs/cgroup/cpu,cpuacct"}) {
        if (tree.exists(std::string(usual) + "/cpuacct.usage_percpu"))
            return usual;
    }
    return {};
}

class Cpuacct : public Source
{
public:
    Finding probe(const SourceContext& context) override;
    std::vector<Channel> describe(const SourceContext& context) const override
    {
        return utilizationChannels(context.board, 1e-4, m_hasIdle ? 0 : schedulerTickNs());
    }
    [[gnu::hot]] void sample(std::span<std::int64_t> values, std::span<std::int64_t> times, EventSink& events) override;

private:
    [[gnu::hot]] void readCore(std::size_t i, std::int64_t now);
    [[gnu::hot]] bool readUsage(std::int64_t& time);
    [[nodiscard]] bool mayHaveChanged() const;
    void lookForCores(std::int64_t now, EventSink& events);
    std::int64_t runnableTasks(std::int64_t now);

    KeptFile m_usage;
    KeptFile m_loadAverage;
    IdleFiles m_idle;
    bool m_hasIdle = false;
    OnlineCores m_online;
    Presence m_presence;
    std::vector<int> m_numbers;
    std::vector<BusyTime::Reading> m_readings;
    std::vector<BusyTime::Reading> m_before;
    std::vector<std::int64_t> m_busy;
    std::vector<BusyShare> m_shares;
    std::optional<BusyTime> m_busyTime;
    std::array<char, 32768> m_buffer{};
};

Finding Cpuacct::probe(const SourceContext& context)
{
    const std::string folder = findController(context.tree);
    const std::string missing = "control group v1 has no cpuacct controller mounted here (newer systems use version 2)";
    if (folder.empty())
        return {SourceState::Missing, "", missing};
    // Only the true root group has this file: in a container the counters would cover the container alone.
    if (!context.tree.isDescribed() && !context.tree.exists(folder + "/release_agent"))
        return {SourceState::Missing, "", "inside a container " + folder + " counts this container only"};
    m_usage = KeptFile(context.tree.path(folder + "/cpuacct.usage_percpu"));
    if (const int error = m_usage.open(); error != 0)
        return cannotOpen(error, m_usage.path(), missing);

    for (const Core& core : context.board.cores)
        m_numbers.push_back(core.number);
    m_readings.resize(m_numbers.size());
    m_before.resize(m_numbers.size());
    m_busy.resize(m_numbers.size());
    m_shares.resize(m_numbers.size());
    m_busyTime.emplace(m_numbers.size(), schedulerTickNs());
    m_online.open(context);
    m_loadAverage = KeptFile(context.tree.path("/proc/loadavg"));
    m_loadAverage.open();
    int error = 0;
    m_hasIdle = m_idle.open(context, error);
    std::int64_t time = 0;
    if (!readUsage(time))
        return {SourceState::Missing, "", m_usage.path() + " is not understood"};
    if (!m_hasIdle)
        return {SourceState::Used, "1 ns",
                "a running task's time is booked up to a tick late (no cpuidle to correct that)"};
    return {SourceState::Used, "1 ns", "the time booked late at scheduler ticks is corrected with cpuidle"};
}

bool Cpuacct::readUsage(std::int64_t& time)
{
    time = monotonicNs();
    std::string_view text = m_usage.read(m_buffer, time);
    int number = 0;
    std::size_t next = 0;
    // One count for each possible core, by number; the board's list is sorted too.
    while (next < m_numbers.size()) {
        const auto count = takeNumber(text);
        if (!count)
            return false;
        if (number++ == m_numbers[next])
            m_readings[next++].used = *count;
    }
    return true;
}

/// Tasks running or waiting, this thread left out: the number before the slash of "0.20 0.18 0.12 2/80 11206"; -1 = not
/// known.
std::int64_t Cpuacct::runnableTasks(std::int64_t now)
{
    std::array<char, 64> buffer;
    std::string_view text = m_loadAverage.read(buffer, now);
    for (int field = 0; field < 3; ++field) {
        text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
        text.remove_prefix(std::min(text.find(' '), text.size()));
    }
    const auto runnable = leadingNumber(text);
    return runnable && *runnable > 0 ? *runnable - 1 : -1;
}

void Cpuacct::readCore(std::size_t i, std::int64_t now)
{
    BusyTime::Reading& reading = m_readings[i];
    reading.valid = m_online.isOnline(i);
    if (reading.valid && m_hasIdle) {
        const auto idle = m_idle.idleNs(i, now);
        reading.valid = idle.has_value();
        reading.idle = idle.value_or(0);
    }
}

/// A core whose counters moved is online: only where that does not tell is the list of cores worth reading.
bool Cpuacct::mayHaveChanged() const
{
    for (std::size_t i = 0; i < m_readings.size(); ++i) {
        const BusyTime::Reading& now = m_readings[i];
        const BusyTime::Reading& before = m_before[i];
        if (!now.valid || !before.valid || (now.used == before.used && now.idle == before.idle))
            return true;
    }
    return false;
}

void Cpuacct::lookForCores(std::int64_t now, EventSink& events)
{
    m_online.update(now, &events);
    for (std::size_t i = 0; i < m_readings.size(); ++i) {
        if (m_online.cameBack(i) && m_hasIdle)
            m_idle.reopen(i);
        if (m_online.cameBack(i))
            readCore(i, now);
        m_readings[i].valid = m_readings[i].valid && m_online.isOnline(i);
    }
}

void Cpuacct::sample(std::span<std::int64_t> values, std::span<std::int64_t> times, EventSink& events)
{
    m_before.swap(m_readings);
    const std::int64_t begin = monotonicNs();
    for (std::size_t i = 0; i < m_readings.size(); ++i)
        readCore(i, begin);
    std::int64_t time = 0;
    const bool read = readUsage(time);
    m_presence.update(read, time, "CPU time per core (cpuacct)", events);
    if (mayHaveChanged())
        lookForCores(time, events);
    int ownCore = -1;
    if (m_hasIdle && read) {
        const auto own = std::find(m_numbers.begin(), m_numbers.end(), sched_getcpu());
        ownCore = own == m_numbers.end() ? -1 : static_cast<int>(own - m_numbers.begin());
        const bool needsTasks = m_busyTime->look(time, m_readings, ownCore);
        m_busyTime->decide(needsTasks ? runnableTasks(time) : -1, m_readings, m_busy);
    }
    for (std::size_t i = 0; i < values.size(); ++i) {
        times[i] = time;
        if (!read || !m_readings[i].valid)
            m_shares[i].reset();
        values[i] = read && m_readings[i].valid ? m_shares[i].next(time, m_hasIdle ? m_busy[i] : m_readings[i].used)
                                                : format::kMissing;
    }
}

} // namespace

std::unique_ptr<Source> makeCpuacct()
{
    return std::make_unique<Cpuacct>();
}

} // namespace stepscope::agent
