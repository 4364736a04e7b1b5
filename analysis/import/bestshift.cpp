#include "analysis/import/bestshift.h"

#include "analysis/statistics/bootstrap.h"
#include "remote/format/bytes.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

namespace stepscope::analysis {
namespace {

constexpr std::int64_t kMostComparisons = 20'000'000; ///< of a window at a shift
/// ns before a sample of which its value may be the mean; 0 = since the sample before. nvgpu (TX2) reads the GPU's load
/// every 16.7 ms and averages 17 values.
constexpr std::int64_t kAverages[] = {0, 284'000'000};
constexpr double kLeastOverlap = 0.5; ///< of the shorter activity, at the best shift
constexpr double kLeastOverlapOfRival = 0.25;

struct Score
{
    double correlation = 0;
    double effective = 0; ///< independent windows
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

struct Candidate
{
    std::int64_t shift = 0;
    Score score{};
    double overlap = 0; ///< share of the shorter activity that was compared
    std::size_t windows = 0;
    /// Large for a high correlation of many windows: in deviations of an unrelated activity. Kept, since a compiler may
    /// compute the same formula to different last digits in two places, which sorting by it would not survive.
    double weight = 0;

    [[nodiscard]] double freedom() const { return std::max(1.0, score.effective - 3); }
};

/// The windows of the coarser activity that overlap at a shift, from `first` on, and the finer one's means there.
struct Pairs
{
    std::size_t first = 0;
    std::vector<double> coarse;
    std::vector<double> fine;
};

/// Compares both activities at one shift. The windows are those of the activity that is sampled more coarsely.
class Comparison
{
public:
    /// `average`: one of kAverages.
    Comparison(const Activity& fixed, const Activity& shifted, std::int64_t average)
        : m_fixed(fixed)
        , m_shifted(shifted)
        , m_average(average)
        , m_useFixed(fixed.period() >= shifted.period())
    {}

    /// nullopt: too little overlaps, or one of both does not change.
    std::optional<Candidate> at(std::int64_t shift)
    {
        fill(m_pairs, shift);
        const auto covered = static_cast<double>(m_pairs.coarse.size()) * static_cast<double>(coarse().period());
        const double overlap = covered / static_cast<double>(shorter());
        if (m_pairs.coarse.size() < Activity::kFewestWindows || overlap < kLeastOverlapOfRival)
            return std::nullopt;
        const auto score = scoreOf(m_pairs.coarse, m_pairs.fine);
        if (!score)
            return std::nullopt;
        Candidate found{.shift = shift, .score = *score, .overlap = overlap, .windows = m_pairs.coarse.size()};
        found.weight = fisher(score->correlation) * std::sqrt(found.freedom());
        return found;
    }
    void fill(Pairs& pairs, std::int64_t shift) const
    {
        pairs.coarse.clear();
        pairs.fine.clear();
        const Activity& fine = m_useFixed ? m_shifted : m_fixed;
        const std::int64_t move = m_useFixed ? -shift : shift; // from the coarse one's time to the fine one's
        const auto& windows = coarse().windows();
        auto window =
            std::lower_bound(windows.begin(), windows.end(), fine.begin() - move,
                             [](const Activity::Window& other, std::int64_t time) { return other.begin < time; });
        pairs.first = static_cast<std::size_t>(window - windows.begin());
        const bool isAveraged = m_average > 0 && coarse().update() > 0; // sampled
        Activity::Integral toBegin(fine);
        Activity::Integral toEnd(fine);
        for (; window != windows.end() && window->end + move <= fine.end(); ++window) {
            const std::int64_t length = isAveraged ? m_average : window->end - window->begin;
            const std::int64_t end = window->end + move;
            const double before = toBegin(end - length);
            pairs.coarse.push_back(window->value);
            pairs.fine.push_back((toEnd(end) - before) / static_cast<double>(length));
        }
    }
    [[nodiscard]] std::int64_t period() const { return std::max(m_fixed.period(), m_shifted.period()); }
    /// How exactly a shift can be known at best.
    [[nodiscard]] std::int64_t resolution() const { return std::max({period(), m_fixed.update(), m_shifted.update()}); }
    /// The most windows that can overlap at a shift.
    [[nodiscard]] std::int64_t mostWindows() const { return shorter() / period() + 2; }

private:
    [[nodiscard]] const Activity& coarse() const { return m_useFixed ? m_fixed : m_shifted; }
    [[nodiscard]] std::int64_t shorter() const
    {
        return std::min(m_fixed.end() - m_fixed.begin(), m_shifted.end() - m_shifted.begin());
    }

