#include "analysis/algorithms/periodrefine.h"

#include "analysis/algorithms/periodchain.h"

#include <algorithm>
#include <cmath>

namespace stepscope::analysis {
namespace {

/// Mean of the lengths around each: what drifts slowly is no jitter.
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

/// Median of the lengths around each step: a few that are much longer make no drift.
std::vector<double> typicalLengths(const std::vector<double>& boundaries)
{
    constexpr std::size_t kBeside = 16;
    std::vector<double> lengths;
    for (std::size_t k = 1; k < boundaries.size(); ++k)
        lengths.push_back(boundaries[k] - boundaries[k - 1]);
    std::vector<double> found;
    for (std::size_t k = 0; k < lengths.size(); ++k) {
        const std::size_t first =
            std::min(k > kBeside ? k - kBeside : 0, lengths.size() - std::min(lengths.size(), 2 * kBeside + 1));
        const std::size_t last = std::min(first + 2 * kBeside + 1, lengths.size());
        std::vector<double> around(lengths.begin() + static_cast<std::ptrdiff_t>(first),
                                   lengths.begin() + static_cast<std::ptrdiff_t>(last));
        const auto middle = around.begin() + static_cast<std::ptrdiff_t>(around.size() / 2);
        std::nth_element(around.begin(), middle, around.end());
        found.push_back(*middle);
    }
    return found;
}

class Refinement
{
public:
    Refinement(std::span<const PeriodSeries> series, PeriodSpan span, StepPath path)
        : m_series(series)
        , m_span(span)
    {
        m_found.path = std::move(path);
        const double samples = [&] {
            std::size_t count = 0;
            for (const PeriodSeries& one : series)
                count = std::max(count, one.times.size());
            return static_cast<double>(count);
        }();
        constexpr double kSamplesABin = 12;
        m_bins = static_cast<std::size_t>(std::clamp(samples / kSamplesABin, 16.0, 128.0));
    }

    /// From where it is not known well.
    RefinedPath refine()
    {
        constexpr int kRounds = 7;
        turn(kRounds, std::min(m_bins, kPathGrid), false);
        turn(kRounds, m_bins, false);
        return summarized(false);
    }

    /// From where it is, without the steps that are not like the others.
    RefinedPath settle()
    {
        constexpr int kRounds = 7;
        turn(kRounds, m_bins, true);
        return summarized(true);
    }

private:
    void turn(int rounds, std::size_t bins, bool onlyAlike)
    {
        for (int round = 0; round < rounds; ++round) {
            m_found.shape = shapeOf(m_series, m_found.path, bins);
            learnSlopes();
            double squares = 0;
            double steps = 0;
            for (StepRun& run : m_found.path.runs) {
                const Chain chain = chainOf(run, trustOf(run, onlyAlike));
                shift(run, chain);
                squares += jitterSquares(run, chain);
                steps += static_cast<double>(run.steps());
            }
            // Of few steps little can be learned: some that jitter by 2 % are thought of beside them.
            constexpr double kThought = 3;
            constexpr double kUsual = 0.02 * 0.02;
            m_jitter = std::clamp(std::sqrt((squares + kThought * kUsual) / (steps + kThought)), 0.0015, 0.2);
        }
    }

    RefinedPath summarized(bool onlyAlike)
    {
        m_found.jitter = typicalJitter();
        summarize(onlyAlike);
        return std::move(m_found);
    }

    /// Slopes that noise could have made say nothing of where a step is.
    void learnSlopes()
    {
        m_slopes.assign(m_series.size(), {});
        for (std::size_t s = 0; s < m_series.size(); ++s) {
            const std::size_t bins = m_found.shape.bins;
            const double inBin = static_cast<double>(m_series[s].times.size()) / static_cast<double>(bins);
            const double noise = 2 * m_found.shape.variances[s] / std::max(inBin, 1.0);
            for (std::size_t b = 0; b < bins; ++b) {
                const double rise = m_found.shape.means[s][(b + 1) % bins] - m_found.shape.means[s][b];
                const double kept = std::max(0.0, 1 - 4 * noise / std::max(rise * rise, 1e-12));
                m_slopes[s].push_back(rise * kept * static_cast<double>(bins));
            }
        }
    }

