#include "analysis/import/alignment.h"

#include "analysis/import/activity.h"
#include "analysis/import/bestshift.h"
#include "analysis/import/timezones.h"
#include "analysis/statistics/parallel.h"
#include "analysis/text/quantitytext.h"
#include "remote/format/bytes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <optional>
#include <string_view>
#include <tuple>

namespace stepscope::analysis {
namespace {

constexpr double kLeastCorrelation = 0.5;
constexpr double kLeastConfidence = 0.8;         ///< of an alignment by activity alone
constexpr double kLeastConfidenceToRefine = 0.9; ///< what the clocks say is lost then
constexpr double kLeastConfidenceOfZone = 0.95;  ///< of a choice among several time zones

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

/// An offset that the clocks allow.
struct ClockOffset
{
    std::int64_t ns = 0;
    double probability = 1;
};

/// Aligns `moved` to `fixed`. Offsets of Alignment here are from the time of `moved` to that of `fixed`.
class Pair
{
public:
    Pair(const Collection& fixed, const Collection& moved)
        : m_fixed(fixed)
        , m_moved(moved)
    {}

    /// nullopt: one of both states no real time, or a local one does not overlap, as of a board whose clock is wrong.
    [[nodiscard]] std::optional<Alignment> byClock() const
    {
        if (!m_fixed.clock.realOfZero || !m_moved.clock.realOfZero)
            return std::nullopt;
        std::int64_t offset = 0;
        if (__builtin_sub_overflow(*m_moved.clock.realOfZero, *m_fixed.clock.realOfZero, &offset))
            return std::nullopt;
        const std::vector<ClockOffset> offsets = offsetsOfClocks(offset);
        const auto likeliest =
            std::max_element(offsets.begin(), offsets.end(),
                             [](const ClockOffset& a, const ClockOffset& b) { return a.probability < b.probability; });
        if (likeliest->probability <= 0)
            return std::nullopt;
        Alignment alignment{.method = Alignment::Method::Clock,
                            .offsetNs = likeliest->ns,
                            .accuracyNs = m_fixed.clock.accuracyNs + m_moved.clock.accuracyNs,
                            .confidence = likeliest->probability};
        alignment.text = "by the real time in both";
        if (m_fixed.clock.isLocal || m_moved.clock.isLocal)
            alignment.text += m_fixed.clock.isLocal && m_moved.clock.isLocal ? ", local" : ", one of which is local";
        refine(alignment, offsets);
        if (overlap(alignment.offsetNs) <= 0)
            alignment.text += "; they do not overlap, so they may be of different runs";
        return alignment;
    }

    [[nodiscard]] std::optional<Alignment> byActivity() const
    {
        constexpr std::int64_t kAny = std::numeric_limits<std::int64_t>::max() / 4;
        auto match = bestMatch({{.least = -kAny, .most = kAny}});
        return match && fits(*match, kLeastConfidence) ? match : std::nullopt;
    }

    [[nodiscard]] Alignment byStart() const
    {
        const bool haveClocks = m_fixed.clock.realOfZero && m_moved.clock.realOfZero;
        return {.method = Alignment::Method::Start,
                .offsetNs = m_fixed.begin - m_moved.begin,
                .confidence = 0,
                .text = "not aligned, because " +
                        std::string(haveClocks ? "their local times do not overlap and" : "no clock and") +
                        " no activity relates them: both begin at the same time"};
    }

private:
    /// ns, to about 1 us, of times that may be anything.
    [[nodiscard]] double overlap(std::int64_t offset) const
    {
        const auto later = [&](std::int64_t time) { return static_cast<double>(time) + static_cast<double>(offset); };
        return std::min(static_cast<double>(m_fixed.end), later(m_moved.end)) -
               std::max(static_cast<double>(m_fixed.begin), later(m_moved.begin));
    }

    /// The offset, moved by every time zone if one of both times is local. Zones with which more overlaps are likelier;
    /// a local time may also be of another run.
    [[nodiscard]] std::vector<ClockOffset> offsetsOfClocks(std::int64_t offset) const
    {
        constexpr double kOtherRun = 0.05; // against a zone of frequency 1 in which all overlaps
        const bool isLocal = m_fixed.clock.isLocal;
        if (isLocal == m_moved.clock.isLocal)
            return {{offset, !isLocal ? 1.0 : overlap(offset) > 0 ? 1 / (1 + kOtherRun) : 0}};
        const auto lengthOf = [](const Collection& source) {
            return std::max(1.0, static_cast<double>(source.end) - static_cast<double>(source.begin));
        };
        const double shorter = std::min(lengthOf(m_fixed), lengthOf(m_moved));
        std::vector<ClockOffset> offsets;
        double sum = kOtherRun;
        for (const TimeZone& zone : timeZones()) {
            const std::int64_t moved = format::wrappingSum(offset, isLocal ? zone.offsetNs : -zone.offsetNs);
            const double share = std::min(1.0, overlap(moved) / shorter);
            if (share > 0)
                offsets.push_back({moved, zone.frequency * share});
            sum += zone.frequency * std::max(0.0, share);
        }
        for (ClockOffset& candidate : offsets)
            candidate.probability /= sum;
        return offsets.empty() ? std::vector<ClockOffset>{{offset, 0}} : offsets;
    }

