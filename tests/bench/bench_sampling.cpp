// Accuracy of sampling: whether a period of 10 ms holds for a minute, and whether the samples of a core that is busy 40
// % of each 10 ms are correct. The real agent profiles this program, which then runs the load (--duty) and writes its
// busy periods to a file. For comparison, the ticks of /proc/stat are read at the same period.
#include "remote/agent/sampling/dither.h"
#include "tests/bench/agentrecording.h"
#include "tests/bench/dutyload.h"
#include "tests/bench/figures.h"
#include "tests/bench/schedulertrace.h"
#include "tests/support/boardtree.h"
#include "tests/support/decodedrecording.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <sched.h>
#include <sstream>
#include <string>
#include <sys/prctl.h>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace stepscope::bench;

namespace {

namespace fs = std::filesystem;

using stepscope::testing::BusyPeriod;
using stepscope::testing::monotonicNow;
using stepscope::testing::playDuty;
using stepscope::testing::sleepUntil;

constexpr std::int64_t kPeriod = 10'000'000;

/// Busy ticks and all ticks of the line of /proc/stat that begins with `label`.
std::array<double, 2> busyAndAll(const std::string& label)
{
    double busy = 0;
    double all = 0;
    std::ifstream file("/proc/stat");
    for (std::string line; std::getline(file, line);) {
        if (!line.starts_with(label))
            continue;
        std::istringstream fields(line.substr(label.size()));
        double ticks = 0;
        for (int i = 0; i < 8 && fields >> ticks; ++i) {
            all += ticks;
            busy += i == 3 || i == 4 ? 0 : ticks;
        }
        break;
    }
    return {busy, all};
}

/// Share of the machine that other processes use while this one sleeps. Their time on the load's core is in the
/// samples.
double othersShare()
{
    const auto before = busyAndAll("cpu ");
    sleep(2);
    const auto after = busyAndAll("cpu ");
    return (after[0] - before[0]) / std::max(after[1] - before[1], 1.0);
}

/// Records this program as the load.
stepscope::testing::DecodedRecording record(const std::string& self, const std::string& load, const std::string& period)
{
    return recordByAgent("--period " + period, self + " " + load);
}

std::int64_t headerNumber(const std::string& header, const std::string& key)
{
    std::int64_t value = 0;
    const std::size_t at = header.find("\"" + key + "\":");
    if (at != std::string::npos)
        std::from_chars(header.data() + at + key.size() + 3, header.data() + header.size(), value);
    return value;
}

struct Timing
{
    double present = 0;
    std::vector<double> latenessUs;
};

Timing timingOf(const stepscope::testing::DecodedRecording& recording, std::int64_t period)
{
    const auto series = recording.series("cpu0");
    Timing timing;
    if (series.times.size() < 2)
        return timing;
    const std::int64_t grid = headerNumber(recording.header, "grid_ns");
    const std::int64_t expected = (series.times.back() - series.times.front() + period / 2) / period + 1;
    timing.present = static_cast<double>(series.times.size()) / static_cast<double>(expected);
    for (const std::int64_t time : series.times) {
        const std::int64_t afterPlace = (time - grid) % period;
        const std::int64_t dither =
            stepscope::agent::ditherNs(time - grid - afterPlace, period / stepscope::agent::kDitherPart);
        timing.latenessUs.push_back(static_cast<double>(afterPlace - dither) / 1e3);
    }
    return timing;
}

/// Wake-up latency in us of a thread that only sleeps, with the agent's privileges and next to the same load: the lower
/// limit of this machine.
std::vector<double> bareWakeups(double seconds, std::int64_t period)
{
    std::thread load([seconds] { playDuty(0.4, seconds, 1); });
    prctl(PR_SET_TIMERSLACK, 1UL);
    sched_param priority{};
    priority.sched_priority = 1;
    const bool isRealTime = sched_setscheduler(0, SCHED_FIFO, &priority) == 0;
    std::vector<double> lateness;
    const std::int64_t begin = monotonicNow();
    for (std::int64_t next = begin + period; next < begin + static_cast<std::int64_t>(seconds * 1e9); next += period) {
        sleepUntil(next);
        lateness.push_back(static_cast<double>(monotonicNow() - next) / 1e3);
    }
    priority.sched_priority = 0;
    if (isRealTime)
        sched_setscheduler(0, SCHED_OTHER, &priority);
    load.join();
    return lateness;
}

/// Samples /proc/stat in a thread until stop(), which returns the share of samples within 3 percentage points of the
/// duty.
class TickReader
{
public:
    TickReader(int core, double duty)
        : m_thread([this, core, duty] { run("cpu" + std::to_string(core) + " ", duty); })
    {}
    ~TickReader() { stop(); }
    TickReader(const TickReader&) = delete;
    TickReader& operator=(const TickReader&) = delete;
    double stop()
    {
        m_stopping = true;
        if (m_thread.joinable())
            m_thread.join();
        return m_all == 0 ? -1 : static_cast<double>(m_near) / static_cast<double>(m_all);
    }

private:
    void run(const std::string& label, double duty)
    {
        std::array<double, 2> before{};
        for (std::int64_t next = monotonicNow(); !m_stopping; next += kPeriod) {
            sleepUntil(next);
            const std::array<double, 2> ticks = busyAndAll(label);
            const double share = (ticks[0] - before[0]) / std::max(ticks[1] - before[1], 1.0);
            m_near += share > duty - 0.03 && share < duty + 0.03;
            ++m_all;
            before = ticks;
        }
    }