    /// What a sample says of where its step is.
    struct Evidence
    {
        std::size_t step; ///< of the run
        double phase;
        double slope;  ///< by how much it would be larger, were the step a second later
        double weight; ///< 1 / its variance
        double off;    ///< of the mean step
    };
    template <typename Visit>
    void eachEvidence(const StepRun& run, Visit visit) const
    {
        const auto& boundaries = run.boundaries;
        for (std::size_t s = 0; s < m_series.size(); ++s) {
            const auto& times = m_series[s].times;
            // What noise leaves is off by edges between bins, in many samples alike: never told better than so.
            constexpr double kLeastVariance = 0.02;
            const double weight = 1 / std::max(m_found.shape.variances[s], kLeastVariance);
            const auto bins = static_cast<double>(m_found.shape.bins);
            auto i = static_cast<std::size_t>(std::lower_bound(times.begin(), times.end(), boundaries.front()) -
                                              times.begin());
            for (std::size_t k = 0; k + 1 < boundaries.size(); ++k) {
                const double length = boundaries[k + 1] - boundaries[k];
                for (; i < times.size() && times[i] < boundaries[k + 1]; ++i) {
                    const double phase = (times[i] - boundaries[k]) / length;
                    const double place = phase * bins - 0.5;
                    const auto bin = place < 0 ? m_found.shape.bins - 1 : static_cast<std::size_t>(place);
                    const double slope = -m_slopes[s][bin] / length;
                    if (slope != 0)
                        visit(Evidence{k, phase, slope, weight,
                                       m_series[s].values[i] - m_found.shape.at(s, phase).value});
                }
            }
        }
    }

    /// How much the samples of each step say, from 0 to 1: a step that is not like the others (one that waits for its
    /// data, or is traced) fits nowhere, and would draw the boundaries to its neighbours along.
    [[nodiscard]] std::vector<double> trustOf(const StepRun& run, bool onlyAlike) const
    {
        std::vector<double> trust(run.steps(), 1);
        if (!onlyAlike)
            return trust;
        std::vector<double> squares(run.steps());
        std::vector<double> counts(run.steps());
        eachEvidence(run, [&](const Evidence& at) {
            squares[at.step] += at.weight * at.off * at.off;
            counts[at.step] += 1;
        });
        for (std::size_t k = 0; k < trust.size(); ++k) {
            // Mean square and standard deviation of what chance alone would leave.
            constexpr double kDeviations = 3;
            const double most = counts[k] + kDeviations * std::sqrt(2 * counts[k]);
            if (squares[k] > most)
                trust[k] = most * most / (squares[k] * squares[k]);
        }
        return trust;
    }

    [[nodiscard]] Chain chainOf(const StepRun& run, const std::vector<double>& trust) const
    {
        const auto& boundaries = run.boundaries;
        Chain chain(boundaries.size());
        eachEvidence(run, [&](const Evidence& at) {
            const double weight = at.weight * trust[at.step];
            const double a = at.slope * (1 - at.phase);
            const double b = at.slope * at.phase;
            chain.diagonal[at.step] += weight * a * a;
            chain.diagonal[at.step + 1] += weight * b * b;
            chain.beside[at.step] += weight * a * b;
            chain.right[at.step] += weight * a * at.off;
            chain.right[at.step + 1] += weight * b * at.off;
        });
        const std::vector<double> trend = trendOf(boundaries);
        for (std::size_t k = 0; k < trend.size(); ++k) {
            const double weight = 1 / (m_jitter * m_jitter * trend[k] * trend[k]);
            const double off = trend[k] - (boundaries[k + 1] - boundaries[k]);
            chain.diagonal[k] += weight;
            chain.diagonal[k + 1] += weight;
            chain.beside[k] -= weight;
            chain.right[k] -= weight * off;
            chain.right[k + 1] += weight * off;
        }
        // Nothing else ties a run whose samples all look alike to any place.
        const double anchor = 1e-6 / (trend[0] * trend[0]);
        for (double& value : chain.diagonal)
            value += anchor;
        return chain;
    }

