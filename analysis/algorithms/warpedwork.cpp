#include "analysis/algorithms/warpedwork.h"

#include "analysis/algorithms/foldsteps.h"
#include "analysis/algorithms/stepphases.h"

#include <algorithm>
#include <cmath>

namespace stepscope::analysis {
namespace {

constexpr std::size_t kMostPatterns = 32;
constexpr std::size_t kMostPieces = 8'000'000;

std::vector<trace::TimeRange> alikeOf(const trace::TraceView& view, trace::TimeRange range, bool isTraced)
{
    std::vector<trace::TimeRange> steps;
    for (std::size_t i = view.stepLowerBound(range.begin); i < view.stepCount(); ++i) {
        const format::Step step = view.step(i);
        if (step.start >= range.end)
            break;
        const bool isWhole = step.start >= range.begin && step.end <= range.end && step.start < step.end;
        const bool isInOrder = steps.empty() || steps.back().end <= step.start;
        if (isWhole && isInOrder && ((step.flags & format::Step::kTraced) != 0) == isTraced)
            steps.push_back({step.start, step.end});
    }
    std::vector<trace::TimeRange> alike;
    for (const std::size_t i : alikeSteps(steps))
        alike.push_back(steps[i]);
    return alike;
}

/// So many of them, from first to last.
std::vector<trace::TimeRange> spread(const std::vector<trace::TimeRange>& steps, std::size_t most)
{
    const std::size_t count = std::min(steps.size(), most);
    std::vector<trace::TimeRange> kept;
    for (std::size_t i = 0; i < count; ++i)
        kept.push_back(steps[i * steps.size() / count]);
    return kept;
}

double meanSeconds(const std::vector<trace::TimeRange>& steps)
{
    double sum = 0;
    for (const trace::TimeRange& step : steps)
        sum += step.seconds();
    return sum / static_cast<double>(steps.size());
}

/// The pieces of each pattern, as shares of its step.
class Patterns
{
public:
    Patterns(const std::vector<trace::TimeRange>& steps, const std::vector<WorkPiece>& pieces)
        : m_steps(steps)
        , m_pieces(steps.size())
    {
        std::size_t step = 0;
        for (const WorkPiece& piece : pieces) { // by begin
            while (step + 1 < steps.size() && piece.begin >= steps[step].end)
                ++step;
            m_pieces[step].push_back(piece);
        }
    }
    void lay(std::size_t pattern, trace::TimeRange step, Work& work) const
    {
        const trace::TimeRange& from = m_steps[pattern];
        const double scale = static_cast<double>(step.duration()) / static_cast<double>(from.duration());
        const auto moved = [&](std::int64_t time) {
            const auto offset = std::llround(static_cast<double>(time - from.begin) * scale);
            return std::clamp<std::int64_t>(step.begin + offset, step.begin, step.end);
        };
        for (const WorkPiece& piece : m_pieces[pattern]) {
            const WorkPiece laid{moved(piece.begin), moved(piece.end), piece.kind};
            if (laid.begin < laid.end)
                work.pieces.push_back(laid);
        }
    }

private:
    const std::vector<trace::TimeRange>& m_steps;
    std::vector<std::vector<WorkPiece>> m_pieces;
};

/// Counts and seconds as they are in the untraced steps.
void countWork(WarpedWork& warped, double repeats)
{
    double all = 0;
    for (WorkKind& kind : warped.work.kinds) {
        kind.count = static_cast<std::uint64_t>(std::llround(static_cast<double>(kind.count) * repeats));
        kind.seconds = 0;
    }
    for (const WorkPiece& piece : warped.work.pieces) {
        const double seconds = static_cast<double>(piece.end - piece.begin) * 1e-9 * warped.work.weight;
        warped.work.kinds[piece.kind].seconds += seconds;
        all += seconds;
    }
    for (WorkKind& kind : warped.work.kinds)
        kind.timingShare = all > 0 ? kind.seconds / all : 0;
}

} // namespace

WarpedWork warpedWork(const trace::TraceView& view, trace::TimeRange range, std::size_t mostKinds,
                      const Cancelled& cancelled)
{
    WarpedWork warped;
    const std::vector<trace::TimeRange> all = alikeOf(view, range, true);
    const std::vector<trace::TimeRange> untraced = alikeOf(view, range, false);
    if (all.empty()) {
        warped.reason = "no step with recorded ops: record some with --ops";
        return warped;
    }
    if (untraced.empty()) {
        warped.reason = "every step has recorded ops: record some without, --ops FIRST:LAST";
        return warped;
    }
    std::vector<trace::TimeRange> traced = spread(all, kMostPatterns);
    warped.work = workIn(view, traced, WorkBy::Op, mostKinds, cancelled);
    // Long recordings have enough steps to do with fewer patterns.
    const std::size_t pieces = warped.work.pieces.size() * untraced.size();
    if (pieces > kMostPieces && traced.size() > 1) {
        traced = spread(traced, std::max<std::size_t>(traced.size() * kMostPieces / pieces, 1));
        warped.work = workIn(view, traced, WorkBy::Op, mostKinds, cancelled);
    }
    if (warped.work.pieces.empty()) {
        warped.reason = "the steps with recorded ops have none";
        return warped;
    }
    const Patterns patterns(traced, warped.work.pieces);
    warped.work.pieces.clear();
    for (std::size_t i = 0; i < untraced.size(); ++i) {
        if (cancelled && cancelled())
            break;
        for (std::size_t pattern = 0; pattern < traced.size(); ++pattern)
            patterns.lay(pattern, untraced[i], warped.work);
        if (!warped.stretches.empty() && warped.stretches.back().end == untraced[i].begin)
            warped.stretches.back().end = untraced[i].end;
        else
            warped.stretches.push_back(untraced[i]);
    }
    std::stable_sort(warped.work.pieces.begin(), warped.work.pieces.end(),
                     [](const WorkPiece& a, const WorkPiece& b) { return a.begin < b.begin; });
    warped.steps = untraced.size();
    warped.patterns = traced.size();
    warped.work.weight = 1 / static_cast<double>(traced.size());
    warped.stretch = meanSeconds(all) / meanSeconds(untraced);
    countWork(warped, static_cast<double>(untraced.size()) / static_cast<double>(traced.size()));
    warped.scatter = stepsToFold(view, range, cancelled).opScatter;
    return warped;
}

UntracedAttribution attributeUntraced(const trace::TraceView& view, trace::TimeRange range,
                                      std::span<const ChannelAccount> known, const Cancelled& cancelled)
{
    constexpr std::size_t kMostKinds = 96;
    UntracedAttribution found;
    const WarpedWork warped = warpedWork(view, range, kMostKinds, cancelled);
    Attribution& attribution = found.attribution;
    attribution.reason = warped.reason;
    if (!warped.reason.empty())
        return found;
    found.patterns = warped.patterns;
    found.stretch = warped.stretch;
    found.scatter = warped.scatter;
    attribution.kinds = warped.work.kinds;
    attribution.kernelsAreInOps = warped.work.kernelsAreInOps;
    attribution.steps = warped.steps;
    for (const trace::TimeRange& stretch : warped.stretches)
        attribution.seconds += stretch.seconds();
    attribution.channels = accountsOf(view, warped.stretches, warped.work, attribution.seconds, known, cancelled);
    if (attribution.channels.empty())
        attribution.reason = "this device has no sensor of power or utilization that could be read";
    return found;
}

} // namespace stepscope::analysis
