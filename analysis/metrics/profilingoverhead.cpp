#include "analysis/metrics/profilingoverhead.h"

#include "analysis/metrics/metrics.h"
#include "analysis/statistics/random.h"
#include "analysis/text/quantitytext.h"

#include <algorithm>
#include <map>
#include <vector>

namespace stepscope::analysis {
namespace {

constexpr std::int64_t kBlocksPerGroup = 4; // sampled, paused, paused, sampled
constexpr std::size_t kMinGroups = 4;
constexpr int kResamplings = 2000;

struct Block
{
    std::vector<double> seconds; ///< of its steps
    /// Trimmed mean, without the tenth at each end: excludes steps that other programs disturbed.
    [[nodiscard]] double trimmedMean()
    {
        std::sort(seconds.begin(), seconds.end());
        const std::size_t cut = seconds.size() / 10;
        double sum = 0;
        for (std::size_t i = cut; i < seconds.size() - cut; ++i)
            sum += seconds[i];
        return sum / static_cast<double>(seconds.size() - 2 * cut);
    }
};

struct Group
{
    double sampled = 0;
    double paused = 0;
};

double slowdownOf(const std::vector<Group>& groups, const std::vector<std::size_t>& chosen)
{
    double sampled = 0;
    double paused = 0;
    for (const std::size_t i : chosen) {
        sampled += groups[i].sampled;
        paused += groups[i].paused;
    }
    return sampled / paused - 1;
}

std::map<std::int64_t, Block> blocksOf(const trace::TraceView& view, Overhead& overhead)
{
    const format::PauseBlocks& pauses = view.header().pauses;
    std::map<std::int64_t, Block> blocks;
    for (std::size_t i = 0; i < view.stepCount(); ++i) {
        const format::Step step = view.step(i);
        const std::int64_t block = pauses.block(step.start);
        const bool traced = (step.flags & format::Step::kTraced) != 0;
        if (traced || step.end <= step.start || block != pauses.block(step.end))
            continue;
        blocks[block].seconds.push_back(static_cast<double>(step.end - step.start) * 1e-9);
        ++(format::PauseBlocks::isBlockPaused(block) ? overhead.pausedSteps : overhead.sampledSteps);
    }
    return blocks;
}

/// Groups of four blocks, all of which contain steps.
std::vector<Group> blockGroups(std::map<std::int64_t, Block>& blocks)
{
    std::vector<Group> groups;
    if (blocks.empty())
        return groups;
    for (std::int64_t first = 0; first <= blocks.rbegin()->first; first += kBlocksPerGroup) {
        Group group;
        bool isComplete = true;
        for (std::int64_t k = first; k < first + kBlocksPerGroup; ++k) {
            const auto block = blocks.find(k);
            isComplete = isComplete && block != blocks.end();
            if (isComplete)
                (format::PauseBlocks::isBlockPaused(k) ? group.paused : group.sampled) +=
                    block->second.trimmedMean() / 2;
        }
        if (isComplete)
            groups.push_back(group);
    }
    return groups;
}

void findInterval(const std::vector<Group>& groups, Overhead& overhead)
{
    Random random(1);
    std::vector<double> slowdowns;
    std::vector<std::size_t> chosen(groups.size());
    for (int i = 0; i < kResamplings; ++i) {
        std::generate(chosen.begin(), chosen.end(), [&] { return random.below(groups.size()); });
        slowdowns.push_back(slowdownOf(groups, chosen));
    }
    std::sort(slowdowns.begin(), slowdowns.end());
    overhead.slowdownLow = slowdowns[kResamplings / 40];
    overhead.slowdownHigh = slowdowns[kResamplings - 1 - kResamplings / 40];
}

/// Compares steps with and without recorded ops, without the first kSkippedSteps, which are warm-up.
void measureTracing(const trace::TraceView& view, Overhead& overhead)
{
    UnitCollector traced;
    UnitCollector untraced;
    for (std::size_t i = kSkippedSteps; i < view.stepCount(); ++i) {
        const format::Step step = view.step(i);
        const bool isTraced = (step.flags & format::Step::kTraced) != 0;
        ++(isTraced ? overhead.tracedSteps : overhead.untracedSteps);
        (isTraced ? traced : untraced).add(static_cast<double>(step.end - step.start) * 1e-9, 1);
    }
    const double plain = ratioEstimate(untraced.units());
    if (overhead.tracedSteps == 0 || plain <= 0)
        return;
    overhead.tracingSlowdown = ratioEstimate(traced.units()) / plain - 1;
    if (const auto difference = differenceInterval(joinedUnits(untraced.units()), joinedUnits(traced.units())))
        overhead.tracingInterval = Interval{difference->low / plain, difference->high / plain};
}

std::optional<double> meanOfChannel(const trace::TraceView& view, std::string_view quantity)
{
    for (const trace::ChannelView& channel : view.channels()) {
        if (channel.info().quantity != quantity)
            continue;
        const auto integral = channel.integral(view.extent());
        if (integral.coveredSeconds > 0)
            return integral.mean();
    }
    return std::nullopt;
}

} // namespace

Overhead measureOverhead(const trace::TraceView& view)
{
    Overhead overhead;
    if (!view.hasHeader() || view.header().pauses.lengthNs <= 0) {
        overhead.reason = "the recording was not made to measure the overhead: the agent never paused sampling";
        return overhead;
    }
    auto blocks = blocksOf(view, overhead);
    const std::vector<Group> groups = blockGroups(blocks);
    measureTracing(view, overhead);
    overhead.agentCpuFraction = meanOfChannel(view, "agent.cpu");
    overhead.agentRssBytes = meanOfChannel(view, "agent.memory");
    if (groups.size() < kMinGroups) {
        overhead.reason = view.stepCount() == 0 ? "no steps are marked"
                                                : "too few steps lie completely within a block of " +
                                                      durationText(view.header().pauses.lengthNs) +
                                                      ": run longer, or use blocks longer than the steps";
        return overhead;
    }
    std::vector<std::size_t> all(groups.size());
    for (std::size_t i = 0; i < groups.size(); ++i) {
        all[i] = i;
        overhead.sampledMeanSeconds += groups[i].sampled / static_cast<double>(groups.size());
        overhead.pausedMeanSeconds += groups[i].paused / static_cast<double>(groups.size());
    }
    overhead.slowdown = slowdownOf(groups, all);
    findInterval(groups, overhead);
    return overhead;
}

} // namespace stepscope::analysis