    void shift(StepRun& run, const Chain& chain) const
    {
        const std::vector<double> shifts = chain.solve(chain.right);
        const double most = 0.03 * m_found.path.meanSeconds();
        for (std::size_t k = 0; k < shifts.size(); ++k)
            run.boundaries[k] += std::clamp(shifts[k], -most, most);
        const double shortest = 0.2 * m_found.path.meanSeconds();
        for (std::size_t k = 1; k < shifts.size(); ++k)
            run.boundaries[k] = std::max(run.boundaries[k], run.boundaries[k - 1] + shortest);
    }

    /// Sum over the steps of what is expected of (length / trend - 1)^2.
    static double jitterSquares(const StepRun& run, const Chain& chain)
    {
        const std::vector<double> trend = trendOf(run.boundaries);
        const std::vector<double> variances = chain.stepVariances();
        double sum = 0;
        for (std::size_t k = 0; k < trend.size(); ++k) {
            const double off = run.boundaries[k + 1] - run.boundaries[k] - trend[k];
            sum += (off * off + variances[k]) / (trend[k] * trend[k]);
        }
        return sum;
    }

    /// Adds a step's phase at `time` to `weights`: by how much it changes with each boundary (negative: per second).
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
        for (const StepRun& run : m_found.path.runs) {
            const std::vector<double> trend = trendOf(run.boundaries);
            for (std::size_t k = 0; k < trend.size(); ++k)
                distances.push_back(std::abs((run.boundaries[k + 1] - run.boundaries[k]) / trend[k] - 1));
        }
        constexpr std::size_t kFewest = 12;
        if (distances.size() < kFewest)
            return m_jitter;
        const auto middle = distances.begin() + static_cast<std::ptrdiff_t>(distances.size() / 2);
        std::nth_element(distances.begin(), middle, distances.end());
        constexpr double kToDeviation = 1.4826;
        return std::min(m_jitter, kToDeviation * *middle);
    }

    /// What counts of a run: the first and last step beside what is no step have a level that is not theirs, and draw
    /// the boundary to the next one with them; the first, which often waits for its data, the one behind that, too.
    [[nodiscard]] PeriodSpan countedOf(const StepRun& run) const
    {
        const auto& boundaries = run.boundaries;
        const std::size_t last = boundaries.size() - 1;
        constexpr std::size_t kSome = 8;
        constexpr std::size_t kMany = 12;
        const std::size_t atEnd = last >= kSome ? 2 : 1;
        const std::size_t atBegin = last >= kMany ? 3 : atEnd;
        PeriodSpan counted{boundaries.front(), boundaries.back()};
        if (counted.begin > m_span.begin)
            counted.begin = boundaries[atBegin];
        if (counted.end < m_span.end)
            counted.end = boundaries[last - atEnd];
        return {std::max(m_span.begin, counted.begin), std::min(m_span.end, counted.end)};
    }

