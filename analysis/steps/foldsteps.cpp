#include "analysis/steps/foldsteps.h"

#include "analysis/metrics/channelrules.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <stop_token>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace stepscope::analysis {
namespace {

constexpr double kSlower = 1.03;         ///< a smaller duration ratio is ignored
constexpr std::size_t kMinUntraced = 20; ///< untraced steps, to exclude the traced ones
constexpr std::size_t kMaxPatterns = 64; ///< traced steps that determine the mean step's ops
/// Ops of the mean step whose begins and ends map each step, at most: a limit of memory. Ops between them are mapped
/// linearly.
constexpr std::size_t kMaxPlaces = 512;
constexpr std::size_t kMinPlaces = 32;
constexpr std::size_t kMaxKnots = std::size_t{1} << 22U; ///< of all steps: 64 MB, more above 65,000 traced steps

/// Identifies an outermost op in every step: the k-th occurrence of an op on a lane.
using OpKey = std::tuple<std::size_t, std::uint32_t, std::uint32_t>; // lane, op, occurrence
using OpTimes = std::map<OpKey, trace::TimeRange>;
using OpPlaces = std::map<OpKey, std::pair<double, double>>; ///< begin and end, s from the start of the mean step

/// With `places`, only those ops.
OpTimes outermostOps(const trace::TraceView& view, trace::TimeRange step, const OpPlaces* places = nullptr)
{
    OpTimes times;
    for (std::size_t lane = 0; lane < view.lanes().size(); ++lane) {
        const trace::LaneView& spans = view.lanes()[lane];
        if (!holdsOps(spans))
            continue;
        std::unordered_map<std::uint32_t, std::uint32_t> occurrences;
        const auto [first, last] = spans.touching(step);
        for (std::size_t i = first; i < last; ++i) {
            const trace::SpanRecord span = spans.span(i);
            if (span.depth > 0 || !step.contains(span.start))
                continue;
            const OpKey key{lane, span.op, occurrences[span.op]++};
            if (places == nullptr || places->contains(key))
                times[key] = {span.start, std::min(span.end(), step.end)};
        }
    }
    return times;
}

/// The mean positions of the ops that at least four fifths of the traced steps have in common; of at most `maximum`
/// of them.
class MeanStep
{
public:
    MeanStep(const StepPhases& phases, const std::vector<std::pair<std::size_t, OpTimes>>& steps, std::size_t maximum)
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
        thin(maximum);
    }
    [[nodiscard]] const OpPlaces& places() const { return m_places; }
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
    /// Sum of the squared distances of a step's ops from their mean positions when it is mapped linearly; their number.
    [[nodiscard]] std::pair<double, std::size_t> scatter(trace::TimeRange step, const OpTimes& times) const
    {
        double squares = 0;
        std::size_t count = 0;
        for (const PhaseKnot& knot : knots(times)) {
            const double linear =
                static_cast<double>(knot.time - step.begin) / static_cast<double>(step.duration()) * m_seconds;
            squares += (linear - knot.seconds) * (linear - knot.seconds);
            ++count;
        }
        return {squares, count};
    }

private:
    /// Keeps the longest op that begins in each of `maximum` equal parts of the mean step.
    void thin(std::size_t maximum)
    {
        if (m_places.size() <= maximum || m_seconds <= 0)
            return;
        const auto length = [](const auto& op) { return op.second.second - op.second.first; };
        std::vector<OpPlaces::const_iterator> longest(maximum, m_places.cend());
        for (auto it = m_places.cbegin(); it != m_places.cend(); ++it) {
            const double part = it->second.first / m_seconds * static_cast<double>(maximum);
            auto& kept = longest[static_cast<std::size_t>(std::clamp(part, 0.0, static_cast<double>(maximum - 1)))];
            if (kept == m_places.cend() || length(*it) > length(*kept))
                kept = it;
        }
        OpPlaces kept;
        for (const auto& op : longest) {
            if (op != m_places.cend())
                kept.insert(*op);
        }
        m_places = std::move(kept);
    }

    double m_seconds;
    OpPlaces m_places;
};

/// All spans of one step, at their positions in the mean step.
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
            ops.push_back({phases.secondsAt(step, inside.begin), phases.secondsAt(step, inside.end), span.op,
                           span.depth, lane, i});
        }
    }
    return ops;
}

