#include "analysis/statistics/updategrid.h"

#include "analysis/statistics/orderstatistics.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <limits>
#include <numbers>
#include <vector>

namespace stepscope::analysis {

namespace {

constexpr double kShortestPeriod = 1.5;     ///< sampling periods
constexpr double kExceptions = 0.05;        ///< share of changes beside the grid, such as those of late reads
constexpr double kJitter = 0.3;             ///< sampling periods by which a read may be earlier or later than its time
constexpr std::size_t kScannedChanges = 64; ///< in which the period is searched
constexpr double kScannedSamplings = 4'000; ///< the same: their longest time, in sampling periods
constexpr double kLongestScan = 20'000;     ///< sampling periods: above it, too many periods would have to be tried
constexpr std::size_t kMostCandidates = 8;  ///< periods that are compared with all changes
/// Least length of the mean of the changes' phases as unit vectors, as a share of that of exactly regular updates.
constexpr double kMinCoherence = 0.75;

double middleOf(const ValueChange& change)
{
    return (change.after + change.until) / 2;
}

std::complex<double> meanDirection(std::span<const ValueChange> changes, double period)
{
    const double origin = middleOf(changes.front());
    std::complex<double> sum = 0;
    for (const ValueChange& change : changes)
        sum += std::polar(1.0, 2 * std::numbers::pi * (middleOf(change) - origin) / period);
    return sum / static_cast<double>(changes.size());
}

/// Coherence of exactly regular updates: the middle of two reads is up to half a sampling period beside the update.
double expectedCoherence(double period, double sampling)
{
    const double x = std::numbers::pi * sampling / period;
    return std::sin(x) / x;
}

UpdateGrid gridOf(std::span<const ValueChange> changes, double period)
{
    const double direction = std::arg(meanDirection(changes, period));
    return {period, middleOf(changes.front()) + direction / (2 * std::numbers::pi) * period};
}

struct NumberedUpdates
{
    std::vector<double> numbers; ///< of the update of each change
    double interval = 0;         ///< by regression of the changes' times on them
};

/// The first `scanned` changes are numbered by the grid, and each further one by a regression on those before it, since
/// the error of the period adds up.
NumberedUpdates numberedUpdates(std::span<const ValueChange> changes, const UpdateGrid& grid, std::size_t scanned)
{
    NumberedUpdates updates;
    updates.numbers.reserve(changes.size());
    updates.interval = grid.period;
    double offset = 0;
    double numbers = 0;
    double times = 0;
    double products = 0;
    double squares = 0;
    for (const ValueChange& change : changes) {
        const double time = middleOf(change) - grid.phase;
        const double number = std::round((time - offset) / updates.interval);
        updates.numbers.push_back(number);
        const auto count = static_cast<double>(updates.numbers.size());
        numbers += number;
        times += time;
        products += number * time;
        squares += number * number;
        const double spread = squares - numbers * numbers / count;
        if (updates.numbers.size() < scanned || spread <= 0)
            continue;
        updates.interval = (products - numbers * times / count) / spread;
        offset = (times - updates.interval * numbers) / count;
    }
    return updates;
}

/// The phases of updates that the changes allow. Empty ranges have `latest` before `earliest`.
struct PhaseRange
{
    double earliest = 0;
    double latest = 0;
    [[nodiscard]] double width() const { return latest - earliest; }
};

PhaseRange phasesOf(std::span<const ValueChange> changes, std::span<const double> numbers, double period)
{
    std::vector<double> earliest(changes.size());
    std::vector<double> latest(changes.size());
    for (std::size_t i = 0; i < changes.size(); ++i) {
        earliest[i] = changes[i].after - numbers[i] * period;
        latest[i] = changes[i].until - numbers[i] * period;
    }
    const auto exceptions = static_cast<std::size_t>(kExceptions * static_cast<double>(changes.size()));
    return {nthSmallest(earliest, changes.size() - 1 - exceptions), nthSmallest(latest, exceptions)};
}

/// The period with the widest range of phases: a regression would err by up to a sampling period over all changes,
/// since updates that drift slowly against the reads seem to jump by a whole one.
UpdateGrid refined(std::span<const ValueChange> changes, const NumberedUpdates& updates, double sampling)
{
    constexpr int kTries = 100;
    const double step = sampling / std::max(updates.numbers.back() - updates.numbers.front(), 1.0) / kTries;
    UpdateGrid best;
    double widest = -std::numeric_limits<double>::infinity();
    for (int i = -kTries; i <= kTries; ++i) {
        const double period = updates.interval + i * step;
        const PhaseRange phases = phasesOf(changes, updates.numbers, period);
        if (phases.width() > widest) {
            widest = phases.width();
            best = {period, (phases.earliest + phases.latest) / 2};
        }
    }
    return best;
}

/// Whether chance makes phases agree as much in at most 1 of 100 searches over `tried` independent periods (Rayleigh's
/// test). Where updates are hardly slower than reads, nearly all changes lie on any grid.
bool isSignificant(std::span<const ValueChange> changes, double period, double tried)
{
    constexpr double kChance = 0.01;
    const double coherence = std::abs(meanDirection(changes, period));
    return static_cast<double>(changes.size()) * coherence * coherence > std::log(std::max(tried, 1.0) / kChance);
}

/// The precise grid near `coarse`, if the changes lie on it.
std::optional<UpdateGrid> fittedGrid(std::span<const ValueChange> changes, const UpdateGrid& coarse, double sampling,
                                     std::size_t scanned, double tried)
{
    const NumberedUpdates updates = numberedUpdates(changes, coarse, scanned);
    if (updates.interval < kShortestPeriod * sampling)
        return std::nullopt;
    const UpdateGrid grid = refined(changes, updates, sampling);
    std::size_t agreeing = 0;
    for (std::size_t i = 0; i < changes.size(); ++i) {
        const double update = grid.phase + updates.numbers[i] * grid.period;
        const bool isBetween =
            update > changes[i].after - kJitter * sampling && update < changes[i].until + kJitter * sampling;
        agreeing += isBetween ? 1 : 0;
    }
    const bool agree = static_cast<double>(agreeing) >= (1 - kExceptions) * static_cast<double>(changes.size());
    return agree && isSignificant(changes, grid.period, tried) ? std::optional(grid) : std::nullopt;
}

/// The first changes, in which the period is searched: few, since the number of periods grows with their time.
std::span<const ValueChange> scannedOf(std::span<const ValueChange> changes, double sampling)
{
    const double end = changes.front().until + kScannedSamplings * sampling;
    const auto late = std::upper_bound(changes.begin(), changes.end(), end,
                                       [](double time, const ValueChange& change) { return time < change.until; });
    const auto inTime = static_cast<std::size_t>(late - changes.begin());
    return changes.first(std::min(std::clamp(inTime, kMinValueChanges, kScannedChanges), changes.size()));
}

} // namespace

double UpdateGrid::latest(double time) const
{
    return phase + std::floor((time - phase) / period) * period;
}

std::optional<UpdateGrid> findUpdateGrid(std::span<const ValueChange> changes, double sampling, double knownPeriod)
{
    if (changes.size() < kMinValueChanges || !(sampling > 0))
        return std::nullopt;
    if (knownPeriod > 0)
        return fittedGrid(changes, gridOf(changes.first(kMinValueChanges), knownPeriod), sampling, kMinValueChanges, 1);

    const std::span<const ValueChange> scanned = scannedOf(changes, sampling);
    const double length = middleOf(scanned.back()) - middleOf(scanned.front());
    if (!(length > 0) || length > kLongestScan * sampling)
        return std::nullopt;
    // Each change is another update.
    const double longest = length / static_cast<double>(scanned.size() - 1) / (1 - kExceptions);
    // Fractions of the period and their aliases are equally coherent: the longest coherent period is the result.
    double best = 0;
    double bestScore = 0;
    std::size_t candidates = 0;
    for (double period = longest; candidates < kMostCandidates && period > 0;
         period -= period * period / (8 * length)) {
        const bool isLast = period < kShortestPeriod * sampling;
        const double score =
            isLast ? 0 : std::abs(meanDirection(scanned, period)) / expectedCoherence(period, sampling);
        if (score >= kMinCoherence && score > bestScore) {
            best = period;
            bestScore = score;
        } else if (score < kMinCoherence && bestScore > 0) {
            const double tried = length / period - length / longest;
            if (const auto grid = fittedGrid(changes, gridOf(scanned, best), sampling, scanned.size(), tried))
                return grid;
            bestScore = 0;
            ++candidates;
        }
        if (isLast)
            break;
    }
    return std::nullopt;
}

} // namespace stepscope::analysis
