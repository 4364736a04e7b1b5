#include "analysis/energy/occupancy.h"

#include "analysis/statistics/bootstrap.h"
#include "analysis/statistics/nonnegative.h"
#include "analysis/statistics/random.h"

#include <Eigen/Dense>

#include <algorithm>
#include <array>
#include <cmath>
#include <stop_token>

namespace stepscope::analysis {

void OccupancyRows::beginRow(double value, std::uint32_t step, double weight)
{
    values.push_back(value);
    steps.push_back(step);
    weights.push_back(static_cast<float>(weight));
}

void OccupancyRows::add(std::uint32_t group, double share)
{
    // All instances of a group in one window share an entry.
    for (std::size_t i = rowBegin.back(); i < groups.size(); ++i) {
        if (groups[i] == group) {
            shares[i] += static_cast<float>(share);
            return;
        }
    }
    groups.push_back(group);
    shares.push_back(static_cast<float>(share));
}

OccupancyRows occupancyRows(std::span<const SelfTimeInterval> intervals, std::span<const SampleWindow> windows,
                            std::size_t groupCount)
{
    return occupancyRows(intervals, windows, groupCount, 1, {});
}

OccupancyRows occupancyRows(std::span<const SelfTimeInterval> intervals, std::span<const SampleWindow> windows,
                            std::size_t groupCount, double weight, std::span<const double> unknown)
{
    OccupancyRows rows;
    rows.groupCount = groupCount + (unknown.empty() ? 0 : 1);
    std::vector<SelfTimeInterval> running; // those that may overlap this window or a later one
    std::size_t next = 0;
    double mean = 0;
    for (const SampleWindow& window : windows)
        mean += static_cast<double>(window.end - window.begin) / static_cast<double>(windows.size());
    for (std::size_t i = 0; i < windows.size(); ++i) {
        const SampleWindow& window = windows[i];
        for (; next < intervals.size() && intervals[next].begin < window.end; ++next)
            running.push_back(intervals[next]);
        std::erase_if(running, [&window](const SelfTimeInterval& interval) { return interval.end <= window.begin; });
        const double length = static_cast<double>(window.end - window.begin);
        // The weight is the window's length: a counter's increase over a short time is imprecise, and the sums have to
        // add up over time.
        rows.beginRow(window.value, window.step, length / mean);
        for (const SelfTimeInterval& interval : running) {
            const std::int64_t inside = std::min(interval.end, window.end) - std::max(interval.begin, window.begin);
            if (inside > 0)
                rows.add(interval.group, weight * static_cast<double>(inside) / length);
        }
        if (i < unknown.size() && unknown[i] > 0)
            rows.add(static_cast<std::uint32_t>(groupCount), unknown[i]);
        rows.endRow();
    }
    return rows;
}

namespace {

constexpr std::size_t kMinRows = 20;
constexpr std::size_t kMinBlocks = 4;
constexpr std::size_t kMaxBlocks = 100;
constexpr std::size_t kFolds = 5;
constexpr int kBlockResamples = 200;
/// A group is not separable when the others explain this share of its occupancy (1 - 1/VIF).
constexpr double kInseparable = 0.9995;
/// An estimate is rejected when half of its interval is wider than both of these: shares of the estimate itself, and of
/// the mean power of all groups.
constexpr double kMaxWidthOfOwn = 0.5;
constexpr double kMaxWidthOfMean = 0.25;

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

/// Sums over some of the rows: X'X, X'y and y'y. The last column is the idle term.
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

/// The sums of blocks of neighbouring steps, at most kMaxBlocks blocks.
std::vector<Moments> momentsOfBlocks(const OccupancyRows& rows)
{
    std::size_t stepCount = 0;
    for (std::size_t i = 0; i < rows.size(); ++i)
        stepCount += i == 0 || rows.steps[i] != rows.steps[i - 1] ? 1 : 0;
    const std::size_t perBlock = (stepCount + kMaxBlocks - 1) / kMaxBlocks;
    const auto idle = static_cast<Eigen::Index>(rows.groupCount);
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
            const auto column = static_cast<Eigen::Index>(rows.groups[a]);
            const double share = weight * rows.shares[a];
            for (std::size_t b = rows.rowBegin[i]; b < rows.rowBegin[i + 1]; ++b)
                block.gram(column, static_cast<Eigen::Index>(rows.groups[b])) += share * rows.shares[b];
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

/// The regression: columns scaled to weight 1, with a ridge penalty towards `prior` on all but the idle term.
class Regression
{
public:
    Regression(const Moments& all, bool hasIdle)
        : m_columns(hasIdle ? all.gram.cols() : all.gram.cols() - 1)
        , m_groups(all.gram.cols() - 1)
        , m_weights(all.gram.diagonal().cwiseMax(1e-30))
    {}

    [[nodiscard]] Vector solve(const Moments& moments, double ridge, double prior) const
    {
        Matrix gram = moments.gram.topLeftCorner(m_columns, m_columns);
        Vector product = moments.product.head(m_columns);
        for (Eigen::Index i = 0; i < m_groups; ++i) {
            gram(i, i) += ridge * m_weights(i) + 1e-12;
            product(i) += ridge * m_weights(i) * prior;
        }
        Vector x = Vector::Zero(moments.gram.cols());
        x.head(m_columns) = nonNegativeLeastSquares(gram, product);
        return x;
    }
    /// 1 - 1/VIF of each column: the share of it that the other columns explain.
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
    Eigen::Index m_groups;
    Vector m_weights;
};

/// By cross-validation over the blocks.
double chooseRidge(const Regression& regression, const std::vector<Moments>& blocks, const Moments& all, double prior)
{
    constexpr std::array kRidges{0.0, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2};
    double best = 0;
    double smallestError = INFINITY;
    for (const double ridge : kRidges) {
        double error = 0;
        for (std::size_t fold = 0; fold < kFolds; ++fold) {
            Moments training = all;
            Moments test(all.gram.cols());
            for (std::size_t i = fold; i < blocks.size(); i += kFolds) {
                training.add(blocks[i], -1);
                test.add(blocks[i], 1);
            }
            error += test.error(regression.solve(training, ridge, prior));
        }
        if (error < smallestError * (1 - 1e-9)) {
            smallestError = error;
            best = ridge;
        }
    }
    return best;
}

/// Solutions for bootstrap resamples of the blocks, one column each; empty when cancelled.
Matrix resample(const Regression& regression, const std::vector<Moments>& blocks, double ridge, double prior,
                const std::stop_token& stop)
{
    Random random(20200813);
    Matrix solutions(blocks.front().gram.cols(), kBlockResamples);
    std::vector<int> weights(blocks.size());
    for (int i = 0; i < kBlockResamples; ++i) {
        if (stop.stop_requested())
            return {};
        std::fill(weights.begin(), weights.end(), 0);
        for (std::size_t k = 0; k < blocks.size(); ++k)
            ++weights[random.below(blocks.size())];
        Moments drawn(blocks.front().gram.cols());
        for (std::size_t k = 0; k < blocks.size(); ++k) {
            if (weights[k] > 0)
                drawn.add(blocks[k], weights[k]);
        }
        solutions.col(i) = regression.solve(drawn, ridge, prior);
    }
    return solutions;
}

/// 95 % interval around the value from its standard deviation over the resamples, by Student's t for the number of
/// blocks; never below zero.
Estimate estimateOf(double value, const Vector& resampled, std::size_t blocks)
{
    const double mean = resampled.mean();
    const double variance = (resampled.array() - mean).square().sum() / static_cast<double>(resampled.size() - 1);
    const double t = studentQuantile(0.975, static_cast<double>(std::max<std::size_t>(blocks - 1, 1)));
    const double half = t * std::sqrt(variance * static_cast<double>(blocks) / static_cast<double>(blocks - 1));
    return {value, std::max(0.0, value - half), value + half};
}

bool isPrecise(const Estimate& estimate, double mean)
{
    const double half = estimate.high - estimate.value;
    return half <= std::max(kMaxWidthOfOwn * estimate.value, kMaxWidthOfMean * mean);
}

std::string reasonAgainstFit(const OccupancyRows& rows, std::size_t blocks)
{
    if (rows.groupCount == 0)
        return "no ops were recorded in the time of the samples";
    if (rows.size() < std::max(kMinRows, 2 * rows.groupCount))
        return "too few samples for this number of ops: record more steps, or sample faster";
    if (blocks < kMinBlocks)
        return "too few steps for an interval: record more steps";
    return {};
}

double explainedByFit(const Moments& all, const Vector& solution)
{
    const double variance = all.square - all.sum * all.sum / all.count;
    return variance > 0 ? std::clamp(1 - all.error(solution) / variance, 0.0, 1.0) : 0;
}

} // namespace

double explainedByOccupancy(const OccupancyRows& rows)
{
    const std::vector<Moments> blocks = momentsOfBlocks(rows);
    if (!reasonAgainstFit(rows, blocks.size()).empty())
        return 0;
    Moments all(static_cast<Eigen::Index>(rows.groupCount) + 1);
    for (const Moments& block : blocks)
        all.add(block, 1);
    return explainedByFit(all, Regression(all, true).solve(all, 1e-4, 0));
}

OccupancyFit fitOccupancy(const OccupancyRows& rows, const std::stop_token& stop)
{
    OccupancyFit fit;
    fit.groups.resize(rows.groupCount);
    fit.guesses.resize(rows.groupCount);
    const std::vector<Moments> blocks = momentsOfBlocks(rows);
    fit.reason = reasonAgainstFit(rows, blocks.size());
    if (!fit.reason.empty())
        return fit;
    const auto columns = static_cast<Eigen::Index>(rows.groupCount) + 1;
    const Eigen::Index idle = columns - 1;
    Moments all(columns);
    for (const Moments& block : blocks)
        all.add(block, 1);

    const bool hasIdle = Regression(all, true).overlap(all)(idle) < kInseparable;
    const Regression regression(all, hasIdle);
    const Vector overlap = regression.overlap(all);
    // The ridge pulls towards the mean power of a fully occupied window.
    const Vector unpenalised = regression.solve(all, 1e-6, 0);
    const double occupied = all.gram.col(idle).head(idle).sum();
    const double prior = occupied > 0 ? std::max(0.0, all.sum - unpenalised(idle) * all.count) / occupied : 0;
    fit.ridge = chooseRidge(regression, blocks, all, prior);
    const Vector solution = regression.solve(all, fit.ridge, prior);
    const Matrix resampled = resample(regression, blocks, fit.ridge, prior, stop);
    if (resampled.cols() == 0)
        return fit;

    for (Eigen::Index i = 0; i < idle; ++i) {
        fit.guesses[static_cast<std::size_t>(i)] = solution(i);
        const Estimate estimate = estimateOf(solution(i), resampled.row(i), blocks.size());
        if (all.gram(i, i) > 0 && overlap(i) < kInseparable && isPrecise(estimate, prior))
            fit.groups[static_cast<std::size_t>(i)] = estimate;
    }
    fit.guessedIdle = solution(idle);
    if (hasIdle)
        fit.idle = estimateOf(solution(idle), resampled.row(idle), blocks.size());
    fit.explained = explainedByFit(all, solution);
    return fit;
}

} // namespace stepscope::analysis