    /// How much more the samples are off than they would be if each said something of its own: channels that see the
    /// same (a training's time and the cores'), and ops that take longer now and then, are off together. The variance
    /// of the sum of what they say, from what is said within a quarter of a step (Newey and West, Econometrica 55,
    /// 1987), in units of that of independent samples.
    [[nodiscard]] double dispersion(bool onlyAlike) const
    {
        constexpr std::size_t kParts = 32; // of a step
        constexpr std::size_t kReach = kParts / 4;
        double independent = 0;
        double together = 0;
        for (const StepRun& run : m_found.path.runs) {
            std::vector<double> said(run.steps() * kParts + kReach);
            const std::vector<double> trust = trustOf(run, onlyAlike);
            eachEvidence(run, [&](const Evidence& at) {
                const auto part = std::min(static_cast<std::size_t>(at.phase * kParts), kParts - 1);
                const double weight = at.weight * trust[at.step];
                said[at.step * kParts + part] += weight * at.slope * at.off;
                independent += weight * at.slope * at.slope;
            });
            for (std::size_t i = 0; i + kReach < said.size(); ++i) {
                double around = said[i];
                for (std::size_t lag = 1; lag < kReach; ++lag)
                    around += 2 * (1 - static_cast<double>(lag) / kReach) * said[i + lag];
                together += said[i] * around;
            }
        }
        return independent > 0 ? std::max(together / independent, 1.0) : 1;
    }

    /// Steps of a run that tells of the mean and of a drift: what was followed for three or four steps beside a start
    /// or a pause is of any length. Where there is much of it, it is nothing beside steps.
    [[nodiscard]] std::size_t fewestThatCount() const
    {
        constexpr std::size_t kFew = 8;
        constexpr std::size_t kRare = 10; // 1 of so many steps
        std::size_t inShort = 0;
        for (const StepRun& run : m_found.path.runs)
            inShort += run.steps() < kFew ? run.steps() : 0;
        return inShort * kRare <= m_found.path.steps() ? kFew : 1;
    }

    void summarize(bool onlyAlike)
    {
        double seconds = 0;
        double variance = 0;
        double least = 0;
        double most = 0;
        const std::size_t fewest = fewestThatCount();
        for (const StepRun& run : m_found.path.runs) {
            if (run.steps() < fewest)
                continue;
            const PeriodSpan counted = countedOf(run);
            const double begin = counted.begin;
            const double end = counted.end;
            if (end <= begin)
                continue;
            m_found.counted.push_back(counted);
            const Chain chain = chainOf(run, trustOf(run, onlyAlike));
            std::vector<double> weights(run.boundaries.size());
            m_found.steps += phaseAt(run.boundaries, end, weights, 1);
            m_found.steps -= phaseAt(run.boundaries, begin, weights, -1);
            seconds += end - begin;
            const std::vector<double> solved = chain.solve(weights);
            for (std::size_t k = 0; k < weights.size(); ++k)
                variance += weights[k] * solved[k];
            for (const double length : typicalLengths(run.boundaries)) {
                least = least > 0 ? std::min(least, length) : length;
                most = std::max(most, length);
            }
        }
        if (m_found.steps <= 0)
            return;
        m_found.seconds = seconds / m_found.steps;
        m_found.error = std::sqrt(variance * dispersion(onlyAlike)) / m_found.steps;
        m_found.drift = (most - least) / m_found.seconds;
    }

    std::span<const PeriodSeries> m_series;
    PeriodSpan m_span;
    RefinedPath m_found{};
    std::size_t m_bins = 16;
    double m_jitter = 0.03;
    std::vector<std::vector<double>> m_slopes{}; ///< of each series, behind each bin's middle, per step
};

} // namespace

RefinedPath refinePath(std::span<const PeriodSeries> series, PeriodSpan span, StepPath path)
{
    // Of one or two steps among many nothing can be learned.
    const std::size_t fewest = path.steps() > 12 ? 3 : 1;
    std::erase_if(path.runs, [fewest](const StepRun& run) { return run.steps() < fewest; });
    if (path.steps() == 0)
        return {};
    return Refinement(series, span, std::move(path)).refine();
}

RefinedPath settlePath(std::span<const PeriodSeries> series, PeriodSpan span, StepPath path)
{
    return Refinement(series, span, std::move(path)).settle();
}

} // namespace stepscope::analysis
