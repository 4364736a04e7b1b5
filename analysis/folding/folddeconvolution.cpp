#include "analysis/folding/folddeconvolution.h"

#include <Eigen/Sparse>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <stop_token>

namespace stepscope::analysis {
namespace {

using FoldMatrix = Eigen::SparseMatrix<double>;
using FoldVector = Eigen::VectorXd;
using Solver = Eigen::SimplicialLLT<FoldMatrix, Eigen::Lower, Eigen::AMDOrdering<int>>;

/// Precision matrix of an Ornstein-Uhlenbeck process on circular bins, relative to the noise: neighbours have the
/// correlation `correlation`, each bin has the variance `strength` x noise variance.
struct Prior
{
    double strength = 1;
    double correlation = 0.5;
    [[nodiscard]] double diagonal() const { return (1 + correlation * correlation) / scale(); }
    [[nodiscard]] double neighbour() const { return -correlation / scale(); }
    [[nodiscard]] double logDeterminant(std::size_t bins) const
    {
        double sum = 0;
        for (std::size_t k = 0; k < bins; ++k) {
            const double angle = 2 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(bins);
            sum += std::log(diagonal() + 2 * neighbour() * std::cos(angle));
        }
        return sum;
    }

private:
    [[nodiscard]] double scale() const { return strength * (1 - correlation * correlation); }
};

/// Solves the linear system for different priors; reuses its sparsity pattern.
class System
{
public:
    explicit System(const FoldMoments& moments)
        : m_moments(moments)
        , m_bins(static_cast<Eigen::Index>(moments.bins()))
        , m_product(Eigen::Map<const FoldVector>(moments.product().data(), m_bins))
        , m_gram(gramOf(moments))
    {}

    /// False when the factorisation fails.
    bool solve(const Prior& prior)
    {
        FoldMatrix circle(m_bins, m_bins);
        std::vector<Eigen::Triplet<double>> entries;
        for (int i = 0; i < m_bins; ++i) {
            const int next = (i + 1) % static_cast<int>(m_bins);
            entries.emplace_back(i, i, prior.diagonal());
            entries.emplace_back(i, next, prior.neighbour());
            entries.emplace_back(next, i, prior.neighbour());
        }
        circle.setFromTriplets(entries.begin(), entries.end());
        const FoldMatrix all = m_gram + circle;
        if (!m_isAnalysed)
            m_solver.analyzePattern(all);
        m_isAnalysed = true;
        m_solver.factorize(all);
        if (m_solver.info() != Eigen::Success)
            return false;
        m_value = m_solver.solve(m_product);
        const auto count = static_cast<double>(m_moments.count());
        m_noise = std::max((m_moments.square() - m_product.dot(m_value)) / count, 1e-12 * m_moments.square() / count);
        double determinant = 0;
        const auto& factor = m_solver.matrixL().nestedExpression();
        for (Eigen::Index i = 0; i < m_bins; ++i)
            determinant += 2 * std::log(factor.coeff(i, i));
        m_evidence = -0.5 * (count * std::log(m_noise) + determinant - prior.logDeterminant(m_moments.bins()));
        return std::isfinite(m_evidence);
    }
    [[nodiscard]] double evidence() const { return m_evidence; }
    [[nodiscard]] double noise() const { return m_noise; } ///< variance
    [[nodiscard]] const FoldVector& value() const { return m_value; }
    [[nodiscard]] FoldVector column(Eigen::Index i) const { return m_solver.solve(FoldVector::Unit(m_bins, i)); }

private:
    static FoldMatrix gramOf(const FoldMoments& moments)
    {
        const std::size_t bins = moments.bins();
        std::vector<Eigen::Triplet<double>> entries;
        for (std::size_t distance = 0; distance < moments.reach(); ++distance) {
            for (std::size_t i = 0; i < bins; ++i) {
                const auto a = static_cast<int>(i);
                const auto b = static_cast<int>((i + distance) % bins);
                entries.emplace_back(a, b, moments.gram(i, distance));
                if (distance > 0)
                    entries.emplace_back(b, a, moments.gram(i, distance));
            }
        }
        FoldMatrix gram(static_cast<Eigen::Index>(bins), static_cast<Eigen::Index>(bins));
        gram.setFromTriplets(entries.begin(), entries.end());
        return gram;
    }

