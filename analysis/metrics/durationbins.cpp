#include "analysis/metrics/durationbins.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace stepscope::analysis {
namespace {

constexpr std::size_t kSampled = 100'000; ///< instances that determine the bin width; all instances are counted
constexpr double kMinHistogramBins = 8;
constexpr double kMaxHistogramBins = 120;
constexpr double kSecondsPerNs = 1e-9;

/// Distribution of the durations, in ns.
struct Spread
{
    std::int64_t least = 0, most = 0;
    std::int64_t leastPositive = 0;   ///< 0 = all are zero
    std::int64_t tick = 0;            ///< resolution of the clock: greatest common divisor of all durations
    std::vector<std::int64_t> sample; ///< sorted

    [[nodiscard]] double quantile(double share) const
    {
        return static_cast<double>(sample[static_cast<std::size_t>(share * static_cast<double>(sample.size() - 1))]);
    }
};

Spread spreadOf(std::span<const OpInstance> instances)
{
    Spread spread;
    spread.least = spread.most = instances.front().duration;
    const std::size_t stride = std::max<std::size_t>(instances.size() / kSampled, 1);
    for (std::size_t i = 0; i < instances.size(); ++i) {
        const std::int64_t duration = instances[i].duration;
        spread.least = std::min(spread.least, duration);
        spread.most = std::max(spread.most, duration);
        if (duration > 0 && (spread.leastPositive == 0 || duration < spread.leastPositive))
            spread.leastPositive = duration;
        if (spread.tick != 1)
            spread.tick = std::gcd(spread.tick, duration);
        if (i % stride == 0)
            spread.sample.push_back(duration);
    }
    spread.tick = std::max<std::int64_t>(spread.tick, 1);
    std::sort(spread.sample.begin(), spread.sample.end());
    return spread;
}

bool needsLogarithms(const Spread& spread)
{
    constexpr double kMagnitude = 10;
    constexpr double kFarOff = 20; // one such instance would put all others into one bin of a linear scale
    const double low = spread.quantile(0.01);
    const double middle = spread.quantile(0.5);
    return middle > 0 && ((low > 0 && spread.quantile(0.99) / low > kMagnitude) ||
                          static_cast<double>(spread.most) / middle > kFarOff);
}

double binCount(double width, double interquartile, std::size_t instances)
{
    const double binWidth = 2 * interquartile / std::cbrt(static_cast<double>(instances));
    return binWidth > 0 ? std::clamp(std::ceil(width / binWidth), kMinHistogramBins, kMaxHistogramBins)
                        : kMinHistogramBins;
}

void makeLinear(const Spread& spread, std::size_t instances, DurationBins& bins)
{
    const auto width = static_cast<double>(spread.most - spread.least + spread.tick);
    const double count = binCount(width, spread.quantile(0.75) - spread.quantile(0.25), instances);
    const auto tick = static_cast<double>(spread.tick);
    const double binWidth = std::max(std::ceil(width / count / tick), 1.0) * tick;
    // Edges lie half a tick below the values, so that no value is on an edge; no bin begins below zero.
    const double first = std::max(static_cast<double>(spread.least) - tick / 2, 0.0);
    for (double edge = first;; edge += binWidth) {
        bins.edges.push_back(edge * kSecondsPerNs);
        if (edge > static_cast<double>(spread.most))
            break;
    }
}

void makeLogarithmic(const Spread& spread, std::size_t instances, DurationBins& bins)
{
    const double low = std::log(static_cast<double>(spread.leastPositive));
    const double high = std::log(static_cast<double>(spread.most) * (1 + 1e-9));
    const auto logarithm = [&](double share) {
        return std::log(std::max(spread.quantile(share), static_cast<double>(spread.leastPositive)));
    };
    const double count = binCount(high - low, logarithm(0.75) - logarithm(0.25), instances);
    if (spread.least <= 0)
        bins.edges.push_back(0);
    for (double i = 0; i <= count; ++i)
        bins.edges.push_back(std::exp(low + (high - low) * i / count) * kSecondsPerNs);
    // Rounding in the logarithms must not exclude the shortest and the longest instance.
    bins.edges[spread.least <= 0 ? 1 : 0] = static_cast<double>(spread.leastPositive) * kSecondsPerNs;
    bins.edges.back() = std::max(bins.edges.back(), static_cast<double>(spread.most) * kSecondsPerNs * (1 + 1e-12));
}

} // namespace

std::size_t DurationBins::binOf(double seconds) const
{
    const auto above = std::upper_bound(edges.begin(), edges.end(), seconds);
    return above == edges.begin() || above == edges.end() ? counts.size()
                                                          : static_cast<std::size_t>(above - edges.begin()) - 1;
}

DurationBins binDurations(std::span<const OpInstance> instances, BinScale scale)
{
    DurationBins bins;
    if (instances.empty())
        return bins;
    const Spread spread = spreadOf(instances);
    bins.isLogarithmic = spread.most > spread.leastPositive && spread.leastPositive > 0 &&
                         (scale == BinScale::Logarithmic || (scale == BinScale::Auto && needsLogarithms(spread)));
    if (bins.isLogarithmic)
        makeLogarithmic(spread, instances.size(), bins);
    else
        makeLinear(spread, instances.size(), bins);
    bins.counts.assign(bins.edges.size() - 1, 0);
    for (const OpInstance& instance : instances)
        ++bins.counts[std::min(bins.binOf(static_cast<double>(instance.duration) * kSecondsPerNs),
                               bins.counts.size() - 1)];
    return bins;
}

} // namespace stepscope::analysis
