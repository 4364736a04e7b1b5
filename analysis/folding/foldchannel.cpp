#include "analysis/folding/foldchannel.h"

#include "analysis/metrics/channelrules.h"
#include "analysis/text/quantitytext.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stop_token>

namespace stepscope::analysis {
namespace {

/// The window of a sample. Without a documented window the sample is treated as instantaneous, at the middle of the
/// fitted window if the recorded ops determine it.
trace::TimeRange readingOf(const Sensor& sensor, std::int64_t time, std::int64_t sincePrevious)
{
    if (!sensor.isWindowKnown) {
        const std::int64_t latency = sensor.isTimedByOps() ? sensor.lag + sensor.window / 2
                                     : sensor.isLagKnown   ? sensor.lag
                                                           : 0;
        return {time - latency, time - latency};
    }
    const std::int64_t end = time - (sensor.isLagKnown || sensor.isTimedByOps() ? sensor.lag : 0);
    const std::int64_t length = sensor.window > 0 ? sensor.window : sincePrevious;
    return {length > kShortestWindow ? end - length : end, end};
}

/// Time from the end of a sample's window to the moment at which it was read, ns.
std::int64_t latencyOf(const Sensor& sensor)
{
    return -readingOf(sensor, 0, 0).end;
}

} // namespace

void readFoldSamples(const trace::TraceView& view, const trace::ChannelView& channel, const StepPhases& phases,
                     const Sensor& sensor, std::size_t first, std::size_t last, std::vector<FoldSample>& samples)
{
    samples.clear();
    last = std::min(last, phases.size());
    if (first >= last)
        return;
    const std::int64_t pause = longestPause(view, channel.info());
    const std::int64_t latency = latencyOf(sensor);
    const auto firstSampleOf = [&](std::size_t step) {
        return std::max<std::size_t>(channel.lowerBound(phases.step(step).begin + latency), 1);
    };
    const std::int64_t end = phases.step(last - 1).end;
    std::size_t step = first;
    std::size_t i = firstSampleOf(first);
    trace::SampleReader reader(channel);
    std::int64_t previous = i < channel.size() ? channel.time(i - 1) : 0;
    while (i < channel.size()) {
        const std::int64_t time = reader.time(i);
        const std::int64_t since = time - previous;
        const trace::TimeRange reading = readingOf(sensor, time, since);
        if (reading.end > end)
            break;
        const double value = reader.value(i);
        const bool isRepeat = sensor.update > 0 && value == channel.value(i - 1);
        const auto stretch = phases.stretch(reading.begin, reading.end, step);
        const bool isUsable = std::isfinite(value) && since <= pause && since >= 0 && !isRepeat;
        if (stretch && isUsable && stretch->step < last)
            samples.push_back({stretch->begin, stretch->end, value, static_cast<std::uint32_t>(stretch->step)});
        // Skips the time to the next step where the steps are not adjacent.
        const bool isBetween = !stretch && reading.end > phases.step(step).end && step + 1 < last;
        const std::size_t next = isBetween ? firstSampleOf(step + 1) : 0;
        previous = next > i + 1 ? channel.time(next - 1) : time;
        i = std::max(i + 1, next);
    }
}

std::vector<FoldSample> foldSamplesOf(const trace::TraceView& view, const trace::ChannelView& channel,
                                      const StepPhases& phases, const Sensor& sensor, std::size_t first,
                                      std::size_t last)
{
    std::vector<FoldSample> samples;
    readFoldSamples(view, channel, phases, sensor, first, last, samples);
    return samples;
}

namespace {

/// Clamps the waveform to the possible values of the channel: deconvolution overshoots at steep edges.
void clampToRange(const trace::Channel& info, FoldedWaveform& fold)
{
    const bool isShare = info.quantity == "cpu.utilization" || info.quantity == "gpu.utilization";
    if (!isShare && info.quantity != "rail.power" && info.quantity != "cpu.process" && info.unit != "B")
        return;
    const double maximum = isShare ? 1 : std::numeric_limits<double>::infinity();
    for (auto* values : {&fold.value, &fold.low, &fold.high}) {
        for (double& value : *values)
            value = std::clamp(value, 0.0, maximum);
    }
}

} // namespace

FoldedChannel foldChannel(const trace::TraceView& view, const trace::ChannelView& channel, const FoldedSteps& steps,
                          const Sensor& sensor, const std::stop_token& stop)
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
    folded.waveform = foldSamples(samples, steps.phases.stepSeconds(), {.samplingPeriod = folded.samplingPeriod}, stop);
    clampToRange(info, folded.waveform);
    // Scatter of the ops blurs steps that are not mapped op by op; 2.355 standard deviations are the full width at half
    // maximum of a normal distribution.
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
    const std::size_t first = std::max<std::size_t>(channel.lowerBound(range.begin + latencyOf(sensor)), 1);
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

/// "1.20 ms before the time of the sample".
Message windowEndText(const Sensor& sensor)
{
    const std::string distance = durationText(std::abs(sensor.lag));
    return sensor.lag < 0 ? translatable("Fold", "%1 after the time of the sample").arg(distance)
                          : translatable("Fold", "%1 before the time of the sample").arg(distance);
}

void noteSensor(const Sensor& sensor, std::vector<Message>& notes)
{
    if (sensor.isTimedByOps() && !sensor.isWindowKnown) {
        notes.push_back(
            translatable("Fold",
                         "Averaging window and latency of this sensor are not documented: its samples are placed at "
                         "the middle of the window that fits the recorded ops best, which is %1 long and ends %2. The "
                         "waveform is as blurred as the samples (stepscope doctor --self-test measures both).")
                .arg(durationText(sensor.window))
                .arg(windowEndText(sensor)));
        return;
    }
    if (sensor.isTimedByOps())
        notes.push_back(
            translatable("Fold",
                         "The latency of this sensor is not documented: windows that end %1 fit the recorded ops best.")
                .arg(windowEndText(sensor)));
    else if (!sensor.isLagKnown)
        notes.push_back(translatable("Fold", "The latency of this sensor is not documented, and it cannot be fitted to "
                                             "recorded ops: the waveform may be delayed."));
    if (!sensor.isWindowKnown)
        notes.push_back(translatable("Fold", "Its averaging window is not documented: the waveform is as blurred as "
                                             "its samples (stepscope doctor --self-test measures both)."));
}

Message notePhases(const SamplingPhases& phases)
{
    Message note = phases.distinctPhases > 1
                       ? translatable("Fold", "Sampling and steps are synchronous: the samples fall on the same %1 "
                                              "phases of every step, and gaps of up to %2 are not covered.")
                             .arg(countText(phases.distinctPhases))
                             .arg(durationText(phases.longestGap))
                       : translatable("Fold", "Sampling and steps are synchronous: the samples fall on the same phase "
                                              "of every step, and gaps of up to %1 are not covered.")
                             .arg(durationText(phases.longestGap));
    if (phases.betterPeriod > 0)
        note += translatable("Fold", " Record with --period %1us.")
                    .arg(std::to_string(std::llround(phases.betterPeriod * 1e6)));
    return note;
}

void noteExcluded(const FoldedSteps& steps, std::vector<Message>& notes)
{
    const std::string ratio = fixedText(steps.durationRatio, 2);
    if (steps.excludedTraced == 1)
        notes.push_back(
            translatable("Fold", "One step with recorded ops is excluded: it takes %1 times as long.").arg(ratio));
    else if (steps.excludedTraced > 1)
        notes.push_back(translatable("Fold", "%1 steps with recorded ops are excluded: they take %2 times as long.")
                            .arg(countText(steps.excludedTraced))
                            .arg(ratio));
    if (steps.excludedByDuration == 1)
        notes.push_back(translatable("Fold", "One step of different duration is excluded."));
    else if (steps.excludedByDuration > 1)
        notes.push_back(translatable("Fold", "%1 steps of different duration are excluded.")
                            .arg(countText(steps.excludedByDuration)));
}

} // namespace

std::vector<Message> foldNotes(const FoldedChannel& channel, const FoldedSteps& steps)
{
    std::vector<Message> notes;
    const FoldedWaveform& fold = channel.waveform;
    if (fold.phases.isCommensurate)
        notes.push_back(notePhases(fold.phases));
    noteSensor(channel.sensor, notes);
    if (steps.isDetected)
        notes.push_back(translatable("Fold", "These are %1. The point at which a step begins is arbitrary.")
                            .arg(steps.description));
    if (steps.opScatter > fold.resolutionSeconds && steps.untraced > 0)
        notes.push_back(
            translatable(
                "Fold", "The positions of ops in a step vary by %1, which blurs steps without recorded ops by as much.")
                .arg(durationText(steps.opScatter)));
    noteExcluded(steps, notes);
    return notes;
}

} // namespace stepscope::analysis
