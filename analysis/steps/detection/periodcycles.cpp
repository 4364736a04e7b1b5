#include "analysis/steps/detection/periodcycles.h"

#include "analysis/steps/detection/periodexplained.h"
#include "analysis/steps/detection/periodplaces.h"
#include "analysis/steps/detection/periodscales.h"
#include "analysis/steps/detection/periodthresholds.h"

#include <array>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

namespace stepscope::analysis {
namespace {

/// Whether a slight difference by the place is one of the sampling: no part of the cycles differs.
bool isAbsent(std::span<const PeriodSeries> series, const StepPath& path, const ScaleEvidence& scale)
{
    if (scale.contrast >= threshold::kAbsentContrast || scale.matched < threshold::kAbsentMatched ||
        !placeDifference(series, path, scale.placeOf, scale.places).isAbsent())
        return false;
    const auto kept = scaleEvidence(series, path, std::array{scale.places}, PhaseDifferences::Kept);
    return placeDifference(series, path, kept.front().placeOf, scale.places).isAbsent();
}

/// Whether the cycles last enough samples to tell a difference from a shift of their boundaries.
bool showDifferences(std::span<const PeriodSeries> series, const StepPath& path)
{
    return path.meanSeconds() > threshold::kAbsentSamples * samplingStep(series);
}

/// Whether the parts of a step differ although they have no sampled phases in common, as parts of 22.5 samples. A
/// sample is predicted from the next part, by the two samples beside its phase, and from its own part, by the two
/// samples beside it. The former are closer together, so that they predict at least as well if the parts are equal.
bool partsPredictWorse(const Followed& whole, std::size_t count)
{
    const auto series = whole.comparable();
    const auto bins = static_cast<std::size_t>(std::round(whole.refined.seconds / samplingStep(series)));
    if (bins < 2 * count)
        return false;
    const StepShape shape = shapeOf(series, whole.refined.path, bins);
    const auto middle = [bins](std::size_t bin) {
        return (static_cast<double>(bin) + 0.5) / static_cast<double>(bins);
    };
    double byOwnPart = 0;
    double byNextPart = 0;
    for (std::size_t s = 0; s < series.size(); ++s) {
        const auto& means = shape.means[s];
        for (std::size_t b = 0; b < bins; ++b) {
            const double beside = (means[(b + bins - 1) % bins] + means[(b + 1) % bins]) / 2;
            const double phase = middle(b) + 1 / static_cast<double>(count);
            byOwnPart += (means[b] - beside) * (means[b] - beside);
            const double other = shape.at(s, phase - std::floor(phase)).value;
            byNextPart += (means[b] - other) * (means[b] - other);
        }
    }
    return byNextPart > threshold::kWorsePredicted * byOwnPart;
}

enum class Parts { Equal, Different, Unclear };

/// Compares parts by their place in the step, as far as the step's own boundaries show.
Parts compareParts(const Followed& whole, std::size_t count)
{
    const StepPath parts = dividedSteps(whole.refined.path, count);
    const auto split = scaleEvidence(whole.comparable(), parts, std::array{count}, PhaseDifferences::Removed);
    if (split.empty())
        return Parts::Different;
    if (split.back().matched < threshold::kCommonPhases && partsPredictWorse(whole, count))
        return Parts::Different;
    if (split.back().contrast <= threshold::kScaleContrast)
        return Parts::Equal;
    std::vector<std::size_t> placeOf(split.back().placeOf.size());
    for (std::size_t k = 0; k < placeOf.size(); ++k)
        placeOf[k] = k % count;
    const PlaceDifference difference = placeDifference(whole.comparable(), parts, placeOf, count);
    if (split.back().contrast >= threshold::kAbsentContrast || split.back().matched < threshold::kAbsentMatched ||
        !difference.isUnseen())
        return Parts::Different;
    return difference.isAbsent() && showDifferences(whole.comparable(), parts) ? Parts::Equal : Parts::Unclear;
}

/// Whether parts that were followed by themselves differ by their place in the step.
bool areDifferent(const Followed& parts, std::size_t count)
{
    const StepPath& path = parts.refined.path;
    const auto scales = scaleEvidence(parts.comparable(), path, std::array{count}, PhaseDifferences::Removed);
    return !scales.empty() && scales.back().isSignificant() &&
           !(showDifferences(parts.comparable(), path) && isAbsent(parts.comparable(), path, scales.back()));
}

/// The longer steps that the cycles belong to; the cycles where they make up fewer than two.
Followed joined(std::span<const PeriodSeries> series, PeriodSpan span, double sampling, const Followed& cycles,
                const ScaleEvidence& scale, ScaleDoubt& doubt)
{
    StepPath path = joinedSteps(cycles.refined.path, scale);
    const auto seconds = [](const StepPath& p) { return p.meanSeconds() * static_cast<double>(p.steps()); };
    if (cycles.refined.seconds < threshold::kMinCycleSamples * sampling ||
        seconds(path) < threshold::kJoinedShare * seconds(cycles.refined.path))
        doubt.unclearOrder = true;
    if (path.steps() < 2)
        return cycles;
    Followed steps{.series = preparedFor(path.meanSeconds(), series, sampling), .cycles = cycles.cycles * scale.places};
    steps.refined = refinePath(steps.series, span, std::move(path));
    steps.explained = explainedBy(steps.series, steps.refined);
    return steps;
}

/// Cycles of which a difference is likely to be one of the sampling; more of them share phases anyway.
constexpr std::size_t kFewPlaces = 3;

/// What the samples of the cycles say about their places.
struct PlaceSearch
{
    std::optional<ScaleEvidence> sharp{}; ///< the smallest number of cycles that differ by their place
    bool isBrief = false;                 ///< some differ, but for less than two samples
};

PlaceSearch searchPlaces(const Followed& cycles)
{
    constexpr std::array<std::size_t, 4> kPrimes{2, 3, 5, 7};
    PlaceSearch search;
    for (const std::size_t places : kPrimes) {
        if (places * cycles.cycles > threshold::kMostCycles)
            break;
        auto scales =
            scaleEvidence(cycles.comparable(), cycles.refined.path, std::array{places}, PhaseDifferences::Kept);
        if (scales.empty())
            break;
        ScaleEvidence& scale = scales.front();
        const auto steps = static_cast<double>(scale.placeOf.size()) / static_cast<double>(places);
        if (static_cast<double>(scale.slips) > threshold::kMaxSharpSlips * steps)
            continue;
        const auto difference = placeDifference(cycles.comparable(), cycles.refined.path, scale.placeOf, places);
        search.isBrief = search.isBrief || (places <= kFewPlaces && difference.isBrief(scale.slips));
        if (difference.isSharp(scale.slips)) {
            search.sharp = std::move(scale);
            break;
        }
    }
    return search;
}

/// The scales of 2, 3, ... cycles, without those of equal parts that the sampling makes look different.
std::vector<ScaleEvidence> scalesOf(const Followed& cycles)
{
    std::vector<std::size_t> places;
    for (std::size_t count = 2; count * cycles.cycles <= threshold::kMostCycles; ++count)
        places.push_back(count);
    auto scales = scaleEvidence(cycles.comparable(), cycles.refined.path, places, PhaseDifferences::Removed);
    for (ScaleEvidence& scale : scales) {
        if (scale.isSignificant() || scale.placeOf.size() >= threshold::kFewCycles * scale.places)
            continue;
        auto kept =
            scaleEvidence(cycles.comparable(), cycles.refined.path, std::array{scale.places}, PhaseDifferences::Kept);
        if (kept.front().matched > threshold::kSharedPhases && kept.front().isSignificant())
            scale = std::move(kept.front());
    }
    std::erase_if(scales, [&cycles](const ScaleEvidence& scale) {
        return cycles.equalParts > 1 && scale.places % cycles.equalParts == 0 && scale.isRegular() &&
               showDifferences(cycles.comparable(), cycles.refined.path) &&
               isAbsent(cycles.comparable(), cycles.refined.path, scale);
    });
    return scales;
}

/// Whether cycles differ if held series count: by their place, or because the updates beat with them.
bool heldDiffer(const Followed& cycles)
{
    if (cycles.comparable().size() == cycles.series.size())
        return false;
    std::vector<std::size_t> places(threshold::kMostCycles - 1);
    std::iota(places.begin(), places.end(), 2);
    return bestScale(scaleEvidence(cycles.series, cycles.refined.path, places, PhaseDifferences::Removed)) != nullptr;
}

} // namespace

Followed dividedIfEqual(std::span<const PeriodSeries> series, PeriodSpan span, double sampling, Followed whole,
                        ScaleDoubt& doubt)
{
    constexpr std::array<std::size_t, 4> kParts{2, 3, 5, 7};
    for (std::size_t i = 0; i < kParts.size();) {
        const std::size_t parts = kParts[i++];
        const Parts comparison = compareParts(whole, parts);
        doubt.unclearParts = doubt.unclearParts || comparison == Parts::Unclear;
        if (comparison != Parts::Equal)
            continue;
        const double period = whole.refined.seconds / static_cast<double>(parts);
        if (period < threshold::kMinSamplesPerStep * sampling) {
            doubt.partsTooShort = true;
            break;
        }
        const Trial trial = tryPeriod(series, span, period, sampling);
        if (!isSamePeriod(trial.fit.period, period))
            continue;
        std::optional<Followed> finer = follow(series, span, sampling, trial.fit);
        if (!finer || finer->explained < threshold::kAsMuchExplained * whole.explained)
            continue;
        if (finer->refined.path.steps() < 2 * parts || areDifferent(*finer, parts))
            continue;
        finer->equalParts = whole.equalParts * parts;
        whole = std::move(*finer);
        doubt.unclearParts = false;
        i = 0;
    }
    return whole;
}

Followed joinedIfDifferent(std::span<const PeriodSeries> series, PeriodSpan span, double sampling, Followed cycles,
                           ScaleDoubt& doubt)
{
    PlaceSearch search = searchPlaces(cycles);
    while (search.sharp && !doubt.unclearOrder) {
        cycles = joined(series, span, sampling, cycles, *search.sharp, doubt);
        search = searchPlaces(cycles);
    }
    const std::vector<ScaleEvidence> scales = scalesOf(cycles);
    const double samples = cycles.refined.seconds / sampling;
    for (const ScaleEvidence& scale : scales) {
        if (scale.places <= kFewPlaces && scale.matched < threshold::kCommonPhases &&
            samples < threshold::kAliasSamples)
            doubt.fewPhases = true;
        doubt.faint = doubt.faint || scale.isFaint();
    }
    const ScaleEvidence* const best = bestScale(scales);
    doubt.faint = (doubt.faint && (best == nullptr || best->contrast < threshold::kClearContrast)) ||
                  (best == nullptr && (search.isBrief || heldDiffer(cycles)));
    doubt.fewSteps = best != nullptr && best->placeOf.size() < threshold::kMinScaleSteps * best->places;
    if (best == nullptr || doubt.faint || doubt.fewSteps)
        return cycles;
    return joined(series, span, sampling, cycles, *best, doubt);
}

} // namespace stepscope::analysis
