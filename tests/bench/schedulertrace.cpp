#include "tests/bench/schedulertrace.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <optional>
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

/// The text between `word` and the next blank; empty if the line does not contain the word.
std::string after(const std::string& line, const std::string& word)
{
    const std::size_t at = line.find(word);
    if (at == std::string::npos)
        return {};
    const std::size_t begin = at + word.size();
    return line.substr(begin, line.find_first_of(" \n", begin) - begin);
}

/// The time in ns before the event: "... [001] d..2. 69243.026070: sched_switch: ...".
std::int64_t timeOf(const std::string& line, std::size_t event)
{
    const std::size_t begin = line.rfind(' ', event) + 1;
    const std::size_t point = line.find('.', begin);
    return std::atoll(line.c_str() + begin) * 1'000'000'000 + std::atoll(line.c_str() + point + 1) * 1000;
}

/// The thread that starts to run on a core, from one line of the trace. The switch from the idle task may be missing;
/// then the wake-up counts, which is tens of microseconds earlier.
struct Change
{
    std::int64_t time = 0;
    std::string thread; ///< empty = idle
};

std::optional<Change> changeOf(const std::string& line, int core, bool isIdle)
{
    char number[16];
    std::snprintf(number, sizeof number, "%03d", core);
    if (const std::size_t event = line.find(": sched_switch:"); event != std::string::npos) {
        if (line.find(std::string("[") + number + "]") == std::string::npos)
            return std::nullopt;
        const bool idles = after(line, " next_pid=") == "0";
        return Change{timeOf(line, event), idles ? std::string() : after(line, " next_comm=")};
    }
    const std::size_t event = line.find(": sched_wakeup:");
    if (event == std::string::npos || !isIdle || after(line, " target_cpu=") != number)
        return std::nullopt;
    return Change{timeOf(line, event), after(line, " comm=")};
}

} // namespace

SchedulerTrace::SchedulerTrace(int core)
    : m_folder(std::string(kTracing) + "/instances/stepscope-bench")
    , m_core(core)
{
    if (access((std::string(kTracing) + "/instances").c_str(), W_OK) != 0)
        ::mount("none", kTracing, "tracefs", 0, nullptr);
    rmdir(m_folder.c_str()); // left over from a killed benchmark
    if (mkdir(m_folder.c_str(), 0700) != 0)
        return;
    const std::string events = m_folder + "/events/sched/";
    m_isKnown = write(m_folder + "/trace_clock", "mono") && write(m_folder + "/buffer_size_kb", "16384") &&
                write(events + "sched_wakeup/enable", "1") && write(events + "sched_switch/enable", "1");
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
    std::ifstream trace(m_folder + "/trace");
    bool isIdle = false;
    bool isBusy = false;
    for (std::string line; std::getline(trace, line);) {
        const auto change = changeOf(line, m_core, isIdle);
        if (!change)
            continue;
        isIdle = change->thread.empty();
        const bool runs = thread.empty() ? !isIdle : change->thread == thread;
        if (runs && !isBusy)
            periods.push_back({change->time, change->time});
        else if (!runs && isBusy)
            periods.back().end = change->time;
        isBusy = runs;
    }
    if (isBusy)
        periods.back().end = monotonicNow();
    return periods;
}

} // namespace stepscope::testing
