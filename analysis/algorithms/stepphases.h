#pragma once

#include "analysis/trace/model.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace stepscope::analysis {

/// A moment of a step, and where it belongs in the mean step.
struct PhaseKnot
{
    std::int64_t time = 0; ///< ns
    double seconds = 0;    ///< from the mean step's start
};

/// Steps as one step: where in the mean step a moment of any of them lies. A step is stretched evenly between its
/// marks, or piece by piece between moments that are known in it (ops).
class StepPhases
{
public:
    StepPhases() = default;
    /// Any list of steps, marked or detected. Those that are empty, or begin before the one before ended (a clock that
    /// went back), count for nothing. Their mean duration is that of the mean step.
    explicit StepPhases(std::span<const trace::TimeRange> steps);

    /// Knots of one step; those that do not rise in both are passed over.
    void bend(std::size_t step, std::span<const PhaseKnot> knots);

    [[nodiscard]] double stepSeconds() const { return m_seconds; }
    [[nodiscard]] std::size_t size() const { return m_steps.size(); }
    [[nodiscard]] trace::TimeRange step(std::size_t i) const { return m_steps[i]; }

    struct Place
    {
        std::size_t step = 0;
        double seconds = 0;
    };
    /// None between steps.
    [[nodiscard]] std::optional<Place> place(std::int64_t time) const;
    /// A stretch of time, by the step that it ends in: its begin may lie before 0 where the step before joins this one.
    struct Stretch
    {
        std::size_t step = 0;
        double begin = 0, end = 0;
    };
    [[nodiscard]] std::optional<Stretch> stretch(std::int64_t begin, std::int64_t end) const;
    /// The other way: the time in a step that lies `seconds` from the mean step's start.
    [[nodiscard]] std::int64_t timeAt(std::size_t step, double seconds) const;

    /// Of a moment of this step, its end included.
    [[nodiscard]] double within(std::size_t step, std::int64_t time) const;

private:
    [[nodiscard]] bool joins(std::size_t step) const; ///< begins where the one before ends

    std::vector<trace::TimeRange> m_steps;
    std::vector<std::vector<PhaseKnot>> m_knots; ///< of each step, its begin and end included
    double m_seconds = 0;
};

/// Steps of about the same duration: without those that an evaluation, a checkpoint or a stall made much longer (or
/// shorter) than most, by 5 robust standard deviations and a fifth. Indices, rising.
std::vector<std::size_t> alikeSteps(std::span<const trace::TimeRange> steps);

} // namespace stepscope::analysis