    std::atomic<bool> m_stopping{false};
    std::size_t m_near = 0;
    std::size_t m_all = 0;
    std::thread m_thread;
};

/// Share of the samples within 3 percentage points of the true utilization; -1 without samples.
double truthShare(const stepscope::testing::DecodedRecording& recording, const char* channel,
                  const std::vector<BusyPeriod>& truth)
{
    const auto series = recording.series(channel);
    std::size_t near = 0;
    std::size_t all = 0;
    // The first and last samples contain the start and the end of the load.
    for (std::size_t i = 50; i + 50 < series.values.size(); ++i) {
        const std::int64_t begin = series.times[i - 1];
        const std::int64_t end = series.times[i];
        const double busy = static_cast<double>(stepscope::testing::busyWithin(truth, begin, end));
        const double error = static_cast<double>(series.values[i]) / 1e4 - busy / static_cast<double>(end - begin);
        near += std::abs(error) < 0.03;
        ++all;
    }
    return all == 0 ? -1 : static_cast<double>(near) / static_cast<double>(all);
}

/// Profiles a load on core 1, prints the accuracy of the samples of the core and of the load, and returns the
/// recording.
stepscope::testing::DecodedRecording measureTruth(const std::string& self, const char* duty, double seconds)
{
    const stepscope::testing::TemporaryFolder folder;
    const std::string file = folder.path() + "/busy";
    stepscope::testing::SchedulerTrace scheduler(1);
    auto recording = record(self, std::string("--duty ") + duty + " " + std::to_string(seconds) + " 1 " + file, "10ms");
    const auto load = stepscope::testing::readPeriods(file);
    const std::string percent = std::to_string(static_cast<int>(std::atof(duty) * 100 + 0.5));
    const auto print = [&](const std::string& name, const char* channel, const auto& truth) {
        figure((name + percent).c_str(), 100 * truthShare(recording, channel, truth), "%_within_3_points", 95, true);
    };
    if (scheduler.isKnown())
        print("sampling_core_truth_", "cpu1", scheduler.busyPeriods());
    print("sampling_training_truth_", "training CPU",
          scheduler.isKnown() ? scheduler.busyPeriods(fs::path(self).filename()) : load);
    std::printf("  against the busy periods of the load, without other processes, %s %%: cpu1 %.4g %%, training %.4g "
                "%% within 3 "
                "points\n",
                percent.c_str(), 100 * truthShare(recording, "cpu1", load),
                100 * truthShare(recording, "training CPU", load));
    return recording;
}

} // namespace

int main(int count, char** arguments)
{
    const std::vector<std::string> words(arguments, arguments + count);
    if (count == 6 && words[1] == "--duty") {
        const auto periods = playDuty(std::atof(arguments[2]), std::atof(arguments[3]), std::atoi(arguments[4]));
        return stepscope::testing::writePeriods(words[5], periods) ? 0 : 1;
    }
    const double seconds = count > 1 ? std::atof(arguments[1]) : 60;
    const double brief = seconds / 6;
    if (const double others = othersShare(); others > 0.02)
        std::printf("  other processes use %.0f %% of this machine, which lowers the accuracy figures\n", 100 * others);

    const Timing slow = timingOf(measureTruth(words[0], "0.4", seconds), kPeriod);
    figure("sampling_10ms_present", 100 * slow.present, "%", 99.5, true);
    figure("sampling_10ms_lateness_p50", quantile(slow.latenessUs, 0.5), "us", 200, false);
    figure("sampling_10ms_lateness_p99", quantile(slow.latenessUs, 0.99), "us", 1000, false);
    {
        TickReader ticks(1, 0.4);
        std::thread([brief] { playDuty(0.4, brief, 1); }).join(); // a new thread, since the load pins it to a core
        std::printf("  ticks of /proc/stat, 40 %%: %.4g %% within 3 points\n", 100 * ticks.stop());
    }
    for (const char* duty : {"0.05", "0.2", "0.6", "0.8", "0.95"})
        measureTruth(words[0], duty, brief);
    const Timing fast =
        timingOf(record(words[0], "--duty 0.4 " + std::to_string(brief) + " 1 /dev/null", "1ms"), 1'000'000);
    const std::vector<double> bare = bareWakeups(brief, 1'000'000);
    figure("sampling_1ms_present", 100 * fast.present, "%", 99, true);
    figure("sampling_1ms_lateness_p50", quantile(fast.latenessUs, 0.5), "us", 60, false);
    figure("sampling_1ms_lateness_p99", quantile(fast.latenessUs, 0.99), "us", 250, false);
    figure("sampling_1ms_bare_wakeup_p50", quantile(bare, 0.5), "us", 60, false);
    figure("sampling_1ms_bare_wakeup_p99", quantile(bare, 0.99), "us", 250, false);
    return 0;
}
