#include "analysis/sensors/sensorfit.h"

#include "analysis/sensors/loadintegral.h"
#include "analysis/statistics/bootstrap.h"
#include "analysis/statistics/orderstatistics.h"
#include "analysis/statistics/updategrid.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace stepscope::analysis {
namespace {

constexpr std::size_t kMinFittedSamples = 20;
constexpr std::size_t kMinPhases = 4;
constexpr double kLongestWindow = 1.0;
constexpr double kLongestLag = 0.5;
/// A sample has the time at which its reading begins; the sensor may take the value as much later.
constexpr double kLongestRead = 0.005;
constexpr double kMinExplained = 0.5;

/// Centre (lag + half the window) and width (window) of the response. These are almost uncorrelated in the fit.
struct Shape
{
    double centre = 0;
    double width = 0;
};

struct Line
{
    double base = 0;
    double gain = 0;
    double squares = std::numeric_limits<double>::infinity(); ///< sum of squared residuals
};

class Fit
{
public:
    Fit(std::vector<double> times, std::vector<double> values, const LoadIntegral& load)
        : m_times(std::move(times))
        , m_values(std::move(values))
        , m_load(load)
    {
        for (const double value : m_values)
            m_mean += value / static_cast<double>(m_values.size());
        for (const double value : m_values)
            m_variance += (value - m_mean) * (value - m_mean);
    }

    [[nodiscard]] Line line(Shape shape) const;
    [[nodiscard]] Shape best() const;
    /// Half width of the 95 % interval of one parameter, from the increase of the sum of squares.
    [[nodiscard]] double uncertainty(Shape shape, double Shape::*parameter) const;
    [[nodiscard]] double variance() const { return m_variance; }

private:
    [[nodiscard]] Shape refined(Shape shape, Shape step) const;

    std::vector<double> m_times;
    std::vector<double> m_values;
    const LoadIntegral& m_load;
    double m_mean = 0;
    double m_variance = 0;
};

Line Fit::line(Shape shape) const
{
    if (shape.width < 0 || shape.width > kLongestWindow || shape.centre > kLongestLag + shape.width / 2)
        return {};
    const double end = shape.centre - shape.width / 2; // the lag
    if (end < -kLongestRead)
        return {};
    const auto n = static_cast<double>(m_values.size());
    double sum = 0;
    double squares = 0;
    double products = 0;
    for (std::size_t i = 0; i < m_values.size(); ++i) {
        const double load = m_load.mean(m_times[i] - end, shape.width);
        sum += load;
        squares += load * load;
        products += load * (m_values[i] - m_mean);
    }
    const double spread = squares - sum * sum / n;
    Line line;
    if (spread <= 0)
        return line;
    line.gain = products / spread;
    line.base = m_mean - line.gain * sum / n;
    line.squares = m_variance - line.gain * products;
    return line;
}

Shape Fit::best() const
{
    Shape best;
    double smallest = std::numeric_limits<double>::infinity();
    constexpr double kCentreStep = 0.01;
    for (double width = 0.001; width < kLongestWindow; width *= 1.35) {
        for (double centre = width / 2 - kLongestRead; centre < kLongestLag + width / 2; centre += kCentreStep) {
            const double squares = line({centre, width}).squares;
            if (squares < smallest) {
                smallest = squares;
                best = {centre, width};
            }
        }
    }
    // The sum of squares is flat for short windows: the refinement starts from several widths.
    Shape result = best;
    for (const double width : {0.0, best.width / 2, best.width, best.width * 2}) {
        const Shape candidate = refined({best.centre, width}, {kCentreStep / 2, std::max(best.width / 4, 0.002)});
        if (line(candidate).squares < line(result).squares)
            result = candidate;
    }
    return result;
}

/// Pattern search: moves while the sum of squares decreases, else halves the step.
Shape Fit::refined(Shape shape, Shape step) const
{
    constexpr double kFinest = 2e-5;
    double smallest = line(shape).squares;
    while (step.centre > kFinest || step.width > kFinest) {
        bool hasMoved = false;
        const std::array<Shape, 8> moves{
            Shape{step.centre, 0},           Shape{-step.centre, 0},         Shape{0, step.width},
            Shape{0, -step.width},           Shape{step.centre, step.width}, Shape{-step.centre, -step.width},
            Shape{step.centre, -step.width}, Shape{-step.centre, step.width}};
        for (const Shape& move : moves) {
            const Shape candidate{shape.centre + move.centre, std::max(shape.width + move.width, 0.0)};
            const double squares = line(candidate).squares;
            if (squares < smallest) {
                smallest = squares;
                shape = candidate;
                hasMoved = true;
            }
        }
        if (!hasMoved)
            step = {step.centre / 2, step.width / 2};
    }
    return shape;
}

double Fit::uncertainty(Shape shape, double Shape::*parameter) const
{
    // The 95 % point of F(1, n) for large n is the square of that of the normal distribution.
    const double significant = normalHalfWidth95() * normalHalfWidth95();
    const double limit = line(shape).squares * (1 + significant / static_cast<double>(m_values.size() - 4));
    const auto reach = [&](double direction) {
        double distance = 1e-5;
        for (; distance < kLongestWindow; distance *= 1.3) {
            Shape candidate = shape;
            candidate.*parameter += direction * distance;
            if (candidate.*parameter < 0 || line(candidate).squares > limit)
                break;
        }
        return distance;
    };
    return (reach(1) + reach(-1)) / 2;
}

/// The updates of a sensor that is read more often, by the changes of its values.
std::optional<UpdateGrid> updatesOf(std::span<const double> times, std::span<const double> values)
{
    std::vector<ValueChange> changes;
    std::vector<double> gaps;
    for (std::size_t i = 1; i < times.size(); ++i) {
        gaps.push_back(times[i] - times[i - 1]);
        if (values[i] != values[i - 1])
            changes.push_back({times[i - 1], times[i]});
    }
    return findUpdateGrid(changes, median(std::move(gaps)));
}

/// Keeps one sample per update, with the time of the update: repeated samples carry no information.
void keepUpdates(const UpdateGrid& grid, std::vector<double>& times, std::vector<double>& values)
{
    std::size_t kept = 0;
    for (std::size_t i = 0; i < times.size(); ++i) {
        const double update = grid.latest(times[i]);
        if (kept > 0 && update == times[kept - 1])
            continue;
        times[kept] = update;
        values[kept] = values[i];
        ++kept;
    }
    times.resize(kept);
    values.resize(kept);
}

} // namespace

