#include "analysis/steps/stepphases.h"

#include "analysis/statistics/orderstatistics.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace stepscope::analysis {
namespace {

constexpr double kMaxJoinedPause = 1e-3; ///< of a step: shorter pauses between two steps are ignored

} // namespace

StepPhases::StepPhases(std::span<const trace::TimeRange> steps)
{
    double sum = 0;
    for (const trace::TimeRange& step : steps) {
        if (step.isEmpty() || (!m_steps.empty() && step.begin < m_steps.back().end))
            continue;
        m_steps.push_back(step);
        sum += step.seconds();
    }
    if (m_steps.empty())
        return;
    m_seconds = sum / static_cast<double>(m_steps.size());
    for (const trace::TimeRange& step : m_steps)
        m_scales.push_back(m_seconds / static_cast<double>(step.end - step.begin));
    m_knots.resize(m_steps.size());
}

void StepPhases::setKnots(std::size_t step, std::span<const PhaseKnot> knots)
{
    std::vector<PhaseKnot> accepted;
    accepted.reserve(knots.size() + 2);
    accepted.push_back({m_steps[step].begin, 0});
    for (const PhaseKnot& knot : knots) {
        const bool rises = knot.time > accepted.back().time && knot.seconds > accepted.back().seconds;
        if (rises && knot.time < m_steps[step].end && knot.seconds < m_seconds)
            accepted.push_back(knot);
    }
    accepted.push_back({m_steps[step].end, m_seconds});
    if (accepted.size() > 2)
        m_knots[step] = std::move(accepted);
    else
        m_knots[step].clear();
}

void StepPhases::keepKnots(std::span<const std::size_t> steps)
{
    std::vector<std::vector<PhaseKnot>> kept(m_knots.size());
    for (const std::size_t step : steps)
        kept[step] = std::move(m_knots[step]);
    m_knots = std::move(kept);
}

double StepPhases::secondsAt(std::size_t step, std::int64_t time) const
{
    const std::vector<PhaseKnot>& knots = m_knots[step];
    if (knots.empty())
        return static_cast<double>(time - m_steps[step].begin) * m_scales[step];
    auto after = std::upper_bound(knots.begin(), knots.end(), time,
                                  [](std::int64_t t, const PhaseKnot& knot) { return t < knot.time; });
    after = std::clamp(after, knots.begin() + 1, knots.end() - 1);
    const PhaseKnot& before = *std::prev(after);
    const PhaseKnot& next = *after;
    return before.seconds + (next.seconds - before.seconds) * static_cast<double>(time - before.time) /
                                static_cast<double>(next.time - before.time);
}

std::int64_t StepPhases::timeAt(std::size_t step, double seconds) const
{
    const std::vector<PhaseKnot>& knots = m_knots[step];
    if (knots.empty())
        return m_steps[step].begin +
               std::llround(seconds / m_seconds * static_cast<double>(m_steps[step].end - m_steps[step].begin));
    auto after = std::upper_bound(knots.begin(), knots.end(), seconds,
                                  [](double s, const PhaseKnot& knot) { return s < knot.seconds; });
    after = std::clamp(after, knots.begin() + 1, knots.end() - 1);
    const PhaseKnot& before = *std::prev(after);
    const PhaseKnot& next = *after;
    return before.time + std::llround((seconds - before.seconds) / (next.seconds - before.seconds) *
                                      static_cast<double>(next.time - before.time));
}

std::optional<StepPhases::Place> StepPhases::place(std::int64_t time) const
{
    const auto after = std::upper_bound(m_steps.begin(), m_steps.end(), time,
                                        [](std::int64_t t, const trace::TimeRange& step) { return t < step.begin; });
    if (after == m_steps.begin() || time > std::prev(after)->end)
        return std::nullopt;
    const auto step = static_cast<std::size_t>(std::prev(after) - m_steps.begin());
    return Place{step, secondsAt(step, time)};
}

bool StepPhases::followsPrevious(std::size_t step) const
{
    if (step == 0)
        return false;
    const auto pause = static_cast<double>(m_steps[step].begin - m_steps[step - 1].end);
    return pause <= kMaxJoinedPause * m_seconds * 1e9;
}

std::optional<StepPhases::Stretch> StepPhases::stretch(std::int64_t begin, std::int64_t end) const
{
    const auto last = place(end);
    return last ? withBegin({last->step, 0, last->seconds}, begin) : std::nullopt;
}

std::optional<StepPhases::Stretch> StepPhases::stretchElsewhere(std::int64_t begin, std::int64_t end,
                                                                std::size_t& near) const
{
    constexpr int kTried = 4; // steps, before a binary search
    for (int i = 0; i < kTried && near + 1 < m_steps.size() && m_steps[near + 1].begin <= end; ++i)
        ++near;
    const bool isPassed = near + 1 < m_steps.size() && m_steps[near + 1].begin <= end;
    if (isPassed || near >= m_steps.size() || end < m_steps[near].begin) {
        const auto after =
            std::upper_bound(m_steps.begin(), m_steps.end(), end,
                             [](std::int64_t t, const trace::TimeRange& step) { return t < step.begin; });
        if (after == m_steps.begin())
            return std::nullopt;
        near = static_cast<std::size_t>(std::prev(after) - m_steps.begin());
    }
    return end <= m_steps[near].end ? withBegin({near, 0, secondsAt(near, end)}, begin) : std::nullopt;
}

std::optional<StepPhases::Stretch> StepPhases::withBegin(Stretch stretch, std::int64_t begin) const
{
    std::size_t step = stretch.step;
    double offset = 0;
    while (begin < m_steps[step].begin) {
        if (!followsPrevious(step))
            return std::nullopt;
        --step;
        offset -= m_seconds;
    }
    stretch.begin = offset + std::min(secondsAt(step, begin), m_seconds);
    return stretch;
}

StepPhases StepPhases::selection(std::size_t maximum) const
{
    constexpr std::size_t kRun = 8;
    if (size() <= maximum)
        return *this;
    StepPhases selected;
    selected.m_seconds = m_seconds;
    const std::size_t runs = (size() + kRun - 1) / kRun;
    const std::size_t kept = std::max<std::size_t>(maximum / kRun, 1);
    for (std::size_t i = 0; i < kept; ++i) {
        const std::size_t first = i * runs / kept * kRun;
        for (std::size_t step = first; step < std::min(first + kRun, size()); ++step) {
            selected.m_steps.push_back(m_steps[step]);
            selected.m_scales.push_back(m_scales[step]);
            selected.m_knots.push_back(m_knots[step]);
        }
    }
    return selected;
}

std::vector<std::size_t> similarSteps(std::span<const trace::TimeRange> steps)
{
    constexpr double kDeviations = 5;
    constexpr double kMinShare = 0.2;
    if (steps.empty())
        return {};
    std::vector<double> seconds;
    for (const trace::TimeRange& step : steps)
        seconds.push_back(step.seconds());
    const double middle = median(seconds);
    const double limit = std::max(kDeviations * robustDeviation(seconds, middle), kMinShare * std::abs(middle));
    std::vector<std::size_t> similar;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        if (std::abs(seconds[i] - middle) <= limit)
            similar.push_back(i);
    }
    return similar;
}

} // namespace stepscope::analysis
