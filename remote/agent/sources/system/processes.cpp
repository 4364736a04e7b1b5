#include "remote/agent/sources/cpu/busytime.h"
#include "remote/agent/sources/reading/counterrate.h"
#include "remote/agent/sources/system/systemsources.h"
#include "remote/agent/system/persistentfile.h"
#include "remote/agent/system/training.h"
#include "remote/format/clock.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <optional>
#include <unistd.h>

namespace stepscope::agent {
namespace {

static_assert(ProcessTree::kMaxProcesses == Training::kMaxProcesses);

constexpr std::int64_t kShortestScanPeriod = 100 * format::kMillisecond;
constexpr std::int64_t kLongestScanPeriod = 500 * format::kMillisecond;

class Processes : public Source
{
public:
    Finding probe(const SourceContext& context) override
    {
        m_training = &context.training;
        return {SourceState::Used, "1", ""};
    }
    std::vector<Channel> describe(const SourceContext&) const override
    {
        Channel channel;
        channel.name = "training processes";
        channel.quantity = "process.count";
        channel.unit = "1";
        channel.resolution = 1;
        return {channel};
    }
    void sample(std::span<std::int64_t> values, std::span<std::int64_t> times, EventSink& events) override
    {
        times[0] = format::monotonicNs();
        values[0] = format::kMissing;
        const int training = m_training->process();
        if (training == 0)
            return;
        if (times[0] >= m_nextScan)
            scan(training, times[0], events);
        values[0] = static_cast<std::int64_t>(m_tree.processes().size());
    }

private:
    /// The search for new children costs much more than reading known processes, so its interval grows while none
    /// appear or end.
    void scan(int training, std::int64_t now, EventSink& events)
    {
        const std::size_t before = m_tree.processes().size();
        m_tree.scan(training);
        m_training->publishProcesses(m_tree.processes());
        const bool isSame = m_tree.processes().size() == before;
        m_scanPeriod = isSame ? std::min(2 * m_scanPeriod, kLongestScanPeriod) : kShortestScanPeriod;
        m_nextScan = now + m_scanPeriod;
        if (m_tree.isCut() && !m_reportedCut)
            events.report(now, format::Event::Severity::Warning, "source",
                          "The training has more than 256 processes; the memory of the others is not counted.");
        m_reportedCut = m_reportedCut || m_tree.isCut();
    }

    Training* m_training = nullptr;
    ProcessTree m_tree;
    std::int64_t m_nextScan = 0;
    std::int64_t m_scanPeriod = kShortestScanPeriod;
    bool m_reportedCut = false;
};

} // namespace

std::unique_ptr<Source> makeProcesses()
{
    return std::make_unique<Processes>();
}

namespace {

constexpr std::int64_t kQuickRead = 50 * format::kMicrosecond;
constexpr int kAttempts = 3;

class ProcessTime : public Source
{
public:
    Finding probe(const SourceContext& context) override
    {
        m_training = &context.training;
        if (context.tree.isDescribed() && !context.tree.exists("/proc/self"))
            return {SourceState::Missing, "", "a described board runs no processes"};
        const int error = Training::counterError();
        if (error == EACCES || error == EPERM)
            return {SourceState::Denied, "",
                    "this system forbids users to count the processor time of a process: allow it with sysctl "
                    "kernel.perf_event_paranoid=2, or, in a container, with the right to call perf_event_open"};
        if (error != 0)
            return {SourceState::Missing, "", "this kernel was built without perf events"};
        return {SourceState::Used, "1 ns", ""};
    }
    std::vector<Channel> describe(const SourceContext&) const override
    {
        Channel channel;
        channel.name = "training CPU";
        channel.quantity = "cpu.process";
        channel.unit = "1";
        channel.scale = 1.0 / static_cast<double>(kBusyUnits);
        channel.covers = Channel::Covers::Interval;
        channel.resolution = channel.scale;
        channel.lagNs = 0;
        return {channel};
    }
    void sample(std::span<std::int64_t> values, std::span<std::int64_t> times, EventSink&) override
    {
        std::optional<std::int64_t> used;
        times[0] = readAtKnownTime(used);
        // Exceeds 1 if several cores are busy.
        values[0] = m_busy.per(kBusyUnits, used.value_or(format::kMissing), times[0]);
    }

private:
    /// Reads the counter and returns the time. A read that was interrupted has no exact time and is repeated.
    std::int64_t readAtKnownTime(std::optional<std::int64_t>& used) const
    {
        std::int64_t before = format::monotonicNs();
        std::int64_t after = before;
        for (int attempt = 0; attempt < kAttempts; ++attempt, before = after) {
            used = m_training->processorTimeNs();
            after = format::monotonicNs();
            if (after - before < kQuickRead)
                break;
        }
        return before + (after - before) / 2;
    }

