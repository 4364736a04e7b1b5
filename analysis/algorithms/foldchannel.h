#pragma once

#include "analysis/algorithms/fold.h"
#include "analysis/algorithms/foldsteps.h"
#include "analysis/algorithms/samplewindows.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace stepscope::analysis {

/// One channel of a recording, folded.
struct FoldedChannel
{
    std::string name, unit;
    Sensor sensor; ///< its window is undone where it is known, else `waveform` is smeared as the sensor smears
    double samplingPeriod = 0; ///< s, nominal; 0 = not known
    FoldedWaveform waveform;
};

/// Where the readings of a channel lie in the mean step; those next to gaps are left out, and repeated values of a
/// sensor that updates more rarely than it is read.
std::vector<FoldSample> foldSamplesOf(const trace::TraceView& view, const trace::ChannelView& channel,
                                      const StepPhases& phases, const Sensor& sensor);

FoldedChannel foldChannel(const trace::TraceView& view, const trace::ChannelView& channel, const FoldedSteps& steps,
                          const Sensor& sensor, const Cancelled& cancelled = {});

/// The readings of a single step (index into `phases`), at their middle, s from the mean step's start.
struct FoldPoint
{
    double seconds = 0;
    double value = 0;
};
std::vector<FoldPoint> pointsOfStep(const trace::TraceView& view, const trace::ChannelView& channel,
                                    const StepPhases& phases, std::size_t step, const Sensor& sensor);

/// What is to be known of a fold, a sentence each, the gravest first: for people.
std::vector<std::string> foldNotes(const FoldedChannel& channel, const FoldedSteps& steps);

} // namespace stepscope::analysis
