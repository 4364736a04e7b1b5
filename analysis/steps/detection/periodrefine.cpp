#include "analysis/steps/detection/periodrefine.h"

#include "analysis/statistics/orderstatistics.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace stepscope::analysis {
namespace {

/// The normal equations for the boundaries of a run of steps, in which only neighbours are coupled: a symmetric,
/// positive definite tridiagonal system. All operations are O(size).
struct Chain
{
    std::vector<double> diagonal{};
    std::vector<double> beside{}; ///< element (k, k+1)
    std::vector<double> right{};  ///< right-hand side

    explicit Chain(std::size_t size)
        : diagonal(size)
        , beside(size)
        , right(size)
    {}

    [[nodiscard]] std::vector<double> solve(std::vector<double> b) const;
    /// Variances of the differences between neighbours.
    [[nodiscard]] std::vector<double> stepVariances() const;
};

std::vector<double> Chain::solve(std::vector<double> b) const
{
    std::vector<double> d = diagonal;
    for (std::size_t k = 1; k < d.size(); ++k) {
        const double factor = beside[k - 1] / d[k - 1];
        d[k] -= factor * beside[k - 1];
        b[k] -= factor * b[k - 1];
    }
    for (std::size_t k = d.size(); k-- > 0;) {
        if (k + 1 < d.size())
            b[k] -= beside[k] * b[k + 1];
        b[k] /= d[k];
    }
    return b;
}

std::vector<double> Chain::stepVariances() const
{
    const std::size_t size = diagonal.size();
    std::vector<double> forward = diagonal; // pivots of the eliminations from both ends
    std::vector<double> backward = diagonal;
    for (std::size_t k = 1; k < size; ++k)
        forward[k] -= beside[k - 1] * beside[k - 1] / forward[k - 1];
    for (std::size_t k = size - 1; k-- > 0;)
        backward[k] -= beside[k] * beside[k] / backward[k + 1];
    std::vector<double> variances(size > 0 ? size - 1 : 0);
    for (std::size_t k = 0; k + 1 < size; ++k) {
        const double determinant = forward[k] * backward[k + 1] - beside[k] * beside[k];
        variances[k] = (forward[k] + backward[k + 1] + 2 * beside[k]) / std::max(determinant, 1e-300);
    }
    return variances;
}

/// Moving average of the steps' durations, so that slow drift is not counted as jitter.
std::vector<double> trendOf(const std::vector<double>& boundaries)
{
    constexpr std::size_t kBeside = 16;
    const std::size_t steps = boundaries.size() - 1;
    std::vector<double> trend(steps);
    for (std::size_t k = 0; k < steps; ++k) {
        const std::size_t first = k > kBeside ? k - kBeside : 0;
        const std::size_t last = std::min(k + kBeside + 1, steps);
        trend[k] = (boundaries[last] - boundaries[first]) / static_cast<double>(last - first);
    }
    return trend;
}

std::vector<double> lengthsOf(const StepRun& run)
{
    std::vector<double> lengths;
    for (std::size_t k = 1; k < run.boundaries.size(); ++k)
        lengths.push_back(run.boundaries[k] - run.boundaries[k - 1]);
    return lengths;
}

/// Moving median of the steps' durations, so that a few much longer steps are not counted as drift.
std::vector<double> typicalLengths(const std::vector<double>& lengths)
{
    constexpr std::size_t kBeside = 16;
    std::vector<double> medians;
    for (std::size_t k = 0; k < lengths.size(); ++k) {
        const std::size_t first =
            std::min(k > kBeside ? k - kBeside : 0, lengths.size() - std::min(lengths.size(), 2 * kBeside + 1));
        const std::size_t last = std::min(first + 2 * kBeside + 1, lengths.size());
        std::vector<double> around(lengths.begin() + static_cast<std::ptrdiff_t>(first),
                                   lengths.begin() + static_cast<std::ptrdiff_t>(last));
        medians.push_back(median(std::move(around)));
    }
    return medians;
}

class Refinement
{
public:
    Refinement(std::span<const PeriodSeries> series, PeriodSpan span, StepPath path)
        : m_series(series)
        , m_span(span)
    {
        m_result.path = std::move(path);
        const double samples = [&] {
            std::size_t count = 0;
            for (const PeriodSeries& channel : series)
                count = std::max(count, channel.times.size());
            return static_cast<double>(count);
        }();
        constexpr double kSamplesABin = 12;
        m_bins = static_cast<std::size_t>(std::clamp(samples / kSamplesABin, 16.0, 128.0));
    }

