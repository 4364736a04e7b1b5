#include "analysis/algorithms/sensorfit.h"

#include "analysis/algorithms/loadintegral.h"
#include "analysis/algorithms/updategrid.h"

#include <array>
#include <cmath>
#include <limits>

namespace stepscope::analysis {
namespace {

constexpr std::size_t kFewestSamples = 20;
constexpr std::size_t kFewestPhases = 4;
constexpr double kLongestWindow = 1.0;
constexpr double kLongestLag = 0.5;
constexpr double kLeastExplained = 0.5;

/// Middle of the response (lag + half the window) and its width: an edge of the load shows them almost independently.
struct Shape
{
    double centre = 0;
    double width = 0;
};

struct Line
{
    double base = 0;
    double gain = 0;
    double squares = std::numeric_limits<double>::infinity(); ///< of what is left
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
    /// Half of the interval of one parameter in which the squares are not significantly more than the least.
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
    double least = std::numeric_limits<double>::infinity();
    constexpr double kCentreStep = 0.01;
    for (double width = 0.001; width < kLongestWindow; width *= 1.35) {
        for (double centre = width / 2; centre < kLongestLag + width / 2; centre += kCentreStep) {
            const Line found = line({centre, width});
            if (found.squares < least) {
                least = found.squares;
                best = {centre, width};
            }
        }
    }
    // Short windows look alike from far: the finer search begins at several widths.
    Shape result = best;
    for (const double width : {0.0, best.width / 2, best.width, best.width * 2}) {
        const Shape tried = refined({best.centre, width}, {kCentreStep / 2, std::max(best.width / 4, 0.002)});
        if (line(tried).squares < line(result).squares)
            result = tried;
    }
    return result;
}

/// Pattern search: steps that help are taken, others halved.
Shape Fit::refined(Shape shape, Shape step) const
{
    constexpr double kFinest = 2e-5;
    double least = line(shape).squares;
    while (step.centre > kFinest || step.width > kFinest) {
        bool moved = false;
        const std::array<Shape, 8> moves{
            Shape{step.centre, 0},           Shape{-step.centre, 0},         Shape{0, step.width},
            Shape{0, -step.width},           Shape{step.centre, step.width}, Shape{-step.centre, -step.width},
            Shape{step.centre, -step.width}, Shape{-step.centre, step.width}};
        for (const Shape& move : moves) {
            const Shape tried{shape.centre + move.centre, std::max(shape.width + move.width, 0.0)};
            const double squares = line(tried).squares;
            if (squares < least) {
                least = squares;
                shape = tried;
                moved = true;
            }
        }
        if (!moved)
            step = {step.centre / 2, step.width / 2};
    }
    return shape;
}

double Fit::uncertainty(Shape shape, double Shape::*parameter) const
{
    // F(1, many) at 95 %.
    constexpr double kSignificant = 3.84;
    const double least = line(shape).squares;
    const double limit = least * (1 + kSignificant / static_cast<double>(m_values.size() - 4));
    const auto reach = [&](double direction) {
        double far = 1e-5;
        for (; far < kLongestWindow; far *= 1.3) {
            Shape tried = shape;
            tried.*parameter += direction * far;
            if (tried.*parameter < 0 || line(tried).squares > limit)
                break;
        }
        return far;
    };
    return (reach(1) + reach(-1)) / 2;
}

/// One sample an update, at the time of the update: those that repeat it tell nothing more.
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
    if (phases.size() < kFewestPhases)
        return std::nullopt;
    const std::int64_t origin = phases.front().begin;
    std::vector<double> seconds;
    std::vector<double> present;
    std::size_t repeats = 0;
    for (std::size_t i = 0; i < std::min(times.size(), values.size()); ++i) {
        // Before and after the load nothing is known of it.
        const bool inside = times[i] >= origin && times[i] <= phases.back().end;
        if (!inside || std::isnan(values[i]))
            continue;
        repeats += !present.empty() && present.back() == values[i];
        seconds.push_back(static_cast<double>(times[i] - origin) * 1e-9);
        present.push_back(values[i]);
    }
    if (present.size() < kFewestSamples)
        return std::nullopt;

    const std::size_t samples = present.size();
    const auto grid = findUpdateGrid(seconds, present);
    if (grid)
        keepUpdates(*grid, seconds, present);
    const LoadIntegral load(phases, origin);
    const Fit fit(seconds, present, load);
    if (present.size() < kFewestSamples)
        return std::nullopt;
    const Shape shape = fit.best();
    const Line line = fit.line(shape);
    const double explained = fit.variance() > 0 ? 1 - line.squares / fit.variance() : 0;
    if (!(explained >= kLeastExplained) || line.gain <= 0)
        return std::nullopt;

    SensorResponse response;
    response.windowSeconds = shape.width;
    response.lagSeconds = std::max(shape.centre - shape.width / 2, 0.0);
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