    const FoldMoments& m_moments;
    Eigen::Index m_bins;
    FoldVector m_product;
    FoldMatrix m_gram;
    Solver m_solver;
    FoldVector m_value;
    double m_noise = 0;
    double m_evidence = 0;
    bool m_isAnalysed = false;
};

/// Maximises the evidence over the prior: a coarse grid, then a pattern search with decreasing stride.
class PriorSearch
{
public:
    PriorSearch(System& system, const FoldMoments& moments, const std::stop_token& stop)
        : m_system(system)
        , m_stop(stop)
        , m_bins(static_cast<double>(moments.bins()))
    {}
    /// False when cancelled, or when no prior can be solved.
    bool search()
    {
        for (double strength = -2; strength <= 6; strength += 2) {
            for (const double length : {1.0, 4.0, 16.0, 64.0})
                evaluate(strength, std::log(std::min(length, m_bins / 4)));
        }
        for (double stride = 1; stride > 0.1; stride /= 2) {
            for (int i = 0; i < 4 && searchAround(stride); ++i)
                ;
        }
        return m_hasBest && !isCancelled();
    }
    [[nodiscard]] Prior best() const { return priorOf(m_strength, m_length); }

private:
    [[nodiscard]] bool isCancelled() const { return m_stop.stop_requested(); }
    [[nodiscard]] Prior priorOf(double strength, double length) const
    {
        return {std::pow(10.0, strength), std::exp(-1 / std::exp(length))};
    }
    bool evaluate(double strength, double length)
    {
        const bool isUsable = strength > -6 && strength < 12 && length > -1.5 && length < std::log(m_bins);
        if (!isUsable || isCancelled() || !m_system.solve(priorOf(strength, length)))
            return false;
        if (m_hasBest && m_system.evidence() <= m_bestEvidence)
            return false;
        m_hasBest = true;
        m_bestEvidence = m_system.evidence();
        m_strength = strength;
        m_length = length;
        return true;
    }
    bool searchAround(double stride)
    {
        const double strength = m_strength;
        const double length = m_length;
        bool hasMoved = false;
        for (const auto& [a, b] :
             std::array<std::array<double, 2>, 6>{{{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {0.5, 1}, {-0.5, -1}}})
            hasMoved = evaluate(strength + a * stride, length + b * stride) || hasMoved;
        return hasMoved;
    }

    System& m_system;
    const std::stop_token& m_stop;
    double m_bins;
    bool m_hasBest = false;
    double m_bestEvidence = 0;
    double m_strength = 0; ///< decimal logarithm
    double m_length = 0;   ///< natural logarithm, bins
};

/// Full width at half maximum around `middle`, in circular bins.
double widthAt(const FoldVector& response, Eigen::Index middle)
{
    const Eigen::Index bins = response.size();
    const double half = response(middle) / 2;
    const auto side = [&](Eigen::Index direction) {
        double before = response(middle);
        for (Eigen::Index i = 1; i <= bins / 2; ++i) {
            const double now = response(((middle + direction * i) % bins + bins) % bins);
            if (now < half)
                return static_cast<double>(i) - (half - now) / std::max(before - now, 1e-300);
            before = now;
        }
        return static_cast<double>(bins) / 2;
    };
    return std::min(half > 0 ? side(1) + side(-1) : static_cast<double>(bins), static_cast<double>(bins));
}

} // namespace

FoldMoments::FoldMoments(std::span<const FoldSample> samples, double stepSeconds, std::size_t bins)
    : m_bins(bins)
    , m_count(samples.size())
    , m_product(bins)
    , m_gram(bins)
{
    for (const FoldSample& sample : samples)
        m_mean += sample.value / static_cast<double>(std::max<std::size_t>(m_count, 1));
    Row row;
    for (const FoldSample& sample : samples) {
        rowOf(sample, stepSeconds, bins, row);
        const double value = sample.value - m_mean;
        m_square += value * value;
        if (row.weights.size() * bins > m_gram.size())
            m_gram.resize(row.weights.size() * bins);
        std::size_t at = row.first;
        for (std::size_t a = 0; a < row.weights.size(); ++a) {
            m_product[at] += row.weights[a] * value;
            for (std::size_t b = a; b < row.weights.size(); ++b)
                m_gram[(b - a) * bins + at] += row.weights[a] * row.weights[b];
            at = at + 1 < bins ? at + 1 : 0;
        }
    }
}

void FoldMoments::rowOf(const FoldSample& sample, double stepSeconds, std::size_t bins, Row& row)
{
    const auto count = static_cast<double>(bins);
    const double perSecond = count / stepSeconds;
    const double begin = (sample.begin - stepSeconds * std::floor(sample.begin / stepSeconds)) * perSecond;
    const double length = std::max((sample.end - sample.begin) * perSecond, 1e-6);
    const double first = std::min(std::floor(begin), count - 1);
    const auto touched = static_cast<std::size_t>(std::floor(begin + length - first)) + 1;
    row.first = static_cast<std::size_t>(first);
    row.weights.assign(std::min(touched, bins), 0);
    for (std::size_t i = 0; i < touched; ++i) {
        const double left = std::max(begin, first + static_cast<double>(i));
        const double right = std::min(begin + length, first + static_cast<double>(i) + 1);
        row.weights[i % bins] += std::max(right - left, 0.0) / length;
    }
}

std::optional<FoldSolution> deconvolve(const FoldMoments& moments, const std::stop_token& stop)
{
    if (moments.count() == 0 || !(moments.square() > 0))
        return std::nullopt;
    System system(moments);
    PriorSearch search(system, moments, stop);
    if (!search.search() || !system.solve(search.best()))
        return std::nullopt;
    const Prior prior = search.best();
    const auto bins = static_cast<Eigen::Index>(moments.bins());
    FoldSolution solution;
    solution.noise = std::sqrt(system.noise());
    for (Eigen::Index i = 0; i < bins; ++i) {
        if (i % 64 == 0 && stop.stop_requested())
            return std::nullopt;
        const FoldVector column = system.column(i);
        // The response to an event in this bin: (A'A + Q)^-1 A'A = 1 - (A'A + Q)^-1 Q.
        FoldVector response(bins);
        for (Eigen::Index k = 0; k < bins; ++k)
            response(k) = (k == i ? 1.0 : 0.0) - prior.diagonal() * column(k) -
                          prior.neighbour() * (column((k + 1) % bins) + column((k + bins - 1) % bins));
        solution.value.push_back(moments.mean() + system.value()(i));
        solution.variance.push_back(system.noise() * column(i));
        solution.noiseVariance.push_back(system.noise() * column.dot(response));
        solution.width.push_back(widthAt(response, i));
    }
    return solution;
}

} // namespace stepscope::analysis
