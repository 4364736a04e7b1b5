#include "analysis/algorithms/occupancy.h"

#include "analysis/algorithms/nonnegative.h"

#include <Eigen/Dense>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

namespace stepscope::analysis {

void OccupancyRows::beginRow(double value, std::uint32_t step, double weight)
{
    values.push_back(value);
    steps.push_back(step);
    weights.push_back(static_cast<float>(weight));
}

void OccupancyRows::add(std::uint32_t kind, double share)
{
    // Instances of one kind in one window become one entry.
    for (std::size_t i = rowBegin.back(); i < kinds.size(); ++i) {
        if (kinds[i] == kind) {
            shares[i] += static_cast<float>(share);
            return;
        }
    }
    kinds.push_back(kind);
    shares.push_back(static_cast<float>(share));
}

namespace {

constexpr std::size_t kFewestRows = 20;
constexpr std::size_t kFewestBlocks = 4;
constexpr std::size_t kMostBlocks = 100;
constexpr std::size_t kFolds = 5;
constexpr int kResamples = 200;
/// A kind that shares this much of its occupancy with others (1 - 1/VIF) is theirs as well as its own.
constexpr double kInseparable = 0.9995;
/// An interval this wide, against the kind's own figure and against what all kinds take on average, says nothing.
constexpr double kWidestOfOwn = 0.5;
constexpr double kWidestOfMean = 0.25;

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

/// Sums over some rows: X'X, X'y and y'y, with the idle term as last column.
struct Moments
{
    Matrix gram;
    Vector product;
    double square = 0;
    double sum = 0;
    double count = 0;

    explicit Moments(Eigen::Index columns)
        : gram(Matrix::Zero(columns, columns))
        , product(Vector::Zero(columns))
    {}
    void add(const Moments& other, double weight)
    {
        gram += weight * other.gram;
        product += weight * other.product;
        square += weight * other.square;
        sum += weight * other.sum;
        count += weight * other.count;
    }
    [[nodiscard]] double error(const Vector& x) const { return square - 2 * x.dot(product) + x.dot(gram * x); }
};

/// Rows of neighbouring steps together: so many blocks that resampling them means something, so few that it is quick.
std::vector<Moments> momentsOfBlocks(const OccupancyRows& rows)
{
    std::size_t stepCount = 0;
    for (std::size_t i = 0; i < rows.size(); ++i)
        stepCount += i == 0 || rows.steps[i] != rows.steps[i - 1] ? 1 : 0;
    const std::size_t perBlock = (stepCount + kMostBlocks - 1) / kMostBlocks;
    const auto idle = static_cast<Eigen::Index>(rows.kindCount);
    std::vector<Moments> blocks;
    std::size_t step = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const bool isNew = i == 0 || rows.steps[i] != rows.steps[i - 1];
        if (isNew && step++ % perBlock == 0)
            blocks.emplace_back(idle + 1);
        Moments& block = blocks.back();
        const double value = rows.values[i];
        const double weight = rows.weights[i];
        for (std::size_t a = rows.rowBegin[i]; a < rows.rowBegin[i + 1]; ++a) {
            const auto column = static_cast<Eigen::Index>(rows.kinds[a]);
            const double share = weight * rows.shares[a];
            for (std::size_t b = rows.rowBegin[i]; b < rows.rowBegin[i + 1]; ++b)
                block.gram(column, static_cast<Eigen::Index>(rows.kinds[b])) += share * rows.shares[b];
            block.gram(column, idle) += share;
            block.gram(idle, column) += share;
            block.product(column) += share * value;
        }
        block.gram(idle, idle) += weight;
        block.product(idle) += weight * value;
        block.square += weight * value * value;
        block.sum += weight * value;
        block.count += weight;
    }
    return blocks;
}

/// The regression itself: columns scaled to weight 1, pulled towards `prior` by the ridge (the idle term is not).
class Regression
{
public:
    Regression(const Moments& all, bool hasIdle)
        : m_columns(hasIdle ? all.gram.cols() : all.gram.cols() - 1)
        , m_kinds(all.gram.cols() - 1)
        , m_weights(all.gram.diagonal().cwiseMax(1e-30))
    {}

