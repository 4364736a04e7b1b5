#pragma once

#include "analysis/algorithms/fold.h"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace stepscope::analysis {

/// Readings as sums over bins of a circle: y = A f + noise, kept as A'A and A'y.
class FoldMoments
{
public:
    FoldMoments(std::span<const FoldSample> samples, double stepSeconds, std::size_t bins);

    [[nodiscard]] std::size_t bins() const { return m_bins; }
    [[nodiscard]] double mean() const { return m_mean; }
    [[nodiscard]] double square() const { return m_square; } ///< of what is left when the mean is taken away
    [[nodiscard]] std::size_t count() const { return m_count; }
    [[nodiscard]] const std::vector<double>& product() const { return m_product; } ///< A'(y - mean)
    /// (A'A) of bins i and (i + distance) modulo bins.
    [[nodiscard]] double gram(std::size_t i, std::size_t distance) const { return m_gram[distance * m_bins + i]; }
    [[nodiscard]] std::size_t reach() const { return m_gram.size() / m_bins; } ///< distances below it are kept

    /// Weights of one reading on the bins from `first` on (modulo bins); they sum to 1.
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

/// The most probable waveform.
struct FoldSolution
{
    std::vector<double> value;
    std::vector<double> variance;      ///< of the truth around it
    std::vector<double> noiseVariance; ///< the part of it that is the readings' noise
    std::vector<double> width;         ///< bins: how wide a very short event at each bin comes out
    double noise = 0;                  ///< standard deviation of a reading
};

/// None when cancelled, or when the readings do not vary.
std::optional<FoldSolution> deconvolve(const FoldMoments& moments, const Cancelled& cancelled);

} // namespace stepscope::analysis
