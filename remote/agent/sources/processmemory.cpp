#include "remote/agent/sources/processmemory.h"

#include "remote/agent/system/clock.h"
#include "remote/agent/system/keptfile.h"
#include "remote/agent/system/training.h"

#include <algorithm>
#include <cstdio>
#include <fcntl.h>
#include <unistd.h>

namespace stepscope::agent {
namespace {

class ProcessMemory : public Source
{
public:
    ~ProcessMemory() override
    {
        for (const Process& process : known())
            ::close(process.statm);
    }
    Finding probe(const SourceContext& context) override
    {
        m_training = &context.training;
        if (context.tree.isDescribed())
            m_root = context.tree.path({});
        m_pageKib = sysconf(_SC_PAGESIZE) / 1024;
        return {SourceState::Used, "4 KiB", "sum over the training and its children: pages they share count for each"};
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
        times[0] = monotonicNs();
        values[0] = format::kMissing;
        if (m_training->publishings() != m_publishings)
            follow();
        std::int64_t sum = -1;
        for (const Process& process : known()) {
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
    [[nodiscard]] std::span<Process> known() { return std::span(m_processes).first(m_size); }

    static std::int64_t residentPages(int statm)
    {
        std::array<char, 128> buffer;
        const ssize_t got = pread(statm, buffer.data(), buffer.size(), 0);
        std::string_view text(buffer.data(), got > 0 ? static_cast<std::size_t>(got) : 0);
        takeNumber(text);
        return takeNumber(text).value_or(-1);
    }

    /// Opens what is new, closes what ended.
    void follow()
    {
        m_publishings = m_training->publishings();
        std::array<int, Training::kMaxProcesses> memory;
        const std::span<const int> ids = m_training->processes(memory);
        const auto isGone = [&](const Process& process) {
            return std::find(ids.begin(), ids.end(), process.id) == ids.end();
        };
        for (const Process& process : known()) {
            if (isGone(process))
                ::close(process.statm);
        }
        m_size = static_cast<std::size_t>(std::remove_if(known().begin(), known().end(), isGone) - known().begin());
        for (const int id : ids)
            open(id);
    }

    void open(int id)
    {
        const auto found = std::find_if(known().begin(), known().end(), [id](const auto& one) { return one.id == id; });
        const bool isKnown = found != known().end();
        // A training is a process of this machine before the described board knows that it plays one.
        const int described = isKnown && found->isDescribed ? -1 : openStatm(m_root.c_str(), id);
        if (isKnown && described >= 0) {
            ::close(found->statm);
            *found = {id, described, true};
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
    std::string m_root; ///< of a described board
    std::uint32_t m_publishings = 0;
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