    /// Looks for a better offset within the accuracy of the clocks, and for the one among several.
    void refine(Alignment& alignment, const std::vector<ClockOffset>& offsets) const
    {
        constexpr std::int64_t kFineEnough = 10'000'000; // ns
        if (alignment.accuracyNs < kFineEnough && offsets.size() == 1)
            return;
        const auto around = [&](std::int64_t offset) {
            return ShiftRange{.least = format::wrappingDifference(offset, alignment.accuracyNs),
                              .most = format::wrappingSum(offset, alignment.accuracyNs)};
        };
        std::vector<ShiftRange> ranges;
        for (const ClockOffset& offset : offsets)
            ranges.push_back(around(offset.ns));
        std::sort(ranges.begin(), ranges.end(),
                  [](const ShiftRange& a, const ShiftRange& b) { return a.least < b.least; });
        auto match = bestMatch(ranges);
        const double enough = offsets.size() > 1 ? kLeastConfidenceOfZone : kLeastConfidenceToRefine;
        const bool isOfAll = match && fits(*match, enough);
        if (!isOfAll)
            match = bestMatch({around(alignment.offsetNs)});
        if (!match)
            return;
        if (!fits(*match, kLeastConfidenceToRefine)) {
            // An activity that does not fit is likelier if the offset is wrong; one that is steady fits nowhere.
            constexpr double kIfRight = 0.3;
            const double right = alignment.confidence * kIfRight;
            if (match->correlation < kLeastCorrelation && alignment.confidence < 1)
                alignment.confidence = right / (right + 1 - alignment.confidence);
            return;
        }
        alignment.offsetNs = match->offsetNs;
        alignment.accuracyNs = std::min(alignment.accuracyNs, match->accuracyNs);
        alignment.correlation = match->correlation;
        alignment.confidence = match->confidence * (isOfAll ? 1 : alignment.confidence);
        alignment.text += ", refined by " + match->text;
    }

    static bool fits(const Alignment& match, double confidence)
    {
        return match.correlation >= kLeastCorrelation && match.confidence >= confidence;
    }

    /// By the GPU's activity, or by the CPU's if only that fits. nullopt: no activity is in both.
    [[nodiscard]] std::optional<Alignment> bestMatch(const std::vector<ShiftRange>& ranges) const
    {
        std::optional<Alignment> known;
        for (const Activity::Kind kind : {Activity::Kind::Gpu, Activity::Kind::Cpu}) {
            const auto fixed = Activity::of(m_fixed, kind);
            const auto moved = Activity::of(m_moved, kind);
            const auto match = fixed && moved ? bestShift(*fixed, *moved, ranges) : std::nullopt;
            if (!match)
                continue;
            std::array<char, 24> correlation{};
            std::snprintf(correlation.data(), correlation.size(), "%.2f", match->correlation);
            const char* const what = kind == Activity::Kind::Gpu ? "GPU" : "CPU";
            const Alignment found{.method = Alignment::Method::Activity,
                                  .offsetNs = match->shiftNs,
                                  .accuracyNs = match->accuracyNs,
                                  .confidence = std::min(match->confidence, 0.999),
                                  .correlation = match->correlation,
                                  .text = "the activity of the " + std::string(what) + " (correlation " +
                                          correlation.data() + ")"};
            if (!known || (!fits(*known, kLeastConfidence) && fits(found, kLeastConfidence)))
                known = found;
        }
        return known;
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
    // What relates it to a source whose own place is a guess does not relate it to the first one.
    const auto qualityOf = [&](std::size_t i) {
        return std::tuple(all[i]->confidence * placed[i].confidence, all[i]->confidence, -all[i]->accuracyNs);
    };
    std::optional<Alignment> best;
    std::size_t fixed = 0;
    for (std::size_t i = 0; i < placed.size(); ++i) {
        if (!all[i] || (best && qualityOf(i) <= qualityOf(fixed)))
            continue;
        best = all[i];
        fixed = i;
    }
    if (!best)
        best = Pair(sources.front(), moved).byStart();
    best->text = textOf(*best, sources[fixed], moved);
    best->offsetNs += placed[fixed].offsetNs;
    best->accuracyNs += placed[fixed].accuracyNs;
    best->confidence *= placed[fixed].confidence;
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