    /// Starts from boundaries on a grid.
    RefinedPath refine()
    {
        constexpr int kRounds = 7;
        iterate(kRounds, std::min(m_bins, kPathGrid), false);
        iterate(kRounds, m_bins, false);
        return summarized(false);
    }

    /// Starts from refined boundaries and weights outlier steps down.
    RefinedPath settle()
    {
        constexpr int kRounds = 7;
        iterate(kRounds, m_bins, true);
        return summarized(true);
    }

private:
    void iterate(int rounds, std::size_t bins, bool weightsOutliers)
    {
        for (int round = 0; round < rounds; ++round) {
            m_result.shape = shapeOf(m_series, m_result.path, bins);
            computeSlopes();
            double squares = 0;
            double steps = 0;
            for (StepRun& run : m_result.path.runs) {
                const Chain chain = chainOf(run, stepWeights(run, weightsOutliers));
                shift(run, chain);
                squares += jitterSquares(run, chain);
                steps += static_cast<double>(run.steps());
            }
            // Prior for few steps: equivalent to three steps with a jitter of 2 %.
            constexpr double kPriorSteps = 3;
            constexpr double kPriorSquare = 0.02 * 0.02;
            m_jitter =
                std::clamp(std::sqrt((squares + kPriorSteps * kPriorSquare) / (steps + kPriorSteps)), 0.0015, 0.2);
        }
    }

    RefinedPath summarized(bool weightsOutliers)
    {
        m_result.jitter = typicalJitter();
        summarize(weightsOutliers);
        return std::move(m_result);
    }

    /// Computes the slopes of the shape, reduced where noise may have caused them.
    void computeSlopes()
    {
        m_slopes.assign(m_series.size(), {});
        for (std::size_t s = 0; s < m_series.size(); ++s) {
            const std::size_t bins = m_result.shape.bins;
            const double inBin = static_cast<double>(m_series[s].times.size()) / static_cast<double>(bins);
            const double noise = 2 * m_result.shape.variances[s] / std::max(inBin, 1.0);
            for (std::size_t b = 0; b < bins; ++b) {
                const double rise = m_result.shape.means[s][(b + 1) % bins] - m_result.shape.means[s][b];
                const double reliable = std::max(0.0, 1 - 4 * noise / std::max(rise * rise, 1e-12));
                m_slopes[s].push_back(rise * reliable * static_cast<double>(bins));
            }
        }
    }

    /// The information of one sample about the position of its step.
    struct Evidence
    {
        std::size_t step; ///< index in the run
        double phase;
        double slope;  ///< change of the sample's expected value if the step were 1 s later
        double weight; ///< 1 / its variance
        double error;  ///< difference from the mean step
    };
    template <typename Visit>
    void eachEvidence(const StepRun& run, Visit visit) const
    {
        const auto& boundaries = run.boundaries;
        for (std::size_t s = 0; s < m_series.size(); ++s) {
            const auto& times = m_series[s].times;
            // Interpolation between bins causes correlated errors of many samples: a lower bound of the variance.
            constexpr double kMinVariance = 0.02;
            const double weight = 1 / std::max(m_result.shape.variances[s], kMinVariance);
            const auto bins = static_cast<double>(m_result.shape.bins);
            auto i = static_cast<std::size_t>(std::lower_bound(times.begin(), times.end(), boundaries.front()) -
                                              times.begin());
            for (std::size_t k = 0; k + 1 < boundaries.size(); ++k) {
                const double length = boundaries[k + 1] - boundaries[k];
                for (; i < times.size() && times[i] < boundaries[k + 1]; ++i) {
                    const double phase = (times[i] - boundaries[k]) / length;
                    const double place = phase * bins - 0.5;
                    const auto bin = place < 0 ? m_result.shape.bins - 1 : static_cast<std::size_t>(place);
                    const double slope = -m_slopes[s][bin] / length;
                    if (slope != 0)
                        visit(Evidence{k, phase, slope, weight,
                                       m_series[s].values[i] - m_result.shape.at(s, phase).value});
                }
            }
        }
    }