    [[nodiscard]] Vector solve(const Moments& moments, double ridge, double prior) const
    {
        Matrix gram = moments.gram.topLeftCorner(m_columns, m_columns);
        Vector product = moments.product.head(m_columns);
        for (Eigen::Index i = 0; i < m_kinds; ++i) {
            gram(i, i) += ridge * m_weights(i) + 1e-12;
            product(i) += ridge * m_weights(i) * prior;
        }
        Vector x = Vector::Zero(moments.gram.cols());
        x.head(m_columns) = nonNegativeLeastSquares(gram, product);
        return x;
    }
    /// 1 - 1/VIF of each column: the share of it that the others could stand in for.
    [[nodiscard]] Vector overlap(const Moments& all) const
    {
        const Vector scale = m_weights.head(m_columns).cwiseSqrt().cwiseInverse();
        Matrix gram = scale.asDiagonal() * all.gram.topLeftCorner(m_columns, m_columns) * scale.asDiagonal();
        gram.diagonal().array() += 1e-9;
        const Vector inverse = gram.ldlt().solve(Matrix::Identity(m_columns, m_columns)).diagonal();
        Vector overlap = Vector::Ones(all.gram.cols());
        overlap.head(m_columns) = (1 - inverse.cwiseMax(1).cwiseInverse().array()).matrix();
        return overlap;
    }

private:
    Eigen::Index m_columns;
    Eigen::Index m_kinds;
    Vector m_weights;
};

/// By cross-validation over blocks, every k-th left out in turn.
double chooseRidge(const Regression& regression, const std::vector<Moments>& blocks, const Moments& all, double prior)
{
    constexpr std::array kRidges{0.0, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2};
    double best = 0;
    double least = INFINITY;
    for (const double ridge : kRidges) {
        double error = 0;
        for (std::size_t fold = 0; fold < kFolds; ++fold) {
            Moments kept = all;
            Moments left(all.gram.cols());
            for (std::size_t i = fold; i < blocks.size(); i += kFolds) {
                kept.add(blocks[i], -1);
                left.add(blocks[i], 1);
            }
            error += left.error(regression.solve(kept, ridge, prior));
        }
        if (error < least * (1 - 1e-9)) {
            least = error;
            best = ridge;
        }
    }
    return best;
}

/// Solutions of resampled blocks: one column a resample.
Matrix resample(const Regression& regression, const std::vector<Moments>& blocks, double ridge, double prior,
                const Cancelled& cancelled)
{
    std::mt19937_64 random(20200813);
    std::uniform_int_distribution<std::size_t> pick(0, blocks.size() - 1);
    Matrix solutions(blocks.front().gram.cols(), kResamples);
    std::vector<int> weights(blocks.size());
    for (int i = 0; i < kResamples; ++i) {
        if (cancelled && cancelled())
            return {};
        std::fill(weights.begin(), weights.end(), 0);
        for (std::size_t k = 0; k < blocks.size(); ++k)
            ++weights[pick(random)];
        Moments drawn(blocks.front().gram.cols());
        for (std::size_t k = 0; k < blocks.size(); ++k) {
            if (weights[k] > 0)
                drawn.add(blocks[k], weights[k]);
        }
        solutions.col(i) = regression.solve(drawn, ridge, prior);
    }
    return solutions;
}

/// 95 % around the value: its spread over the resamples, widened for their number; never below zero.
Estimate estimateOf(double value, const Vector& resampled, std::size_t blocks)
{
    const double mean = resampled.mean();
    const double variance = (resampled.array() - mean).square().sum() / static_cast<double>(resampled.size() - 1);
    // Student's t for so many blocks, near enough (97.5 % point: 1.96 + 2.4 / degrees of freedom).
    const double t = 1.96 + 2.4 / static_cast<double>(std::max<std::size_t>(blocks - 1, 1));
    const double half = t * std::sqrt(variance * static_cast<double>(blocks) / static_cast<double>(blocks - 1));
    return {value, std::max(0.0, value - half), value + half};
}

bool saysSomething(const Estimate& estimate, double mean)
{
    const double half = estimate.high - estimate.value;
    return half <= std::max(kWidestOfOwn * estimate.value, kWidestOfMean * mean);
}

std::string whyNot(const OccupancyRows& rows, std::size_t blocks)
{
    if (rows.kindCount == 0)
        return "no op was recorded where there are samples";
    if (rows.size() < std::max(kFewestRows, 2 * rows.kindCount))
        return "too few samples for so many ops: record more steps, or sample faster";
    if (blocks < kFewestBlocks)
        return "too few steps to say how sure the figures are: record more of them";
    return {};
}

double explainedShare(const Moments& all, const Vector& solution)
{
    const double variance = all.square - all.sum * all.sum / all.count;
    return variance > 0 ? std::clamp(1 - all.error(solution) / variance, 0.0, 1.0) : 0;
}

} // namespace

double explainedByOccupancy(const OccupancyRows& rows)
{
    const std::vector<Moments> blocks = momentsOfBlocks(rows);
    if (!whyNot(rows, blocks.size()).empty())
        return 0;
    Moments all(static_cast<Eigen::Index>(rows.kindCount) + 1);
    for (const Moments& block : blocks)
        all.add(block, 1);
    return explainedShare(all, Regression(all, true).solve(all, 1e-4, 0));
}

OccupancyFit fitOccupancy(const OccupancyRows& rows, const Cancelled& cancelled)
{
    OccupancyFit fit;
    fit.kinds.resize(rows.kindCount);
    fit.guesses.resize(rows.kindCount);
    const std::vector<Moments> blocks = momentsOfBlocks(rows);
    fit.reason = whyNot(rows, blocks.size());
    if (!fit.reason.empty())
        return fit;
    const auto columns = static_cast<Eigen::Index>(rows.kindCount) + 1;
    const Eigen::Index idle = columns - 1;
    Moments all(columns);
    for (const Moments& block : blocks)
        all.add(block, 1);

    const bool hasIdle = Regression(all, true).overlap(all)(idle) < kInseparable;
    const Regression regression(all, hasIdle);
    const Vector overlap = regression.overlap(all);
    // What a window full of work takes on average: where the ridge pulls.
    const Vector plain = regression.solve(all, 1e-6, 0);
    const double work = all.gram.col(idle).head(idle).sum();
    const double prior = work > 0 ? std::max(0.0, all.sum - plain(idle) * all.count) / work : 0;
    fit.ridge = chooseRidge(regression, blocks, all, prior);
    const Vector solution = regression.solve(all, fit.ridge, prior);
    const Matrix resampled = resample(regression, blocks, fit.ridge, prior, cancelled);
    if (resampled.cols() == 0)
        return fit;

    for (Eigen::Index i = 0; i < idle; ++i) {
        fit.guesses[static_cast<std::size_t>(i)] = solution(i);
        const Estimate estimate = estimateOf(solution(i), resampled.row(i), blocks.size());
        if (all.gram(i, i) > 0 && overlap(i) < kInseparable && saysSomething(estimate, prior))
            fit.kinds[static_cast<std::size_t>(i)] = estimate;
    }
    fit.guessedIdle = solution(idle);
    if (hasIdle)
        fit.idle = estimateOf(solution(idle), resampled.row(idle), blocks.size());
    fit.explained = explainedShare(all, solution);
    return fit;
}

} // namespace stepscope::analysis
