#include "analysis/import/activity.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string_view>
#include <utility>

namespace stepscope::analysis {
namespace {

constexpr std::size_t kFewestWindows = 8;
constexpr std::size_t kMostWindows = 2000;
constexpr std::int64_t kMostComparisons = 20'000'000; ///< of a window at a shift
constexpr double kLeastOverlap = 0.5;                 ///< of the shorter activity, at the best shift
constexpr double kLeastOverlapOfRival = 0.25;

/// The union of the outermost spans of the lanes of a kind, in order of time.
std::vector<std::pair<std::int64_t, std::int64_t>> busyTimes(const Collection& source, format::Lane::Kind kind)
{
    std::vector<std::pair<std::int64_t, std::int64_t>> all;
    for (const Collection::Lane& lane : source.lanes) {
        // Ranges of a thread; those of the process, as epochs, do not show when it works.
        const bool isOfThread = lane.kind != format::Lane::Kind::Phases || lane.thread != 0;
        for (const NestedSpan& span : lane.spans) {
            if (lane.kind == kind && isOfThread && span.depth == 0 && span.duration > 0)
                all.emplace_back(span.start, span.start + span.duration);
        }
    }
    std::sort(all.begin(), all.end());
    std::vector<std::pair<std::int64_t, std::int64_t>> joined;
    for (const auto& [begin, end] : all) {
        if (!joined.empty() && begin <= joined.back().second)
            joined.back().second = std::max(joined.back().second, end);
        else
            joined.emplace_back(begin, end);
    }
    return joined;
}

struct Score
{
    double correlation = 0;
    double effective = 0; ///< independent windows
    double overlap = 0;   ///< share of the shorter activity that was compared
};

/// Pearson's correlation, with the number of independent pairs: by the autocorrelation of both, and by how many of them
/// make up the correlation, which are few if a burst is the only change. None if one of both does not change.
std::optional<Score> scoreOf(const std::vector<double>& a, const std::vector<double>& b)
{
    const auto n = static_cast<double>(a.size());
    double meanA = 0;
    double meanB = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        meanA += a[i] / n;
        meanB += b[i] / n;
    }
    double aa = 0;
    double bb = 0;
    double ab = 0;
    double squares = 0;
    double nextA = 0;
    double nextB = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const double product = (a[i] - meanA) * (b[i] - meanB);
        squares += product * product;
        aa += (a[i] - meanA) * (a[i] - meanA);
        bb += (b[i] - meanB) * (b[i] - meanB);
        ab += product;
        if (i > 0) {
            nextA += (a[i] - meanA) * (a[i - 1] - meanA);
            nextB += (b[i] - meanB) * (b[i - 1] - meanB);
        }
    }
    if (aa < 1e-9 * n || bb < 1e-9 * n)
        return std::nullopt;
    constexpr double kOfNoise = 3; // a third of the pairs make up the correlation of two normal series
    constexpr double kFewest = 4;
    const double both = std::clamp(nextA / aa * (nextB / bb), 0.0, 0.99);
    const double concerned = squares > 0 ? kOfNoise * ab * ab / squares : n;
    return Score{.correlation = ab / std::sqrt(aa * bb),
                 .effective = std::max(kFewest, std::min(n, concerned) * (1 - both) / (1 + both))};
}

double fisher(double correlation, double most = 0.9999)
{
    return std::atanh(std::clamp(correlation, -most, most));
}

/// Correlates at one shift. The windows are those of the activity that is sampled more coarsely.
class Correlator
{
public:
    Correlator(const Activity& fixed, const Activity& shifted)
        : m_fixed(fixed)
        , m_shifted(shifted)
        , m_useFixed(fixed.period() >= shifted.period())
    {}

    std::optional<Score> at(std::int64_t shift)
    {
        m_a.clear();
        m_b.clear();
        const Activity& coarse = m_useFixed ? m_fixed : m_shifted;
        const Activity& fine = m_useFixed ? m_shifted : m_fixed;
        const std::int64_t move = m_useFixed ? -shift : shift; // from the coarse one's time to the fine one's
        auto window =
            std::lower_bound(coarse.windows().begin(), coarse.windows().end(), fine.begin() - move,
                             [](const Activity::Window& other, std::int64_t time) { return other.begin < time; });
        Activity::Means means(fine);
        for (; window != coarse.windows().end() && window->end + move <= fine.end(); ++window) {
            m_a.push_back(window->value);
            m_b.push_back(means(window->begin + move, window->end + move));
        }
        const std::int64_t shorter = std::min(coarse.end() - coarse.begin(), fine.end() - fine.begin());
        const auto covered = static_cast<double>(m_a.size()) * static_cast<double>(coarse.period());
        const double overlap = covered / static_cast<double>(shorter);
        if (m_a.size() < kFewestWindows || overlap < kLeastOverlapOfRival)
            return std::nullopt;
        std::optional<Score> found = scoreOf(m_a, m_b);
        if (!found)
            return std::nullopt;
        found->overlap = overlap;
        return found;
    }
    [[nodiscard]] std::int64_t period() const { return std::max(m_fixed.period(), m_shifted.period()); }
    /// The most windows that can overlap at a shift.
    [[nodiscard]] std::int64_t mostWindows() const
    {
        const std::int64_t shorter = std::min(m_fixed.end() - m_fixed.begin(), m_shifted.end() - m_shifted.begin());
        return shorter / period() + 2;
    }

private:
    const Activity& m_fixed;
    const Activity& m_shifted;
    bool m_useFixed;
    std::vector<double> m_a;
    std::vector<double> m_b;
};

