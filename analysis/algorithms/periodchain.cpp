#include "analysis/algorithms/periodchain.h"

#include <algorithm>

namespace stepscope::analysis {

std::vector<double> Chain::solve(std::vector<double> b) const
{
    std::vector<double> d = diagonal;
    for (std::size_t k = 1; k < d.size(); ++k) {
        const double factor = beside[k - 1] / d[k - 1];
        d[k] -= factor * beside[k - 1];
        b[k] -= factor * b[k - 1];
    }
    for (std::size_t k = d.size(); k-- > 0;) {
        if (k + 1 < d.size())
            b[k] -= beside[k] * b[k + 1];
        b[k] /= d[k];
    }
    return b;
}

std::vector<double> Chain::stepVariances() const
{
    const std::size_t size = diagonal.size();
    std::vector<double> forward = diagonal; // pivots from the left and from the right
    std::vector<double> backward = diagonal;
    for (std::size_t k = 1; k < size; ++k)
        forward[k] -= beside[k - 1] * beside[k - 1] / forward[k - 1];
    for (std::size_t k = size - 1; k-- > 0;)
        backward[k] -= beside[k] * beside[k] / backward[k + 1];
    std::vector<double> found(size > 0 ? size - 1 : 0);
    for (std::size_t k = 0; k + 1 < size; ++k) {
        const double determinant = forward[k] * backward[k + 1] - beside[k] * beside[k];
        found[k] = (forward[k] + backward[k + 1] + 2 * beside[k]) / std::max(determinant, 1e-300);
    }
    return found;
}

} // namespace stepscope::analysis
