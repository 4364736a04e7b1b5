#pragma once

#include "analysis/energy/occupancy.h"

#include <Eigen/Cholesky>
#include <Eigen/Core>

#include <cmath>
#include <cstddef>
#include <span>
#include <stop_token>
#include <utility>
#include <vector>

/// Penalised least squares with a hierarchical prior: a linear mixed model. The numerical part of fitOccupancy().
namespace stepscope::analysis {

/// Sums over rows: X'X (lower triangle), X'y and y'y. The last column is the idle term.
struct Moments
{
    Eigen::MatrixXd gram;
    Eigen::VectorXd product;
    double square = 0;
    double sum = 0;
    double count = 0;

    explicit Moments(Eigen::Index columns)
        : gram(Eigen::MatrixXd::Zero(columns, columns))
        , product(Eigen::VectorXd::Zero(columns))
    {}
    void scale(double factor);
    [[nodiscard]] double variance() const { return std::max(square - sum * sum / count, 0.0); }
};

inline Eigen::Index columnsOf(const OccupancyRows& rows)
{
    return static_cast<Eigen::Index>(rows.columnCount) + 1;
}

/// Calls `add(column, share)` for each entry of row i, including that of the idle column.
template <typename Add>
void forEachEntry(const OccupancyRows& rows, std::size_t i, const Add& add)
{
    for (std::size_t k = rows.rowBegin[i]; k < rows.rowBegin[i + 1]; ++k)
        add(static_cast<Eigen::Index>(rows.columns[k]), static_cast<double>(rows.shares[k]));
    add(static_cast<Eigen::Index>(rows.columnCount), static_cast<double>(rows.idleShares[i]));
}

/// O(rows x entries^2).
Moments momentsOf(const OccupancyRows& rows);

/// Ratios of the noise's variance to that of a column's power within its type, and of a type's mean within its family.
struct Penalties
{
    double withinType = 0.3;
    double betweenTypes = 0.1;
};

/// The prior of the columns' powers: normal with unknown means of the families.
class Prior
{
public:
    /// Columns beyond `kinds` are families of their own; without `kinds` all columns are of one type. The last `ramps`
    /// columns are of one type and family.
    Prior(std::size_t columns, std::size_t ramps, std::span<const ColumnKind> kinds);
    [[nodiscard]] std::size_t familyCount() const { return m_familyCount; }
    [[nodiscard]] std::size_t familyOf(std::size_t column) const { return m_families[m_types[column]]; }
    [[nodiscard]] std::size_t typeCount() const { return m_sizes.size(); }
    [[nodiscard]] std::size_t typeOf(std::size_t column) const { return m_types[column]; }
    struct Variances
    {
        double withinType = 0;
        double betweenTypes = 0;
    };
    /// Of the powers of a family, in units of the noise's variance.
    [[nodiscard]] Variances variancesOf(std::size_t family, const Penalties& penalties) const;

    /// Adds the prior's precision, in units of the noise's, to the lower triangle; returns the logarithm of its
    /// pseudo-determinant.
    double addTo(Eigen::MatrixXd& gram, const Penalties& penalties) const;
    /// From now on powers scatter in proportion to the mean power of their family: `powers` of the first columns, and
    /// the time that each column ran.
    void scaleBy(std::span<const double> powers, const Eigen::VectorXd& weights);
    [[nodiscard]] const std::vector<double>& scales() const { return m_scales; }
    void setScales(std::vector<double> scales) { m_scales = std::move(scales); }

private:
    std::vector<std::size_t> m_types;    ///< by column
    std::vector<std::size_t> m_sizes;    ///< by type: columns
    std::vector<std::size_t> m_families; ///< by type
    std::size_t m_familyCount = 0;
    std::vector<double> m_scales; ///< of the scatter, by family; empty = 1
};

/// One penalised solution.
struct Solution
{
    Eigen::LLT<Eigen::MatrixXd> factor; ///< of the Gram matrix plus the prior's precision
    Eigen::VectorXd powers;
    double noiseVariance = 0;
    double score = INFINITY; ///< -2 x restricted log likelihood
};

/// Penalised least squares of the same samples with any penalties.
class Regression
{
public:
    Regression(Moments moments, const Prior& prior, bool hasIdle);
    [[nodiscard]] bool hasIdle() const { return m_hasIdle; }
    [[nodiscard]] Eigen::Index columns() const { return m_columns; }
    [[nodiscard]] const Moments& moments() const { return m_moments; }
    /// Rows with overlapping windows count as fewer rows.
    void scale(double factor) { m_moments.scale(factor); }
    void add(const Eigen::MatrixXd& gram, const Eigen::VectorXd& product);

    [[nodiscard]] Solution solve(const Penalties& penalties) const;
    /// Logarithm of the determinant of X'X of the parameters without a prior, the families' means and the idle power.
    /// Restricted likelihoods of different samples' windows are comparable only with it: longer windows vary less,
    /// which by itself raises the restricted likelihood.
    [[nodiscard]] double designLogarithm() const;
    /// The penalties with the highest restricted likelihood: by coordinates on a logarithmic grid. Fast where the Gram
    /// matrix has a small rank, as with few samples of many ops.
    [[nodiscard]] Penalties likeliest(const std::stop_token& stop) const;

private:
    /// The lower triangle of the Gram matrix plus the prior's precision, and the logarithm of the latter's
    /// pseudo-determinant.
    [[nodiscard]] Eigen::MatrixXd penalised(const Penalties& penalties, double& logarithm) const;

    Moments m_moments;
    const Prior* m_prior;
    bool m_hasIdle;
    Eigen::Index m_columns = 0;
    double m_free = 0; ///< parameters without a prior
};

/// Non-negative least squares from the normal equations: the x >= 0 that minimises x'Gx / 2 - x'p. G is symmetric and
/// positive definite; `inverse` is its inverse. Active-set method (Lawson and Hanson, Solving Least Squares Problems,
/// chapter 23); Eigen solves the linear systems. O(n k + k^3) for each change of the set of k components at zero, which
/// is small when most of x is positive. `signedCount` components from `firstSigned` on may be negative.
Eigen::VectorXd nonNegativeLeastSquares(const Eigen::MatrixXd& inverse, const Eigen::VectorXd& product,
                                        Eigen::Index firstSigned = 0, Eigen::Index signedCount = 0);

} // namespace stepscope::analysis
