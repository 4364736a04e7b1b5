#pragma once

#include "analysis/trace/model.h"

#include <cstdint>
#include <optional>
#include <span>

/// Identification of a sensor's averaging window, latency and update interval from its samples of a load with known
/// phases.
namespace stepscope::analysis {

/// Model of a sensor that outputs, at each update, the mean of the signal over a window that ended `lag` seconds ago:
///
///     value(t) = base + gain * mean of load over [u - lag - window, u - lag],  u = latest update <= t
struct SensorResponse
{
    double windowSeconds = 0;
    double lagSeconds = 0;  ///< negative if the value is taken after the sample's time, as a slow read does
    double windowError = 0; ///< half width of the 95 % interval, s, for independent noise of the samples
    double lagError = 0;    ///< the same for the lag
    std::optional<double> updateSeconds; ///< update interval; none = too short for the sampling
    double repeatFraction = 0;           ///< share of samples that repeat the previous value
    double base = 0, gain = 0;           ///< in the channel's unit: value at rest, and increase by the load
    double explained = 0;                ///< share of the samples' variance that the model explains, 0..1
};

/// Fits the model to a channel: times (ns, ascending), values (NaN = gap), and the busy phases of the load in order of
/// time. Covers windows of up to 1 s and lags from -5 ms to 0.5 s. None when the channel does not follow the load
/// (explained < 0.5), or with fewer than 20 samples or 4 phases. Evaluates about 1,000 to 3,000 models, each O(samples
/// log phases).
std::optional<SensorResponse> fitSensor(std::span<const std::int64_t> times, std::span<const double> values,
                                        std::span<const trace::TimeRange> phases);

} // namespace stepscope::analysis
