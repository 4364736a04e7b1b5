#include "tests/bench/schedulertrace.h"

#include <cstdlib>
#include <fstream>
#include <string_view>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

namespace stepscope::testing {
namespace {

constexpr const char* kTracing = "/sys/kernel/tracing";

bool write(const std::string& file, const std::string& text)
{
    std::ofstream stream(file);
    stream << text << std::flush;
    return stream.good();
}

/// Behind the first time this word stands in the line; 0 = it does not.
std::size_t behind(std::string_view line, std::string_view word)
{
    const std::size_t at = line.find(word);
    return at == std::string_view::npos ? 0 : at + word.size();
}

/// "... [001] d..2. 69243.026070: sched_switch: ...", ns; -1 = another line.
std::int64_t timeOf(const std::string& line)
{
    const std::size_t end = line.find(": sched_switch:");
    if (end == std::string::npos)
        return -1;
    const std::size_t begin = line.rfind(' ', end) + 1;
    const std::size_t point = line.find('.', begin);
    return std::atoll(line.c_str() + begin) * 1'000'000'000 + std::atoll(line.c_str() + point + 1) * 1000;
}

} // namespace

SchedulerTrace::SchedulerTrace(int core)
    : m_folder(std::string(kTracing) + "/instances/stepscope-bench")
    , m_core(core)
{
    if (access((std::string(kTracing) + "/instances").c_str(), W_OK) != 0)
        ::mount("none", kTracing, "tracefs", 0, nullptr);
    rmdir(m_folder.c_str()); // of a bench that was killed
    if (mkdir(m_folder.c_str(), 0700) != 0)
        return;
    char mask[32];
    std::snprintf(mask, sizeof mask, "%x", 1U << static_cast<unsigned>(core));
    m_isKnown = write(m_folder + "/trace_clock", "mono") && write(m_folder + "/buffer_size_kb", "16384") &&
                write(m_folder + "/tracing_cpumask", mask) &&
                write(m_folder + "/events/sched/sched_switch/enable", "1");
}

SchedulerTrace::~SchedulerTrace()
{
    rmdir(m_folder.c_str());
}

std::vector<BusyPeriod> SchedulerTrace::busyPeriods(const std::string& thread)
{
    std::vector<BusyPeriod> periods;
    if (!m_isKnown || !write(m_folder + "/tracing_on", "0"))
        return periods;
    std::ifstream trace(m_folder + "/per_cpu/cpu" + std::to_string(m_core) + "/trace");
    bool isBusy = false;
    for (std::string line; std::getline(trace, line);) {
        const std::int64_t time = timeOf(line);
        const std::size_t next = behind(line, " next_pid=");
        if (time < 0 || next == 0)
            continue;
        const bool runs =
            thread.empty() ? std::atoi(line.c_str() + next) != 0 : behind(line, " next_comm=" + thread + " ") != 0;
        if (runs && !isBusy)
            periods.push_back({time, time});
        else if (!runs && isBusy)
            periods.back().end = time;
        isBusy = runs;
    }
    if (isBusy)
        periods.back().end = monotonicNow();
    return periods;
}

} // namespace stepscope::testing
