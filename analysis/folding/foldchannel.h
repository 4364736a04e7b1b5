#pragma once

#include "analysis/energy/samplewindows.h"
#include "analysis/folding/fold.h"
#include "analysis/steps/foldsteps.h"

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

namespace stepscope::analysis {

/// One channel of a recording, folded.
struct FoldedChannel
{
    std::string name, unit;
    Sensor sensor; ///< its window is deconvolved where it is known; else the waveform is as blurred as the samples
    double samplingPeriod = 0; ///< s, nominal; 0 = not known
    FoldedWaveform waveform;
};

/// The samples of a channel at their phases in the mean step, without those next to gaps, and without repeated values
/// of a sensor that updates less often than it is read; of the steps [first, last) of the phases. 32 bytes per sample.
std::vector<FoldSample> foldSamplesOf(const trace::TraceView& view, const trace::ChannelView& channel,
                                      const StepPhases& phases, const Sensor& sensor, std::size_t first = 0,
                                      std::size_t last = SIZE_MAX);
/// The same into a vector, whose contents are replaced and whose memory is reused.
void readFoldSamples(const trace::TraceView& view, const trace::ChannelView& channel, const StepPhases& phases,
                     const Sensor& sensor, std::size_t first, std::size_t last, std::vector<FoldSample>& samples);

FoldedChannel foldChannel(const trace::TraceView& view, const trace::ChannelView& channel, const FoldedSteps& steps,
                          const Sensor& sensor, const std::stop_token& stop = {});

/// A sample of a single step, at the middle of its window.
struct FoldPoint
{
    double seconds = 0; ///< from the start of the mean step
    double value = 0;
};
/// The samples of one step (index into `phases`).
std::vector<FoldPoint> pointsOfStep(const trace::TraceView& view, const trace::ChannelView& channel,
                                    const StepPhases& phases, std::size_t step, const Sensor& sensor);

/// Notes for the user about the reliability of a fold, one sentence each, the most serious first.
std::vector<Message> foldNotes(const FoldedChannel& channel, const FoldedSteps& steps);

} // namespace stepscope::analysis