struct Candidate
{
    std::int64_t shift = 0;
    Score score{};

    [[nodiscard]] double freedom() const { return std::max(1.0, score.effective - 3); }
    /// Large for a high correlation of many windows: in deviations of an unrelated activity.
    [[nodiscard]] double weight() const { return fisher(score.correlation) * std::sqrt(freedom()); }
};

/// By how many deviations the best shift is better than one near it, where the same changes meet.
double distanceOfNear(const Candidate& best, const Candidate& near)
{
    return (best.weight() - near.weight()) / std::sqrt(2.0);
}

/// As above, than one at which other changes meet. Residuals of activities are no white noise, so two high correlations
/// are equally good. Each is judged by what overlaps there, if it is more than chance: a shift of one epoch explains a
/// part of the data as well as the right one explains all.
double distanceOfRival(const Candidate& best, const Candidate& rival)
{
    constexpr double kHigh = 0.95;
    constexpr double kChance = 4.5; // deviations that the best of some thousand shifts hardly reaches by chance
    const double ofBest = fisher(best.score.correlation, kHigh);
    const double ofRival = fisher(rival.score.correlation, kHigh);
    const double byWeight =
        (ofBest * std::sqrt(best.freedom()) - ofRival * std::sqrt(rival.freedom())) / std::sqrt(2.0);
    if (ofRival * std::sqrt(rival.freedom()) < kChance)
        return byWeight;
    return std::min(byWeight, (ofBest - ofRival) / std::sqrt(1 / best.freedom() + 1 / rival.freedom()));
}

std::vector<Candidate> scan(Correlator& correlator, std::int64_t least, std::int64_t most, std::int64_t step)
{
    std::vector<Candidate> candidates;
    for (std::int64_t shift = least; shift <= most; shift += step) {
        if (const auto found = correlator.at(shift))
            candidates.push_back({shift, *found});
    }
    return candidates;
}

/// Of those at which enough overlaps; null if there is none.
const Candidate* heaviest(const std::vector<Candidate>& candidates)
{
    const Candidate* best = nullptr;
    for (const Candidate& candidate : candidates) {
        if (candidate.score.overlap >= kLeastOverlap && (best == nullptr || candidate.weight() > best->weight()))
            best = &candidate;
    }
    return best;
}

} // namespace

std::size_t Activity::placeOf(std::int64_t time, std::size_t first) const
{
    constexpr std::size_t kTried = 4; // before a binary search
    for (std::size_t i = 0; i < kTried; ++i, ++first) {
        if (first == m_times.size() || m_times[first] > time)
            return first;
    }
    const auto next = std::upper_bound(m_times.begin() + static_cast<std::ptrdiff_t>(first), m_times.end(), time);
    return static_cast<std::size_t>(next - m_times.begin());
}

double Activity::integral(std::int64_t time, std::size_t next) const
{
    if (next == 0)
        return 0;
    if (next == m_times.size())
        return m_integrals.back();
    const std::size_t i = next - 1;
    const double share = static_cast<double>(time - m_times[i]) / static_cast<double>(m_times[next] - m_times[i]);
    return m_integrals[i] + share * (m_integrals[next] - m_integrals[i]);
}

double Activity::Means::integral(std::int64_t time)
{
    m_next = m_activity.placeOf(time, m_next);
    return m_activity.integral(time, m_next);
}

double Activity::Means::operator()(std::int64_t begin, std::int64_t end)
{
    if (end <= begin)
        return 0;
    const double before = begin == m_end ? m_integral : integral(begin);
    m_integral = integral(end);
    m_end = end;
    return (m_integral - before) / static_cast<double>(end - begin);
}

Activity Activity::ofSpans(const Collection& source, format::Lane::Kind lanes)
{
    constexpr std::int64_t kShortest = 1'000'000; // ns
    Activity activity;
    const auto busy = busyTimes(source, lanes);
    if (busy.empty())
        return activity;
    double sum = 0;
    for (const auto& [begin, end] : busy) {
        activity.m_times.push_back(begin);
        activity.m_integrals.push_back(sum);
        sum += static_cast<double>(end - begin);
        activity.m_times.push_back(end);
        activity.m_integrals.push_back(sum);
    }
    const std::int64_t total = activity.end() - activity.begin();
    const std::int64_t length = std::max(kShortest, total / static_cast<std::int64_t>(kMostWindows));
    Means means(activity);
    for (std::int64_t begin = activity.begin(); begin + length <= activity.end(); begin += length)
        activity.m_windows.push_back({begin, begin + length, means(begin, begin + length)});
    return activity;
}

