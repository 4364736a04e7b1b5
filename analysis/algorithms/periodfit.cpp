#include "analysis/algorithms/periodpath.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace stepscope::analysis {
namespace {

constexpr auto kGrid = kPathGrid;

StepPath evenPath(PeriodSpan span, double period)
{
    StepRun run;
    const auto steps = static_cast<std::size_t>(span.seconds() / period);
    for (std::size_t k = 0; k <= steps; ++k)
        run.boundaries.push_back(span.begin + period * static_cast<double>(k));
    return {.runs = {std::move(run)}};
}

/// Fine enough for edges between ops, where there are samples enough.
std::size_t scoreBins(std::span<const PeriodSeries> series, const StepPath& path)
{
    constexpr std::size_t kFewestSteps = 8;
    constexpr double kFinest = 96;
    double samples = 0;
    for (const PeriodSeries& one : series)
        samples = std::max(samples, static_cast<double>(one.times.size()));
    const auto steps = static_cast<double>(std::max(path.steps(), kFewestSteps));
    return path.steps() < kFewestSteps ? kGrid : static_cast<std::size_t>(std::clamp(samples / steps, 32.0, kFinest));
}

/// What it takes to say the lengths of the steps: half of the entropy of a normal distribution of their spread on the
/// grid (half, since lengths that follow true ones pay for themselves). Short steps of any length fit anything.
double pathNats(const StepPath& path)
{
    const double mean = path.meanSeconds();
    double squares = 0;
    for (const StepRun& run : path.runs) {
        for (std::size_t k = 1; k < run.boundaries.size(); ++k) {
            const double off = (run.boundaries[k] - run.boundaries[k - 1]) / mean - 1;
            squares += off * off;
        }
    }
    const auto steps = static_cast<double>(path.steps());
    const double cells = std::sqrt(squares / steps) * static_cast<double>(kGrid);
    constexpr double kNormal = 4.1327; // sqrt(2 pi e)
    return steps / 2 * std::max(0.0, std::log(std::max(cells * kNormal, 1e-9)));
}

} // namespace

StepFit fitStretch(std::span<const PeriodSeries> series, PeriodSpan span, double period)
{
    StepFit best;
    constexpr double kFirstSteps = 8;
    const double first = std::min(span.seconds(), kFirstSteps * period);
    constexpr std::array kPlaces{0.5, 0.15, 0.85};
    for (const double place : kPlaces) {
        const double begin = span.begin + place * (span.seconds() - first);
        StepPath path = evenPath({begin, begin + first}, period);
        StepShape shape = shapeOf(series, path, kGrid);
        double guess = period;
        constexpr int kRounds = 4;
        for (int round = 0; round < kRounds; ++round) {
            path = findPath(series, span, shape, guess, {});
            if (path.steps() < 2)
                break;
            guess = path.meanSeconds();
            shape = shapeOf(series, path, kGrid);
        }
        if (path.steps() < 2)
            continue;
        const double score = foldScore(series, path, scoreBins(series, path)) - pathNats(path);
        if (best.period == 0 || score > best.score)
            best = {.path = std::move(path), .shape = std::move(shape), .period = guess, .score = score};
        if (span.seconds() < 2 * first)
            break;
    }
    return best;
}

} // namespace stepscope::analysis
