#include "analysis/energy/idlepower.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

namespace stepscope::analysis {

IdleIndependence idleIndependence(const Moments& moments, const Prior& prior)
{
    const Eigen::Index idle = moments.gram.cols() - 1;
    const auto families = static_cast<Eigen::Index>(prior.familyCount());
    Eigen::VectorXd products = Eigen::VectorXd::Zero(families);
    Eigen::MatrixXd gram = Eigen::MatrixXd::Zero(families, families);
    const auto familyOf = [&prior](Eigen::Index column) {
        return static_cast<Eigen::Index>(prior.familyOf(static_cast<std::size_t>(column)));
    };
    for (Eigen::Index i = 0; i < idle; ++i) {
        products(familyOf(i)) += moments.gram(idle, i);
        for (Eigen::Index j = 0; j < idle; ++j)
            gram(familyOf(i), familyOf(j)) += moments.gram(std::max(i, j), std::min(i, j));
    }
    gram.diagonal().array() += 1e-9 * moments.count;
    IdleIndependence independence;
    independence.combination = gram.ldlt().solve(products);
    const double explained = products.dot(independence.combination);
    independence.share = std::clamp(1 - explained / moments.gram(idle, idle), 0.0, 1.0);
    return independence;
}

namespace {

/// By row: what remains of the idle column beside the closest combination of the families, and of the sample beside the
/// fit.
struct Remainders
{
    std::vector<double> idle;
    std::vector<double> sample;
};

Remainders remaindersOf(const OccupancyRows& rows, const IdleIndependence& independence, const Prior& prior,
                        const OccupancyFit& fit)
{
    Remainders remainders{std::vector<double>(rows.size(), 1.0), rows.values};
    for (std::size_t i = 0; i < rows.size(); ++i) {
        remainders.sample[i] -= fit.idlePower;
        for (std::size_t j = rows.rowBegin[i]; j < rows.rowBegin[i + 1]; ++j) {
            const std::uint32_t column = rows.columns[j];
            const double share = static_cast<double>(rows.shares[j]);
            remainders.idle[i] -= share * independence.combination(static_cast<Eigen::Index>(prior.familyOf(column)));
            remainders.sample[i] -= column < fit.powers.size() ? share * fit.powers[column] : 0;
        }
    }
    return remainders;
}

/// Means of `size` successive values.
std::vector<double> meansOf(std::span<const double> values, std::size_t size)
{
    std::vector<double> means(values.size() / size);
    for (std::size_t i = 0; i < means.size() * size; ++i)
        means[i / size] += values[i] / static_cast<double>(size);
    return means;
}

/// What fast and slow changes of the work say about the idle power.
struct IdleScales
{
    double slowShare = 0;     ///< of what is known about it, from the slowest changes
    double inconsistency = 0; ///< by how much the scales differ beyond the noise
};

/// A slow change of power while pauses become longer shows in the slowest changes only, and a sensor that is no mean
/// over a window makes the scales differ.
IdleScales idleScalesOf(const Remainders& remainders)
{
    constexpr std::size_t kFactor = 4;   ///< between two time scales
    constexpr std::size_t kFewest = 16;  ///< means; with fewer, the scale before contains all slower changes
    constexpr double kLeastShare = 0.05; ///< of what is known, from which on a scale counts
    constexpr double kErrors = 3;
    struct Scale
    {
        double known = 0;
        double difference = 0;
    };
    std::vector<Scale> scales;
    std::vector<double> idle = remainders.idle;
    std::vector<double> sample = remainders.sample;
    double all = 0;
    for (double length = 1; idle.size() >= kFewest; length *= kFactor) {
        std::vector<double> slowIdle = meansOf(idle, kFactor);
        std::vector<double> slowSample = meansOf(sample, kFactor);
        const bool isLast = slowIdle.size() < kFewest;
        double known = 0;
        double product = 0;
        double square = 0;
        for (std::size_t i = 0; i < slowIdle.size() * kFactor; ++i) {
            const double x = idle[i] - (isLast ? 0 : slowIdle[i / kFactor]);
            const double y = sample[i] - (isLast ? 0 : slowSample[i / kFactor]);
            known += x * x;
            product += x * y;
            square += y * y;
        }
        const auto count = static_cast<double>(slowIdle.size() * (kFactor - 1));
        const double error = std::sqrt(square / count / known);
        scales.push_back({length * known, known > 0 ? std::abs(product / known) - kErrors * error : 0});
        all += length * known;
        idle = std::move(slowIdle);
        sample = std::move(slowSample);
    }
    IdleScales result;
    for (const Scale& scale : scales) {
        if (scale.known > kLeastShare * all)
            result.inconsistency = std::max(result.inconsistency, scale.difference);
    }
    result.slowShare = all > 0 ? scales.back().known / all : 0;
    return result;
}

/// Widens the intervals for errors of the model, as of the windows, that are no noise of the samples: the less the work
/// varies, the larger is their effect on the idle power, and the opposite one on the powers of the ops.
void addModelErrors(const IdleIndependence& independence, const Prior& prior, double mean, double inconsistency,
                    OccupancyFit& fit)
{
    constexpr double kModelError = 0.0005; ///< of the mean sample
    const double error = std::hypot(kModelError * mean / std::sqrt(independence.share), inconsistency);
    std::vector<double> deviation(fit.powers.size() + 1, error);
    for (std::size_t i = 0; i < fit.powers.size(); ++i)
        deviation[i] = -error * independence.combination(static_cast<Eigen::Index>(prior.familyOf(i)));
    fit.addUncertainty(deviation);
}

/// Whether the many samples show the idle power although the work in them varies little.
bool isIdlePrecise(const OccupancyFit& fit, double mean)
{
    constexpr double kMaxError = 0.05; ///< standard error, of the mean sample
    return fit.idlePower > 0 &&
           std::max(fit.covariance.back(), fit.clusteredCovariance.back()) <= std::pow(kMaxError * mean, 2);
}

} // namespace

bool addIdleErrors(const OccupancyRows& rows, const Prior& prior, const IdleIndependence& independence, double mean,
                   OccupancyFit& fit)
{
    constexpr double kMostSlow = 0.3;
    const IdleScales scales = idleScalesOf(remaindersOf(rows, independence, prior, fit));
    addModelErrors(independence, prior, mean, scales.inconsistency, fit);
    return independence.share > kIndependentIdle || (scales.slowShare < kMostSlow && isIdlePrecise(fit, mean));
}

} // namespace stepscope::analysis