    /// Weights of the steps' samples, 0..1. A step that differs from the mean step (one that waits for data, or is
    /// traced) would shift its boundaries to a wrong place.
    [[nodiscard]] std::vector<double> stepWeights(const StepRun& run, bool weightsOutliers) const
    {
        std::vector<double> weights(run.steps(), 1);
        if (!weightsOutliers)
            return weights;
        std::vector<double> squares(run.steps());
        std::vector<double> counts(run.steps());
        eachEvidence(run, [&](const Evidence& at) {
            squares[at.step] += at.weight * at.error * at.error;
            counts[at.step] += 1;
        });
        for (std::size_t k = 0; k < weights.size(); ++k) {
            // Expected sum of squares from noise alone, plus three standard deviations.
            constexpr double kDeviations = 3;
            const double limit = counts[k] + kDeviations * std::sqrt(2 * counts[k]);
            if (squares[k] > limit)
                weights[k] = limit * limit / (squares[k] * squares[k]);
        }
        return weights;
    }

    [[nodiscard]] Chain chainOf(const StepRun& run, const std::vector<double>& stepWeights) const
    {
        const auto& boundaries = run.boundaries;
        Chain chain(boundaries.size());
        eachEvidence(run, [&](const Evidence& at) {
            const double weight = at.weight * stepWeights[at.step];
            const double a = at.slope * (1 - at.phase);
            const double b = at.slope * at.phase;
            chain.diagonal[at.step] += weight * a * a;
            chain.diagonal[at.step + 1] += weight * b * b;
            chain.beside[at.step] += weight * a * b;
            chain.right[at.step] += weight * a * at.error;
            chain.right[at.step + 1] += weight * b * at.error;
        });
        const std::vector<double> trend = trendOf(boundaries);
        for (std::size_t k = 0; k < trend.size(); ++k) {
            const double weight = 1 / (m_jitter * m_jitter * trend[k] * trend[k]);
            const double difference = trend[k] - (boundaries[k + 1] - boundaries[k]);
            chain.diagonal[k] += weight;
            chain.diagonal[k + 1] += weight;
            chain.beside[k] -= weight;
            chain.right[k] -= weight * difference;
            chain.right[k + 1] += weight * difference;
        }
        // A weak anchor keeps the system regular for a run without slopes.
        const double anchor = 1e-6 / (trend[0] * trend[0]);
        for (double& value : chain.diagonal)
            value += anchor;
        return chain;
    }

    void shift(StepRun& run, const Chain& chain) const
    {
        const std::vector<double> shifts = chain.solve(chain.right);
        const double largest = 0.03 * m_result.path.meanSeconds();
        for (std::size_t k = 0; k < shifts.size(); ++k)
            run.boundaries[k] += std::clamp(shifts[k], -largest, largest);
        const double shortest = 0.2 * m_result.path.meanSeconds();
        for (std::size_t k = 1; k < shifts.size(); ++k)
            run.boundaries[k] = std::max(run.boundaries[k], run.boundaries[k - 1] + shortest);
    }

    /// Sum over the steps of the expected (duration / trend - 1)^2.
    static double jitterSquares(const StepRun& run, const Chain& chain)
    {
        const std::vector<double> trend = trendOf(run.boundaries);
        const std::vector<double> variances = chain.stepVariances();
        double sum = 0;
        for (std::size_t k = 0; k < trend.size(); ++k) {
            const double difference = run.boundaries[k + 1] - run.boundaries[k] - trend[k];
            sum += (difference * difference + variances[k]) / (trend[k] * trend[k]);
        }
        return sum;
    }

    /// Returns the number of steps up to `time`, and adds its derivative by each boundary, times `sign`, to `weights`.
    static double phaseAt(const std::vector<double>& boundaries, double time, std::vector<double>& weights, double sign)
    {
        auto k =
            static_cast<std::size_t>(std::upper_bound(boundaries.begin(), boundaries.end(), time) - boundaries.begin());
        k = std::clamp<std::size_t>(k, 1, boundaries.size() - 1) - 1;
        const double length = boundaries[k + 1] - boundaries[k];
        const double phase = std::clamp((time - boundaries[k]) / length, 0.0, 1.0);
        weights[k] += sign * (1 - phase);
        weights[k + 1] += sign * phase;
        return static_cast<double>(k) + phase;
    }

