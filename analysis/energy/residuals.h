/// What a fit of ops to samples leaves unexplained, and what that says about its errors.
#pragma once

#include "analysis/energy/occupancy.h"

#include <Eigen/Core>

#include <cstddef>
#include <vector>

namespace stepscope::analysis {

/// Power of row i in W: its shares of the columns times their powers. Columns beyond `powers` count as zero.
double predictedBy(const OccupancyRows& rows, std::size_t i, const Eigen::VectorXd& powers);

/// Measured minus predicted power of each row, in W.
Eigen::VectorXd residualsOf(const OccupancyRows& rows, const Eigen::VectorXd& powers);

/// Autocorrelation of residuals of rows that follow one another, from 0 to 0.99.
double autocorrelationOf(const OccupancyRows& rows, const Eigen::VectorXd& residuals);

/// The number of rows that carry as much information as one independent row: 1 + 2 x the sum of the autocorrelations of
/// the residuals, up to the first one that is not distinct from zero.
double correlatedRows(const Eigen::VectorXd& residuals);

/// Number of the step of each row, in order, from 0.
std::vector<Eigen::Index> stepNumbers(const OccupancyRows& rows);

/// Variance of X'e (columns x columns) where residuals of the same step, or of the same phase of all steps, are
/// correlated.
Eigen::MatrixXd clusteredVariance(const OccupancyRows& rows, const Eigen::VectorXd& residuals, Eigen::Index columns);

/// See OccupancyFit::drift.
double driftOf(const OccupancyRows& rows, const Eigen::VectorXd& residuals);

/// The rows without a slow change of their power, by a share that is the same for all columns, such as that of leakage
/// currents as a board becomes warm. The mean over the time stays.
OccupancyRows withoutSlowChange(const OccupancyRows& rows, const Eigen::VectorXd& powers);

} // namespace stepscope::analysis
