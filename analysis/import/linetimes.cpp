#include "analysis/import/linetimes.h"

#include "analysis/statistics/orderstatistics.h"

#include <algorithm>
#include <utility>

namespace stepscope::analysis {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::int64_t kLatest = 4'102'444'800; ///< s: the year 2100
constexpr std::int64_t kMostShift = std::int64_t{1} << 60U;

} // namespace

void LineTimes::add(const std::optional<tegrastats::WallTime>& clock)
{
    // A board without a clock begins in 1970; a date after 2100 is damage, as is no date.
    if (clock && clock->seconds >= 0 && clock->seconds < kLatest) {
        const std::int64_t wall = clock->seconds * kSecond + clock->nanoseconds;
        // Lines before the first one with a clock belong to its run.
        if (!m_hasClock && !m_runs.empty())
            m_runs.front().wall = wall;
        else if (m_runs.empty() || m_runs.back().wall != wall)
            m_runs.push_back({wall, 0, 0});
        m_hasClock = true;
    } else if (m_runs.empty()) {
        m_runs.emplace_back();
    }
    ++m_runs.back().lines;
}

void LineTimes::plan(std::int64_t intervalNs)
{
    m_period = intervalNs;
    if (!m_hasClock)
        return;
    std::int64_t shift = 0;
    for (std::size_t i = 1; i < m_runs.size(); ++i) {
        if (m_runs[i].wall < m_runs[i - 1].wall) {
            shift = std::min(shift + m_runs[i - 1].wall - m_runs[i].wall + kSecond, kMostShift);
            ++m_stepsBack;
        }
        m_runs[i].start = m_runs[i].wall - m_runs.front().wall + shift;
    }
    m_period = usualSpacing();
}

/// The median, because it is robust against pauses of the log. The first second may be incomplete.
std::int64_t LineTimes::usualSpacing() const
{
    std::vector<std::int64_t> all;
    for (std::size_t i = m_runs.size() > 2 ? 1 : 0; i + 1 < m_runs.size(); ++i)
        all.push_back((m_runs[i + 1].start - m_runs[i].start) / m_runs[i].lines);
    if (all.empty())
        return std::max<std::int64_t>(1, kSecond / std::max<std::uint32_t>(1, m_runs.front().lines));
    return std::max<std::int64_t>(1, median(std::move(all)));
}

std::int64_t LineTimes::spacing(std::size_t run) const
{
    const std::int64_t room =
        run + 1 < m_runs.size() ? std::min(kSecond, m_runs[run + 1].start - m_runs[run].start) : kSecond;
    return room / m_runs[run].lines;
}

std::int64_t LineTimes::timeOf(std::size_t run, std::uint32_t line) const
{
    const Run& current = m_runs[run];
    const bool first = run == 0 && m_runs.size() > 1;
    const bool last = run > 0 && run + 1 == m_runs.size();
    const std::size_t neighbour = first ? run + 1 : run - (last ? 1 : 0);
    if ((first || last) && current.lines < m_runs[neighbour].lines) {
        const std::int64_t step = std::min(spacing(run), spacing(neighbour));
        // The log starts within the first second and ends within the last one.
        const std::int64_t missing = first ? spacing(run) * current.lines - step * current.lines : 0;
        return current.start + missing + step * line;
    }
    return current.start + spacing(run) * line;
}

std::int64_t LineTimes::first() const
{
    return m_hasClock ? std::max<std::int64_t>(0, timeOf(0, 0)) : 0;
}

std::int64_t LineTimes::next()
{
    if (m_run >= m_runs.size())
        return m_last;
    const std::int64_t time = m_hasClock ? timeOf(m_run, m_line) : m_period * m_line;
    if (++m_line >= m_runs[m_run].lines) {
        ++m_run;
        m_line = 0;
    }
    m_last = std::max(m_last, time);
    return m_last;
}

} // namespace stepscope::analysis
