#include "analysis/energy/occupancyindex.h"

#include <algorithm>
#include <utility>

namespace stepscope::analysis {
namespace {

constexpr std::size_t kLeastStride = 32;

} // namespace

OccupancyIndex::OccupancyIndex(std::vector<SelfTimeInterval> intervals, std::size_t columnCount)
    : m_intervals(std::move(intervals))
    , m_columnCount(columnCount)
    , m_stride(std::max(kLeastStride, columnCount))
{
    std::vector<std::int64_t> work(columnCount, 0);
    std::vector<std::size_t> running;
    for (std::size_t i = 0; i < m_intervals.size(); ++i) {
        const SelfTimeInterval& interval = m_intervals[i];
        if (i % m_stride == 0) {
            std::erase_if(running, [&](std::size_t other) { return m_intervals[other].end <= interval.begin; });
            m_work.insert(m_work.end(), work.begin(), work.end());
            m_running.push_back(running);
        }
        work[interval.column] += interval.end - interval.begin;
        running.push_back(i);
    }
}

void OccupancyIndex::runningAt(std::int64_t time, std::size_t checkpoint, std::vector<std::size_t>& result) const
{
    result.clear();
    for (const std::size_t i : m_running[checkpoint]) {
        if (m_intervals[i].end > time)
            result.push_back(i);
    }
    for (std::size_t i = checkpoint * m_stride; i < m_intervals.size() && m_intervals[i].begin < time; ++i) {
        if (m_intervals[i].end > time)
            result.push_back(i);
    }
}

void OccupancyIndex::until(std::int64_t time, Until& result) const
{
    const auto begun = std::partition_point(m_intervals.begin(), m_intervals.end(),
                                            [time](const SelfTimeInterval& interval) { return interval.begin < time; });
    const auto count = static_cast<std::size_t>(begun - m_intervals.begin());
    if (count == 0) {
        result.running.clear();
        result.work.assign(m_columnCount, 0);
        return;
    }
    const std::size_t checkpoint = (count - 1) / m_stride;
    const auto first = m_work.begin() + static_cast<std::ptrdiff_t>(checkpoint * m_columnCount);
    result.work.assign(first, first + static_cast<std::ptrdiff_t>(m_columnCount));
    for (std::size_t i = checkpoint * m_stride; i < count; ++i)
        result.work[m_intervals[i].column] += m_intervals[i].end - m_intervals[i].begin;
    runningAt(time, checkpoint, result.running);
    for (const std::size_t i : result.running)
        result.work[m_intervals[i].column] -= m_intervals[i].end - time;
}

OccupancyRows OccupancyIndex::rows(std::span<const SampleWindow> windows, double weight,
                                   std::span<const double> unknown, std::span<const std::uint32_t> ramps) const
{
    OccupancyRows rows = emptyRows(m_columnCount, !unknown.empty(), ramps);
    const std::size_t firstRamp = rows.columnCount - rows.rampCount;
    const WindowSpacing spacing(windows);
    std::vector<double> ramped(rows.rampCount, 0);
    Until begin;
    Until end;
    for (std::size_t i = 0; i < windows.size(); ++i) {
        const SampleWindow& window = windows[i];
        spacing.beginRow(rows, windows, i);
        const double perLength = weight / static_cast<double>(window.end - window.begin);
        until(window.begin, begin);
        until(window.end, end);
        for (std::size_t column = 0; column < m_columnCount; ++column) {
            const std::int64_t inside = end.work[column] - begin.work[column];
            if (inside > 0)
                rows.append(column, static_cast<double>(inside) * perLength);
        }
        if (i < unknown.size() && unknown[i] > 0)
            rows.append(m_columnCount, unknown[i]);
        if (!ramps.empty()) {
            // The ramp of an interval that lies inside of the window is 0 in the mean.
            const auto addRamp = [&](std::size_t index) {
                const SelfTimeInterval& interval = m_intervals[index];
                ramped[ramps[interval.column]] += rampIn(interval, window) * perLength;
            };
            for (const std::size_t index : begin.running)
                addRamp(index);
            for (const std::size_t index : end.running) {
                if (m_intervals[index].begin >= window.begin) // else it is among the others
                    addRamp(index);
            }
        }
        for (std::size_t ramp = 0; ramp < ramped.size(); ++ramp) {
            if (const double share = std::exchange(ramped[ramp], 0); share != 0)
                rows.append(firstRamp + ramp, share);
        }
        rows.endRow();
    }
    return rows;
}

} // namespace stepscope::analysis