    const Activity& m_fixed;
    const Activity& m_shifted;
    std::int64_t m_average;
    bool m_useFixed;
    Pairs m_pairs;
};

/// Squared errors of the coarse values that a straight line predicts from the fine ones.
std::vector<double> squaredErrors(const double* coarse, const double* fine, std::size_t count)
{
    const auto n = static_cast<double>(count);
    double meanCoarse = 0;
    double meanFine = 0;
    for (std::size_t i = 0; i < count; ++i) {
        meanCoarse += coarse[i] / n;
        meanFine += fine[i] / n;
    }
    double both = 0;
    double square = 0;
    for (std::size_t i = 0; i < count; ++i) {
        both += (coarse[i] - meanCoarse) * (fine[i] - meanFine);
        square += (fine[i] - meanFine) * (fine[i] - meanFine);
    }
    const double slope = square > 0 ? std::max(0.0, both / square) : 0;
    std::vector<double> errors(count);
    for (std::size_t i = 0; i < count; ++i) {
        const double error = coarse[i] - meanCoarse - slope * (fine[i] - meanFine);
        errors[i] = error * error;
    }
    return errors;
}

/// The value of the normal distribution that is as probable as this one of Student's t distribution.
double normalOf(double t, double freedom)
{
    constexpr double kLeast = 1e-12; // of a probability; as good as certain
    return std::copysign(normalQuantile(1 - std::max(kLeast, studentTail(std::abs(t), freedom))), t);
}

/// By how many deviations the mean of the values is above 0; the values may be related to those near them.
double deviationsOfMean(const std::vector<double>& values)
{
    constexpr std::size_t kMostBlocks = 16;
    constexpr std::size_t kShortest = 2; // windows of a block
    const std::size_t blocks = std::min(kMostBlocks, values.size() / kShortest);
    std::vector<double> means(blocks);
    double mean = 0;
    for (std::size_t block = 0; block < blocks; ++block) {
        const std::size_t begin = values.size() * block / blocks;
        const std::size_t end = values.size() * (block + 1) / blocks;
        for (std::size_t i = begin; i < end; ++i)
            means[block] += values[i] / static_cast<double>(end - begin);
        mean += means[block] / static_cast<double>(blocks);
    }
    double square = 0;
    for (const double value : means)
        square += (value - mean) * (value - mean);
    if (square <= 0)
        return 0;
    const auto freedom = static_cast<double>(blocks - 1);
    const double error = std::sqrt(square / freedom / static_cast<double>(blocks));
    return normalOf(mean / error, freedom);
}

/// The candidates of one shift after the other, and how they compare to the best one.
class Search
{
public:
    Search(const Activity& fixed, const Activity& shifted, std::int64_t average)
        : m_comparison(fixed, shifted, average)
    {}

    std::optional<Match> run(const std::vector<ShiftRange>& ranges)
    {
        std::int64_t width = 0;
        for (const ShiftRange& range : ranges)
            width += range.most - range.least;
        const std::int64_t period = m_comparison.period();
        const std::int64_t mostShifts = std::max<std::int64_t>(1000, kMostComparisons / m_comparison.mostWindows());
        m_step = std::max({period / 4, width / mostShifts, std::int64_t{1}});
        for (const ShiftRange& range : ranges)
            scan(range);
        if (!chooseBest())
            return std::nullopt;
        m_comparison.fill(m_pairsOfBest, m_best.shift);
        const std::int64_t accuracy = accuracyOfBest();
        double distance = distanceOfRival({}); // without another shift: from no relation
        for (const Candidate& peak : m_peaks) {
            if (std::abs(peak.shift - m_best.shift) > accuracy)
                distance = std::min(distance, distanceOfRival(peak));
        }
        // Where the right shift overlaps too little to be tried, a wrong one fits the few windows of a short log by
        // chance. The factor is empirical: it makes confidences of 95 % right in 95 % of made logs of 14 to 60 lines.
        const double ofLength = 1 - 1 / static_cast<double>(m_best.windows);
        return Match{.shiftNs = m_best.shift,
                     .accuracyNs = accuracy,
                     .correlation = m_best.score.correlation,
                     .confidence = normalTail(-distance) * ofLength};
    }

private:
    /// Adds the peaks of the correlation, each at its best shift.
    void scan(const ShiftRange& range)
    {
        std::vector<Candidate> coarse;
        for (std::int64_t shift = range.least;; shift = std::min(shift + m_step, range.most)) {
            if (const auto found = m_comparison.at(shift))
                coarse.push_back(*found);
            if (shift == range.most)
                break;
        }
        const auto isBelow = [&](std::size_t i, std::size_t peak) {
            return i >= coarse.size() || coarse[i].score.correlation <= coarse[peak].score.correlation;
        };
        for (std::size_t i = 0; i < coarse.size(); ++i) {
            if (coarse[i].score.correlation > 0 && isBelow(i - 1, i) && isBelow(i + 1, i))
                m_peaks.push_back(coarse[i]);
        }
        m_ranges.push_back(range);
    }

