#include "analysis/import/chrome/asyncspans.h"

#include <algorithm>
#include <utility>

namespace stepscope::analysis {

void AsyncSpans::begin(const std::string& key, const std::string& lane, std::int64_t time, std::uint32_t op)
{
    Group& group = m_open[key];
    if (group.spans.empty()) {
        group.lane = lane;
        group.start = group.end = time;
    }
    group.open.push_back(group.spans.size());
    group.spans.push_back({time, 0, op});
}

void AsyncSpans::end(const std::string& key, std::int64_t time, LossList& losses)
{
    const auto entry = m_open.find(key);
    if (entry == m_open.end())
        return losses.add("spans", "with an end but no begin");
    Group& group = entry->second;
    NestedSpan& span = group.spans[group.open.back()];
    if (time < span.start)
        losses.add("durations", "of spans that end before they start; set to 0");
    span.duration = std::max<std::int64_t>(0, time - span.start);
    group.start = std::min(group.start, span.start);
    group.end = std::max(group.end, span.start + span.duration);
    group.open.pop_back();
    if (!group.open.empty())
        return;
    m_done[group.lane].push_back(std::move(group));
    m_open.erase(entry);
}

std::size_t AsyncSpans::finish(Collection& into)
{
    std::uint64_t unended = 0;
    for (auto& [key, group] : m_open) {
        for (const std::size_t index : group.open)
            group.spans[index].duration = std::max<std::int64_t>(0, into.end - group.spans[index].start);
        unended += group.open.size();
        group.end = std::max(group.end, into.end);
        m_done[group.lane].push_back(std::move(group));
    }
    m_open.clear();
    into.losses.add("ends", "of asynchronous spans with a begin but no end; extended to the last event", unended);
    std::size_t added = 0;
    for (auto& [name, groups] : m_done) {
        std::stable_sort(groups.begin(), groups.end(),
                         [](const Group& a, const Group& b) { return a.start < b.start; });
        std::vector<std::pair<std::int64_t, std::size_t>> rows; // end of the latest group, index of the lane
        for (const Group& group : groups) {
            auto row =
                std::find_if(rows.begin(), rows.end(), [&](const auto& other) { return other.first <= group.start; });
            if (row == rows.end()) {
                const auto lane =
                    into.addLane({.name = rows.empty() ? name : name + " " + std::to_string(rows.size() + 1)});
                if (!lane) {
                    into.losses.add("spans", "of threads beyond the first 16384", group.spans.size());
                    continue;
                }
                ++added;
                row = rows.insert(rows.end(), {group.start, *lane});
            }
            row->first = group.end;
            for (const NestedSpan& span : group.spans)
                into.addSpan(row->second, span.start, span.duration, span.op);
        }
    }
    m_done.clear();
    return added;
}

} // namespace stepscope::analysis