    const Training* m_training = nullptr;
    CounterRate m_busy;
};

} // namespace

std::unique_ptr<Source> makeProcessTime()
{
    return std::make_unique<ProcessTime>();
}

namespace {

class ProcessMemory : public Source
{
public:
    ~ProcessMemory() override
    {
        for (const Process& process : processes())
            ::close(process.statm);
    }
    Finding probe(const SourceContext& context) override
    {
        m_training = &context.training;
        if (context.tree.isDescribed())
            m_root = context.tree.path({});
        m_pageKib = sysconf(_SC_PAGESIZE) / 1024;
        return {SourceState::Used, "4 KiB",
                "sum over the training and its children; shared pages count for each of them"};
    }
    std::vector<Channel> describe(const SourceContext&) const override
    {
        Channel channel;
        channel.name = "training memory";
        channel.quantity = "memory.process";
        channel.unit = "B";
        channel.scale = 1024;
        channel.resolution = 4096;
        return {channel};
    }
    void sample(std::span<std::int64_t> values, std::span<std::int64_t> times, EventSink&) override
    {
        times[0] = format::monotonicNs();
        values[0] = format::kMissing;
        if (m_training->publication() != m_publication)
            follow();
        std::int64_t sum = -1;
        for (const Process& process : processes()) {
            if (const std::int64_t pages = residentPages(process.statm); pages >= 0)
                sum = std::max<std::int64_t>(sum, 0) + pages;
        }
        if (sum >= 0)
            values[0] = sum * m_pageKib;
    }

private:
    struct Process
    {
        int id = 0;
        int statm = -1;
        bool isDescribed = false;
    };
    [[nodiscard]] std::span<Process> processes() { return std::span(m_processes).first(m_size); }

    static std::int64_t residentPages(int statm)
    {
        std::array<char, 128> buffer;
        const ssize_t got = pread(statm, buffer.data(), buffer.size(), 0);
        std::string_view text(buffer.data(), got > 0 ? static_cast<std::size_t>(got) : 0);
        takeNumber(text);
        return takeNumber(text).value_or(-1);
    }

    /// Opens the files of new processes and closes those of ended ones.
    void follow()
    {
        m_publication = m_training->publication();
        std::array<int, Training::kMaxProcesses> memory;
        const std::span<const int> ids = m_training->processes(memory);
        const auto isGone = [&](const Process& process) {
            return std::find(ids.begin(), ids.end(), process.id) == ids.end();
        };
        for (const Process& process : processes()) {
            if (isGone(process))
                ::close(process.statm);
        }
        m_size = static_cast<std::size_t>(std::remove_if(processes().begin(), processes().end(), isGone) -
                                          processes().begin());
        for (const int id : ids)
            open(id);
    }

    void open(int id)
    {
        const auto entry = std::find_if(processes().begin(), processes().end(),
                                        [id](const Process& process) { return process.id == id; });
        const bool isKnown = entry != processes().end();
        // On a described board the training may not be shown yet: its real process is read until then.
        const int described = isKnown && entry->isDescribed ? -1 : openStatm(m_root.c_str(), id);
        if (isKnown && described >= 0) {
            ::close(entry->statm);
            *entry = {id, described, true};
        }
        if (isKnown || m_size == m_processes.size())
            return;
        const int statm = described >= 0 ? described : openStatm("", id);
        if (statm >= 0)
            m_processes[m_size++] = {id, statm, described >= 0 || m_root.empty()};
    }

    int openStatm(const char* root, int id) const
    {
        std::array<char, 512> path;
        const int length = std::snprintf(path.data(), path.size(), "%s/proc/%d/statm", root, id);
        const bool fits = length > 0 && static_cast<std::size_t>(length) < path.size();
        return fits ? ::open(path.data(), O_RDONLY | O_CLOEXEC) : -1;
    }

    const Training* m_training = nullptr;
    std::string m_root; ///< root of a described board
    std::uint32_t m_publication = 0;
    std::array<Process, Training::kMaxProcesses> m_processes;
    std::size_t m_size = 0;
    std::int64_t m_pageKib = 4;
};

} // namespace

std::unique_ptr<Source> makeProcessMemory()
{
    return std::make_unique<ProcessMemory>();
}

} // namespace stepscope::agent
