#include "analysis/energy/residuals.h"

#include "analysis/energy/mixedmodel.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace stepscope::analysis {
namespace {

constexpr Eigen::Index kMaxStepClusters = 256;
constexpr Eigen::Index kPhaseClusters = 128;

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

/// Sum over clusters of the outer product of the cluster's score, X'e.
class ClusteredScores
{
public:
    ClusteredScores(Eigen::Index columns, Eigen::Index clusters)
        : m_scores(Matrix::Zero(columns, clusters))
    {}
    void add(const OccupancyRows& rows, std::size_t i, double residual, Eigen::Index cluster)
    {
        forEachEntry(rows, i, [&](Eigen::Index column, double share) {
            if (column < m_scores.rows())
                m_scores(column, cluster) += share * rows.weights[i] * residual;
        });
    }
    /// With the correction for few clusters.
    [[nodiscard]] Matrix sum() const
    {
        const auto clusters = static_cast<double>(m_scores.cols());
        return clusters / std::max(clusters - 1, 1.0) * (m_scores * m_scores.transpose());
    }
    /// The same where clusters that are up to `reach` apart are correlated too, on a circle, less with their distance
    /// (Newey and West 1987).
    [[nodiscard]] Matrix sumWithNeighbours(Eigen::Index reach) const
    {
        const Eigen::Index clusters = m_scores.cols();
        Matrix smoothed = m_scores;
        for (Eigen::Index distance = 1; distance <= reach; ++distance) {
            const double weight = 1 - static_cast<double>(distance) / static_cast<double>(reach + 1);
            for (Eigen::Index i = 0; i < clusters; ++i)
                smoothed.col(i) += weight * (m_scores.col((i + distance) % clusters) +
                                             m_scores.col((i + clusters - distance) % clusters));
        }
        const Matrix product = smoothed * m_scores.transpose();
        return 0.5 * (product + product.transpose());
    }

private:
    Matrix m_scores;
};

} // namespace

double predictedBy(const OccupancyRows& rows, std::size_t i, const Vector& powers)
{
    double sum = 0;
    forEachEntry(rows, i, [&](Eigen::Index column, double share) {
        sum += column < powers.size() ? share * powers(column) : 0;
    });
    return sum;
}

Vector residualsOf(const OccupancyRows& rows, const Vector& powers)
{
    Vector residuals(static_cast<Eigen::Index>(rows.size()));
    for (std::size_t i = 0; i < rows.size(); ++i)
        residuals(static_cast<Eigen::Index>(i)) = rows.values[i] - predictedBy(rows, i, powers);
    return residuals;
}

double autocorrelationOf(const OccupancyRows& rows, const Vector& residuals)
{
    constexpr double kMaxAutocorrelation = 0.99;
    double products = 0;
    double squares = 0;
    for (Eigen::Index i = 1; i < residuals.size(); ++i) {
        if (!rows.follows[static_cast<std::size_t>(i)])
            continue;
        products += residuals(i) * residuals(i - 1);
        squares += 0.5 * (residuals(i) * residuals(i) + residuals(i - 1) * residuals(i - 1));
    }
    return squares > 0 ? std::clamp(products / squares, 0.0, kMaxAutocorrelation) : 0;
}

double correlatedRows(const Vector& residuals)
{
    const Eigen::Index size = residuals.size();
    const double square = residuals.squaredNorm();
    double sum = 1;
    for (Eigen::Index lag = 1; lag < size / 8 && square > 0; ++lag) {
        const double correlation = residuals.head(size - lag).dot(residuals.tail(size - lag)) / square;
        if (correlation < std::max(0.05, 2 / std::sqrt(static_cast<double>(size))))
            break;
        sum += 2 * correlation;
    }
    return sum;
}

std::vector<Eigen::Index> stepNumbers(const OccupancyRows& rows)
{
    std::vector<Eigen::Index> numbers(rows.size());
    for (std::size_t i = 1; i < rows.size(); ++i)
        numbers[i] = numbers[i - 1] + (rows.steps[i] != rows.steps[i - 1] ? 1 : 0);
    return numbers;
}

