#include "analysis/sensors/updategrid.h"

#include "analysis/statistics/orderstatistics.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <numbers>
#include <utility>
#include <vector>

namespace stepscope::analysis {
namespace {

constexpr double kLongestPeriod = 1.0;
constexpr std::size_t kMinChanges = 12;
/// Minimum length of the mean direction of the changes' phases (1 = all at one phase), after correction for the
/// sampling period.
constexpr double kMinCoherence = 0.75;

/// The value changed between these two samples.
struct Change
{
    double after = 0;
    double until = 0;
};

std::vector<double> middles(std::span<const Change> changes)
{
    std::vector<double> result;
    for (const Change& change : changes)
        result.push_back((change.after + change.until) / 2);
    return result;
}

/// Mean of the changes' phases as unit vectors.
std::complex<double> meanDirection(std::span<const double> changes, double period)
{
    std::complex<double> sum = 0;
    for (const double change : changes)
        sum += std::polar(1.0, 2 * std::numbers::pi * change / period);
    return sum / static_cast<double>(changes.size());
}

/// Coherence of exactly periodic changes that are observed with the sampling period `sampling`.
double expectedCoherence(double period, double sampling)
{
    const double x = std::numbers::pi * sampling / period;
    return std::sin(x) / x;
}

/// Each change limits the phase from below and above; selects the period with the widest range between the limits.
/// Ignores 2 % of the changes on each side, which may come from samples that were read late.
UpdateGrid refined(std::span<const Change> changes, const UpdateGrid& coarse, double length)
{
    constexpr int kTries = 100;
    UpdateGrid best = coarse;
    double widest = -std::numeric_limits<double>::infinity();
    std::vector<double> lower(changes.size());
    std::vector<double> upper(changes.size());
    const std::size_t ignored = changes.size() / 50;
    for (int i = -kTries; i <= kTries; ++i) {
        const double period = coarse.period + i * coarse.period * coarse.period / (kTries * 4 * length);
        for (std::size_t k = 0; k < changes.size(); ++k) {
            const double middle = (changes[k].after + changes[k].until) / 2;
            const double count = std::round((middle - coarse.phase) / period);
            lower[k] = changes[k].after - count * period;
            upper[k] = changes[k].until - count * period;
        }
        const double from = nthSmallest(lower, lower.size() - 1 - ignored);
        const double to = nthSmallest(upper, ignored);
        if (to - from > widest) {
            widest = to - from;
            best = {period, (from + to) / 2};
        }
    }
    return best;
}

} // namespace

double UpdateGrid::latest(double time) const
{
    return phase + std::floor((time - phase) / period) * period;
}

std::optional<UpdateGrid> findUpdateGrid(std::span<const double> times, std::span<const double> values)
{
    std::vector<Change> changes;
    std::vector<double> gaps;
    for (std::size_t i = 1; i < times.size(); ++i) {
        gaps.push_back(times[i] - times[i - 1]);
        if (values[i] != values[i - 1])
            changes.push_back({times[i - 1], times[i]});
    }
    if (changes.size() < kMinChanges)
        return std::nullopt;
    const double sampling = median(std::move(gaps));
    const double length = times.back() - times.front();

    const std::vector<double> instants = middles(changes);
    UpdateGrid best;
    double bestScore = 0;
    for (double period = kLongestPeriod; period >= 1.5 * sampling; period -= period * period / (8 * length)) {
        const std::complex<double> mean = meanDirection(instants, period);
        const double score = std::abs(mean) / expectedCoherence(period, sampling);
        // Fractions of the period and their aliases are equally coherent: the longest coherent period is the result.
        if (score < kMinCoherence) {
            if (bestScore > 0)
                break;
            continue;
        }
        if (score > bestScore) {
            bestScore = score;
            best.period = period;
        }
    }
    if (bestScore == 0)
        return std::nullopt;
    best.phase = std::arg(meanDirection(instants, best.period)) / (2 * std::numbers::pi) * best.period;
    best = refined(changes, best, length);
    best.phase -= std::floor(best.phase / best.period) * best.period;
    return best;
}

} // namespace stepscope::analysis
