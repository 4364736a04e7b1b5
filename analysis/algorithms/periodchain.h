#pragma once

#include <cstddef>
#include <vector>

namespace stepscope::analysis {

/// What is known of the boundaries of a run of steps, each tied to the next: a symmetric tridiagonal system, positive
/// definite.
struct Chain
{
    std::vector<double> diagonal{};
    std::vector<double> beside{}; ///< element (k, k+1)
    std::vector<double> right{};

    explicit Chain(std::size_t size)
        : diagonal(size)
        , beside(size)
        , right(size)
    {}

    [[nodiscard]] std::vector<double> solve(std::vector<double> b) const;
    /// Variances of the differences between neighbours under this information.
    [[nodiscard]] std::vector<double> stepVariances() const;
};

} // namespace stepscope::analysis
