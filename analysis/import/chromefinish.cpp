// The part of ChromeCollection that puts in order what was gathered.

#include "analysis/import/chromecollection.h"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

namespace stepscope::analysis {

const ChromeCollection::Naming* ChromeCollection::processOf(const Lane& lane) const
{
    const auto found = m_processes.find(lane.process);
    return found == m_processes.end() ? nullptr : &found->second;
}

const ChromeCollection::Naming* ChromeCollection::threadOf(const Lane& lane) const
{
    std::string key;
    joinNames(key, lane.process, lane.thread);
    const auto found = m_threads.find(key);
    return found == m_threads.end() ? nullptr : &found->second;
}

std::string ChromeCollection::nameOf(const Lane& lane) const
{
    const Naming* process = processOf(lane);
    const Naming* thread = threadOf(lane);
    std::string name = thread ? thread->name : std::string();
    while (name.ends_with(' '))
        name.pop_back();
    if (!name.empty())
        return lane.ofGpu && process && !process->labels.empty() ? process->labels + " " + name : name;
    const std::string of = process && !process->name.empty() ? process->name : lane.process;
    return lane.thread.empty() ? of : of + " " + lane.thread;
}

void ChromeCollection::finish()
{
    finishLanes();
    for (Counter& counter : counters)
        std::stable_sort(counter.values.begin(), counter.values.end(),
                         [](const auto& a, const auto& b) { return a.first < b.first; });
    std::stable_sort(instants.begin(), instants.end(),
                     [](const Instant& a, const Instant& b) { return a.time < b.time; });
    finishSteps();
}

void ChromeCollection::finishLanes()
{
    Nesting nesting;
    std::uint64_t unended = 0;
    for (Lane& lane : lanes) {
        for (NestedSpan span : lane.open) {
            span.duration = std::max<std::int64_t>(0, lane.latest - span.start);
            lane.spans.push_back(span);
            ++unended;
        }
        lane.open.clear();
        const Nesting own = nestSpans(lane.spans);
        nesting.overlaps += own.overlaps;
        nesting.tooDeep += own.tooDeep;
        const Naming* process = processOf(lane);
        lane.ofGpu = lane.ofGpu || (process && isGpuProcess(process->name)); // if it was told late
    }
    finishFlows(); // while lanes are where their indices say
    spans += unended;
    lose("ends", "of spans that were begun and never ended; shown until the last thing of their thread", unended);
    lose("places", "of spans that overlap others of their thread; shown one deeper", nesting.overlaps);
    lose("depths", "of spans within more than 255 others", nesting.tooDeep);
    std::erase_if(lanes, [](const Lane& lane) { return lane.spans.empty(); });
    const auto order = [&](const Lane& lane) {
        const Naming* process = processOf(lane);
        const Naming* thread = threadOf(lane);
        return std::pair(process ? process->order : 0, thread ? thread->order : 0);
    };
    std::stable_sort(lanes.begin(), lanes.end(), [&](const Lane& a, const Lane& b) { return order(a) < order(b); });
}

void ChromeCollection::finishFlows()
{
    // The innermost that runs then, as far as a look at those that began shortly before tells.
    const auto startAround = [&](const FlowEnd& tip) -> std::optional<std::int64_t> {
        constexpr int kLookedAt = 300;
        const std::vector<NestedSpan>& all = lanes[tip.lane].spans;
        auto span = std::upper_bound(all.begin(), all.end(), tip.time,
                                     [](std::int64_t time, const NestedSpan& other) { return time < other.start; });
        for (int looked = 0; span != all.begin() && looked < kLookedAt; ++looked) {
            --span;
            if (span->start + span->duration >= tip.time)
                return span->start;
        }
        return std::nullopt;
    };
    std::stable_sort(m_flows.begin(), m_flows.end(), [](const FlowEnd& a, const FlowEnd& b) {
        return std::tuple(a.flow, a.time, !a.isStart) < std::tuple(b.flow, b.time, !b.isStart);
    });
    std::uint64_t unbound = 0;
    const FlowEnd* start = nullptr;
    for (const FlowEnd& tip : m_flows) {
        if (start && start->flow != tip.flow)
            start = nullptr;
        if (tip.isStart) {
            start = &tip;
            continue;
        }
        const auto from = start ? startAround(*start) : std::nullopt;
        const auto to = startAround(tip);
        if (from && to)
            links[{lanes[start->lane].id, lanes[tip.lane].id}].push_back({*from, *to});
        else
            ++unbound;
    }
    m_flows.clear();
    lose("links", "their ends lie in no span, or one of them is missing", unbound);
}

/// Several threads may tell of one step: the first that began counts.
void ChromeCollection::finishSteps()
{
    std::stable_sort(steps.begin(), steps.end(), [](const format::Step& a, const format::Step& b) {
        return a.index != b.index ? a.index < b.index : a.start < b.start;
    });
    steps.erase(std::unique(steps.begin(), steps.end(),
                            [](const format::Step& a, const format::Step& b) { return a.index == b.index; }),
                steps.end());
}

} // namespace stepscope::analysis
