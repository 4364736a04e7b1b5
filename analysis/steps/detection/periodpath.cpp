#include "analysis/steps/detection/periodpath.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace stepscope::analysis {
namespace {

constexpr auto kGrid = kPathGrid;
constexpr double kPauseNats = 14; ///< cost of a pause

/// Calls `visit(series, sample, run, step, phase)` for every sample that lies in a step.
template <typename Visit>
void eachSample(std::span<const PeriodSeries> series, const StepPath& path, Visit visit)
{
    for (std::size_t s = 0; s < series.size(); ++s) {
        const auto& times = series[s].times;
        for (std::size_t r = 0; r < path.runs.size(); ++r) {
            const auto& boundaries = path.runs[r].boundaries;
            if (boundaries.size() < 2)
                continue;
            auto i = static_cast<std::size_t>(std::lower_bound(times.begin(), times.end(), boundaries.front()) -
                                              times.begin());
            for (std::size_t k = 0; k + 1 < boundaries.size(); ++k) {
                const double length = boundaries[k + 1] - boundaries[k];
                for (; i < times.size() && times[i] < boundaries[k + 1]; ++i)
                    visit(s, i, r, k, (times[i] - boundaries[k]) / length);
            }
        }
    }
}

/// Linear weights of a sample on the two bins between whose middles it lies.
struct BinShare
{
    std::size_t low = 0;
    std::size_t high = 0;
    double ofHigh = 0; ///< weight of `high`; 1 - ofHigh is that of `low`
};
BinShare shareOf(double phase, std::size_t bins)
{
    const double place = phase * static_cast<double>(bins) - 0.5;
    const double floor = std::floor(place);
    const auto low = static_cast<std::size_t>(static_cast<std::ptrdiff_t>(floor) + static_cast<std::ptrdiff_t>(bins));
    return {low % bins, (low + 1) % bins, place - floor};
}

/// Sums of the samples of all series in the cells of the grid.
struct Cells
{
    double begin = 0;
    double width = 0;
    std::size_t count = 0;
    std::vector<std::vector<float>> sums{};
    std::vector<std::vector<float>> weights{};
};

Cells cellsOf(std::span<const PeriodSeries> series, PeriodSpan span, double width)
{
    Cells cells{.begin = span.begin, .width = width, .count = static_cast<std::size_t>(span.seconds() / width) + 1};
    for (const PeriodSeries& channel : series) {
        std::vector<float> sums(cells.count);
        std::vector<float> weights(cells.count);
        auto i = static_cast<std::size_t>(std::lower_bound(channel.times.begin(), channel.times.end(), span.begin) -
                                          channel.times.begin());
        for (; i < channel.times.size() && channel.times[i] <= span.end; ++i) {
            const auto cell =
                std::min(static_cast<std::size_t>((channel.times[i] - span.begin) / width), cells.count - 1);
            sums[cell] += static_cast<float>(channel.values[i]);
            weights[cell] += 1;
        }
        cells.sums.push_back(std::move(sums));
        cells.weights.push_back(std::move(weights));
    }
    return cells;
}

/// Cost of the samples of a step of `length` cells, by the cell at which it begins: nats relative to the mean.
std::vector<float> stepCosts(const Cells& cells, const StepShape& shape, std::size_t length)
{
    std::vector<float> costs(cells.count > length ? cells.count - length + 1 : 0);
    for (std::size_t s = 0; s < cells.sums.size(); ++s) {
        // The grid causes correlated errors of the samples, so their effective number and precision are limited.
        constexpr double kMaxSamples = 48;
        constexpr double kMinVariance = 0.1;
        double samples = 0;
        for (const float weight : cells.weights[s])
            samples += static_cast<double>(weight);
        const double inStep = samples * static_cast<double>(kGrid) / static_cast<double>(cells.count);
        const double scale =
            0.5 / std::max(shape.variances[s], kMinVariance) * std::min(1.0, kMaxSamples / std::max(inStep, 1.0));
        for (std::size_t j = 0; j < length; ++j) {
            const double value = shape.at(s, (static_cast<double>(j) + 0.5) / static_cast<double>(length)).value;
            const auto linear = static_cast<float>(-2 * value * scale);
            const auto square = static_cast<float>(value * value * scale);
            const float* sums = cells.sums[s].data() + j;
            const float* weights = cells.weights[s].data() + j;
            for (std::size_t b = 0; b < costs.size(); ++b)
                costs[b] += linear * sums[b] + square * weights[b];
        }
    }
    return costs;
}

/// Dynamic programming: the cheapest path to each boundary.
class PathSearch
{
public:
    PathSearch(const Cells& cells, const StepShape& shape, const PathFreedom& freedom)
        : m_cells(cells)
        , m_best(cells.count + 1, 0.0)
        , m_pause(cells.count + 1, 0.0)
        , m_length(cells.count + 1, 0)
        , m_pauseBegins(cells.count + 1, 0)
    {
        const double grid = kGrid;
        m_shortest = static_cast<std::size_t>(std::ceil((1 - freedom.reach) * grid));
        const auto longest = static_cast<std::size_t>((1 + freedom.reach) * grid);
        for (std::size_t length = m_shortest; length <= longest; ++length) {
            m_costs.push_back(stepCosts(cells, shape, length));
            const double deviation = (static_cast<double>(length) / grid - 1) / freedom.jitter;
            m_lengthCosts.push_back(deviation * deviation / 2);
        }
    }

