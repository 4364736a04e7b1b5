#include "analysis/import/chrome/asyncspans.h"

#include <algorithm>
#include <utility>

namespace stepscope::analysis {

AsyncSpans::Key& AsyncSpans::keyOf(const std::string& key)
{
    const auto [entry, isNew] = m_index.try_emplace(key, m_keys.size());
    return isNew ? m_keys.emplace_back() : m_keys[entry->second];
}

void AsyncSpans::begin(const std::string& key, const std::string& lane, std::int64_t time, std::uint32_t op)
{
    Key& entry = keyOf(key);
    if (entry.lane.empty())
        entry.lane = lane;
    entry.marks.push_back({.time = time, .op = op, .isBegin = true});
}

void AsyncSpans::end(const std::string& key, std::int64_t time)
{
    keyOf(key).marks.push_back({.time = time});
}

void AsyncSpans::addGroups(Key& key, Collection& into)
{
    const auto isEarlier = [](const Mark& a, const Mark& b) { return a.time < b.time; };
    if (!std::is_sorted(key.marks.begin(), key.marks.end(), isEarlier))
        std::stable_sort(key.marks.begin(), key.marks.end(), isEarlier);
    Group group;
    const auto close = [&](std::int64_t time) {
        NestedSpan& span = group.spans[group.open.back()];
        span.duration = time - span.start;
        group.open.pop_back();
        group.end = time;
        if (group.open.empty())
            m_lanes[key.lane].push_back(std::exchange(group, {}));
    };
    for (const Mark& mark : key.marks) {
        if (mark.isBegin) {
            if (group.spans.empty())
                group.start = mark.time;
            group.open.push_back(group.spans.size());
            group.spans.push_back({mark.time, 0, mark.op});
        } else if (group.open.empty()) {
            into.losses.add("spans", "with an end but no begin");
        } else {
            close(mark.time);
        }
    }
    into.losses.add("ends", "of asynchronous spans with a begin but no end; extended to the last event",
                    group.open.size());
    while (!group.open.empty())
        close(into.end);
}

void AsyncSpans::finish(Collection& into)
{
    for (Key& key : m_keys) {
        addGroups(key, into);
        key.marks = {};
    }
    m_keys.clear();
    m_index.clear();
    for (auto& [name, groups] : m_lanes) {
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
                row = rows.insert(rows.end(), {group.start, *lane});
            }
            row->first = group.end;
            for (const NestedSpan& span : group.spans)
                into.addSpan(row->second, span.start, span.duration, span.op);
        }
    }
    m_lanes.clear();
}

} // namespace stepscope::analysis