Activity Activity::ofSamples(const Collection& source, const char* quantity)
{
    Activity activity;
    for (const Collection::Group& group : source.groups) {
        std::vector<std::size_t> columns;
        for (std::size_t i = 0; i < group.channels.size(); ++i) {
            if (group.channels[i].quantity == quantity)
                columns.push_back(i);
        }
        if (columns.empty() || !activity.m_times.empty())
            continue;
        double sum = 0;
        for (std::size_t row = 0; row < group.times.size(); ++row) {
            double value = 0;
            int known = 0;
            for (const std::size_t column : columns) {
                const std::int64_t raw = group.columns[column][row];
                value += raw == format::kMissing ? 0 : static_cast<double>(raw) * group.channels[column].scale;
                known += raw == format::kMissing ? 0 : 1;
            }
            const std::int64_t time = group.times[row];
            if (known == 0 || (!activity.m_times.empty() && time <= activity.m_times.back()))
                continue;
            value /= known;
            if (!activity.m_times.empty()) {
                activity.m_windows.push_back({activity.m_times.back(), time, value});
                sum += value * static_cast<double>(time - activity.m_times.back());
            }
            activity.m_times.push_back(time);
            activity.m_integrals.push_back(sum);
        }
    }
    return activity;
}

std::optional<Activity> Activity::of(const Collection& source, Kind kind)
{
    const bool isGpu = kind == Kind::Gpu;
    Activity activity = ofSpans(source, isGpu ? format::Lane::Kind::GpuStream : format::Lane::Kind::Thread);
    if (activity.m_windows.empty() && !isGpu)
        activity = ofSpans(source, format::Lane::Kind::Phases);
    if (activity.m_windows.empty())
        activity = ofSamples(source, isGpu ? "gpu.utilization" : "cpu.utilization");
    if (activity.m_windows.size() < kFewestWindows)
        return std::nullopt;
    std::vector<std::int64_t> lengths;
    for (const Window& window : activity.m_windows)
        lengths.push_back(window.end - window.begin);
    const auto middle = lengths.begin() + static_cast<std::ptrdiff_t>(lengths.size() / 2);
    std::nth_element(lengths.begin(), middle, lengths.end());
    activity.m_period = *middle;
    return activity;
}

std::optional<Match> bestShift(const Activity& fixed, const Activity& shifted, std::int64_t least, std::int64_t most)
{
    constexpr std::int64_t kFineSteps = 20;
    Correlator correlator(fixed, shifted);
    least = std::max(least, fixed.begin() - shifted.end());
    most = std::min(most, fixed.end() - shifted.begin());
    if (least > most)
        return std::nullopt;
    const std::int64_t period = correlator.period();
    const std::int64_t mostShifts = std::max<std::int64_t>(1000, kMostComparisons / correlator.mostWindows());
    const std::int64_t step = std::max({period / 4, (most - least) / mostShifts, std::int64_t{1}});
    const std::vector<Candidate> coarse = scan(correlator, least, most, step);
    const Candidate* const start = heaviest(coarse);
    if (!start)
        return std::nullopt;
    const std::vector<Candidate> fine =
        scan(correlator, std::max(least, start->shift - step), std::min(most, start->shift + step),
             std::max<std::int64_t>(1, std::min(step, period) / kFineSteps));
    const Candidate* const refined = heaviest(fine);
    const Candidate best = refined && refined->weight() > start->weight() ? *refined : *start;
    double distance = distanceOfRival(best, {}); // without another shift: from no relation
    // The peak of correlations around the best shift.
    const auto isInPeak = [&](const Candidate& candidate) {
        return candidate.score.correlation > best.score.correlation / 2;
    };
    const auto after = std::find_if(coarse.begin(), coarse.end(),
                                    [&](const Candidate& candidate) { return candidate.shift >= best.shift; });
    const auto peakEnd = std::find_if_not(after, coarse.end(), isInPeak);
    const auto peakBegin = std::find_if_not(std::make_reverse_iterator(after), coarse.rend(), isInPeak).base();
    for (auto candidate = coarse.begin(); candidate != coarse.end(); ++candidate) {
        const bool isNear = candidate >= peakBegin && candidate < peakEnd;
        if (std::abs(candidate->shift - best.shift) > period + step)
            distance =
                std::min(distance, isNear ? distanceOfNear(best, *candidate) : distanceOfRival(best, *candidate));
    }
    return Match{.shiftNs = best.shift,
                 .correlation = best.score.correlation,
                 .confidence = 0.5 * std::erfc(-distance / std::sqrt(2.0))};
}

} // namespace stepscope::analysis
