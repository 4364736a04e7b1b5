#pragma once

#include <Eigen/Core>

namespace stepscope::analysis {

/// Non-negative least squares from the normal equations: the x >= 0 that minimises x'Gx / 2 - x'p. G is symmetric and
/// positive definite. Active-set method (Lawson and Hanson, Solving Least Squares Problems, chapter 23); Eigen solves
/// the linear systems. O(n^3) for each change of the active set, of which there are few when most of x is positive.
Eigen::VectorXd nonNegativeLeastSquares(const Eigen::MatrixXd& gram, const Eigen::VectorXd& product);

} // namespace stepscope::analysis