    [[nodiscard]] double typicalJitter() const
    {
        std::vector<double> distances;
        for (const StepRun& run : m_result.path.runs) {
            const std::vector<double> trend = trendOf(run.boundaries);
            for (std::size_t k = 0; k < trend.size(); ++k)
                distances.push_back(std::abs((run.boundaries[k + 1] - run.boundaries[k]) / trend[k] - 1));
        }
        constexpr std::size_t kMinSteps = 12;
        if (distances.size() < kMinSteps)
            return m_jitter;
        return std::min(m_jitter, kDeviationPerMad * median(std::move(distances)));
    }

    /// The part of a run that determines the mean. Steps next to a pause are left out: the pause affects their level
    /// and shifts their boundaries. The first step often waits for data, which affects the following one, too.
    [[nodiscard]] PeriodSpan countedOf(const StepRun& run) const
    {
        const auto& boundaries = run.boundaries;
        const std::size_t last = boundaries.size() - 1;
        constexpr std::size_t kMedium = 8;
        constexpr std::size_t kLong = 12;
        const std::size_t atEnd = last >= kMedium ? 2 : 1;
        const std::size_t atBegin = last >= kLong ? 3 : atEnd;
        PeriodSpan counted{boundaries.front(), boundaries.back()};
        if (counted.begin > m_span.begin)
            counted.begin = boundaries[atBegin];
        if (counted.end < m_span.end)
            counted.end = boundaries[last - atEnd];
        return {std::max(m_span.begin, counted.begin), std::min(m_span.end, counted.end)};
    }

    /// Variance inflation by correlated errors of the samples, as channels that measure the same (CPU time of the
    /// training and of the cores) and ops of varying duration have them: the variance of the sum of the samples'
    /// contributions from their autocorrelation within a quarter of a step (Newey and West, Econometrica 55, 1987),
    /// relative to that of independent samples; at least 1.
    [[nodiscard]] double dispersion(bool weightsOutliers) const
    {
        constexpr std::size_t kParts = 32; // of a step
        constexpr std::size_t kReach = kParts / 4;
        double independent = 0;
        double correlated = 0;
        for (const StepRun& run : m_result.path.runs) {
            std::vector<double> contributions(run.steps() * kParts + kReach);
            const std::vector<double> stepWeights = this->stepWeights(run, weightsOutliers);
            eachEvidence(run, [&](const Evidence& at) {
                const auto part = std::min(static_cast<std::size_t>(at.phase * kParts), kParts - 1);
                const double weight = at.weight * stepWeights[at.step];
                contributions[at.step * kParts + part] += weight * at.slope * at.error;
                independent += weight * at.slope * at.slope;
            });
            for (std::size_t i = 0; i + kReach < contributions.size(); ++i) {
                double sum = contributions[i];
                for (std::size_t lag = 1; lag < kReach; ++lag)
                    sum += 2 * (1 - static_cast<double>(lag) / kReach) * contributions[i + lag];
                correlated += contributions[i] * sum;
            }
        }
        return independent > 0 ? std::max(correlated / independent, 1.0) : 1;
    }

    /// Minimum length of the runs that determine mean and drift. Runs of a few steps next to the start or a pause have
    /// arbitrary durations; they are left out if they are rare.
    [[nodiscard]] std::size_t minimumRunLength() const
    {
        constexpr std::size_t kShortRun = 8;
        constexpr std::size_t kRare = 10; // one of this many steps
        std::size_t inShort = 0;
        for (const StepRun& run : m_result.path.runs)
            inShort += run.steps() < kShortRun ? run.steps() : 0;
        return inShort * kRare <= m_result.path.steps() ? kShortRun : 1;
    }

