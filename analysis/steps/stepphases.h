#pragma once

#include "analysis/trace/model.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace stepscope::analysis {

/// A moment of a step and its position in the mean step.
struct PhaseKnot
{
    std::int64_t time = 0; ///< ns
    double seconds = 0;    ///< from the start of the mean step
};

/// Maps moments of many steps to positions in the mean step. A step is mapped linearly between its marks, or piecewise
/// linearly between knots (ops that are recorded in it). Lookups are O(log steps + log knots).
class StepPhases
{
public:
    StepPhases() = default;
    /// Marked or detected steps. Steps that are empty, or begin before the previous one ended (a clock that went back),
    /// are ignored. The duration of the mean step is the mean of the others.
    explicit StepPhases(std::span<const trace::TimeRange> steps);

    /// Sets the knots of one step; knots that do not ascend in both coordinates are ignored.
    void setKnots(std::size_t step, std::span<const PhaseKnot> knots);
    /// Frees the knots of all other steps, which are mapped linearly from then on. Knots take 16 bytes each, those of
    /// all steps up to 64 MB.
    void keepKnots(std::span<const std::size_t> steps);

    [[nodiscard]] double stepSeconds() const { return m_seconds; }
    [[nodiscard]] std::size_t size() const { return m_steps.size(); }
    [[nodiscard]] trace::TimeRange step(std::size_t i) const { return m_steps[i]; }

    struct Place
    {
        std::size_t step = 0;
        double seconds = 0; ///< from the start of the mean step
    };
    /// None between steps.
    [[nodiscard]] std::optional<Place> place(std::int64_t time) const;
    /// A stretch of time in the step in which it ends. `begin` is negative when the stretch begins in an adjacent
    /// previous step.
    struct Stretch
    {
        std::size_t step = 0;
        double begin = 0, end = 0; ///< s from the start of the mean step
    };
    /// None when a part of the stretch lies between steps.
    [[nodiscard]] std::optional<Stretch> stretch(std::int64_t begin, std::int64_t end) const;
    /// The same in O(1) for many stretches in order of their ends. `near`: the step of the previous end, at first 0;
    /// afterwards the step that contains `end`, or the last one before it.
    [[nodiscard]] std::optional<Stretch> stretch(std::int64_t begin, std::int64_t end, std::size_t& near) const
    {
        // Most stretches lie in the step of the previous one: this is inlined in the loops over all samples.
        if (near < m_steps.size() && m_knots[near].empty() && begin >= m_steps[near].begin && end < m_steps[near].end) {
            const auto secondsAt = [this, near](std::int64_t time) {
                return static_cast<double>(time - m_steps[near].begin) * m_scales[near];
            };
            return Stretch{near, std::min(secondsAt(begin), m_seconds), secondsAt(end)};
        }
        return stretchElsewhere(begin, end, near);
    }
    /// At most about `maximum` of the steps: runs of eight adjacent ones, evenly distributed. The mean step stays that
    /// of all steps.
    [[nodiscard]] StepPhases selection(std::size_t maximum) const;
    /// The moment of a step at a position in the mean step.
    [[nodiscard]] std::int64_t timeAt(std::size_t step, double seconds) const;
    /// The position in the mean step of a moment of this step, its end included.
    [[nodiscard]] double secondsAt(std::size_t step, std::int64_t time) const;

private:
    [[nodiscard]] std::optional<Stretch> stretchElsewhere(std::int64_t begin, std::int64_t end,
                                                          std::size_t& near) const;
    [[nodiscard]] bool followsPrevious(std::size_t step) const; ///< without a pause
    [[nodiscard]] std::optional<Stretch> withBegin(Stretch stretch, std::int64_t begin) const;

    std::vector<trace::TimeRange> m_steps;
    std::vector<double> m_scales; ///< of each step: seconds of the mean step per ns; saves a division per sample
    /// Of each step, including its begin and end; empty where it is mapped linearly.
    std::vector<std::vector<PhaseKnot>> m_knots;
    double m_seconds = 0;
};

/// Indices, ascending, of the steps whose duration differs from the median by at most 5 robust standard deviations or a
/// fifth. Leaves out steps that an evaluation, a checkpoint or a stall made much longer.
std::vector<std::size_t> similarSteps(std::span<const trace::TimeRange> steps);

} // namespace stepscope::analysis
