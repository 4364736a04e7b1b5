#include "analysis/algorithms/foldsteps.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

namespace stepscope::analysis {
namespace {

constexpr double kSlower = 1.03;          ///< a smaller difference does no harm
constexpr std::size_t kEnough = 20;       ///< untraced steps, to do without the traced ones
constexpr std::size_t kMostPatterns = 64; ///< traced steps looked at for the mean step's ops: more say nothing new

/// Where the outermost ops of a step begin: the k-th of an op on a lane, so that they are found again in other steps.
using OpKey = std::tuple<std::size_t, std::uint32_t, std::uint32_t>; // lane, op, occurrence
using OpTimes = std::map<OpKey, trace::TimeRange>;

bool holdsOps(const trace::LaneView& lane)
{
    return lane.size() > 0 && lane.info().kind != format::Lane::Kind::Phases;
}

OpTimes outermostOps(const trace::TraceView& view, trace::TimeRange step)
{
    OpTimes times;
    for (std::size_t lane = 0; lane < view.lanes().size(); ++lane) {
        const trace::LaneView& spans = view.lanes()[lane];
        if (!holdsOps(spans))
            continue;
        std::map<std::uint32_t, std::uint32_t> met;
        const auto [first, last] = spans.touching(step);
        for (std::size_t i = first; i < last; ++i) {
            const trace::SpanRecord span = spans.span(i);
            if (span.depth == 0 && step.contains(span.start))
                times[{lane, span.op, met[span.op]++}] = {span.start, std::min(span.end(), step.end)};
        }
    }
    return times;
}

/// What most traced steps have in common, at its mean place.
class MeanStep
{
public:
    MeanStep(const StepPhases& phases, const std::vector<std::pair<std::size_t, OpTimes>>& steps)
        : m_seconds(phases.stepSeconds())
    {
        struct Sum
        {
            double begin = 0, end = 0;
            std::size_t count = 0;
        };
        std::map<OpKey, Sum> sums;
        for (const auto& [step, times] : steps) {
            const double start = static_cast<double>(phases.step(step).begin);
            const double scale = m_seconds / static_cast<double>(phases.step(step).duration());
            for (const auto& [key, time] : times) {
                Sum& sum = sums[key];
                sum.begin += (static_cast<double>(time.begin) - start) * scale;
                sum.end += (static_cast<double>(time.end) - start) * scale;
                ++sum.count;
            }
        }
        for (const auto& [key, sum] : sums) {
            if (5 * sum.count >= 4 * steps.size())
                m_places[key] = {sum.begin / static_cast<double>(sum.count), sum.end / static_cast<double>(sum.count)};
        }
    }
    [[nodiscard]] std::vector<PhaseKnot> knots(const OpTimes& times) const
    {
        std::vector<PhaseKnot> knots;
        for (const auto& [key, time] : times) {
            const auto place = m_places.find(key);
            if (place == m_places.end())
                continue;
            knots.push_back({time.begin, place->second.first});
            knots.push_back({time.end, place->second.second});
        }
        std::sort(knots.begin(), knots.end(), [](const PhaseKnot& a, const PhaseKnot& b) { return a.time < b.time; });
        return knots;
    }
    /// Sum of squares of how far a step's ops are from their places when it is stretched evenly; how many.
    [[nodiscard]] std::pair<double, std::size_t> scatter(trace::TimeRange step, const OpTimes& times) const
    {
        double squares = 0;
        std::size_t count = 0;
        for (const PhaseKnot& knot : knots(times)) {
            const double even =
                static_cast<double>(knot.time - step.begin) / static_cast<double>(step.duration()) * m_seconds;
            squares += (even - knot.seconds) * (even - knot.seconds);
            ++count;
        }
        return {squares, count};
    }

private:
    double m_seconds;
    std::map<OpKey, std::pair<double, double>> m_places;
};

/// All spans of one step, at their places in the mean step.
std::vector<FoldedOp> opsOf(const trace::TraceView& view, const StepPhases& phases, std::size_t step)
{
    std::vector<FoldedOp> ops;
    const trace::TimeRange range = phases.step(step);
    for (std::size_t lane = 0; lane < view.lanes().size(); ++lane) {
        const trace::LaneView& spans = view.lanes()[lane];
        if (!holdsOps(spans))
            continue;
        const auto [first, last] = spans.touching(range);
        for (std::size_t i = first; i < last; ++i) {
            const trace::SpanRecord span = spans.span(i);
            const trace::TimeRange inside = trace::TimeRange{span.start, span.end()}.intersected(range);
            if (inside.isEmpty())
                continue;
            ops.push_back(
                {phases.within(step, inside.begin), phases.within(step, inside.end), span.op, span.depth, lane, i});
        }
    }
    return ops;
}

/// Ops of the mean step from traced steps, whether these are laid over the others or not.
void learnOps(const trace::TraceView& view, const std::vector<KnownStep>& traced, FoldedSteps& folded,
              const Cancelled& cancelled)
{
    if (traced.empty())
        return;
    std::vector<trace::TimeRange> ranges;
    const std::size_t stride = (traced.size() + kMostPatterns - 1) / kMostPatterns;
    for (std::size_t i = 0; i < traced.size(); i += stride)
        ranges.push_back(traced[i].range);
    StepPhases own(ranges);
    std::vector<std::pair<std::size_t, OpTimes>> patterns;
    for (std::size_t i = 0; i < own.size(); ++i) {
        if (cancelled && cancelled())
            return;
        patterns.emplace_back(i, outermostOps(view, own.step(i)));
    }
    const MeanStep ofTraced(own, patterns);
    double squares = 0;
    std::size_t count = 0;
    std::size_t middle = 0;
    for (const auto& [step, times] : patterns) {
        const auto [more, number] = ofTraced.scatter(own.step(step), times);
        squares += more;
        count += number;
        own.bend(step, ofTraced.knots(times));
        const auto off = [&](std::size_t i) { return std::abs(own.step(i).seconds() - own.stepSeconds()); };
        middle = off(step) < off(middle) ? step : middle;
    }
    const double scale = own.stepSeconds() > 0 ? folded.phases.stepSeconds() / own.stepSeconds() : 1;
    if (patterns.size() > 1 && count > 0)
        folded.opScatter = scale * std::sqrt(squares / static_cast<double>(count));
    folded.ops = opsOf(view, own, middle);
    for (FoldedOp& op : folded.ops) {
        op.begin *= scale;
        op.end *= scale;
    }
    // The steps themselves, where they are among those that are laid over each other.
    const MeanStep ofAll(own, patterns);
    for (const KnownStep& step : traced) {
        const auto place = folded.phases.place(step.range.begin + step.range.duration() / 2);
        if (!place || folded.phases.step(place->step) != step.range)
            continue;
        std::vector<PhaseKnot> knots = ofAll.knots(outermostOps(view, step.range));
        for (PhaseKnot& knot : knots)
            knot.seconds *= scale;
        folded.phases.bend(place->step, knots);
    }
}

double meanSeconds(const std::vector<KnownStep>& steps)
{
    double sum = 0;
    for (const KnownStep& step : steps)
        sum += step.range.seconds();
    return steps.empty() ? 0 : sum / static_cast<double>(steps.size());
}

std::vector<KnownStep> alike(const std::vector<KnownStep>& steps)
{
    std::vector<trace::TimeRange> ranges;
    for (const KnownStep& step : steps)
        ranges.push_back(step.range);
    std::vector<KnownStep> kept;
    for (const std::size_t i : alikeSteps(ranges))
        kept.push_back(steps[i]);
    return kept;
}

} // namespace

FoldedSteps stepsToFold(const trace::TraceView& view, const StepList& steps, const Cancelled& cancelled)
{
    FoldedSteps folded;
    folded.isDetected = steps.isDetected;
    folded.about = aboutSteps(steps);
    std::vector<KnownStep> traced;
    std::vector<KnownStep> untraced;
    for (const KnownStep& step : steps.steps)
        (step.isTraced ? traced : untraced).push_back(step);
    traced = alike(traced);
    untraced = alike(untraced);
    folded.unlike = steps.steps.size() - traced.size() - untraced.size();
    if (!traced.empty() && !untraced.empty())
        folded.stretch = meanSeconds(traced) / meanSeconds(untraced);
    std::vector<KnownStep> kept = untraced;
    if (untraced.size() >= kEnough && folded.stretch > kSlower)
        folded.slowed = traced.size();
    else
        kept.insert(kept.end(), traced.begin(), traced.end());
    std::sort(kept.begin(), kept.end(),
              [](const KnownStep& a, const KnownStep& b) { return a.range.begin < b.range.begin; });
    std::vector<trace::TimeRange> ranges;
    for (const KnownStep& step : kept) {
        // As StepPhases has them, so that numbers belong to the same steps.
        if (step.range.isEmpty() || (!ranges.empty() && step.range.begin < ranges.back().end))
            continue;
        ranges.push_back(step.range);
        folded.indices.push_back(step.index);
        ++(step.isTraced ? folded.traced : folded.untraced);
    }
    folded.phases = StepPhases(ranges);
    if (folded.phases.size() == 0)
        folded.reason =
            steps.reason.empty() ? "there are no steps to lay over each other in this stretch" : steps.reason;
    else
        learnOps(view, traced, folded, cancelled);
    return folded;
}

FoldedSteps stepsToFold(const trace::TraceView& view, trace::TimeRange range, const Cancelled& cancelled)
{
    return stepsToFold(view, markedSteps(view, range), cancelled);
}

} // namespace stepscope::analysis
