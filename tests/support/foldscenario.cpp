#include "tests/support/foldscenario.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace stepscope::testing {
namespace {

constexpr int kTruthBins = 8000;

/// Integral of the truth over consecutive steps, by phase.
class Energy
{
public:
    Energy(const std::vector<double>& truth, double stepSeconds)
        : m_truth(truth)
        , m_step(stepSeconds)
        , m_sums(truth.size() + 1)
    {
        for (std::size_t i = 0; i < truth.size(); ++i)
            m_sums[i + 1] = m_sums[i] + truth[i] * stepSeconds / static_cast<double>(truth.size());
    }
    [[nodiscard]] double until(double seconds) const
    {
        const double whole = std::floor(seconds / m_step);
        const double place = (seconds - whole * m_step) / m_step * static_cast<double>(m_truth.size());
        const std::size_t bin = std::min(static_cast<std::size_t>(place), m_truth.size() - 1);
        const double part = (place - static_cast<double>(bin)) * m_step / static_cast<double>(m_truth.size());
        return whole * m_sums.back() + m_sums[bin] + part * m_truth[bin];
    }

private:
    const std::vector<double>& m_truth;
    double m_step;
    std::vector<double> m_sums;
};

std::vector<double> makeTruth(std::mt19937_64& random, FoldScenario& scenario)
{
    std::normal_distribution<double> normal;
    std::uniform_real_distribution<double> even;
    std::vector<double> truth(kTruthBins);
    const double step = scenario.stepSeconds;
    double at = 0;
    while (at < step) {
        const double length = 0.001 * std::exp(0.9 * normal(random) + 1.2);
        const double watts = 3 + std::exp(0.7 * normal(random) + 0.7);
        for (int i = static_cast<int>(at / step * kTruthBins); i < kTruthBins && i < (at + length) / step * kTruthBins;
             ++i)
            truth[static_cast<std::size_t>(i)] = watts;
        at += length;
    }
    constexpr int kPulses = 12;
    for (int k = 0; k < kPulses; ++k) {
        scenario.pulses.push_back((k + 0.3 + 0.4 * even(random)) * step / kPulses);
        for (int i = 0; i < kTruthBins; ++i) {
            const double seconds = (i + 0.5) * step / kTruthBins - scenario.pulses.back();
            if (seconds >= 0 && seconds < FoldScenario::kPulse)
                truth[static_cast<std::size_t>(i)] += 4;
        }
    }
    return truth;
}

} // namespace

double FoldScenario::mean(double begin, double end) const
{
    const Energy energy(truth, stepSeconds);
    return (energy.until(end) - energy.until(begin)) / (end - begin);
}

FoldScenario makeFoldScenario(unsigned seed, const FoldPlan& plan)
{
    std::mt19937_64 random(seed);
    std::normal_distribution<double> normal;
    FoldScenario scenario;
    scenario.stepSeconds = plan.stepSeconds;
    scenario.truth = makeTruth(random, scenario);
    const Energy energy(scenario.truth, plan.stepSeconds);
    const double meanWatts = energy.until(plan.stepSeconds) / plan.stepSeconds;
    std::vector<double> starts{0};
    for (int step = 0; step < plan.steps; ++step)
        starts.push_back(starts.back() + plan.stepSeconds * std::max(0.5, 1 + plan.jitter * normal(random)));
    const auto stepAt = [&](double time) {
        const auto after = std::upper_bound(starts.begin(), starts.end() - 1, time);
        return static_cast<std::size_t>(after - starts.begin()) - 1;
    };
    const auto phase = [&](double time) {
        const std::size_t step = stepAt(time);
        return (static_cast<double>(step) + (time - starts[step]) / (starts[step + 1] - starts[step])) *
               plan.stepSeconds;
    };
    const double first = plan.window + plan.period; // the power before the first step is not defined
    for (int i = 0; first + i * plan.period < starts.back(); ++i) {
        const double end = first + i * plan.period;
        double joules = 0;
        for (double at = end - plan.window; at < end;) {
            const std::size_t step = stepAt(at);
            const double until = std::min(end, starts[step + 1]);
            const double stretch = (starts[step + 1] - starts[step]) / plan.stepSeconds;
            const double from = phase(at);
            joules += stretch * (energy.until(from + (until - at) / stretch) - energy.until(from));
            at = until > at ? until : end;
        }
        const double watts = joules / plan.window + plan.noise * meanWatts * normal(random);
        const double whole = std::floor(phase(end) / plan.stepSeconds);
        const double offset = whole * plan.stepSeconds;
        scenario.samples.push_back({phase(end - plan.window) - offset, phase(end) - offset,
                                    std::round(watts / plan.quantum) * plan.quantum,
                                    static_cast<std::uint32_t>(whole)});
    }
    return scenario;
}

FoldErrors errorsOf(const FoldScenario& scenario, const analysis::FoldedWaveform& fold)
{
    FoldErrors errors;
    if (fold.value.empty())
        return errors;
    const Energy energy(scenario.truth, scenario.stepSeconds);
    const auto truthOf = [&](double begin, double end) {
        return (energy.until(end) - energy.until(begin)) / (end - begin);
    };
    const auto bins = static_cast<double>(fold.value.size());
    double squares = 0;
    double low = INFINITY;
    double high = -INFINITY;
    errors.covered = 0;
    for (std::size_t i = 0; i < fold.value.size(); ++i) {
        const double begin = static_cast<double>(i) * fold.binSeconds;
        const double truth = truthOf(begin, begin + fold.binSeconds);
        squares += (fold.value[i] - truth) * (fold.value[i] - truth);
        low = std::min(low, truth);
        high = std::max(high, truth);
        errors.covered += fold.low[i] <= truth && truth <= fold.high[i] ? 1 / bins : 0;
    }
    errors.rms = std::sqrt(squares / bins) / (high - low);
    errors.pulseMean = errors.pulseWorst = 0;
    for (const double pulse : scenario.pulses) {
        // Over the bins that lie completely in the pulse; the bin at its middle if there is none.
        auto first = static_cast<std::size_t>(std::ceil(pulse / fold.binSeconds));
        auto last = static_cast<std::size_t>((pulse + FoldScenario::kPulse) / fold.binSeconds);
        if (last <= first) {
            first = static_cast<std::size_t>((pulse + FoldScenario::kPulse / 2) / fold.binSeconds);
            last = first + 1;
        }
        double level = 0;
        for (std::size_t i = first; i < last; ++i)
            level += fold.value[i] / static_cast<double>(last - first);
        const double truth =
            truthOf(static_cast<double>(first) * fold.binSeconds, static_cast<double>(last) * fold.binSeconds);
        const double error = std::abs(level - truth) / truth;
        errors.pulseMean += error / static_cast<double>(scenario.pulses.size());
        errors.pulseWorst = std::max(errors.pulseWorst, error);
    }
    return errors;
}

} // namespace stepscope::testing
