#pragma once

#include <Eigen/Core>

namespace stepscope::analysis {

/// Least squares with no negative part, by its normal equations: the x >= 0 for which x'Gx / 2 - x'p is least; G is
/// symmetric and positive definite. Active sets (Lawson and Hanson, Solving Least Squares Problems, chapter 23); the
/// systems in between are solved by Eigen.
Eigen::VectorXd nonNegativeLeastSquares(const Eigen::MatrixXd& gram, const Eigen::VectorXd& product);

} // namespace stepscope::analysis
