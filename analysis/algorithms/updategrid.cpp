#include "analysis/algorithms/updategrid.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <numbers>
#include <vector>

namespace stepscope::analysis {
namespace {

constexpr double kLongestPeriod = 1.0;
constexpr std::size_t kFewestChanges = 12;
/// Mean direction of the changes' phases: 1 = all at one phase. Changes are known to a sampling period only.
constexpr double kLeastCoherence = 0.75;

/// A value changed between these readings.
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

std::complex<double> direction(std::span<const double> changes, double period)
{
    std::complex<double> sum = 0;
    for (const double change : changes)
        sum += std::polar(1.0, 2 * std::numbers::pi * change / period);
    return sum / static_cast<double>(changes.size());
}

/// What the coherence is when changes are exactly periodic but seen only at samples that are `sampling` apart.
double blurred(double period, double sampling)
{
    const double x = std::numbers::pi * sampling / period;
    return std::sin(x) / x;
}

/// Each change bounds the phase from below and above; the period whose bounds leave most room is it. A few changes may
/// contradict (a reading that was late).
UpdateGrid refined(std::span<const Change> changes, const UpdateGrid& coarse, double length)
{
    constexpr int kTries = 100;
    UpdateGrid best = coarse;
    double bestRoom = -std::numeric_limits<double>::infinity();
    std::vector<double> lower(changes.size());
    std::vector<double> upper(changes.size());
    const auto outlier = static_cast<std::ptrdiff_t>(changes.size() / 50);
    for (int i = -kTries; i <= kTries; ++i) {
        const double period = coarse.period + i * coarse.period * coarse.period / (kTries * 4 * length);
        for (std::size_t k = 0; k < changes.size(); ++k) {
            const double middle = (changes[k].after + changes[k].until) / 2;
            const double count = std::round((middle - coarse.phase) / period);
            lower[k] = changes[k].after - count * period;
            upper[k] = changes[k].until - count * period;
        }
        std::nth_element(lower.begin(), lower.end() - 1 - outlier, lower.end());
        std::nth_element(upper.begin(), upper.begin() + outlier, upper.end());
        const double from = *(lower.end() - 1 - outlier);
        const double to = *(upper.begin() + outlier);
        if (to - from > bestRoom) {
            bestRoom = to - from;
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
    if (changes.size() < kFewestChanges)
        return std::nullopt;
    std::nth_element(gaps.begin(), gaps.begin() + static_cast<std::ptrdiff_t>(gaps.size() / 2), gaps.end());
    const double sampling = gaps[gaps.size() / 2];
    const double length = times.back() - times.front();

    const std::vector<double> instants = middles(changes);
    UpdateGrid best;
    double bestScore = 0;
    for (double period = kLongestPeriod; period >= 1.5 * sampling; period -= period * period / (8 * length)) {
        const std::complex<double> found = direction(instants, period);
        const double score = std::abs(found) / blurred(period, sampling);
        // Its fractions, and what the sampling mirrors them to, are as coherent: the longest one is it.
        if (score < kLeastCoherence) {
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
    best.phase = std::arg(direction(instants, best.period)) / (2 * std::numbers::pi) * best.period;
    best = refined(changes, best, length);
    best.phase -= std::floor(best.phase / best.period) * best.period;
    return best;
}

} // namespace stepscope::analysis