    StepPath run()
    {
        for (std::size_t b = 1; b <= m_cells.count; ++b)
            visit(b);
        // The last step may be incomplete.
        std::size_t end = 0;
        double lowest = std::numeric_limits<double>::max();
        for (std::size_t b = 0; b <= m_cells.count; ++b) {
            const double rest = m_cells.count - b > 2 * (kGrid + kGrid / 4) ? kPauseNats : 0;
            if (m_best[b] + rest < lowest) {
                lowest = m_best[b] + rest;
                end = b;
            }
        }
        return walkBack(end, -lowest);
    }

private:
    void visit(std::size_t b)
    {
        // A pause may begin at any boundary. The time before the first step has no cost.
        m_pause[b] = m_pause[b - 1];
        m_pauseBegins[b] = m_pauseBegins[b - 1];
        if (b > 1 && m_length[b - 1] > 0 && m_best[b - 1] + kPauseNats < m_pause[b]) {
            m_pause[b] = m_best[b - 1] + kPauseNats;
            m_pauseBegins[b] = b - 1;
        }
        m_best[b] = m_pause[b];
        for (std::size_t d = 0; d < m_costs.size() && m_shortest + d <= b; ++d) {
            const std::size_t length = m_shortest + d;
            const double cost = m_best[b - length] + m_lengthCosts[d] + static_cast<double>(m_costs[d][b - length]);
            if (cost < m_best[b]) {
                m_best[b] = cost;
                m_length[b] = length;
            }
        }
    }

    [[nodiscard]] StepPath walkBack(std::size_t b, double gain) const
    {
        StepPath path{.gain = gain};
        StepRun run;
        const auto closeRun = [&] {
            if (run.boundaries.size() > 1) {
                std::reverse(run.boundaries.begin(), run.boundaries.end());
                path.runs.push_back(std::move(run));
            }
            run = {};
        };
        while (b > 0) {
            if (m_length[b] == 0) {
                closeRun();
                b = m_pauseBegins[b];
                continue;
            }
            if (run.boundaries.empty())
                run.boundaries.push_back(m_cells.begin + m_cells.width * static_cast<double>(b));
            b -= m_length[b];
            run.boundaries.push_back(m_cells.begin + m_cells.width * static_cast<double>(b));
        }
        closeRun();
        std::reverse(path.runs.begin(), path.runs.end());
        removeShortPauses(path);
        return path;
    }

    /// Removes pauses shorter than a third of a step, which arise where a step does not fit the grid.
    void removeShortPauses(StepPath& path) const
    {
        const double shortest = m_cells.width * static_cast<double>(kGrid / 3);
        std::vector<StepRun> joined;
        for (StepRun& run : path.runs) {
            if (joined.empty() || run.boundaries.front() - joined.back().boundaries.back() > shortest) {
                joined.push_back(std::move(run));
                continue;
            }
            auto& before = joined.back().boundaries;
            before.back() = (before.back() + run.boundaries.front()) / 2;
            before.insert(before.end(), run.boundaries.begin() + 1, run.boundaries.end());
        }
        path.runs = std::move(joined);
    }

