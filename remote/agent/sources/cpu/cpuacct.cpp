#include "remote/agent/sources/cpu/busytime.h"
#include "remote/agent/sources/cpu/cpuidle.h"
#include "remote/agent/sources/cpu/cpusources.h"
#include "remote/agent/sources/cpu/onlinecores.h"
#include "remote/agent/system/persistentfile.h"
#include "remote/format/clock.h"

#include <algorithm>
#include <array>
#include <sched.h>

namespace stepscope::agent {
namespace {

/// The mount point of the cpuacct controller (control group v1); empty without one.
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
        return utilizationChannels(context.board, 1e-4, m_hasIdle ? 0 : format::schedulerTickNs());
    }
    [[gnu::hot]] void sample(std::span<std::int64_t> values, std::span<std::int64_t> times, EventSink& events) override;

private:
    [[gnu::hot]] void readCore(std::size_t i, std::int64_t now);
    [[gnu::hot]] bool readUsage(std::int64_t& time);
    [[nodiscard]] bool mayHaveChanged() const;
    void lookForCores(std::int64_t now, EventSink& events);
    std::int64_t runnableTasks(std::int64_t now);

    PersistentFile m_usage;
    PersistentFile m_loadAverage;
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
    // Only the real root group has this file: in a container the counters cover only the container.
    if (!context.tree.isDescribed() && !context.tree.exists(folder + "/release_agent"))
        return {SourceState::Missing, "", "inside a container " + folder + " counts this container only"};
    m_usage = PersistentFile(context.tree.path(folder + "/cpuacct.usage_percpu"));
    if (const int error = m_usage.open(); error != 0)
        return cannotOpen(error, m_usage.path(), missing);

    for (const Core& core : context.board.cores)
        m_numbers.push_back(core.number);
    m_readings.resize(m_numbers.size());
    m_before.resize(m_numbers.size());
    m_busy.resize(m_numbers.size());
    m_shares.resize(m_numbers.size());
    m_busyTime.emplace(m_numbers.size(), format::schedulerTickNs());
    m_online.open(context);
    m_loadAverage = PersistentFile(context.tree.path("/proc/loadavg"));
    m_loadAverage.open();
    int error = 0;
    m_hasIdle = m_idle.open(context, error);
    std::int64_t time = 0;
    if (!readUsage(time))
        return {SourceState::Missing, "", m_usage.path() + " has an unknown format"};
    if (!m_hasIdle)
        return {SourceState::Used, "1 ns",
                "the kernel books a running task's time up to a tick late (no cpuidle for a correction)"};
    return {SourceState::Used, "1 ns", "the lag of scheduler ticks is corrected with cpuidle"};
}

bool Cpuacct::readUsage(std::int64_t& time)
{
    time = format::monotonicNs();
    std::string_view text = m_usage.read(m_buffer, time);
    int number = 0;
    std::size_t next = 0;
    // The file has one count per possible core, by number; the board's list is sorted, too.
    while (next < m_numbers.size()) {
        const auto count = takeNumber(text);
        if (!count)
            return false;
        if (number++ == m_numbers[next])
            m_readings[next++].used = *count;
    }
    return true;
}

/// Tasks running or waiting, without this thread: the number before the slash of "0.20 0.18 0.12 2/80 11206"; -1 =
/// unknown.
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

/// False if the counters of all online cores have increased: the list of cores need not be read then.
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
    const std::int64_t begin = format::monotonicNs();
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
