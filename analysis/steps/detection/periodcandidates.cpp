#include "analysis/steps/detection/periodcandidates.h"

#include "analysis/statistics/autocorrelation.h"
#include "analysis/statistics/orderstatistics.h"
#include "analysis/steps/detection/periodthresholds.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace stepscope::analysis {
namespace {

constexpr std::size_t kMaxCells = std::size_t{1} << 22U; // 4 Mi
constexpr double kSmoothing = 0.02; ///< of a lag or frequency: the width of a peak of steps with jitter

/// Mean of the values in each of `cells` equal parts of the span; 0 in empty cells.
std::vector<double> onGrid(const PeriodSeries& series, PeriodSpan span, double width, std::size_t cells)
{
    std::vector<double> sums(cells);
    std::vector<unsigned> counts(cells);
    for (std::size_t i = 0; i < series.times.size(); ++i) {
        const auto cell = std::min(static_cast<std::size_t>((series.times[i] - span.begin) / width), cells - 1);
        sums[cell] += series.values[i];
        ++counts[cell];
    }
    for (std::size_t i = 0; i < cells; ++i) {
        if (counts[i] > 1)
            sums[i] /= counts[i];
    }
    return sums;
}

/// Divides by the median of the surrounding band, interpolated linearly on logarithmic axes between the centres of the
/// bands. A band is half an octave wide and has at least 16 coefficients, so that it is wider than the lines of steps.
void whiten(std::vector<double>& power)
{
    constexpr std::size_t kMinBand = 16;
    constexpr double kBandRatio = 1.41;
    std::vector<std::pair<double, double>> centres; // log of the index, log of the median
    for (std::size_t first = 1; first < power.size();) {
        std::size_t last =
            std::max(first + kMinBand, static_cast<std::size_t>(static_cast<double>(first) * kBandRatio));
        if (last + kMinBand > power.size())
            last = power.size();
        std::vector<double> band(power.begin() + static_cast<std::ptrdiff_t>(first),
                                 power.begin() + static_cast<std::ptrdiff_t>(last));
        centres.emplace_back(std::log(std::sqrt(static_cast<double>(first) * static_cast<double>(last))),
                             std::log(std::max(median(std::move(band)), 1e-12)));
        first = last;
    }
    power[0] = 0;
    std::size_t band = 0;
    for (std::size_t k = 1; k < power.size() && !centres.empty(); ++k) {
        const double place = std::log(static_cast<double>(k));
        while (band + 2 < centres.size() && place > centres[band + 1].first)
            ++band;
        double level = centres[band].second;
        if (centres.size() > 1) {
            const auto& [x0, y0] = centres[band];
            const auto& [x1, y1] = centres[band + 1];
            level = y0 + (y1 - y0) * std::clamp((place - x0) / (x1 - x0), 0.0, 1.0);
        }
        power[k] /= std::exp(level);
    }
}

/// Moving average over kSmoothing of the index to both sides.
std::vector<double> smoothed(const std::vector<double>& values)
{
    std::vector<double> sums{0};
    for (const double value : values)
        sums.push_back(sums.back() + value);
    std::vector<double> means(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto reach = static_cast<std::size_t>(kSmoothing * static_cast<double>(i));
        const std::size_t last = std::min(i + reach + 1, values.size());
        means[i] = (sums[last] - sums[i - reach]) / static_cast<double>(last - (i - reach));
    }
    return means;
}

/// A maximum within a tenth of its index, interpolated between the cells.
struct Peak
{
    double place = 0;
    double height = 0;
};
std::vector<Peak> localMaxima(const std::vector<double>& values, std::size_t first)
{
    std::vector<Peak> peaks;
    for (std::size_t i = std::max<std::size_t>(first, 1); i + 1 < values.size(); ++i) {
        if (values[i] <= 0 || values[i] < values[i - 1] || values[i] <= values[i + 1])
            continue;
        // From near to far: most other points are rejected early.
        const auto reach = std::max<std::size_t>(1, i / 10);
        bool isHighest = true;
        for (std::size_t d = 1; d <= reach && isHighest; ++d)
            isHighest =
                values[i - std::min(i, d)] <= values[i] && values[std::min(i + d, values.size() - 1)] <= values[i];
        if (!isHighest)
            continue;
        const double curvature = values[i - 1] - 2 * values[i] + values[i + 1];
        const double shift =
            curvature < 0 ? std::clamp(0.5 * (values[i - 1] - values[i + 1]) / curvature, -0.5, 0.5) : 0;
        peaks.push_back({static_cast<double>(i) + shift, values[i]});
    }
    return peaks;
}

/// Periods within limits, without near duplicates.
class CandidateList
{
public:
    CandidateList(double shortest, double longest)
        : m_shortest(shortest)
        , m_longest(longest)
    {}
    void add(double seconds)
    {
        constexpr double kMinDifference = 0.04;
        if (!(seconds >= m_shortest) || !(seconds <= m_longest))
            return;
        for (const double other : m_periods) {
            if (std::abs(other - seconds) < kMinDifference * other)
                return;
        }
        m_periods.push_back(seconds);
    }
    [[nodiscard]] const std::vector<double>& periods() const { return m_periods; }

private:
    double m_shortest;
    double m_longest;
    std::vector<double> m_periods{};
};

/// Adds, for each of several shares of the highest peak, the first peak of at least that height.
void addLags(const std::vector<double>& correlation, double width, CandidateList& list)
{
    const std::vector<Peak> peaks = localMaxima(smoothed(correlation), 2);
    double highest = 0;
    for (const Peak& peak : peaks)
        highest = std::max(highest, peak.height);
    constexpr std::array kShares{0.95, 0.8, 0.6, 0.4, 0.25};
    for (const double share : kShares) {
        const auto peak =
            std::find_if(peaks.begin(), peaks.end(), [&](const Peak& p) { return p.height >= share * highest; });
        if (peak != peaks.end())
            list.add(peak->place * width);
    }
}

/// Adds the periods of the highest lines of the spectrum, their doubles, and three times the period of the highest.
void addLines(const std::vector<double>& power, double seconds, CandidateList& list)
{
    std::vector<Peak> peaks = localMaxima(smoothed(power), 2);
    constexpr std::size_t kMaxLines = 5;
    std::sort(peaks.begin(), peaks.end(), [](const Peak& a, const Peak& b) { return a.height > b.height; });
    peaks.resize(std::min(peaks.size(), kMaxLines));
    for (const Peak& peak : peaks)
        list.add(seconds / peak.place);
    for (const Peak& peak : peaks)
        list.add(2 * seconds / peak.place);
    if (!peaks.empty())
        list.add(3 * seconds / peaks.front().place);
}

} // namespace

