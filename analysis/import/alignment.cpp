#include "analysis/import/alignment.h"

#include "analysis/import/activity.h"
#include "analysis/statistics/parallel.h"
#include "analysis/text/quantitytext.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <optional>
#include <string_view>

namespace stepscope::analysis {
namespace {

constexpr std::int64_t kQuarter = 900'000'000'000; ///< ns; time zones differ by multiples of it
constexpr std::int64_t kMostQuarters = 56;         ///< 14 h
constexpr double kLeastCorrelation = 0.5;
constexpr double kLeastConfidence = 0.9;

std::string seconds(std::int64_t ns)
{
    std::array<char, 48> text{};
    std::snprintf(text.data(), text.size(), "%+.6f s", static_cast<double>(ns) * 1e-9);
    return text.data();
}

std::string percent(double share)
{
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.0f %%", std::floor(share * 100));
    return text.data();
}

/// Aligns `moved` to `fixed`. Offsets of Alignment here are from the time of `moved` to that of `fixed`.
class Pair
{
public:
    Pair(const Collection& fixed, const Collection& moved)
        : m_fixed(fixed)
        , m_moved(moved)
    {}

    [[nodiscard]] std::optional<Alignment> byClock() const
    {
        if (!m_fixed.clock.realOfZero || !m_moved.clock.realOfZero)
            return std::nullopt;
        std::int64_t offset = 0;
        if (__builtin_sub_overflow(*m_moved.clock.realOfZero, *m_fixed.clock.realOfZero, &offset))
            return std::nullopt;
        const bool isOfOtherZone = m_fixed.clock.isLocal != m_moved.clock.isLocal;
        const std::vector<std::int64_t> offsets =
            isOfOtherZone ? inSameZone(offset) : std::vector<std::int64_t>{offset};
        std::optional<Alignment> best;
        for (const std::int64_t candidate : offsets) {
            Alignment alignment{.method = Alignment::Method::Clock,
                                .offsetNs = candidate,
                                .accuracyNs = m_fixed.clock.accuracyNs + m_moved.clock.accuracyNs,
                                .confidence = 1.0 / static_cast<double>(offsets.size())};
            alignment.text = "by the real time in both" + std::string(isOfOtherZone ? ", one of which is local" : "");
            refine(alignment);
            if (!best || alignment.correlation > best->correlation)
                best = alignment;
        }
        if (overlap(best->offsetNs) <= 0) {
            best->confidence = m_fixed.clock.isLocal || m_moved.clock.isLocal ? 0 : best->confidence;
            best->text += "; they do not overlap, so they may be of different runs";
        }
        return best;
    }

    [[nodiscard]] std::optional<Alignment> byActivity() const
    {
        constexpr std::int64_t kAny = std::numeric_limits<std::int64_t>::max() / 4;
        const auto match = bestMatch(-kAny, kAny);
        if (!match)
            return std::nullopt;
        return *match;
    }

    [[nodiscard]] Alignment byStart() const
    {
        return {.method = Alignment::Method::Start,
                .offsetNs = m_fixed.begin - m_moved.begin,
                .confidence = 0,
                .text = "not aligned, because no clock and no activity relates them: both begin at the same time"};
    }

private:
    [[nodiscard]] std::int64_t overlap(std::int64_t offset) const
    {
        return std::min(m_fixed.end, m_moved.end + offset) - std::max(m_fixed.begin, m_moved.begin + offset);
    }

    /// The offset plus numbers of quarters of an hour, so that both overlap most.
    [[nodiscard]] std::vector<std::int64_t> inSameZone(std::int64_t offset) const
    {
        std::int64_t most = 0;
        for (std::int64_t i = -kMostQuarters; i <= kMostQuarters; ++i)
            most = std::max(most, overlap(offset + i * kQuarter));
        std::vector<std::int64_t> offsets;
        for (std::int64_t i = -kMostQuarters; i <= kMostQuarters && most > 0; ++i) {
            if (overlap(offset + i * kQuarter) >= most - kQuarter / 100)
                offsets.push_back(offset + i * kQuarter);
        }
        return offsets.empty() ? std::vector<std::int64_t>{offset} : offsets;
    }

    /// Looks for a better offset within the accuracy of the clocks.
    void refine(Alignment& alignment) const
    {
        constexpr std::int64_t kFineEnough = 10'000'000; // ns
        if (alignment.accuracyNs < kFineEnough)
            return;
        const auto match =
            bestMatch(alignment.offsetNs - alignment.accuracyNs, alignment.offsetNs + alignment.accuracyNs);
        if (!match)
            return;
        alignment.offsetNs = match->offsetNs;
        alignment.accuracyNs = std::min(alignment.accuracyNs, match->accuracyNs);
        alignment.correlation = match->correlation;
        alignment.confidence = match->confidence;
        alignment.text += ", refined by " + match->text;
    }

