#include "remote/agent/sources/system/systemsources.h"
#include "remote/agent/system/processtree.h"
#include "remote/agent/system/training.h"
#include "remote/format/clock.h"

#include <algorithm>

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

} // namespace stepscope::agent