/// Computes the ops of the mean step from the traced steps, whether these are folded or not.
void computeOps(const trace::TraceView& view, const std::vector<StepEntry>& traced, FoldedSteps& folded,
                const std::stop_token& stop)
{
    if (traced.empty())
        return;
    std::vector<trace::TimeRange> ranges;
    const std::size_t stride = (traced.size() + kMaxPatterns - 1) / kMaxPatterns;
    for (std::size_t i = 0; i < traced.size(); i += stride)
        ranges.push_back(traced[i].range);
    StepPhases phases(ranges);
    std::vector<std::pair<std::size_t, OpTimes>> patterns;
    for (std::size_t i = 0; i < phases.size(); ++i) {
        if (stop.stop_requested())
            return;
        patterns.emplace_back(i, outermostOps(view, phases.step(i)));
    }
    const std::size_t knotsOfStep = kMaxKnots / traced.size();
    const MeanStep meanStep(phases, patterns, std::clamp(knotsOfStep / 2, kMinPlaces, kMaxPlaces));
    double squares = 0;
    std::size_t count = 0;
    std::size_t typical = 0;
    for (const auto& [step, times] : patterns) {
        const auto [stepSquares, stepCount] = meanStep.scatter(phases.step(step), times);
        squares += stepSquares;
        count += stepCount;
        phases.setKnots(step, meanStep.knots(times));
        const auto deviation = [&](std::size_t i) { return std::abs(phases.step(i).seconds() - phases.stepSeconds()); };
        typical = deviation(step) < deviation(typical) ? step : typical;
    }
    const double scale = phases.stepSeconds() > 0 ? folded.phases.stepSeconds() / phases.stepSeconds() : 1;
    if (patterns.size() > 1 && count > 0)
        folded.opScatter = scale * std::sqrt(squares / static_cast<double>(count));
    folded.ops = opsOf(view, phases, typical);
    for (FoldedOp& op : folded.ops) {
        op.begin *= scale;
        op.end *= scale;
    }
    // Set the knots of the traced steps that are folded themselves.
    for (const StepEntry& step : traced) {
        if (stop.stop_requested())
            return;
        const auto place = folded.phases.place(step.range.begin + step.range.duration() / 2);
        if (!place || folded.phases.step(place->step) != step.range)
            continue;
        std::vector<PhaseKnot> knots = meanStep.knots(outermostOps(view, step.range, &meanStep.places()));
        for (PhaseKnot& knot : knots)
            knot.seconds *= scale;
        folded.phases.setKnots(place->step, knots);
    }
}

double meanSeconds(const std::vector<StepEntry>& steps)
{
    double sum = 0;
    for (const StepEntry& step : steps)
        sum += step.range.seconds();
    return steps.empty() ? 0 : sum / static_cast<double>(steps.size());
}

std::vector<StepEntry> withSimilarDuration(const std::vector<StepEntry>& steps)
{
    std::vector<trace::TimeRange> ranges;
    for (const StepEntry& step : steps)
        ranges.push_back(step.range);
    std::vector<StepEntry> kept;
    for (const std::size_t i : similarSteps(ranges))
        kept.push_back(steps[i]);
    return kept;
}

} // namespace

FoldedSteps stepsToFold(const trace::TraceView& view, const StepList& steps, const std::stop_token& stop)
{
    FoldedSteps folded;
    folded.isDetected = steps.isDetected;
    folded.description = describeSteps(steps);
    std::vector<StepEntry> traced;
    std::vector<StepEntry> untraced;
    for (const StepEntry& step : steps.steps)
        (step.isTraced ? traced : untraced).push_back(step);
    traced = withSimilarDuration(traced);
    untraced = withSimilarDuration(untraced);
    folded.excludedByDuration = steps.steps.size() - traced.size() - untraced.size();
    if (!traced.empty() && !untraced.empty())
        folded.durationRatio = meanSeconds(traced) / meanSeconds(untraced);
    std::vector<StepEntry> kept = untraced;
    if (untraced.size() >= kMinUntraced && folded.durationRatio > kSlower)
        folded.excludedTraced = traced.size();
    else
        kept.insert(kept.end(), traced.begin(), traced.end());
    std::sort(kept.begin(), kept.end(),
              [](const StepEntry& a, const StepEntry& b) { return a.range.begin < b.range.begin; });
    std::vector<trace::TimeRange> ranges;
    for (const StepEntry& step : kept) {
        // The same rule as in StepPhases, so that the indices match.
        if (step.range.isEmpty() || (!ranges.empty() && step.range.begin < ranges.back().end))
            continue;
        ranges.push_back(step.range);
        folded.indices.push_back(step.index);
        ++(step.isTraced ? folded.traced : folded.untraced);
    }
    folded.phases = StepPhases(ranges);
    if (folded.phases.size() == 0)
        folded.reason =
            steps.reason.empty() ? translatable("Steps", "there are no steps to fold in this stretch") : steps.reason;
    else
        computeOps(view, traced, folded, stop);
    return folded;
}

FoldedSteps stepsToFold(const trace::TraceView& view, trace::TimeRange range, const std::stop_token& stop)
{
    return stepsToFold(view, markedSteps(view, range), stop);
}

} // namespace stepscope::analysis
