#include "analysis/algorithms/stepphases.h"

#include <algorithm>
#include <cmath>

namespace stepscope::analysis {
namespace {

constexpr double kJoined = 1e-3; ///< of a step: a pause between two steps that is none

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
        m_knots.push_back({{step.begin, 0}, {step.end, m_seconds}});
}

void StepPhases::bend(std::size_t step, std::span<const PhaseKnot> knots)
{
    std::vector<PhaseKnot> bent{{m_steps[step].begin, 0}};
    for (const PhaseKnot& knot : knots) {
        const bool rises = knot.time > bent.back().time && knot.seconds > bent.back().seconds;
        if (rises && knot.time < m_steps[step].end && knot.seconds < m_seconds)
            bent.push_back(knot);
    }
    bent.push_back({m_steps[step].end, m_seconds});
    m_knots[step] = std::move(bent);
}

double StepPhases::within(std::size_t step, std::int64_t time) const
{
    const std::vector<PhaseKnot>& knots = m_knots[step];
    auto after = std::upper_bound(knots.begin(), knots.end(), time,
                                  [](std::int64_t t, const PhaseKnot& knot) { return t < knot.time; });
    after = std::clamp(after, knots.begin() + 1, knots.end() - 1);
    const PhaseKnot& a = *std::prev(after);
    const PhaseKnot& b = *after;
    return a.seconds +
           (b.seconds - a.seconds) * static_cast<double>(time - a.time) / static_cast<double>(b.time - a.time);
}

std::int64_t StepPhases::timeAt(std::size_t step, double seconds) const
{
    const std::vector<PhaseKnot>& knots = m_knots[step];
    auto after = std::upper_bound(knots.begin(), knots.end(), seconds,
                                  [](double s, const PhaseKnot& knot) { return s < knot.seconds; });
    after = std::clamp(after, knots.begin() + 1, knots.end() - 1);
    const PhaseKnot& a = *std::prev(after);
    const PhaseKnot& b = *after;
    return a.time +
           std::llround((seconds - a.seconds) / (b.seconds - a.seconds) * static_cast<double>(b.time - a.time));
}

std::optional<StepPhases::Place> StepPhases::place(std::int64_t time) const
{
    const auto after = std::upper_bound(m_steps.begin(), m_steps.end(), time,
                                        [](std::int64_t t, const trace::TimeRange& step) { return t < step.begin; });
    if (after == m_steps.begin() || time > std::prev(after)->end)
        return std::nullopt;
    const auto step = static_cast<std::size_t>(std::prev(after) - m_steps.begin());
    return Place{step, within(step, time)};
}

bool StepPhases::joins(std::size_t step) const
{
    if (step == 0)
        return false;
    const auto pause = static_cast<double>(m_steps[step].begin - m_steps[step - 1].end);
    return pause <= kJoined * m_seconds * 1e9;
}

std::optional<StepPhases::Stretch> StepPhases::stretch(std::int64_t begin, std::int64_t end) const
{
    const auto last = place(end);
    if (!last)
        return std::nullopt;
    Stretch found{last->step, 0, last->seconds};
    std::size_t step = last->step;
    double offset = 0;
    while (begin < m_steps[step].begin) {
        if (!joins(step))
            return std::nullopt;
        --step;
        offset -= m_seconds;
    }
    found.begin = offset + std::min(within(step, begin), m_seconds);
    return found;
}

std::vector<std::size_t> alikeSteps(std::span<const trace::TimeRange> steps)
{
    constexpr double kDeviations = 5;
    constexpr double kToSigma = 1.4826; // of a normal distribution, from the median absolute deviation
    constexpr double kLeastShare = 0.2;
    if (steps.empty())
        return {};
    const auto medianOf = [](std::vector<double> values) {
        const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
        std::nth_element(values.begin(), middle, values.end());
        return *middle;
    };
    std::vector<double> seconds;
    for (const trace::TimeRange& step : steps)
        seconds.push_back(step.seconds());
    const double middle = medianOf(seconds);
    std::vector<double> off;
    for (const double value : seconds)
        off.push_back(std::abs(value - middle));
    const double limit = std::max(kDeviations * kToSigma * medianOf(off), kLeastShare * std::abs(middle));
    std::vector<std::size_t> alike;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        if (off[i] <= limit)
            alike.push_back(i);
    }
    return alike;
}

} // namespace stepscope::analysis
