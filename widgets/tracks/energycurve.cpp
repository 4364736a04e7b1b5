#include "widgets/tracks/energycurve.h"

#include <algorithm>

namespace stepscope::widgets {

EnergyCurve::EnergyCurve(const trace::ChannelView& watts)
    : m_watts(watts)
{
    const std::size_t samples = watts.size();
    if (samples < 2)
        return;
    m_range = {watts.time(0), watts.time(samples - 1)};
    const auto bounds = watts.bounds(0, samples);
    m_neverFalls = bounds.any && bounds.min >= 0;
}

double EnergyCurve::upTo(std::int64_t time) const
{
    return m_watts.integral({m_range.begin, std::min(time, m_range.end)}).value;
}

double EnergyCurve::total() const
{
    return upTo(m_range.end);
}

std::optional<double> EnergyCurve::valueAt(std::int64_t time) const
{
    if (m_range.isEmpty() || time < m_range.begin || time > m_range.end)
        return {};
    return upTo(time);
}

void EnergyCurve::traceEnds(const Viewport& viewport, std::vector<std::pair<int, double>>& ends,
                            std::int64_t until) const
{
    if (m_range.isEmpty())
        return;
    const trace::TimeRange drawn{m_range.begin, std::max(m_range.end, until)};
    double before = 0;
    for (int column = 0; column < viewport.columns; ++column) {
        const trace::TimeRange time = columnRange(column, viewport);
        if (time.intersected(drawn).isEmpty())
            continue;
        double value = upTo(time.end);
        // Remove decreases that come from rounding.
        if (m_neverFalls)
            value = std::max(value, before);
        before = value;
        ends.emplace_back(column, value);
    }
}

void EnergyCurve::trace(const Viewport& viewport, Series& series) const
{
    std::vector<std::pair<int, double>> ends;
    ends.reserve(static_cast<std::size_t>(viewport.columns));
    traceEnds(viewport, ends);
    double before = ends.empty() ? 0 : upTo(std::max(m_range.begin, columnRange(ends.front().first, viewport).begin));
    for (const auto& [column, value] : ends) {
        series.columns.push_back({column, std::min(before, value), std::max(before, value), (before + value) / 2,
                                  column != ends.front().first});
        before = value;
    }
}

} // namespace stepscope::widgets