    const Cells& m_cells;
    std::vector<std::vector<float>> m_costs{}; ///< by length, then by first cell
    std::vector<double> m_lengthCosts{};
    std::size_t m_shortest = 0;
    std::vector<double> m_best;        ///< cost of the best path to this boundary
    std::vector<double> m_pause;       ///< cost of the best path that ends with a pause
    std::vector<std::size_t> m_length; ///< of the last step of the best path; 0 = it ends with a pause
    std::vector<std::size_t> m_pauseBegins;
};

StepPath evenPath(PeriodSpan span, double period)
{
    StepRun run;
    const auto steps = static_cast<std::size_t>(span.seconds() / period);
    for (std::size_t k = 0; k <= steps; ++k)
        run.boundaries.push_back(span.begin + period * static_cast<double>(k));
    return {.runs = {std::move(run)}};
}

/// Enough bins to resolve the edges between ops, limited by the number of samples.
std::size_t scoreBins(std::span<const PeriodSeries> series, const StepPath& path)
{
    constexpr std::size_t kMinSteps = 8;
    constexpr double kMaxBins = 96;
    double samples = 0;
    for (const PeriodSeries& channel : series)
        samples = std::max(samples, static_cast<double>(channel.times.size()));
    const auto steps = static_cast<double>(std::max(path.steps(), kMinSteps));
    return path.steps() < kMinSteps ? kGrid : static_cast<std::size_t>(std::clamp(samples / steps, 32.0, kMaxBins));
}

/// The information in the durations of the steps: half of the entropy of a normal distribution with their standard
/// deviation on the grid (half, since durations that follow true ones improve the fit by as much). Without this penalty
/// short steps of arbitrary durations would fit any series.
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

StepShape::Point StepShape::at(std::size_t series, double phase) const
{
    const BinShare share = shareOf(phase, bins);
    const double low = means[series][share.low];
    const double high = means[series][share.high];
    return {low + (high - low) * share.ofHigh, (high - low) * static_cast<double>(bins)};
}

std::size_t StepPath::steps() const
{
    std::size_t count = 0;
    for (const StepRun& run : runs)
        count += run.steps();
    return count;
}

double StepPath::meanSeconds() const
{
    double seconds = 0;
    for (const StepRun& run : runs)
        seconds += run.boundaries.empty() ? 0 : run.boundaries.back() - run.boundaries.front();
    return steps() > 0 ? seconds / static_cast<double>(steps()) : 0;
}

StepShape shapeOf(std::span<const PeriodSeries> series, const StepPath& path, std::size_t bins)
{
    StepShape shape{.bins = bins};
    std::vector<std::vector<double>> weights(series.size(), std::vector<double>(bins, 0.5));
    shape.means.assign(series.size(), std::vector<double>(bins));
    eachSample(series, path, [&](std::size_t s, std::size_t i, std::size_t, std::size_t, double phase) {
        const BinShare share = shareOf(phase, bins);
        shape.means[s][share.low] += (1 - share.ofHigh) * series[s].values[i];
        shape.means[s][share.high] += share.ofHigh * series[s].values[i];
        weights[s][share.low] += 1 - share.ofHigh;
        weights[s][share.high] += share.ofHigh;
    });
    for (std::size_t s = 0; s < series.size(); ++s) {
        for (std::size_t b = 0; b < bins; ++b)
            shape.means[s][b] /= weights[s][b];
    }
    std::vector<double> squares(series.size(), 0.0);
    std::vector<double> counts(series.size(), 1.0);
    eachSample(series, path, [&](std::size_t s, std::size_t i, std::size_t, std::size_t, double phase) {
        const double error = series[s].values[i] - shape.at(s, phase).value;
        squares[s] += error * error;
        counts[s] += 1;
    });
    constexpr double kMinShapeVariance = 1e-4; // assumed precision of a sensor: 1 % of its standard deviation
    for (std::size_t s = 0; s < series.size(); ++s)
        shape.variances.push_back(std::max(squares[s] / counts[s], kMinShapeVariance));
    return shape;
}

StepPath findPath(std::span<const PeriodSeries> series, PeriodSpan span, const StepShape& shape, double period,
                  const PathFreedom& freedom)
{
    // The first step may begin before the recording, and the last one end after it.
    const double margin = 1.25 * period;
    const PeriodSpan reach{span.begin - margin, span.end + margin};
    const Cells cells = cellsOf(series, reach, period / static_cast<double>(kGrid));
    return PathSearch(cells, shape, freedom).run();
}

double foldScore(std::span<const PeriodSeries> series, const StepPath& path, std::size_t bins)
{
    const std::size_t steps = path.steps();
    if (steps < 2)
        return 0;
    std::vector<std::size_t> before(path.runs.size(), 0);
    for (std::size_t r = 1; r < path.runs.size(); ++r)
        before[r] = before[r - 1] + path.runs[r - 1].steps();
    double score = 0;
    for (std::size_t s = 0; s < series.size(); ++s) {
        struct Sum
        {
            double sum = 0;
            double weight = 0;
        };
        std::vector<Sum> all(bins);
        std::vector<Sum> own(bins * steps);
        const auto channel = series.subspan(s, 1);
        eachSample(channel, path, [&](std::size_t, std::size_t i, std::size_t r, std::size_t k, double phase) {
            const BinShare share = shareOf(phase, bins);
            Sum* const ofStep = own.data() + (before[r] + k) * bins;
            for (const auto& [bin, part] :
                 {std::pair{share.low, 1 - share.ofHigh}, std::pair{share.high, share.ofHigh}}) {
                ofStep[bin].sum += part * channel[0].values[i];
                ofStep[bin].weight += part;
                all[bin].sum += part * channel[0].values[i];
                all[bin].weight += part;
            }
        });
        double residual = 1e-9;
        double total = 1e-9;
        double count = 0;
        eachSample(channel, path, [&](std::size_t, std::size_t i, std::size_t r, std::size_t k, double phase) {
            const BinShare share = shareOf(phase, bins);
            const Sum* const ofStep = own.data() + (before[r] + k) * bins;
            constexpr double kShrink = 0.5;
            const auto mean = [&](std::size_t bin) {
                return (all[bin].sum - ofStep[bin].sum) / (all[bin].weight - ofStep[bin].weight + kShrink);
            };
            const double value = channel[0].values[i];
            const double error = value - mean(share.low) * (1 - share.ofHigh) - mean(share.high) * share.ofHigh;
            residual += error * error;
            total += value * value;
            count += 1;
        });
        // Limits the weight of a noise-free series to that of a sensor with 1 % precision.
        score += count / 2 * std::log(total / std::max(residual, 1e-4 * total));
    }
    return score;
}

StepFit fitStretch(std::span<const PeriodSeries> series, PeriodSpan span, double period)
{
    StepFit best;
    constexpr double kInitialSteps = 8;
    const double initial = std::min(span.seconds(), kInitialSteps * period);
    constexpr std::array kPositions{0.5, 0.15, 0.85};
    for (const double position : kPositions) {
        const double begin = span.begin + position * (span.seconds() - initial);
        StepPath path = evenPath({begin, begin + initial}, period);
        StepShape shape = shapeOf(series, path, kGrid);
        double refined = period;
        constexpr int kRounds = 4;
        for (int round = 0; round < kRounds; ++round) {
            StepPath next = findPath(series, span, shape, refined, {});
            // The same steps would be found again.
            const bool isFinal = next.meanSeconds() == refined && next.runs == path.runs;
            path = std::move(next);
            if (path.steps() < 2 || isFinal)
                break;
            refined = path.meanSeconds();
            shape = shapeOf(series, path, kGrid);
        }
        if (path.steps() < 2)
            continue;
        const double score = foldScore(series, path, scoreBins(series, path)) - pathNats(path);
        if (best.period == 0 || score > best.score)
            best = {.path = std::move(path), .shape = std::move(shape), .period = refined, .score = score};
        if (span.seconds() < 2 * initial)
            break;
    }
    return best;
}

} // namespace stepscope::analysis
