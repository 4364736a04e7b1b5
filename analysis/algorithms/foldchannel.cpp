#include "analysis/algorithms/foldchannel.h"

#include "analysis/algorithms/sampling.h"
#include "analysis/algorithms/textpage.h"

#include <algorithm>
#include <cmath>

namespace stepscope::analysis {
namespace {

bool coversInterval(const trace::Channel& info)
{
    return info.covers == trace::Channel::Covers::Interval;
}

/// The window that a reading is the mean over, ns; 0 = of a moment, or not known.
std::int64_t windowOf(const trace::Channel& info, std::int64_t sincePrevious)
{
    return std::max<std::int64_t>(info.windowNs.value_or(coversInterval(info) ? sincePrevious : 0), 0);
}

} // namespace

std::vector<FoldSample> foldSamplesOf(const trace::TraceView& view, const trace::ChannelView& channel,
                                      const StepPhases& phases)
{
    std::vector<FoldSample> samples;
    if (phases.size() == 0)
        return samples;
    const trace::Channel& info = channel.info();
    const std::int64_t pause = longestPause(view, info);
    const std::int64_t lag = info.lagNs.value_or(0);
    const bool skipsRepeats = info.updateNs && *info.updateNs > samplingPeriod(view, info);
    const std::size_t first = std::max<std::size_t>(channel.lowerBound(phases.step(0).begin + lag), 1);
    for (std::size_t i = first; i < channel.size(); ++i) {
        const std::int64_t end = channel.time(i) - lag;
        if (end > phases.step(phases.size() - 1).end)
            break;
        const double value = channel.value(i);
        const std::int64_t since = channel.time(i) - channel.time(i - 1);
        if (!std::isfinite(value) || since > pause || since < 0 || (skipsRepeats && value == channel.value(i - 1)))
            continue;
        if (const auto stretch = phases.stretch(end - windowOf(info, since), end))
            samples.push_back({stretch->begin, stretch->end, value, static_cast<std::uint32_t>(stretch->step)});
    }
    return samples;
}

FoldedChannel foldChannel(const trace::TraceView& view, const trace::ChannelView& channel, const FoldedSteps& steps,
                          const Cancelled& cancelled)
{
    const trace::Channel& info = channel.info();
    FoldedChannel folded;
    folded.name = info.name;
    folded.unit = info.unit;
    folded.isWindowKnown = info.windowNs || coversInterval(info);
    folded.isLagKnown = info.lagNs || coversInterval(info);
    folded.samplingPeriod = static_cast<double>(samplingPeriod(view, info)) * 1e-9;
    if (!steps.reason.empty()) {
        folded.waveform.reason = steps.reason;
        return folded;
    }
    const std::vector<FoldSample> samples = foldSamplesOf(view, channel, steps.phases);
    folded.waveform =
        foldSamples(samples, steps.phases.stepSeconds(), {.samplingPeriod = folded.samplingPeriod}, cancelled);
    // Ops that do not keep their place blur what is not warped op by op: full width of a normal distribution.
    if (steps.untraced > 0)
        folded.waveform.resolutionSeconds = std::hypot(folded.waveform.resolutionSeconds, 2.355 * steps.opScatter);
    return folded;
}

std::vector<FoldPoint> pointsOfStep(const trace::TraceView& view, const trace::ChannelView& channel,
                                    const StepPhases& phases, std::size_t step)
{
    std::vector<FoldPoint> points;
    const trace::Channel& info = channel.info();
    const std::int64_t lag = info.lagNs.value_or(0);
    const std::int64_t pause = longestPause(view, info);
    const trace::TimeRange range = phases.step(step);
    for (std::size_t i = std::max<std::size_t>(channel.lowerBound(range.begin + lag), 1); i < channel.size(); ++i) {
        const std::int64_t end = channel.time(i) - lag;
        if (end > range.end)
            break;
        const std::int64_t since = channel.time(i) - channel.time(i - 1);
        if (!std::isfinite(channel.value(i)) || since > pause || since < 0)
            continue;
        if (const auto stretch = phases.stretch(end - windowOf(info, since), end))
            points.push_back({std::max((stretch->begin + stretch->end) / 2, 0.0), channel.value(i)});
    }
    return points;
}

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
    if (!channel.isWindowKnown)
        notes.push_back("Nobody says over what time this sensor averages: what is shown is as smeared as its readings. "
                        "stepscope doctor --self-test measures it.");
    else if (!channel.isLagKnown)
        notes.push_back("Nobody says how late this sensor is: all may lie later than shown ops.");
    if (steps.isDetected)
        notes.push_back("These are " + steps.about + ". Where a step begins is arbitrary.");
    if (steps.opScatter > fold.resolutionSeconds && steps.untraced > 0)
        notes.push_back("Ops lie " + durationText(steps.opScatter) +
                        " around their place in a step, so that steps without recorded ops blur details by as much.");
    if (steps.slowed > 0)
        notes.push_back(countText(steps.slowed) + " steps with recorded ops are left out: they take " +
                        fixedText(steps.stretch, 2) + " times as long.");
    if (steps.unlike > 0)
        notes.push_back(countText(steps.unlike) + " steps of another length are left out.");
    return notes;
}

} // namespace stepscope::analysis
