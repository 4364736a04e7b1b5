#include "analysis/import/activity.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <utility>

namespace stepscope::analysis {
namespace {

constexpr std::size_t kMostWindows = 2000;

/// By op: whether its spans show that the processor works.
std::vector<bool> areWork(const OpTable& ops)
{
    std::vector<bool> work(ops.ops().size() + 1, true);
    for (std::uint32_t op = 1; op < work.size(); ++op) {
        const std::string_view category = ops.categoryOf(op);
        work[op] = category != "user" && category != "python";
    }
    return work;
}

} // namespace

/// The union of the spans of all lanes of a kind, in order of time.
std::vector<std::pair<std::int64_t, std::int64_t>> Activity::busyTimes(const Collection& source,
                                                                       format::Lane::Kind kind, Spans spans)
{
    const std::vector<bool> work = areWork(source.ops);
    std::vector<std::pair<std::int64_t, std::int64_t>> all;
    for (const Collection::Lane& lane : source.lanes) {
        // Ranges of a thread; those of the process, as epochs, do not show when it works.
        if (lane.kind != kind || (lane.kind == format::Lane::Kind::Phases && lane.thread == 0))
            continue;
        std::int64_t end = std::numeric_limits<std::int64_t>::min(); // of the spans before
        for (const NestedSpan& span : lane.spans) {
            const std::int64_t spanEnd = span.start + span.duration;
            if (span.duration <= 0 || spanEnd <= end || (spans == Spans::Work && !work[span.op]))
                continue;
            end = spanEnd;
            all.emplace_back(span.start, spanEnd);
        }
    }
    std::sort(all.begin(), all.end());
    std::vector<std::pair<std::int64_t, std::int64_t>> joined;
    for (const auto& [begin, end] : all) {
        if (!joined.empty() && begin <= joined.back().second)
            joined.back().second = std::max(joined.back().second, end);
        else
            joined.emplace_back(begin, end);
    }
    return joined;
}

std::size_t Activity::placeOf(std::int64_t time, std::size_t first) const
{
    constexpr std::size_t kTried = 4; // before a binary search
    for (std::size_t i = 0; i < kTried; ++i, ++first) {
        if (first == m_times.size() || m_times[first] > time)
            return first;
    }
    const auto next = std::upper_bound(m_times.begin() + static_cast<std::ptrdiff_t>(first), m_times.end(), time);
    return static_cast<std::size_t>(next - m_times.begin());
}

double Activity::integral(std::int64_t time, std::size_t next) const
{
    if (next == 0)
        return 0;
    if (next == m_times.size())
        return m_integrals.back();
    const std::size_t i = next - 1;
    const double share = static_cast<double>(time - m_times[i]) / static_cast<double>(m_times[next] - m_times[i]);
    return m_integrals[i] + share * (m_integrals[next] - m_integrals[i]);
}

double Activity::Integral::operator()(std::int64_t time)
{
    m_next = m_activity.placeOf(time, m_next);
    return m_activity.integral(time, m_next);
}

Activity Activity::ofSpans(const Collection& source, format::Lane::Kind lanes, Spans spans)
{
    constexpr std::int64_t kShortest = 1'000'000; // ns
    Activity activity;
    const auto busy = busyTimes(source, lanes, spans);
    if (busy.empty())
        return activity;
    double sum = 0;
    for (const auto& [begin, end] : busy) {
        activity.m_times.push_back(begin);
        activity.m_integrals.push_back(sum);
        sum += static_cast<double>(end - begin);
        activity.m_times.push_back(end);
        activity.m_integrals.push_back(sum);
    }
    const std::int64_t total = activity.end() - activity.begin();
    const std::int64_t length = std::max(kShortest, total / static_cast<std::int64_t>(kMostWindows));
    Integral integral(activity);
    double before = 0;
    for (std::int64_t begin = activity.begin(); begin + length <= activity.end(); begin += length) {
        const double after = integral(begin + length);
        activity.m_windows.push_back({begin, begin + length, (after - before) / static_cast<double>(length)});
        before = after;
    }
    return activity;
}

Activity Activity::ofSamples(const Collection& source, const char* quantity)
{
    Activity activity;
    for (const Collection::Group& group : source.groups) {
        std::vector<std::size_t> columns;
        for (std::size_t i = 0; i < group.channels.size(); ++i) {
            if (group.channels[i].quantity == quantity)
                columns.push_back(i);
        }
        if (columns.empty() || !activity.m_times.empty())
            continue;
        double sum = 0;
        for (std::size_t row = 0; row < group.times.size(); ++row) {
            double value = 0;
            int known = 0;
            for (const std::size_t column : columns) {
                const std::int64_t raw = group.columns[column][row];
                value += raw == format::kMissing ? 0 : static_cast<double>(raw) * group.channels[column].scale;
                known += raw == format::kMissing ? 0 : 1;
            }
            const std::int64_t time = group.times[row];
            if (known == 0 || (!activity.m_times.empty() && time <= activity.m_times.back()))
                continue;
            value /= known;
            if (!activity.m_times.empty()) {
                activity.m_windows.push_back({activity.m_times.back(), time, value});
                sum += value * static_cast<double>(time - activity.m_times.back());
            }
            activity.m_times.push_back(time);
            activity.m_integrals.push_back(sum);
        }
    }
    activity.m_update = activity.updateInterval();
    return activity;
}

/// A low quantile, since a value may be the same twice by chance.
std::int64_t Activity::updateInterval() const
{
    std::vector<std::int64_t> lengths;
    std::optional<std::int64_t> before; // time of a change
    for (std::size_t i = 1; i < m_windows.size(); ++i) {
        if (m_windows[i].value == m_windows[i - 1].value)
            continue;
        if (before)
            lengths.push_back(m_windows[i].end - *before);
        before = m_windows[i].end;
    }
    if (lengths.empty())
        return 0;
    const auto low = lengths.begin() + static_cast<std::ptrdiff_t>(lengths.size() / 10);
    std::nth_element(lengths.begin(), low, lengths.end());
    return *low;
}

std::optional<Activity> Activity::of(const Collection& source, Kind kind)
{
    const bool isGpu = kind == Kind::Gpu;
    const format::Lane::Kind lanes = isGpu ? format::Lane::Kind::GpuStream : format::Lane::Kind::Thread;
    Activity activity = ofSpans(source, lanes, Spans::Work);
    if (activity.m_windows.empty())
        activity = ofSpans(source, lanes, Spans::All);
    if (activity.m_windows.empty() && !isGpu)
        activity = ofSpans(source, format::Lane::Kind::Phases, Spans::All);
    if (activity.m_windows.empty())
        activity = ofSamples(source, isGpu ? "gpu.utilization" : "cpu.utilization");
    if (activity.m_windows.size() < kFewestWindows)
        return std::nullopt;
    std::vector<std::int64_t> lengths;
    for (const Window& window : activity.m_windows)
        lengths.push_back(window.end - window.begin);
    const auto middle = lengths.begin() + static_cast<std::ptrdiff_t>(lengths.size() / 2);
    std::nth_element(lengths.begin(), middle, lengths.end());
    activity.m_period = *middle;
    return activity;
}

} // namespace stepscope::analysis
