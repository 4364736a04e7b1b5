#include "analysis/steps/detection/periodexplained.h"

#include "analysis/steps/detection/periodnoise.h"
#include "analysis/steps/detection/periodthresholds.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <numeric>
#include <vector>

namespace stepscope::analysis {
namespace {

/// Amplitude of the waveform: the difference of the two levels of a square wave with the same mean absolute deviation.
/// The range would be dominated by noise.
double amplitude(std::span<const double> wave)
{
    const auto size = static_cast<double>(wave.size());
    const double mean = std::accumulate(wave.begin(), wave.end(), 0.0) / size;
    return 2 / size * std::accumulate(wave.begin(), wave.end(), 0.0, [mean](double sum, double value) {
               return sum + std::abs(value - mean);
           });
}

/// Power of a harmonic of a wave.
double powerOf(std::span<const double> wave, std::size_t harmonic)
{
    const double turn = 2 * std::numbers::pi / static_cast<double>(wave.size());
    std::complex<double> sum;
    for (std::size_t i = 0; i < wave.size(); ++i)
        sum += std::polar(1.0, turn * static_cast<double>(harmonic * i % wave.size())) * wave[i];
    return std::norm(sum);
}

} // namespace

bool repeatsWith(std::span<const PeriodSeries> series, std::size_t index, const RefinedPath& refined)
{
    return index < refined.shape.means.size() && amplitude(refined.shape.means[index]) > series[index].floor &&
           foldCoherence(series.subspan(index, 1), refined.path, kPathGrid) > threshold::kMinCoherence;
}

double explainedBy(std::span<const PeriodSeries> series, const RefinedPath& refined)
{
    double sum = 0;
    double weights = 1e-9;
    for (std::size_t s = 0; s < series.size(); ++s) {
        if (!repeatsWith(series, s, refined))
            continue;
        const double share = std::clamp(1 - refined.shape.variances[s], 0.0, 1.0);
        sum += share * share;
        weights += share;
    }
    return sum / weights;
}

double fastShare(std::span<const PeriodSeries> series, const RefinedPath& refined, double samplesAStep)
{
    constexpr double kBinsASample = 4;
    const auto bins = static_cast<std::size_t>(std::clamp(kBinsASample * samplesAStep, 16.0, 1024.0));
    const StepShape shape = shapeOf(series, refined.path, bins);
    double fast = 0;
    double all = 1e-12;
    for (std::size_t s = 0; s < series.size(); ++s) {
        if (!repeatsWith(series, s, refined))
            continue;
        for (std::size_t harmonic = 1; harmonic <= bins / 2; ++harmonic) {
            const double power = powerOf(shape.means[s], harmonic);
            all += power;
            fast += samplesAStep < threshold::kFastSamples * static_cast<double>(harmonic) ? power : 0;
        }
    }
    return fast / all;
}

} // namespace stepscope::analysis
