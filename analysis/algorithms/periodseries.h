#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

/// Steps that nobody marked, found in samples. Times are seconds from any origin.
namespace stepscope::analysis {

/// The samples of one channel; a value belongs to its time, NaN = was not measured.
struct PeriodChannel
{
    std::string name{};
    std::vector<double> times{};
    std::vector<double> values{};
    /// What repeats with less between its top and bottom than that may be the watching itself, in the values' unit.
    double floor = 0;
};

/// A channel made ready: times ascend, nothing is missing, mean 0, variance 1.
struct PeriodSeries
{
    std::size_t channel = 0; ///< index of what it was made of
    double floor = 0;        ///< of the channel, in units of these values
    std::vector<double> times{};
    std::vector<double> values{};
};

/// Leaves out what is not finite or goes back in time, and channels that say nothing (fewer than eight samples, or one
/// value only). Far outliers are pulled in to 8 robust standard deviations, so that one wrong reading is not all of the
/// variance.
std::vector<PeriodSeries> preparedSeries(std::span<const PeriodChannel> channels);

/// Median time between two samples of the fastest series; 0 without any.
double samplingStep(std::span<const PeriodSeries> series);

struct PeriodSpan
{
    double begin = 0;
    double end = 0;
    [[nodiscard]] double seconds() const { return end - begin; }
};
/// From the first to the last sample of all.
PeriodSpan spanOf(std::span<const PeriodSeries> series);

/// Without what changes more slowly than `seconds`: each value less the mean of the stretch of that length around it.
std::vector<PeriodSeries> withoutTrend(std::span<const PeriodSeries> series, double seconds);

/// Means of so many neighbours, where nothing is missing between them.
std::vector<PeriodSeries> thinned(std::span<const PeriodSeries> series, std::size_t neighbours, double sampling);

} // namespace stepscope::analysis
