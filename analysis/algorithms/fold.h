#pragma once

#include "analysis/algorithms/metrics.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

/// Folding: many steps laid over each other by phase show what happens inside the sampling period (equivalent-time
/// sampling). Pure arithmetic on samples whose place in the step is known; foldchannel.h takes them from a recording.
namespace stepscope::analysis {

/// One reading: the mean of the truth over [begin, end], seconds of the mean step. They may lie before 0 or after the
/// step's end: steps follow each other, so that is the step before or the next. Equal = at one moment.
struct FoldSample
{
    double begin = 0;
    double end = 0;
    double value = 0; ///< finite
    std::uint32_t step = 0;
};

/// Whether the readings fall on the same few places of the step again and again, and what to do about it.
struct SamplingPhases
{
    std::size_t places = 0;      ///< that were read, when they are few; else 0
    double longestGap = 0;       ///< s of the step in which no reading ends
    double unseenShare = 0;      ///< of the step, in gaps much longer than chance leaves
    double betterPeriod = 0;     ///< s: a sampling period near this one that visits all phases; 0 = not needed
    bool isCommensurate = false; ///< steps and sampling are in step with each other
};

/// `period` = s between two readings. Fewer than 20 readings tell nothing.
SamplingPhases samplingPhases(std::span<const FoldSample> samples, double stepSeconds, double period);

struct FoldOptions
{
    double samplingPeriod = 0; ///< s, for what is said of the phases; 0 = not known
    std::size_t mostBins = 2000;
};

/// What the channel does within a step: bins of equal length, in the channel's unit, with a 95 % band that holds the
/// truth of a bin, not only what a sensor would show of it.
struct FoldedWaveform
{
    double stepSeconds = 0;
    double binSeconds = 0;
    std::vector<double> value, low, high;
    double resolutionSeconds = 0; ///< actually reached: how wide a very short event comes out (full width, half height)
    double windowSeconds = 0;     ///< mean of the readings' windows, undone in `value`; 0 = readings of a moment
    double noise = 0;             ///< standard deviation of one reading around the waveform
    std::size_t samples = 0;
    std::size_t steps = 0;
    SamplingPhases phases;
    std::string reason; ///< why nothing can be told; empty when it can
};

/// The most probable waveform and its band under a prior that says only that it wanders (Ornstein-Uhlenbeck: the
/// spectrum of power that jumps from op to op), with the prior's size and quickness and the noise chosen by the
/// evidence (MacKay 1992). The band is Bayesian: over the bins it covers the truth about as often as it says, sharp
/// edges less (Nychka 1988); noise that steps share widens it. Samples by step, in any order within it.
FoldedWaveform foldSamples(std::span<const FoldSample> samples, double stepSeconds, const FoldOptions& options = {},
                           const Cancelled& cancelled = {});

} // namespace stepscope::analysis
