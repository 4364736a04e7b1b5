#include "analysis/statistics/nonnegative.h"

#include <Eigen/Dense>

#include <algorithm>
#include <vector>

namespace stepscope::analysis {
namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

/// The solution in which only the free components differ from zero.
Vector solveFree(const Matrix& gram, const Vector& product, const std::vector<Eigen::Index>& free)
{
    Vector x = Vector::Zero(product.size());
    if (free.empty())
        return x;
    const Vector part = gram(free, free).ldlt().solve(Vector(product(free)));
    for (std::size_t i = 0; i < free.size(); ++i)
        x(free[i]) = part(static_cast<Eigen::Index>(i));
    return x;
}

} // namespace

Vector nonNegativeLeastSquares(const Matrix& gram, const Vector& product)
{
    const Eigen::Index size = product.size();
    const double tolerance = 1e-10 * std::max(1e-300, product.cwiseAbs().maxCoeff());
    // Nearly all components are positive in practice: start with all of them free and fix those that are not.
    std::vector<Eigen::Index> free;
    for (Eigen::Index i = 0; i < size; ++i)
        free.push_back(i);
    Vector x = Vector::Zero(size);
    for (Eigen::Index round = 0; round < 3 * size + 10; ++round) {
        Vector candidate = solveFree(gram, product, free);
        // Move back towards the last solution until no component is negative; components that reach zero are fixed.
        while (!free.empty() && candidate(free).minCoeff() < 0) {
            double step = 1;
            for (const Eigen::Index i : free) {
                if (candidate(i) < 0)
                    step = std::min(step, x(i) > 0 ? x(i) / (x(i) - candidate(i)) : 0.0);
            }
            x += step * (candidate - x);
            std::erase_if(free, [&](Eigen::Index i) { return candidate(i) < 0 && x(i) <= 1e-14; });
            for (Eigen::Index i = 0; i < size; ++i)
                x(i) = std::find(free.begin(), free.end(), i) == free.end() ? 0 : x(i);
            candidate = solveFree(gram, product, free);
        }
        x = candidate;
        // Free the component with the steepest descent; without one, the solution is optimal.
        const Vector slope = product - gram * x;
        Eigen::Index best = -1;
        for (Eigen::Index i = 0; i < size; ++i) {
            const bool isFixed = std::find(free.begin(), free.end(), i) == free.end();
            if (isFixed && slope(i) > tolerance && (best < 0 || slope(i) > slope(best)))
                best = i;
        }
        if (best < 0)
            break;
        free.push_back(best);
    }
    return x;
}

} // namespace stepscope::analysis