    Candidate refined(const Candidate& peak)
    {
        constexpr int kLevels = 3;
        constexpr std::int64_t kParts = 4;
        const auto range = std::find_if(m_ranges.begin(), m_ranges.end(), [&](const ShiftRange& other) {
            return other.least <= peak.shift && peak.shift <= other.most;
        });
        Candidate best = peak;
        std::int64_t step = m_step;
        for (int level = 0; level < kLevels; ++level) {
            const std::int64_t middle = best.shift;
            step = std::max<std::int64_t>(1, step / kParts);
            for (std::int64_t i = -kParts; i <= kParts; ++i) {
                const std::int64_t shift = std::clamp(middle + i * step, range->least, range->most);
                const auto found = m_comparison.at(shift);
                if (found && found->score.correlation > best.score.correlation)
                    best = *found;
            }
        }
        return best;
    }

    /// Keeps the strongest peaks, at their best shifts.
    bool chooseBest()
    {
        constexpr std::size_t kMost = 150;
        const auto byWeight = [](const Candidate& a, const Candidate& b) { return a.weight > b.weight; };
        std::sort(m_peaks.begin(), m_peaks.end(), byWeight);
        m_peaks.resize(std::min(kMost, m_peaks.size()));
        for (Candidate& peak : m_peaks)
            peak = refined(peak);
        std::sort(m_peaks.begin(), m_peaks.end(), byWeight);
        const auto best = std::find_if(m_peaks.begin(), m_peaks.end(),
                                       [](const Candidate& peak) { return peak.overlap >= kLeastOverlap; });
        if (best == m_peaks.end())
            return false;
        m_best = *best;
        return true;
    }

    /// By how many deviations the best shift correlates better than one at which other windows overlap. Errors of
    /// predictions are no white noise, so two high correlations are equally good.
    double distanceOfApart(const Candidate& other) const
    {
        constexpr double kHigh = 0.95;
        return (fisher(m_best.score.correlation, kHigh) - fisher(other.score.correlation, kHigh)) /
               std::sqrt(1 / m_best.freedom() + 1 / other.freedom());
    }

    /// By how many deviations the best shift predicts better than another one, where both overlap.
    double distanceWhereBoth(const Candidate& other)
    {
        m_comparison.fill(m_pairs, other.shift);
        const Pairs& best = m_pairsOfBest;
        const std::size_t begin = std::max(best.first, m_pairs.first);
        const std::size_t end = std::min(best.first + best.coarse.size(), m_pairs.first + m_pairs.coarse.size());
        if (end < begin + Activity::kFewestWindows)
            return distanceOfApart(other);
        const std::size_t count = end - begin;
        const double* const values = best.coarse.data() + (begin - best.first);
        const auto ofBest = squaredErrors(values, best.fine.data() + (begin - best.first), count);
        auto differences = squaredErrors(values, m_pairs.fine.data() + (begin - m_pairs.first), count);
        for (std::size_t i = 0; i < count; ++i)
            differences[i] -= ofBest[i];
        return deviationsOfMean(differences);
    }

    /// A rival that chance explains is judged by its weight, since a few windows may fit well.
    double distanceOfRival(const Candidate& rival)
    {
        constexpr double kChance = 4.5; // deviations that the best of some thousand shifts hardly reaches by chance
        const double byWeight = (m_best.weight - rival.weight) / std::sqrt(2.0);
        if (rival.weight < kChance)
            return byWeight;
        return distanceWhereBoth(rival);
    }

    /// How far shifts near the best one fit about as well.
    std::int64_t accuracyOfBest()
    {
        constexpr double kAsGood = 2;       // deviations
        constexpr std::int64_t kWidest = 8; // periods
        const std::int64_t period = m_comparison.period();
        std::int64_t accuracy = m_comparison.resolution();
        for (const int sign : {-1, 1}) {
            for (std::int64_t away = period + period / 4; away <= kWidest * period; away += period / 4) {
                const auto near = m_comparison.at(m_best.shift + sign * away);
                if (!near || near->score.correlation < m_best.score.correlation / 2)
                    break;
                if (distanceWhereBoth(*near) < kAsGood)
                    accuracy = std::max(accuracy, away);
            }
        }
        return accuracy;
    }

    Comparison m_comparison;
    std::int64_t m_step = 1;
    std::vector<ShiftRange> m_ranges;
    std::vector<Candidate> m_peaks;
    Candidate m_best;
    Pairs m_pairsOfBest;
    Pairs m_pairs;
};

} // namespace

std::optional<Match> bestShift(const Activity& fixed, const Activity& shifted, const std::vector<ShiftRange>& ranges)
{
    std::vector<ShiftRange> possible;
    for (const ShiftRange& range : ranges) {
        const ShiftRange overlapping{
            .least = std::max(range.least, format::wrappingDifference(fixed.begin(), shifted.end())),
            .most = std::min(range.most, format::wrappingDifference(fixed.end(), shifted.begin()))};
        if (overlapping.least <= overlapping.most)
            possible.push_back(overlapping);
    }
    if (possible.empty())
        return std::nullopt;
    std::optional<Match> best;
    for (const std::int64_t average : kAverages) {
        const auto match = Search(fixed, shifted, average).run(possible);
        if (match && (!best || match->correlation > best->correlation))
            best = match;
    }
    return best;
}

} // namespace stepscope::analysis
