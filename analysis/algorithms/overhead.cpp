#include "analysis/algorithms/overhead.h"

#include "analysis/algorithms/jsonvalues.h"
#include "analysis/algorithms/metrics.h"
#include "analysis/algorithms/textpage.h"

#include <algorithm>
#include <array>
#include <map>
#include <random>
#include <vector>

namespace stepscope::analysis {
namespace {

constexpr std::int64_t kBlocksTogether = 4; // A B B A
constexpr std::size_t kFewestGroups = 4;
constexpr int kResamplings = 2000;

struct Block
{
    std::vector<double> seconds; ///< of its steps
    /// Steps that something else disturbed do not count: a tenth at each end is left out.
    [[nodiscard]] double mean()
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

/// Groups of four blocks that all have steps.
std::vector<Group> groupsOf(std::map<std::int64_t, Block>& blocks)
{
    std::vector<Group> groups;
    if (blocks.empty())
        return groups;
    for (std::int64_t first = 0; first <= blocks.rbegin()->first; first += kBlocksTogether) {
        Group group;
        bool whole = true;
        for (std::int64_t k = first; k < first + kBlocksTogether; ++k) {
            const auto block = blocks.find(k);
            whole = whole && block != blocks.end();
            if (whole)
                (format::PauseBlocks::isBlockPaused(k) ? group.paused : group.sampled) += block->second.mean() / 2;
        }
        if (whole)
            groups.push_back(group);
    }
    return groups;
}

void findInterval(const std::vector<Group>& groups, Overhead& overhead)
{
    std::mt19937 random(1);
    std::uniform_int_distribution<std::size_t> any(0, groups.size() - 1);
    std::vector<double> found;
    std::vector<std::size_t> chosen(groups.size());
    for (int i = 0; i < kResamplings; ++i) {
        std::generate(chosen.begin(), chosen.end(), [&] { return any(random); });
        found.push_back(slowdownOf(groups, chosen));
    }
    std::sort(found.begin(), found.end());
    overhead.slowdownLow = found[kResamplings / 40];
    overhead.slowdownHigh = found[kResamplings - 1 - kResamplings / 40];
}

/// Steps with their ops traced against those between; the first ones warm up.
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
    if (const auto longer = differenceInterval(joinedUnits(untraced.units()), joinedUnits(traced.units())))
        overhead.tracingInterval = Interval{longer->low / plain, longer->high / plain};
}

std::optional<double> meanOf(const trace::TraceView& view, std::string_view quantity)
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
        overhead.reason = "the recording was not made to measure the overhead: the agent sampled throughout";
        return overhead;
    }
    auto blocks = blocksOf(view, overhead);
    const std::vector<Group> groups = groupsOf(blocks);
    measureTracing(view, overhead);
    overhead.agentCpuFraction = meanOf(view, "agent.cpu");
    overhead.agentRssBytes = meanOf(view, "agent.memory");
    if (groups.size() < kFewestGroups) {
        overhead.reason = view.stepCount() == 0 ? "no step was marked"
                                                : "too few steps lie wholly within a block of " +
                                                      durationText(view.header().pauses.lengthNs) +
                                                      ": run longer, or take longer blocks than the steps are";
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

namespace {

std::string tracingText(const Overhead& overhead)
{
    std::array<char, 160> text;
    std::snprintf(text.data(), text.size(), "%+.1f %% of a traced step", 100 * overhead.tracingSlowdown);
    std::string line = text.data();
    if (const auto& interval = overhead.tracingInterval) {
        std::snprintf(text.data(), text.size(), " (95 %% interval %+.1f to %+.1f %%)", 100 * interval->low,
                      100 * interval->high);
        line += text.data();
    }
    return line + ", " + countText(overhead.tracedSteps) + " steps against " + countText(overhead.untracedSteps);
}

} // namespace

std::string toText(const Overhead& overhead)
{
    if (!overhead.reason.empty())
        return "Overhead: cannot tell; " + overhead.reason + ".\n";
    std::array<char, 160> slowdown;
    std::snprintf(slowdown.data(), slowdown.size(), "%+.2f %% (95 %% interval %+.2f to %+.2f %%)",
                  100 * overhead.slowdown, 100 * overhead.slowdownLow, 100 * overhead.slowdownHigh);
    TextPage page;
    page.heading("What sampling costs");
    page.line("slow-down", slowdown.data());
    page.line("step, sampled",
              durationText(overhead.sampledMeanSeconds) + " (" + countText(overhead.sampledSteps) + " steps)");
    page.line("step, not",
              durationText(overhead.pausedMeanSeconds) + " (" + countText(overhead.pausedSteps) + " steps)");
    page.line("agent", orUnknown(overhead.agentCpuFraction, percentText) + " of a core, " +
                           orUnknown(overhead.agentRssBytes, bytesText));
    if (overhead.tracedSteps > 0)
        page.line("tracing of ops", tracingText(overhead));
    return page.text();
}

std::string toJson(const Overhead& overhead)
{
    Json json{{"sampled_steps", overhead.sampledSteps}, {"paused_steps", overhead.pausedSteps}};
    if (!overhead.reason.empty()) {
        json["slowdown"] = nullptr;
        json["reason"] = overhead.reason;
    } else {
        json["sampled_mean_seconds"] = overhead.sampledMeanSeconds;
        json["paused_mean_seconds"] = overhead.pausedMeanSeconds;
        json["slowdown"] = overhead.slowdown;
        json["slowdown_interval"] = {overhead.slowdownLow, overhead.slowdownHigh};
    }
    json["tracing"] = nullptr;
    if (overhead.tracedSteps > 0) {
        json["tracing"] = {{"traced_steps", overhead.tracedSteps},
                           {"untraced_steps", overhead.untracedSteps},
                           {"slowdown", overhead.tracingSlowdown},
                           {"slowdown_interval", nullptr}};
        if (const auto& interval = overhead.tracingInterval)
            json["tracing"]["slowdown_interval"] = {interval->low, interval->high};
    }
    json["agent"] = {{"cpu_fraction", orNull(overhead.agentCpuFraction)},
                     {"rss_bytes", orNull(overhead.agentRssBytes)}};
    return Json{{"overhead", std::move(json)}}.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace stepscope::analysis
