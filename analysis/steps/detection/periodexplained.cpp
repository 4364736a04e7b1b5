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

constexpr std::size_t kPointsOfCycle = 64;

/// Variance of the mean of the cycles that begin at a phase, times the share of the step that they take.
double varianceOfCycles(const StepShape& shape, std::size_t series, double begin, std::size_t cycles, double part)
{
    std::vector<double> mean(kPointsOfCycle);
    for (std::size_t point = 0; point < kPointsOfCycle; ++point) {
        const double within = part * static_cast<double>(point) / kPointsOfCycle;
        for (std::size_t cycle = 0; cycle < cycles; ++cycle) {
            const double phase = begin + part * static_cast<double>(cycle) + within;
            mean[point] += shape.at(series, phase - std::floor(phase)).value / static_cast<double>(cycles);
        }
    }
    const double middle = std::accumulate(mean.begin(), mean.end(), 0.0) / kPointsOfCycle;
    const double squares = std::accumulate(mean.begin(), mean.end(), 0.0, [middle](double sum, double value) {
        return sum + (value - middle) * (value - middle);
    });
    return squares / kPointsOfCycle * part * static_cast<double>(cycles);
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

double shareOfCycles(std::span<const PeriodSeries> series, const RefinedPath& refined, std::size_t cycles, double part)
{
    constexpr std::size_t kBegins = 48;
    std::vector<double> ofCycles(kBegins); // by the phase at which they begin
    double all = 1e-12;
    for (std::size_t s = 0; s < series.size(); ++s) {
        if (!repeatsWith(series, s, refined))
            continue;
        all += varianceOfCycles(refined.shape, s, 0, 1, 1);
        for (std::size_t begin = 0; begin < kBegins; ++begin)
            ofCycles[begin] += varianceOfCycles(refined.shape, s, static_cast<double>(begin) / kBegins, cycles, part);
    }
    return *std::max_element(ofCycles.begin(), ofCycles.end()) / all;
}

} // namespace stepscope::analysis
