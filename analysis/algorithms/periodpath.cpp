#include "analysis/algorithms/periodpath.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stepscope::analysis {
namespace {

constexpr auto kGrid = kPathGrid;
constexpr double kPauseNats = 14; ///< what it costs that something is no step

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

/// Sums and counts of samples by bin, each sample shared by the two bins between whose middles it is.
struct BinShare
{
    std::size_t low = 0;
    std::size_t high = 0;
    double ofHigh = 0;
};
BinShare shareOf(double phase, std::size_t bins)
{
    const double place = phase * static_cast<double>(bins) - 0.5;
    const double floor = std::floor(place);
    const auto low = static_cast<std::size_t>(static_cast<std::ptrdiff_t>(floor) + static_cast<std::ptrdiff_t>(bins));
    return {low % bins, (low + 1) % bins, place - floor};
}

/// Samples of all series on the grid.
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
    for (const PeriodSeries& one : series) {
        std::vector<float> sums(cells.count);
        std::vector<float> weights(cells.count);
        auto i = static_cast<std::size_t>(std::lower_bound(one.times.begin(), one.times.end(), span.begin) -
                                          one.times.begin());
        for (; i < one.times.size() && one.times[i] <= span.end; ++i) {
            const auto cell = std::min(static_cast<std::size_t>((one.times[i] - span.begin) / width), cells.count - 1);
            sums[cell] += static_cast<float>(one.values[i]);
            weights[cell] += 1;
        }
        cells.sums.push_back(std::move(sums));
        cells.weights.push_back(std::move(weights));
    }
    return cells;
}

/// What a step of `length` cells from each cell on would cost for its samples: nats against the mean.
std::vector<float> stepCosts(const Cells& cells, const StepShape& shape, std::size_t length)
{
    std::vector<float> costs(cells.count > length ? cells.count - length + 1 : 0);
    for (std::size_t s = 0; s < cells.sums.size(); ++s) {
        // Off the grid, many samples are off alike: a step is never told by more than so many, nor better than so.
        constexpr double kMostSamples = 48;
        constexpr double kLeastVariance = 0.1;
        double samples = 0;
        for (const float weight : cells.weights[s])
            samples += static_cast<double>(weight);
        const double inStep = samples * static_cast<double>(kGrid) / static_cast<double>(cells.count);
        const double scale =
            0.5 / std::max(shape.variances[s], kLeastVariance) * std::min(1.0, kMostSamples / std::max(inStep, 1.0));
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

/// The cheapest way to each boundary.
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
            const double off = (static_cast<double>(length) / grid - 1) / freedom.jitter;
            m_lengthCosts.push_back(off * off / 2);
        }
    }

    StepPath run()
    {
        for (std::size_t b = 1; b <= m_cells.count; ++b)
            visit(b);
        // What is left at the end may be a part of a step.
        std::size_t end = 0;
        double least = std::numeric_limits<double>::max();
        for (std::size_t b = 0; b <= m_cells.count; ++b) {
            const double rest = m_cells.count - b > 2 * (kGrid + kGrid / 4) ? kPauseNats : 0;
            if (m_best[b] + rest < least) {
                least = m_best[b] + rest;
                end = b;
            }
        }
        return walkBack(end, -least);
    }

private:
    void visit(std::size_t b)
    {
        // No step: from any boundary on. The time before the first step costs nothing.
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
        const auto close = [&] {
            if (run.boundaries.size() > 1) {
                std::reverse(run.boundaries.begin(), run.boundaries.end());
                path.runs.push_back(std::move(run));
            }
            run = {};
        };
        while (b > 0) {
            if (m_length[b] == 0) {
                close();
                b = m_pauseBegins[b];
                continue;
            }
            if (run.boundaries.empty())
                run.boundaries.push_back(m_cells.begin + m_cells.width * static_cast<double>(b));
            b -= m_length[b];
            run.boundaries.push_back(m_cells.begin + m_cells.width * static_cast<double>(b));
        }
        close();
        std::reverse(path.runs.begin(), path.runs.end());
        joinNear(path);
        return path;
    }

    /// What is shorter than a third of a step is no pause, but where a step fits the grid badly.
    void joinNear(StepPath& path) const
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
    std::vector<std::vector<float>> m_costs{}; ///< by length, then by where it begins
    std::vector<double> m_lengthCosts{};
    std::size_t m_shortest = 0;
    std::vector<double> m_best;        ///< of all ways that end a step, or what is no step, here
    std::vector<double> m_pause;       ///< of all ways on which what is before here is no step
    std::vector<std::size_t> m_length; ///< of the step that ends here; 0 = none does
    std::vector<std::size_t> m_pauseBegins;
};

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
        const double off = series[s].values[i] - shape.at(s, phase).value;
        squares[s] += off * off;
        counts[s] += 1;
    });
    constexpr double kFinest = 1e-4; // no sensor is better than a hundredth of what it shows
    for (std::size_t s = 0; s < series.size(); ++s)
        shape.variances.push_back(std::max(squares[s] / counts[s], kFinest));
    return shape;
}

StepPath findPath(std::span<const PeriodSeries> series, PeriodSpan span, const StepShape& shape, double period,
                  const PathFreedom& freedom)
{
    // A step may have begun before the recording, and end after it.
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
        const auto one = series.subspan(s, 1);
        eachSample(one, path, [&](std::size_t, std::size_t i, std::size_t r, std::size_t k, double phase) {
            const BinShare share = shareOf(phase, bins);
            Sum* const mine = own.data() + (before[r] + k) * bins;
            for (const auto& [bin, part] :
                 {std::pair{share.low, 1 - share.ofHigh}, std::pair{share.high, share.ofHigh}}) {
                mine[bin].sum += part * one[0].values[i];
                mine[bin].weight += part;
                all[bin].sum += part * one[0].values[i];
                all[bin].weight += part;
            }
        });
        double left = 1e-9;
        double whole = 1e-9;
        double count = 0;
        eachSample(one, path, [&](std::size_t, std::size_t i, std::size_t r, std::size_t k, double phase) {
            const BinShare share = shareOf(phase, bins);
            const Sum* const mine = own.data() + (before[r] + k) * bins;
            constexpr double kShrink = 0.5;
            const auto mean = [&](std::size_t bin) {
                return (all[bin].sum - mine[bin].sum) / (all[bin].weight - mine[bin].weight + kShrink);
            };
            const double value = one[0].values[i];
            const double off = value - mean(share.low) * (1 - share.ofHigh) - mean(share.high) * share.ofHigh;
            left += off * off;
            whole += value * value;
            count += 1;
        });
        // A perfect simulation must not outweigh all else: no sensor is better than a hundredth.
        score += count / 2 * std::log(whole / std::max(left, 1e-4 * whole));
    }
    return score;
}

} // namespace stepscope::analysis
