#include "analysis/algorithms/fold.h"

#include <algorithm>
#include <cmath>

namespace stepscope::analysis {
namespace {

constexpr std::size_t kFewestSamples = 20;
constexpr double kMuchLonger = 6;           ///< than the longest gap that chance leaves
constexpr double kMuchUnseen = 0.25;        ///< of the step
constexpr double kGoldenSection = 0.381966; ///< the most irrational share: the phases of a row of readings spread best

} // namespace

SamplingPhases samplingPhases(std::span<const FoldSample> samples, double stepSeconds, double period)
{
    SamplingPhases found;
    if (samples.size() < kFewestSamples || !(stepSeconds > 0))
        return found;
    std::vector<double> ends;
    ends.reserve(samples.size());
    for (const FoldSample& sample : samples)
        ends.push_back(sample.end - stepSeconds * std::floor(sample.end / stepSeconds));
    std::sort(ends.begin(), ends.end());
    const auto count = static_cast<double>(ends.size());
    // Of n places at random on a circle, the longest gap is about ln n times the mean one.
    const double byChance = stepSeconds * std::log(count) / count;
    std::size_t gaps = 0;
    double unseen = 0;
    for (std::size_t i = 0; i < ends.size(); ++i) {
        const double gap = i + 1 < ends.size() ? ends[i + 1] - ends[i] : ends.front() + stepSeconds - ends.back();
        found.longestGap = std::max(found.longestGap, gap);
        if (gap > kMuchLonger * byChance) {
            unseen += gap;
            ++gaps;
        }
    }
    found.unseenShare = unseen / stepSeconds;
    found.isCommensurate = found.unseenShare > kMuchUnseen;
    if (!found.isCommensurate)
        return found;
    found.places = gaps;
    if (period > 0) {
        const double perStep = std::max(std::round(stepSeconds / period), 1.0);
        found.betterPeriod = stepSeconds / (perStep + kGoldenSection);
    }
    return found;
}

} // namespace stepscope::analysis
