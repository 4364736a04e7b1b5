#pragma once

#include "analysis/energy/occupancy.h"
#include "analysis/energy/selftime.h"
#include "analysis/trace/traceview.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <stop_token>
#include <string>
#include <tuple>
#include <vector>

/// Which stretch of time each sample of a channel is the mean over. Attribution, folding and outlier steps all read
/// samples through this model of the sensor.
namespace stepscope::analysis {

inline constexpr std::int64_t kShortestWindow = 1'000; ///< ns: the window assumed for an instantaneous sensor

/// Model of a sensor: the sample read at t is the mean over [t - lag - window, t - lag]; that of a sensor with an
/// update interval the mean over [u - lag - window, u - lag], where u is its latest update before t.
struct Sensor
{
    std::int64_t window = 0;           ///< ns; 0 = since the previous sample
    std::int64_t lag = 0;              ///< ns; below 0 where a sample is of a time after its stamp
    std::int64_t update = 0;           ///< ns: it updates less often than it is read; 0 = with each read
    std::int64_t updatePhase = 0;      ///< ns: it updates at this time and every `update` before and after it
    std::int64_t updatePhaseError = 0; ///< ns: what the samples say of the phase is wrong by this at most
    std::int64_t updateMargin = 0;     ///< ns: a read earlier than this after an update belongs to the one before it
    bool isWindowKnown = true;         ///< else `window` is the sampling period, or fitted
    bool isLagKnown = true;            ///< else `lag` is 0, or fitted
    /// `lag`, and `window` where it is not known, are fitted to the recorded ops; of a documented lag, `updatePhase`.
    bool isFitted = false;
    double explained = 0;   ///< of a fit: share of the samples' variance that the ops explain
    double windowError = 0; ///< ns: standard error of a fitted window
    double lagError = 0;    ///< ns: standard error of a fitted lag or phase

    /// The lag is not documented, but the recorded ops determine it.
    [[nodiscard]] bool isTimedByOps() const { return !isLagKnown && isFitted && explained >= kMinExplained; }
    static constexpr double kMinExplained = 0.1;
    /// Below it a fitted window may be a wrong one, as simulated sensors with windows of a second show (tests/truth).
    static constexpr double kWellExplained = 0.3;
};

/// The sensor as the recording describes it.
Sensor describedSensor(const trace::TraceView& view, const trace::Channel& info);

/// The fitted sensor of a channel.
struct NamedSensor
{
    std::string channel, quantity;
    Sensor sensor;
};
/// The fitted sensor of the channel if there is one, else the described one.
Sensor sensorOf(const trace::TraceView& view, const trace::Channel& info, std::span<const NamedSensor> fitted);

/// Sets the step and the phase of a window.
void placeInStep(const trace::TraceView& view, SampleWindow& window);

/// The window of sample i, from 1; empty when the sample cannot be used: it is a gap, a repeated reading, or follows a
/// pause longer than `longestPause` ns.
SampleWindow windowOf(const trace::TraceView& view, trace::SampleReader& samples, std::size_t i, const Sensor& sensor,
                      std::int64_t longestPause);

/// The share of a window that lies outside of the stretches; `first` is the first stretch that it may overlap.
double outsideShare(std::span<const trace::TimeRange> stretches, std::size_t first, const SampleWindow& window);

/// The samples whose windows lie completely in the stretches, at most `maximum` of them.
std::vector<SampleWindow> sampleWindows(const trace::TraceView& view, const trace::ChannelView& channel,
                                        std::span<const trace::TimeRange> stretches, const Sensor& sensor,
                                        std::size_t maximum = SIZE_MAX);

/// Regression rows of all samples whose windows overlap the stretches, at most `maximum`, evenly distributed. The part
/// of a window outside of the stretches is the last column, columnCount: without these samples, ops at the ends of
/// stretches would occur in few rows, and their power would be poorly determined. Stretches are disjoint and in order
/// of time.
OccupancyRows sampleRows(const trace::TraceView& view, const trace::ChannelView& channel,
                         std::span<const trace::TimeRange> stretches, const Sensor& sensor,
                         std::span<const SelfTimeInterval> intervals, std::size_t columnCount, double weight = 1,
                         std::size_t maximum = SIZE_MAX, std::span<const std::uint32_t> ramps = {});

/// The update interval of a sensor that is read more often than it updates, and the phase of its updates; unchanged
/// when the values do not show one. Needs updates at least 1.5 sampling periods apart. Reads up to 20,000 samples.
void findUpdates(const trace::TraceView& view, const trace::ChannelView& channel, Sensor& sensor);

/// Whether the recorded ops say more about this described sensor: about its lag, or about the phase of its updates.
bool isFittedToOps(const Sensor& sensor);

/// The lag, and the window where it is not documented, with which the ops explain the samples best; the rest as
/// `described`. Where the lag is documented, the phase of the updates is fitted, within twice its error, since a
/// measured lag contains such an error, too. The likelihood is maximised over both together: an instantaneous sensor
/// and one with a long window and a negative lag would otherwise be local maxima. Unless a window of less than half of
/// the sampling period explains the samples, both ends of longer windows are searched in the differences of successive
/// samples. The curvature of the likelihood gives the errors, which also contain places that are nearly as likely.
/// Where samples are few, `siblings`, channels with the same window and lag, count too. About 250 regressions with one
/// column for each type of op, 1,700 more for long windows, and with all columns 30, or about 300 where there are at
/// most 250 columns.
Sensor fittedSensor(const trace::TraceView& view, const trace::ChannelView& channel,
                    std::span<const trace::TimeRange> stretches, const SelfTimeTrace& selfTimes,
                    const Sensor& described, const std::stop_token& stop = {},
                    std::span<const trace::ChannelView* const> siblings = {});

/// Returns described sensors, and fits those of which isFittedToOps(). A fit is reused for all channels of the same
/// source, quantity and window, since they are chips of one type with the same configuration, unless they update less
/// often than they are read. All arguments of the constructor must outlive the object.
class SensorFinder
{
public:
    SensorFinder(const trace::TraceView& view, std::span<const trace::TimeRange> stretches,
                 const SelfTimeTrace& selfTimes, const std::stop_token& stop = {})
        : m_view(view)
        , m_stretches(stretches)
        , m_selfTimes(selfTimes)
        , m_stop(stop)
    {}
    Sensor find(const trace::ChannelView& channel);

private:
    /// Channels with the same window and lag.
    [[nodiscard]] std::vector<const trace::ChannelView*> siblingsOf(const trace::ChannelView& channel,
                                                                    const Sensor& described) const;

    const trace::TraceView& m_view;
    std::span<const trace::TimeRange> m_stretches;
    const SelfTimeTrace& m_selfTimes;
    std::stop_token m_stop;
    std::map<std::tuple<std::string, std::string, std::int64_t>, Sensor> m_fitted; ///< by source, quantity and window
};

/// Fitted sensors of all channels of power and utilization of which isFittedToOps(), by the ops in the range; empty
/// without recorded ops.
std::vector<NamedSensor> findSensors(const trace::TraceView& view, trace::TimeRange range,
                                     const std::stop_token& stop = {});

} // namespace stepscope::analysis