    [[nodiscard]] std::optional<Alignment> bestMatch(std::int64_t least, std::int64_t most) const
    {
        for (const Activity::Kind kind : {Activity::Kind::Gpu, Activity::Kind::Cpu}) {
            const auto fixed = Activity::of(m_fixed, kind);
            const auto moved = Activity::of(m_moved, kind);
            const auto match = fixed && moved ? bestShift(*fixed, *moved, least, most) : std::nullopt;
            if (!match || match->correlation < kLeastCorrelation || match->confidence < kLeastConfidence)
                continue;
            std::array<char, 24> correlation{};
            std::snprintf(correlation.data(), correlation.size(), "%.2f", match->correlation);
            const char* const what = kind == Activity::Kind::Gpu ? "GPU" : "CPU";
            return Alignment{.method = Alignment::Method::Activity,
                             .offsetNs = match->shiftNs,
                             .accuracyNs = std::max(fixed->period(), moved->period()),
                             .confidence = std::min(match->confidence, 0.999),
                             .correlation = match->correlation,
                             .text = "the activity of the " + std::string(what) + " (correlation " +
                                     correlation.data() + ")"};
        }
        return std::nullopt;
    }

    const Collection& m_fixed;
    const Collection& m_moved;
};

std::string textOf(const Alignment& alignment, const Collection& fixed, const Collection& moved)
{
    std::string text = moved.files.front() + " is ";
    if (alignment.method == Alignment::Method::Start)
        return text + alignment.text;
    text += "aligned to " + fixed.files.front() + " " + (alignment.method == Alignment::Method::Activity ? "by " : "") +
            alignment.text;
    return text + ": it begins " + seconds(moved.begin + alignment.offsetNs - fixed.begin) +
           " after that one, accurate to " + durationText(static_cast<double>(alignment.accuracyNs) * 1e-9) +
           ", confidence " + percent(alignment.confidence);
}

std::optional<Alignment> related(const Collection& fixed, const Collection& moved)
{
    const Pair pair(fixed, moved);
    const auto byClock = pair.byClock();
    return byClock ? byClock : pair.byActivity();
}

/// Aligns a source to the one of the sources before it to which it relates best.
Alignment alignNext(const std::vector<Collection>& sources, const std::vector<Alignment>& placed)
{
    const Collection& moved = sources[placed.size()];
    std::vector<std::optional<Alignment>> all(placed.size());
    forEachInParallel(all.size(), [&](std::size_t i) { all[i] = related(sources[i], moved); });
    std::optional<Alignment> best;
    std::size_t fixed = 0;
    for (std::size_t i = 0; i < placed.size(); ++i) {
        const auto& alignment = all[i];
        if (!alignment)
            continue;
        const auto isBetter = [&] {
            return alignment->confidence != best->confidence ? alignment->confidence > best->confidence
                                                             : alignment->accuracyNs < best->accuracyNs;
        };
        if (!best || isBetter()) {
            best = alignment;
            fixed = i;
        }
    }
    if (!best)
        best = Pair(sources.front(), moved).byStart();
    best->text = textOf(*best, sources[fixed], moved);
    best->offsetNs += placed[fixed].offsetNs;
    best->confidence *= placed[fixed].confidence > 0 ? placed[fixed].confidence : 1;
    return *best;
}

} // namespace

Alignment Alignment::corrected(std::int64_t ns) const
{
    constexpr std::string_view kMoved = "; moved by ";
    Alignment result = *this;
    if (correctionNs != 0)
        result.text.erase(result.text.rfind(kMoved));
    result.offsetNs += ns - correctionNs;
    result.correctionNs = ns;
    if (ns != 0) {
        std::array<char, 48> milliseconds{};
        std::snprintf(milliseconds.data(), milliseconds.size(), "%+.6g ms", static_cast<double>(ns) * 1e-6);
        result.text += std::string(kMoved) + milliseconds.data() + " by the user";
    }
    return result;
}

std::optional<Alignment> alignTo(const Collection& fixed, const Collection& moved)
{
    auto alignment = related(fixed, moved);
    if (alignment)
        alignment->text = textOf(*alignment, fixed, moved);
    return alignment;
}

Alignment alignStarts(const Collection& fixed, const Collection& moved)
{
    Alignment alignment = Pair(fixed, moved).byStart();
    alignment.text = textOf(alignment, fixed, moved);
    return alignment;
}

std::vector<Alignment> alignSources(const std::vector<Collection>& sources, const std::function<bool(double)>& goesOn)
{
    std::vector<Alignment> placed;
    const auto share = [&] { return static_cast<double>(placed.size()) / static_cast<double>(sources.size()); };
    for (std::size_t i = 0; i < sources.size() && (!goesOn || goesOn(share())); ++i)
        placed.push_back(i == 0 ? Alignment{} : alignNext(sources, placed));
    return placed;
}

} // namespace stepscope::analysis
