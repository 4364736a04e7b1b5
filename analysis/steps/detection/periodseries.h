#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

/// Samples prepared for the detection of steps. Times are seconds from any origin.
namespace stepscope::analysis {

/// The samples of one channel; NaN = not measured.
struct PeriodChannel
{
    std::string name{};
    std::vector<double> times{};
    std::vector<double> values{};
    /// Repetition with a smaller amplitude than this, in the values' unit, may be the profiling overhead itself.
    double floor = 0;
};

/// A prepared channel: ascending times, finite values, mean 0, variance 1.
struct PeriodSeries
{
    std::size_t channel = 0; ///< index of its PeriodChannel
    double floor = 0;        ///< of the channel, in units of these values
    bool isHeld = false;     ///< the sensor is slower than the sampling and repeats its last value
    std::vector<double> times{};
    std::vector<double> values{};
};

/// Removes values that are not finite or go back in time, and channels with fewer than eight samples or a constant
/// value. Limits outliers to 8 robust standard deviations. Held series come last.
std::vector<PeriodSeries> preparedSeries(std::span<const PeriodChannel> channels);

/// The series that are not held, of series in which held ones come last; all if there are no others. The updates of a
/// held series beat with the steps, so that consecutive steps look different although they are equal.
std::span<const PeriodSeries> withoutHeld(std::span<const PeriodSeries> series);

/// Median time between two samples of the fastest series; 0 without series.
double samplingStep(std::span<const PeriodSeries> series);

struct PeriodSpan
{
    double begin = 0;
    double end = 0;
    [[nodiscard]] double seconds() const { return end - begin; }
};
/// From the first to the last sample of all series.
PeriodSpan spanOf(std::span<const PeriodSeries> series);

/// The samples in [begin, end) of each channel.
std::vector<PeriodChannel> channelsIn(std::span<const PeriodChannel> channels, PeriodSpan span);

/// High-pass filter: subtracts from each value the mean of the window of this length around it. The result has mean 0
/// and variance 1 again, outliers limited.
std::vector<PeriodSeries> withoutTrend(std::span<const PeriodSeries> series, double seconds);

/// Means of `neighbours` consecutive samples, not across gaps.
std::vector<PeriodSeries> thinned(std::span<const PeriodSeries> series, std::size_t neighbours, double sampling);

} // namespace stepscope::analysis