Matrix clusteredVariance(const OccupancyRows& rows, const Vector& residuals, Eigen::Index columns)
{
    const std::vector<Eigen::Index> numbers = stepNumbers(rows);
    const Eigen::Index steps = numbers.back() + 1;
    ClusteredScores byStep(columns, std::min(steps, kMaxStepClusters));
    ClusteredScores byPhase(columns, kPhaseClusters);
    Matrix single = Matrix::Zero(columns, columns);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const double residual = residuals(static_cast<Eigen::Index>(i));
        byStep.add(rows, i, residual, numbers[i] * std::min(steps, kMaxStepClusters) / steps);
        const auto phase = static_cast<Eigen::Index>(rows.phases[i] * static_cast<float>(kPhaseClusters));
        byPhase.add(rows, i, residual, std::clamp<Eigen::Index>(phase, 0, kPhaseClusters - 1));
        const double squared = residual * residual * rows.weights[i] * rows.weights[i];
        forEachEntry(rows, i, [&](Eigen::Index a, double shareA) {
            forEachEntry(rows, i, [&](Eigen::Index b, double shareB) {
                if (a < columns && b < columns)
                    single(a, b) += squared * shareA * shareB;
            });
        });
    }
    const bool hasPhases = std::any_of(rows.phases.begin(), rows.phases.end(), [](float phase) { return phase > 0; });
    const auto reach = static_cast<Eigen::Index>(std::ceil(rows.phaseWidth * static_cast<double>(kPhaseClusters)));
    return hasPhases
               ? Matrix(byStep.sum() +
                        byPhase.sumWithNeighbours(std::clamp<Eigen::Index>(reach, 0, kPhaseClusters / 4)) - single)
               : byStep.sum();
}

double driftOf(const OccupancyRows& rows, const Vector& residuals)
{
    constexpr Eigen::Index kParts = 4;
    constexpr double kSignificant = 4; // standard errors
    if (residuals.size() < 8 * kParts)
        return 0;
    double low = INFINITY;
    double high = -INFINITY;
    double square = 0;
    double mean = 0;
    const Eigen::Index length = residuals.size() / kParts;
    for (Eigen::Index part = 0; part < kParts; ++part) {
        const auto values = residuals.segment(part * length, length);
        low = std::min(low, values.mean());
        high = std::max(high, values.mean());
        square += (values.array() - values.mean()).square().sum();
    }
    for (const double value : rows.values)
        mean += value / static_cast<double>(rows.size());
    const auto size = static_cast<double>(residuals.size());
    const double error = std::sqrt(square / size / static_cast<double>(length) * correlatedRows(residuals));
    return high - low > kSignificant * error && mean > 0 ? (high - low) / mean : 0;
}

OccupancyRows withoutSlowChange(const OccupancyRows& rows, const Vector& powers)
{
    constexpr Eigen::Index kShapes = 3; // Legendre polynomials of the time
    OccupancyRows steady = rows;
    const auto size = static_cast<Eigen::Index>(rows.size());
    Matrix shapes(size, kShapes);
    Vector residuals(size);
    for (Eigen::Index i = 0; i < size; ++i) {
        const double time = size > 1 ? 2.0 * static_cast<double>(i) / static_cast<double>(size - 1) - 1 : 0;
        const double predicted = predictedBy(rows, static_cast<std::size_t>(i), powers);
        shapes.row(i) << time, 1.5 * time * time - 0.5, 2.5 * time * time * time - 1.5 * time;
        shapes.row(i) *= predicted;
        residuals(i) = rows.values[static_cast<std::size_t>(i)] - predicted;
    }
    const Matrix gram = shapes.transpose() * shapes;
    const Vector change = shapes * gram.ldlt().solve(shapes.transpose() * residuals);
    const double mean = size > 0 ? change.mean() : 0;
    for (Eigen::Index i = 0; i < size; ++i)
        steady.values[static_cast<std::size_t>(i)] -= change(i) - mean;
    return steady;
}

} // namespace stepscope::analysis
