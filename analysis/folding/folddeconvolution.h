#pragma once

#include "analysis/folding/fold.h"

#include <cstddef>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace stepscope::analysis {

/// The normal equations of the samples over circular bins: y = A f + noise, stored as A'A (banded) and A'y.
class FoldMoments
{
public:
    FoldMoments(std::span<const FoldSample> samples, double stepSeconds, std::size_t bins);

    [[nodiscard]] std::size_t bins() const { return m_bins; }
    [[nodiscard]] double mean() const { return m_mean; }
    [[nodiscard]] double square() const { return m_square; } ///< sum of (y - mean)^2
    [[nodiscard]] std::size_t count() const { return m_count; }
    [[nodiscard]] const std::vector<double>& product() const { return m_product; } ///< A'(y - mean)
    /// Element of A'A for the bins i and (i + distance) modulo bins.
    [[nodiscard]] double gram(std::size_t i, std::size_t distance) const { return m_gram[distance * m_bins + i]; }
    [[nodiscard]] std::size_t reach() const { return m_gram.size() / m_bins; } ///< gram() is 0 from this distance on

    /// Weights of one sample on consecutive bins (modulo bins); their sum is 1.
    struct Row
    {
        std::size_t first = 0;
        std::vector<double> weights;
    };
    static void rowOf(const FoldSample& sample, double stepSeconds, std::size_t bins, Row& row);

private:
    std::size_t m_bins;
    std::size_t m_count = 0;
    double m_mean = 0;
    double m_square = 0;
    std::vector<double> m_product;
    std::vector<double> m_gram;
};

/// The waveform with the highest posterior probability, by bin.
struct FoldSolution
{
    std::vector<double> value;
    std::vector<double> variance;      ///< posterior
    std::vector<double> noiseVariance; ///< its part that comes from the noise of the samples
    std::vector<double> width;         ///< in bins: full width at half maximum of the response to an event in the bin
    double noise = 0;                  ///< standard deviation of a sample
};

/// None when cancelled, or when the samples do not vary.
std::optional<FoldSolution> deconvolve(const FoldMoments& moments, const std::stop_token& stop);

} // namespace stepscope::analysis
