#include "analysis/steps/detection/periodfollow.h"

#include "analysis/steps/detection/periodexplained.h"
#include "analysis/steps/detection/periodthresholds.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace stepscope::analysis {
namespace {

constexpr double kTrendSteps = 4; ///< window of the high-pass filter, in steps

PeriodSpan stretchFor(PeriodSpan span, double period, double sampling)
{
    constexpr double kSteps = 24;
    constexpr double kSamples = 500;
    constexpr double kMaxSteps = 160;
    const double seconds =
        std::min({span.seconds(), std::max(kSteps * period, kSamples * sampling), kMaxSteps * period});
    return middleOf(span, seconds);
}

/// Reduces the series to about `samples` samples, but to no fewer than 40 per step.
std::vector<PeriodSeries> thinnedTo(std::size_t samples, std::vector<PeriodSeries> series, double period,
                                    double sampling)
{
    constexpr double kMinPerStep = 40;
    std::size_t longest = 0;
    for (const PeriodSeries& channel : series)
        longest = std::max(longest, channel.times.size());
    const double neighbours =
        std::min(static_cast<double>(longest) / static_cast<double>(samples), period / sampling / kMinPerStep);
    return neighbours < 2 ? std::move(series) : thinned(series, static_cast<std::size_t>(neighbours), sampling);
}

/// Follows the steps through the whole recording; none when there are fewer than two.
std::optional<RefinedPath> followAll(const std::vector<PeriodSeries>& whole, PeriodSpan span, const StepFit& fit)
{
    constexpr int kRounds = 2;
    // Series without samples in the part have no shape yet.
    StepShape shape = fit.shape.means.size() == whole.size() ? fit.shape : shapeOf(whole, fit.path, kPathGrid);
    StepPath path;
    for (int round = 0; round < kRounds; ++round) {
        path = findPath(whole, span, shape, fit.period, {});
        if (path.steps() < 2)
            return std::nullopt;
        shape = shapeOf(whole, path, kPathGrid);
    }
    return refinePath(whole, span, std::move(path));
}

} // namespace

bool isSamePeriod(double seconds, double other)
{
    return other > 0 && std::abs(seconds / other - 1) < threshold::kSamePeriod;
}

PeriodSpan middleOf(PeriodSpan span, double seconds)
{
    const double middle = (span.begin + span.end) / 2;
    return {middle - seconds / 2, middle + seconds / 2};
}

std::vector<PeriodSeries> seriesIn(std::span<const PeriodSeries> series, PeriodSpan span, double period)
{
    std::vector<PeriodSeries> parts;
    for (const PeriodSeries& channel : series) {
        const auto first =
            std::lower_bound(channel.times.begin(), channel.times.end(), span.begin) - channel.times.begin();
        const auto last =
            std::upper_bound(channel.times.begin(), channel.times.end(), span.end) - channel.times.begin();
        // A path can be bent to any few samples a step.
        const double shortest = threshold::kMinSamplesPerStep * span.seconds() / static_cast<double>(last - first);
        if (last - first < 4 || period < shortest)
            continue;
        parts.push_back({.channel = channel.channel,
                         .floor = channel.floor,
                         .isHeld = channel.isHeld,
                         .times = {channel.times.begin() + first, channel.times.begin() + last},
                         .values = {channel.values.begin() + first, channel.values.begin() + last}});
    }
    return parts;
}

std::vector<PeriodSeries> preparedFor(double period, std::span<const PeriodSeries> series, double sampling)
{
    constexpr std::size_t kSamples = 50'000;
    return thinnedTo(kSamples, withoutTrend(series, kTrendSteps * period), period, sampling);
}

Trial tryPeriod(std::span<const PeriodSeries> series, PeriodSpan span, double period, double sampling)
{
    const PeriodSpan stretch = stretchFor(span, period, sampling);
    Trial trial;
    trial.series = seriesIn(series, stretch, period);
    if (trial.series.empty())
        return trial;
    constexpr std::size_t kSamples = 1500;
    trial.series = thinnedTo(kSamples, withoutTrend(trial.series, kTrendSteps * period), period, sampling);
    trial.fit = fitStretch(trial.series, stretch, period);
    double samples = 1;
    for (const PeriodSeries& channel : trial.series)
        samples += static_cast<double>(channel.times.size());
    trial.gain = trial.fit.period > 0 ? trial.fit.score / samples : 0;
    return trial;
}

std::optional<Followed> follow(std::span<const PeriodSeries> series, PeriodSpan span, double sampling,
                               const StepFit& fit)
{
    Followed followed{.series = preparedFor(fit.period, series, sampling)};
    std::optional<RefinedPath> refined = followAll(followed.series, span, fit);
    if (!refined)
        return std::nullopt;
    followed.refined = std::move(*refined);
    followed.explained = explainedBy(followed.series, followed.refined);
    return followed;
}

} // namespace stepscope::analysis
