#include "remote/agent/sources/cpu/busytime.h"
#include "remote/agent/sources/reading/counterrate.h"
#include "remote/agent/sources/system/systemsources.h"
#include "remote/agent/system/persistentfile.h"
#include "remote/format/clock.h"

#include <array>
#include <ctime>
#include <unistd.h>

namespace stepscope::agent {
namespace {

std::int64_t processTimeNs()
{
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return std::int64_t{time.tv_sec} * format::kSecond + time.tv_nsec;
}

class AgentCost : public Source
{
public:
    Finding probe(const SourceContext&) override
    {
        // Of this process, also for a described board.
        m_statm = PersistentFile("/proc/self/statm");
        m_statm.open();
        m_pageKib = sysconf(_SC_PAGESIZE) / 1024;
        return {SourceState::Used, "1 ns, 4 KiB", ""};
    }
    std::vector<Channel> describe(const SourceContext&) const override
    {
        Channel cpu;
        cpu.name = "agent CPU";
        cpu.quantity = "agent.cpu";
        cpu.unit = "1";
        cpu.scale = 1.0 / static_cast<double>(kBusyUnits);
        cpu.covers = Channel::Covers::Interval;
        cpu.resolution = cpu.scale;
        cpu.lagNs = 0;
        Channel memory;
        memory.name = "agent memory";
        memory.quantity = "agent.memory";
        memory.unit = "B";
        memory.scale = 1024;
        memory.resolution = 4096;
        return {cpu, memory};
    }
    void sample(std::span<std::int64_t> values, std::span<std::int64_t> times, EventSink&) override
    {
        // The share may exceed 1, since several threads may run at the same time.
        const std::int64_t now = format::monotonicNs();
        values[0] = m_busy.per(kBusyUnits, processTimeNs(), now);
        // After a fork the open file is the parent's.
        if (getpid() != m_process) {
            m_process = getpid();
            m_statm.reopen();
        }
        std::array<char, 128> buffer;
        std::string_view text = m_statm.read(buffer, now);
        takeNumber(text);
        const auto pages = takeNumber(text);
        values[1] = pages ? *pages * m_pageKib : format::kMissing;
        times[0] = times[1] = now;
    }

private:
    PersistentFile m_statm;
    int m_process = 0;
    std::int64_t m_pageKib = 4;
    CounterRate m_busy;
};

} // namespace

std::unique_ptr<Source> makeAgentCost()
{
    return std::make_unique<AgentCost>();
}

} // namespace stepscope::agent
