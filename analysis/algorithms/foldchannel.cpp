#include "analysis/algorithms/foldchannel.h"

#include "analysis/algorithms/sampling.h"
#include "analysis/algorithms/textpage.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stepscope::analysis {
namespace {

/// The stretch that a reading is of, which came so long after the one before. Without a known window it counts for a
/// moment: the middle of what fits best, where ops tell when that was.
trace::TimeRange readingOf(const Sensor& sensor, std::int64_t time, std::int64_t sincePrevious)
{
    if (!sensor.isWindowKnown) {
        const std::int64_t late = sensor.isToldByOps() ? sensor.lag + sensor.window / 2
                                  : sensor.isLagKnown  ? sensor.lag
                                                       : 0;
        return {time - late, time - late};
    }
    const std::int64_t end = time - (sensor.isLagKnown || sensor.isToldByOps() ? sensor.lag : 0);
    const std::int64_t length = sensor.window > 0 ? sensor.window : sincePrevious;
    return {length > kShortestWindow ? end - length : end, end};
}

/// A later reading is of a later time.
std::int64_t latenessOf(const Sensor& sensor)
{
    return -readingOf(sensor, 0, 0).end;
}

} // namespace

std::vector<FoldSample> foldSamplesOf(const trace::TraceView& view, const trace::ChannelView& channel,
                                      const StepPhases& phases, const Sensor& sensor)
{
    std::vector<FoldSample> samples;
    if (phases.size() == 0)
        return samples;
    const trace::Channel& info = channel.info();
    const std::int64_t pause = longestPause(view, info);
    const std::size_t first = std::max<std::size_t>(channel.lowerBound(phases.step(0).begin + latenessOf(sensor)), 1);
    for (std::size_t i = first; i < channel.size(); ++i) {
        const std::int64_t since = channel.time(i) - channel.time(i - 1);
        const trace::TimeRange reading = readingOf(sensor, channel.time(i), since);
        if (reading.end > phases.step(phases.size() - 1).end)
            break;
        const double value = channel.value(i);
        const bool isRepeat = sensor.skipsRepeats && value == channel.value(i - 1);
        if (!std::isfinite(value) || since > pause || since < 0 || isRepeat)
            continue;
        if (const auto stretch = phases.stretch(reading.begin, reading.end))
            samples.push_back({stretch->begin, stretch->end, value, static_cast<std::uint32_t>(stretch->step)});
    }
    return samples;
}

namespace {

/// Undoing a window swings over where the waveform jumps; what cannot be is nearer to the truth at its bound.
void keepPossible(const trace::Channel& info, FoldedWaveform& fold)
{
    const bool isShare = info.quantity == "cpu.utilization" || info.quantity == "gpu.utilization";
    if (!isShare && info.quantity != "rail.power" && info.quantity != "cpu.process" && info.unit != "B")
        return;
    const double most = isShare ? 1 : std::numeric_limits<double>::infinity();
    for (auto* values : {&fold.value, &fold.low, &fold.high}) {
        for (double& value : *values)
            value = std::clamp(value, 0.0, most);
    }
}

} // namespace

FoldedChannel foldChannel(const trace::TraceView& view, const trace::ChannelView& channel, const FoldedSteps& steps,
                          const Sensor& sensor, const Cancelled& cancelled)
{
    const trace::Channel& info = channel.info();
    FoldedChannel folded;
    folded.name = info.name;
    folded.unit = info.unit;
    folded.sensor = sensor;
    folded.samplingPeriod = static_cast<double>(samplingPeriod(view, info)) * 1e-9;
    if (!steps.reason.empty()) {
        folded.waveform.reason = steps.reason;
        return folded;
    }
    const std::vector<FoldSample> samples = foldSamplesOf(view, channel, steps.phases, sensor);
    folded.waveform =
        foldSamples(samples, steps.phases.stepSeconds(), {.samplingPeriod = folded.samplingPeriod}, cancelled);
    keepPossible(info, folded.waveform);
    // Ops that do not keep their place blur what is not warped op by op: full width of a normal distribution.
    if (steps.untraced > 0)
        folded.waveform.resolutionSeconds = std::hypot(folded.waveform.resolutionSeconds, 2.355 * steps.opScatter);
    return folded;
}

std::vector<FoldPoint> pointsOfStep(const trace::TraceView& view, const trace::ChannelView& channel,
                                    const StepPhases& phases, std::size_t step, const Sensor& sensor)
{
    std::vector<FoldPoint> points;
    const std::int64_t pause = longestPause(view, channel.info());
    const trace::TimeRange range = phases.step(step);
    const std::size_t first = std::max<std::size_t>(channel.lowerBound(range.begin + latenessOf(sensor)), 1);
    for (std::size_t i = first; i < channel.size(); ++i) {
        const std::int64_t since = channel.time(i) - channel.time(i - 1);
        const trace::TimeRange reading = readingOf(sensor, channel.time(i), since);
        if (reading.end > range.end)
            break;
        if (!std::isfinite(channel.value(i)) || since > pause || since < 0)
            continue;
        if (const auto stretch = phases.stretch(reading.begin, reading.end))
            points.push_back({std::max((stretch->begin + stretch->end) / 2, 0.0), channel.value(i)});
    }
    return points;
}

namespace {

void noteSensor(const Sensor& sensor, std::vector<std::string>& notes)
{
    if (sensor.isToldByOps())
        notes.push_back("Nobody says how late this sensor is: readings are put " + durationText(latenessOf(sensor)) +
                        " earlier, as fits the recorded ops best.");
    else if (!sensor.isLagKnown)
        notes.push_back("Nobody says how late this sensor is, and no recorded ops tell: all may lie later than shown.");
    if (!sensor.isWindowKnown)
        notes.push_back("Nobody says over what time it averages: details are as smeared as its readings (stepscope "
                        "doctor --self-test measures both).");
}

} // namespace

std::vector<std::string> foldNotes(const FoldedChannel& channel, const FoldedSteps& steps)
{
    std::vector<std::string> notes;
    const FoldedWaveform& fold = channel.waveform;
    const SamplingPhases& phases = fold.phases;
    if (phases.isCommensurate) {
        std::string note = "Sampling and steps keep time with each other: the readings fall on the same " +
                           (phases.places > 1 ? countText(phases.places) + " places" : std::string("place")) +
                           " of every step, and what lies between, up to " + durationText(phases.longestGap) +
                           ", is not seen.";
        if (phases.betterPeriod > 0)
            note += " Record with --period " + std::to_string(std::llround(phases.betterPeriod * 1e6)) + "us.";
        notes.push_back(note);
    }
    noteSensor(channel.sensor, notes);
    if (steps.isDetected)
        notes.push_back("These are " + steps.about + ". Where a step begins is arbitrary.");
    if (steps.opScatter > fold.resolutionSeconds && steps.untraced > 0)
        notes.push_back("Ops lie " + durationText(steps.opScatter) +
                        " around their place in a step, so that steps without recorded ops blur details by as much.");
    if (steps.slowed > 0)
        notes.push_back((steps.slowed == 1
                             ? "One step with recorded ops is left out: it takes "
                             : countText(steps.slowed) + " steps with recorded ops are left out: they take ") +
                        fixedText(steps.stretch, 2) + " times as long.");
    if (steps.unlike > 0)
        notes.push_back(steps.unlike == 1 ? "One step of another length is left out."
                                          : countText(steps.unlike) + " steps of another length are left out.");
    return notes;
}

} // namespace stepscope::analysis