std::optional<SensorResponse> fitSensor(std::span<const std::int64_t> times, std::span<const double> values,
                                        std::span<const trace::TimeRange> phases)
{
    if (phases.size() < kMinPhases)
        return std::nullopt;
    const std::int64_t origin = phases.front().begin;
    std::vector<double> seconds;
    std::vector<double> present;
    std::size_t repeats = 0;
    for (std::size_t i = 0; i < std::min(times.size(), values.size()); ++i) {
        // The load is unknown before its first and after its last phase.
        const bool isInside = times[i] >= origin && times[i] <= phases.back().end;
        if (!isInside || std::isnan(values[i]))
            continue;
        repeats += !present.empty() && present.back() == values[i];
        seconds.push_back(static_cast<double>(times[i] - origin) * 1e-9);
        present.push_back(values[i]);
    }
    if (present.size() < kMinFittedSamples)
        return std::nullopt;

    const std::size_t samples = present.size();
    const auto grid = updatesOf(seconds, present);
    if (grid)
        keepUpdates(*grid, seconds, present);
    const LoadIntegral load(phases, origin);
    const Fit fit(seconds, present, load);
    if (present.size() < kMinFittedSamples)
        return std::nullopt;
    const Shape shape = fit.best();
    const Line line = fit.line(shape);
    const double explained = fit.variance() > 0 ? 1 - line.squares / fit.variance() : 0;
    if (!(explained >= kMinExplained) || line.gain <= 0)
        return std::nullopt;

    SensorResponse response;
    response.windowSeconds = shape.width;
    response.lagSeconds = shape.centre - shape.width / 2;
    response.windowError = fit.uncertainty(shape, &Shape::width);
    response.lagError = std::hypot(fit.uncertainty(shape, &Shape::centre), response.windowError / 2);
    if (grid)
        response.updateSeconds = grid->period;
    response.repeatFraction = static_cast<double>(repeats) / static_cast<double>(samples - 1);
    response.base = line.base;
    response.gain = line.gain;
    response.explained = explained;
    return response;
}

} // namespace stepscope::analysis
