#pragma once

#include "analysis/energy/occupancy.h"

#include <Eigen/Core>

#include <cstddef>
#include <span>
#include <vector>

namespace stepscope::analysis {

/// A linear combination of successive rows in place of each row: the row less shares of earlier ones, times a scale.
struct RowFilter
{
    std::size_t reach = 0;       ///< earlier rows
    std::vector<double> earlier; ///< by row, `reach` shares: of the row before, the one before that, and so on
    std::vector<double> scales;  ///< by row

    /// Successive errors with an autocorrelation (Prais and Winsten 1954).
    static RowFilter autocorrelated(const OccupancyRows& rows, double autocorrelation);
    [[nodiscard]] OccupancyRows applied(const OccupancyRows& rows) const;
    [[nodiscard]] Eigen::VectorXd applied(const Eigen::VectorXd& values) const;
};

/// The covariance of the errors of samples, which have two causes. Every sample has independent noise. And every
/// instance of an op takes a little more or less power than the mean of its column, with the same relative scatter for
/// all columns: the error is larger in long or powerful instances, and samples of one instance share it.
class SampleNoise
{
public:
    /// `intervals` are those from which `rows` were made; `powers` those of the columns. O(entries x reach).
    SampleNoise(const OccupancyRows& rows, std::span<const SelfTimeInterval> intervals, std::span<const double> powers);

    /// The variance of instances, as a multiple of each sample's own, with the highest likelihood.
    [[nodiscard]] double likeliestRatio(const Eigen::VectorXd& residuals) const;
    /// Makes the errors independent and of equal variance, conditional on the rows within reach before (Vecchia 1988).
    /// The mean variance is that of a row given the ones before it.
    [[nodiscard]] RowFilter whitening(double ratio) const;

private:
    struct Conditional
    {
        double variance = 0;  ///< in units of the mean variance of instances
        std::size_t used = 0; ///< earlier rows
    };
    Conditional conditionalOf(std::size_t row, double ratio, std::span<double> earlier) const;
    [[nodiscard]] double covariance(std::size_t row, std::size_t back) const
    {
        return m_covariances[row * (m_reach + 1) + back];
    }

    std::size_t m_reach = 0;
    std::vector<double> m_covariances; ///< by row: of instances, with itself and the `m_reach` rows before
    std::vector<double> m_own;         ///< by row: variance of the independent noise
};

} // namespace stepscope::analysis
