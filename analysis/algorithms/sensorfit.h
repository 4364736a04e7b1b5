#pragma once

#include "analysis/trace/model.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

/// What a sensor does to the truth, found from its samples of a load whose phases are known.
namespace stepscope::analysis {

/// A sensor that shows, at its k-th update, the mean of the truth over `window` seconds that ended `lag` seconds ago:
///
///     value(t) = base + gain * mean of load over [u - lag - window, u - lag],  u = latest update <= t
struct SensorResponse
{
    double windowSeconds = 0;
    double lagSeconds = 0;
    double windowError = 0; ///< half of a 95 % interval, s: noise taken as independent from sample to sample
    double lagError = 0;    ///< so too
    std::optional<double> updateSeconds; ///< none = finer than the samples can show
    double repeatFraction = 0;           ///< share of samples that say what the one before said
    double base = 0, gain = 0;           ///< in the channel's unit: at rest, and what the load adds
    double explained = 0;                ///< share of the samples' variance that this explains, 0..1
};

/// Times (ns, rising) and values of a channel, NaN = gap; the load's busy phases, by time. Covers windows up to 1 s and
/// lags up to 0.5 s. None when the channel does not follow the load (explained < 0.5), or with fewer than 20 samples or
/// 4 phases.
std::optional<SensorResponse> fitSensor(std::span<const std::int64_t> times, std::span<const double> values,
                                        std::span<const trace::TimeRange> phases);

} // namespace stepscope::analysis
