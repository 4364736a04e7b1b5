#include "remote/agent/sources/processmemory.h"

#include "remote/agent/system/clock.h"
#include "remote/agent/system/processtree.h"

#include <algorithm>
#include <unistd.h>

namespace stepscope::agent {
namespace {

constexpr std::int64_t kShortestScanPeriod = 100 * kMillisecond;
constexpr std::int64_t kLongestScanPeriod = 500 * kMillisecond;

class ProcessMemory : public Source
{
public:
    Finding probe(const SourceContext& context) override
    {
        m_training = &context.training;
        if (context.tree.isDescribed())
            m_tree.describeBy(context.tree.path({}));
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
    void sample(std::span<std::int64_t> values, std::span<std::int64_t> times, EventSink& events) override
    {
        times[0] = monotonicNs();
        values[0] = format::kMissing;
        const int training = m_training->load();
        if (training == 0)
            return;
        if (times[0] >= m_nextScan) {
            scan(training, times[0]);
            if (m_tree.isCut() && !m_toldCut)
                events.tell(times[0], format::Event::Severity::Warning, "source",
                            "The training has more than 256 processes; the memory of the others is not counted.");
            m_toldCut = m_toldCut || m_tree.isCut();
        }
        const std::int64_t pages = m_tree.residentPages();
        if (pages >= 0)
            values[0] = pages * m_pageKib;
    }

private:
    /// Looking for new children costs far more than reading the known ones: seldom where none come and go.
    void scan(int training, std::int64_t now)
    {
        const std::size_t before = m_tree.size();
        m_tree.scan(training);
        m_scanPeriod = m_tree.size() == before ? std::min(2 * m_scanPeriod, kLongestScanPeriod) : kShortestScanPeriod;
        m_nextScan = now + m_scanPeriod;
    }

    const std::atomic<int>* m_training = nullptr;
    ProcessTree m_tree;
    std::int64_t m_pageKib = 4;
    std::int64_t m_nextScan = 0;
    std::int64_t m_scanPeriod = kShortestScanPeriod;
    bool m_toldCut = false;
};

} // namespace

std::unique_ptr<Source> makeProcessMemory()
{
    return std::make_unique<ProcessMemory>();
}

} // namespace stepscope::agent
