#pragma once

#include "analysis/steps/detection/periodpath.h"
#include "analysis/steps/detection/periodseries.h"

#include <cstddef>
#include <span>
#include <vector>

/// Scales on which a signal repeats: cycles that differ by their place in a longer step (accumulation of gradients,
/// the networks of a GAN), and steps that consist of equal parts.
namespace stepscope::analysis {

/// A cycle of a path.
struct StepCycle
{
    double begin = 0;
    double end = 0;
    double duration = 0;     ///< with the pause after it that may be a part of each step: short, and in every eighth
                             ///< cycle or more often
    bool afterPause = false; ///< a longer pause precedes
};

/// The cycles of a path, in order.
std::vector<StepCycle> cyclesOf(const StepPath& path);

/// Evidence that a step consists of `places` consecutive cycles of a path. Its opposite is that all cycles have the
/// same shape and each is a step.
struct ScaleEvidence
{
    std::size_t places = 1;
    /// Nats by which cycles at the same place predict a cycle better than all cycles do; each cycle is predicted by the
    /// others only, so that more places do not win by their number.
    double nats = 0;
    double deviations = 0; ///< of that gain from 0, in standard errors between stretches of the recording
    /// Share of the longer steps that show the difference. A few steps of each epoch can differ so much that others,
    /// which do not differ, seem to have places.
    double agreeing = 1;
    double contrast = 0;   ///< variance that the places explain, relative to the variance that they leave
    std::size_t slips = 0; ///< of the sequence of places, except after pauses
    /// Share of the samples whose phase in the cycle was also sampled in cycles at other places, 0..1. Near 0 the
    /// length of a cycle has a simple ratio to the sampling interval: cycles at different places are sampled at
    /// different phases, so that their samples differ even if the cycles do not.
    double matched = 1;
    std::vector<double> gains{};        ///< nats, of stretches of the recording
    std::vector<std::size_t> placeOf{}; ///< of each cycle, in the order of the path
    /// The sequence of places hardly slips, and its gain is significant and found in most of the longer steps.
    [[nodiscard]] bool isRegular() const;
    [[nodiscard]] bool isSignificant() const;
    /// True for a difference that is too small to be claimed, and too regular to be excluded.
    [[nodiscard]] bool isFaint() const;
};

/// Whether differences between cycles that begin at different fractions of a sampling interval are removed before
/// their places are compared. Where the length of a cycle has a simple ratio to the sampling interval, this removes
/// real differences, too.
enum class PhaseDifferences { Removed, Kept };

/// For each number of places; empty for fewer than six cycles. The sequence of places may slip where the path has a
/// pause or misses a cycle, at a cost. O(cycles x places^2 x bins).
std::vector<ScaleEvidence> scaleEvidence(std::span<const PeriodSeries> series, const StepPath& path,
                                         std::span<const std::size_t> places, PhaseDifferences phases);

/// The scale with the strongest evidence, or the smallest part of it that explains as much; nullptr if no scale is
/// significant.
const ScaleEvidence* bestScale(std::span<const ScaleEvidence> scales);

/// The path with each step divided into equal parts.
StepPath dividedSteps(const StepPath& path, std::size_t parts);

/// The path whose steps are the cycles from each cycle at `place` 0 to the next.
StepPath joinedSteps(const StepPath& path, const ScaleEvidence& scale);

} // namespace stepscope::analysis
