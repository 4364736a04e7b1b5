#pragma once

#include "analysis/text/message.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

/// Folding: samples of many steps, ordered by their phase in the step, resolve events shorter than the sampling period
/// (equivalent-time sampling). Pure arithmetic on samples with a known phase; foldchannel.h reads them from a
/// recording.
namespace stepscope::analysis {

/// One sample: the mean of the signal over [begin, end], in seconds of the mean step. Both may lie before 0 or after
/// the step's end, in the previous or next step. Equal = an instantaneous sample.
struct FoldSample
{
    double begin = 0;
    double end = 0;
    double value = 0; ///< finite
    std::uint32_t step = 0;
};

/// Coverage of the phases of the step by the samples.
struct SamplingPhases
{
    std::size_t distinctPhases = 0; ///< number of phases sampled, when there are few; else 0
    double longestGap = 0;          ///< s of the step in which no sample ends
    double unseenShare = 0;         ///< of the step, in gaps much longer than random sampling leaves
    double betterPeriod = 0;     ///< s: a sampling period near the current one that covers all phases; 0 = not needed
    bool isCommensurate = false; ///< the step's duration is close to a rational multiple of the sampling period
};

/// `period` = s between two samples. No result with fewer than 20 samples.
SamplingPhases samplingPhases(std::span<const FoldSample> samples, double stepSeconds, double period);

struct FoldOptions
{
    double samplingPeriod = 0; ///< s, for SamplingPhases; 0 = not known
    std::size_t maxBins = 2000;
};

/// The signal within the mean step: bins of equal length, in the channel's unit, with a 95 % band for the true mean of
/// each bin (not for what a sensor would show of it).
struct FoldedWaveform
{
    double stepSeconds = 0;
    double binSeconds = 0;
    std::vector<double> value, low, high;
    double resolutionSeconds = 0; ///< achieved: full width at half maximum of the response to a very short event
    double windowSeconds = 0;     ///< mean window of the samples, deconvolved in `value`; 0 = instantaneous samples
    double noise = 0;             ///< standard deviation of one sample around the waveform
    std::size_t samples = 0;
    std::size_t steps = 0;
    SamplingPhases phases;
    Message reason; ///< why there is no waveform; empty when there is one
};

/// The waveform with the highest posterior probability, and its band. The prior is an Ornstein-Uhlenbeck process (the
/// spectrum of power that jumps from op to op); its size, its time constant and the noise maximise the evidence (MacKay
/// 1992). The band is Bayesian: averaged over the bins it has its nominal coverage, less at sharp edges (Nychka 1988);
/// noise that is correlated within steps widens it. Samples by step, in any order within a step. O(bins^2) and about 60
/// sparse factorisations.
FoldedWaveform foldSamples(std::span<const FoldSample> samples, double stepSeconds, const FoldOptions& options = {},
                           const std::stop_token& stop = {});

} // namespace stepscope::analysis