    /// Of each step of the runs that count, in order: whether it lasts longer than jitter explains, as one that waits
    /// for data does. Stalls often separate runs of few steps, so that each is compared with its neighbours in all
    /// runs.
    [[nodiscard]] std::vector<bool> stalledSteps(std::size_t minimumRun) const
    {
        constexpr double kFar = 3.5;
        constexpr std::size_t kMinSteps = 12;
        std::vector<double> lengths;
        for (const StepRun& run : m_result.path.runs) {
            if (run.steps() >= minimumRun)
                std::ranges::copy(lengthsOf(run), std::back_inserter(lengths));
        }
        std::vector<bool> stalled(lengths.size());
        if (lengths.size() < kMinSteps)
            return stalled;
        const std::vector<double> typical = typicalLengths(lengths);
        std::vector<double> distances;
        for (std::size_t k = 0; k < lengths.size(); ++k)
            distances.push_back(std::abs(lengths[k] / typical[k] - 1));
        const double limit = kFar * std::max(kDeviationPerMad * median(std::move(distances)), 0.002);
        for (std::size_t k = 0; k < lengths.size(); ++k)
            stalled[k] = lengths[k] / typical[k] - 1 > limit;
        return stalled;
    }

    /// The counted part of a run without its stalled steps, the first of which has index `first`, and without their
    /// neighbours, whose boundaries such a step shifts.
    [[nodiscard]] std::vector<PeriodSpan> countedParts(const StepRun& run, const std::vector<bool>& stalled,
                                                       std::size_t first) const
    {
        const PeriodSpan counted = countedOf(run);
        std::vector<PeriodSpan> parts;
        double begin = counted.begin;
        for (std::size_t k = 0; k < run.steps(); ++k) {
            if (!stalled[first + k])
                continue;
            const double end = std::min(run.boundaries[k > 0 ? k - 1 : 0], counted.end);
            if (end > begin)
                parts.push_back({begin, end});
            begin = std::max(begin, run.boundaries[std::min(k + 2, run.steps())]);
        }
        if (counted.end > begin)
            parts.push_back({begin, counted.end});
        return parts;
    }

    void summarize(bool weightsOutliers)
    {
        double seconds = 0;
        double variance = 0;
        double shortest = 0;
        double longest = 0;
        const std::size_t minimum = minimumRunLength();
        const std::vector<bool> stalled = weightsOutliers ? stalledSteps(minimum) : std::vector<bool>();
        std::size_t first = 0;
        for (const StepRun& run : m_result.path.runs) {
            if (run.steps() < minimum)
                continue;
            std::vector<double> weights(run.boundaries.size());
            for (const PeriodSpan& counted :
                 weightsOutliers ? countedParts(run, stalled, first) : std::vector{countedOf(run)}) {
                if (counted.end <= counted.begin)
                    continue;
                m_result.counted.push_back(counted);
                m_result.steps += phaseAt(run.boundaries, counted.end, weights, 1);
                m_result.steps -= phaseAt(run.boundaries, counted.begin, weights, -1);
                seconds += counted.seconds();
            }
            const Chain chain = chainOf(run, stepWeights(run, weightsOutliers));
            const std::vector<double> solved = chain.solve(weights);
            for (std::size_t k = 0; k < weights.size(); ++k)
                variance += weights[k] * solved[k];
            for (const double length : typicalLengths(lengthsOf(run))) {
                shortest = shortest > 0 ? std::min(shortest, length) : length;
                longest = std::max(longest, length);
            }
            first += run.steps();
        }
        if (m_result.steps <= 0)
            return;
        m_result.seconds = seconds / m_result.steps;
        m_result.error = std::sqrt(variance * dispersion(weightsOutliers)) / m_result.steps;
        m_result.drift = (longest - shortest) / m_result.seconds;
    }

    std::span<const PeriodSeries> m_series;
    PeriodSpan m_span;
    RefinedPath m_result{};
    std::size_t m_bins = 16;
    double m_jitter = 0.03;
    std::vector<std::vector<double>> m_slopes{}; ///< of each series, after each bin's middle, per step
};

} // namespace

RefinedPath refinePath(std::span<const PeriodSeries> series, PeriodSpan span, StepPath path)
{
    // Runs of one or two steps among many carry no information.
    const std::size_t minimum = path.steps() > 12 ? 3 : 1;
    std::erase_if(path.runs, [minimum](const StepRun& run) { return run.steps() < minimum; });
    if (path.steps() == 0)
        return {};
    return Refinement(series, span, std::move(path)).refine();
}

RefinedPath settlePath(std::span<const PeriodSeries> series, PeriodSpan span, StepPath path)
{
    return Refinement(series, span, std::move(path)).settle();
}

} // namespace stepscope::analysis