std::vector<double> periodCandidates(std::span<const PeriodSeries> series)
{
    const PeriodSpan span = spanOf(series);
    double width = samplingStep(series);
    if (series.empty() || width <= 0)
        return {};
    width = std::max(width, span.seconds() / static_cast<double>(kMaxCells));
    const auto cells = static_cast<std::size_t>(span.seconds() / width) + 1;
    const std::size_t length = fastLength(2 * cells);
    std::vector<double> plain(length / 2 + 1);
    std::vector<double> white(length / 2 + 1);
    // Excludes trends: fewer than two waves in the recording.
    const std::size_t slow = 2 * length / cells;
    for (const PeriodSeries& channel : series) {
        const auto spectrum = spectrumOf(onGrid(channel, span, width, cells), length);
        std::vector<double> power(spectrum.size());
        double sum = 0;
        for (std::size_t k = slow; k < power.size(); ++k) {
            power[k] = std::norm(spectrum[k]);
            sum += power[k];
        }
        for (std::size_t k = 0; k < power.size(); ++k)
            plain[k] += power[k] / std::max(sum, 1e-12);
        whiten(power);
        for (std::size_t k = slow; k < power.size(); ++k)
            white[k] += std::sqrt(power[k]);
    }
    const auto lags = std::min(cells, static_cast<std::size_t>(static_cast<double>(cells) / threshold::kMinSteps) + 2);
    CandidateList list(threshold::kMinSamplesPerStep * width, span.seconds() / threshold::kMinSteps);
    addLags(correlationOfPower(plain, length, lags), width, list);
    addLags(correlationOfPower(white, length, lags), width, list);
    addLines(white, static_cast<double>(length) * width, list);
    const std::vector<double> first = list.periods();
    for (const double seconds : first) {
        list.add(seconds / 2);
        list.add(2 * seconds);
    }
    return list.periods();
}

} // namespace stepscope::analysis
