#pragma once

#include "analysis/algorithms/workpieces.h"
#include "analysis/trace/traceview.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <tuple>
#include <vector>

namespace stepscope::analysis {

inline constexpr std::int64_t kShortestWindow = 1'000; ///< ns: what an instant sensor shows is taken as so long

/// How a channel's samples are to be read: which stretch of time each is the mean over.
struct Sensor
{
    std::int64_t window = 0; ///< ns; 0 = since the sample before
    std::int64_t lag = 0;
    bool skipsRepeats = false; ///< it updates more rarely than it is read: a repeated value is no new evidence
    bool isWindowKnown = true; ///< else `window` is a guess: the sampling period, or what fits best
    bool isLagKnown = true;    ///< else 0, or what fits best
    bool isFitted = false;     ///< lag (and window, where nobody says it) are those that fit best
    double explained = 0;      ///< of fitted ones: share of the samples' variance that work explains with them

    /// Nobody says when its readings were, but recorded ops tell.
    [[nodiscard]] bool isToldByOps() const { return !isLagKnown && isFitted && explained >= kTells; }
    static constexpr double kTells = 0.1;
};

/// What the recording says of a channel's sensor.
Sensor describedSensor(const trace::TraceView& view, const trace::Channel& info);

/// What was found of the sensors of some channels.
struct NamedSensor
{
    std::string channel, quantity;
    Sensor sensor;
};
/// What was found, else what the recording says.
Sensor sensorOf(const trace::TraceView& view, const trace::Channel& info, std::span<const NamedSensor> found);

/// The samples whose windows lie wholly in the stretches, at most `most` of them.
std::vector<SampleWindow> windowsOf(const trace::TraceView& view, const trace::ChannelView& channel,
                                    std::span<const trace::TimeRange> stretches, const Sensor& sensor,
                                    std::size_t most = SIZE_MAX);

/// Samples whose windows touch the stretches, as rows of what ran in them. What a window has outside the stretches is
/// a kind of its own, the last, kindCount: were such windows left out, work that comes at the ends of stretches would
/// be in hardly any row, and what it takes anybody's guess. Stretches by time, apart from each other.
OccupancyRows rowsOf(const trace::TraceView& view, const trace::ChannelView& channel,
                     std::span<const trace::TimeRange> stretches, const Sensor& sensor,
                     std::span<const WorkPiece> pieces, std::size_t kindCount, double weight = 1);

/// The lag, and where nobody says the window, with which the work explains the samples best; else as `described`.
Sensor fittedSensor(const trace::TraceView& view, const trace::ChannelView& channel,
                    std::span<const trace::TimeRange> stretches, const Work& work, const Sensor& described);

/// Sensors of channels, as they are described or, where nobody says the lag, fitted. What is found holds for all
/// channels of a source: chips of one kind, set up alike. What it is given must outlive it.
class SensorFinder
{
public:
    SensorFinder(const trace::TraceView& view, std::span<const trace::TimeRange> stretches, const Work& work)
        : m_view(view)
        , m_stretches(stretches)
        , m_work(work)
    {}
    Sensor find(const trace::ChannelView& channel);

private:
    const trace::TraceView& m_view;
    std::span<const trace::TimeRange> m_stretches;
    const Work& m_work;
    std::map<std::tuple<std::string, std::string, std::int64_t>, Sensor> m_fitted; ///< by source, quantity and window
};

/// Of power and utilization, by the ops in the range; empty where none was recorded there.
std::vector<NamedSensor> findSensors(const trace::TraceView& view, trace::TimeRange range,
                                     const Cancelled& cancelled = {});

} // namespace stepscope::analysis
