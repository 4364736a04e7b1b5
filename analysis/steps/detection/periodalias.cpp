#include "analysis/steps/detection/periodalias.h"

#include "analysis/statistics/autocorrelation.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace stepscope::analysis {
namespace {

constexpr std::size_t kWindow = 24; ///< samples, few enough that jitter does not matter
constexpr std::size_t kMaxWindows = 400;
/// Grid of frequencies, in waves per sample. It contains the aliases of each of its slow waves: a slow wave off the
/// grid would lose to its alias on the grid even with regular samples.
constexpr double kStep = 1.0 / (4 * kWindow);
constexpr double kBorder = 0.47;
constexpr double kFastest = 2.2;

/// Drift within a window is indistinguishable from a wave of nearly one period per sample.
constexpr std::size_t kDriftWaves = 3; ///< number of the slowest waves that count as drift
constexpr double kMaxDriftShare = 0.6; ///< of the window's variance

/// Share of the window's variance that one sine wave explains.
double explainedShare(const PeriodSeries& series, std::size_t first, double wavesASecond)
{
    double mean = 0;
    for (std::size_t i = first; i < first + kWindow; ++i)
        mean += series.values[i] / kWindow;
    double re = 0;
    double im = 0;
    double squares = 1e-12;
    for (std::size_t i = first; i < first + kWindow; ++i) {
        const double value = series.values[i] - mean;
        const double angle = 2 * std::numbers::pi * wavesASecond * (series.times[i] - series.times[first]);
        re += value * std::cos(angle);
        im += value * std::sin(angle);
        squares += value * value;
    }
    return std::min(0.999, 2 * (re * re + im * im) / (kWindow * squares));
}

bool hasDrift(const PeriodSeries& series, std::size_t first, double sampling)
{
    for (std::size_t i = 1; i <= kDriftWaves; ++i) {
        if (explainedShare(series, first, kStep * static_cast<double>(i) / sampling) > kMaxDriftShare)
            return true;
    }
    return false;
}

} // namespace

double aliasGain(std::span<const PeriodSeries> series, double sampling)
{
    constexpr auto kWaves = static_cast<std::size_t>(kFastest / kStep);
    std::vector<double> nats(kWaves);
    for (const PeriodSeries& channel : series) {
        const std::size_t windows = channel.times.size() / kWindow;
        const std::size_t every = windows / kMaxWindows + 1;
        for (std::size_t w = 0; w < windows; w += every) {
            const std::size_t first = w * kWindow;
            if (channel.times[first + kWindow - 1] - channel.times[first] > 2 * kWindow * sampling)
                continue; // the window contains a gap
            if (hasDrift(channel, first, sampling))
                continue;
            for (std::size_t i = 0; i < kWaves; ++i) {
                const double share = explainedShare(channel, first, kStep * static_cast<double>(i + 1) / sampling);
                nats[i] -= kWindow / 2.0 * std::log(1 - share);
            }
        }
    }
    const auto border = nats.begin() + static_cast<std::ptrdiff_t>(kBorder / kStep);
    if (nats.empty())
        return 0;
    return *std::max_element(border, nats.end()) - *std::max_element(nats.begin(), border);
}

double lineStrength(std::span<const PeriodSeries> series, double sampling, double period)
{
    constexpr double kLine = 0.04;
    constexpr double kNear = 0.1;
    constexpr double kFar = 0.2;
    constexpr int kHarmonics = 4;
    const PeriodSpan span = spanOf(series);
    const auto cells = static_cast<std::size_t>(span.seconds() / sampling) + 1;
    const std::size_t length = fastLength(cells);
    double inside = 0;
    double insideCount = 0;
    double beside = 0;
    double besideCount = 0;
    for (const PeriodSeries& channel : series) {
        std::vector<double> values(cells);
        for (std::size_t i = 0; i < channel.times.size(); ++i)
            values[std::min(static_cast<std::size_t>((channel.times[i] - span.begin) / sampling), cells - 1)] =
                channel.values[i];
        const auto spectrum = spectrumOf(values, length);
        for (int h = 1; h <= kHarmonics; ++h) {
            const double middle = static_cast<double>(length) * sampling * h / period;
            if (middle * (1 + kFar) >= static_cast<double>(spectrum.size()) && h > 1)
                break;
            const auto last = std::min(static_cast<std::size_t>(middle * (1 + kFar)) + 1, spectrum.size());
            for (auto k = static_cast<std::size_t>(middle * (1 - kFar)); k < last; ++k) {
                const double distance = std::abs(static_cast<double>(k) / middle - 1);
                const double power = std::norm(spectrum[k]);
                if (distance <= kLine || std::abs(static_cast<double>(k) - middle) < 1) {
                    inside += power;
                    insideCount += 1;
                } else if (distance >= kNear) {
                    beside += power;
                    besideCount += 1;
                }
            }
        }
    }
    if (insideCount < 1 || besideCount < 1 || beside <= 0)
        return 0;
    // Zero padding correlates neighbouring coefficients: this share of them is independent.
    const double independent = static_cast<double>(cells) / static_cast<double>(length);
    const double ratio = inside / insideCount / (beside / besideCount);
    return (ratio - 1) / std::sqrt((1 / insideCount + 1 / besideCount) / independent);
}

} // namespace stepscope::analysis
