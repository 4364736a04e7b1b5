#include "analysis/energy/idlepower.h"
#include "analysis/energy/mixedmodel.h"
#include "analysis/energy/occupancy.h"
#include "analysis/energy/powercourse.h"
#include "analysis/energy/residuals.h"
#include "analysis/energy/samplenoise.h"

#include <Eigen/Dense>

#include <algorithm>
#include <array>
#include <cmath>
#include <stop_token>

namespace stepscope::analysis {
namespace {

constexpr std::size_t kMinRows = 20;
constexpr std::size_t kColumnsPerRow = 8; ///< more columns than this share of the rows have no fit
constexpr std::uint32_t kMinSteps = 4;
constexpr std::size_t kRowsPerPart = 8; ///< misplaced rows: minimum in each part of the step
constexpr std::size_t kMaxParts = 32;   ///< of the step
/// Misplaced rows: smallest error of a part's mean, as a share of the mean of all.
constexpr double kMinPartError = 0.005;
/// Rows for each column from which on residuals show the noise and the course of power. With fewer, as of the traced
/// steps of the default, figures on virtual boards became worse by it (tests/truth).
constexpr std::size_t kRowsPerKnownNoise = 5;

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

/// The means of misplaced rows over equal parts of the step.
struct PartMeans
{
    Matrix shares; ///< parts x columns, idle last
    Vector values;
};

PartMeans partMeansOf(const OccupancyRows& rows)
{
    const std::size_t parts = std::min(kMaxParts, rows.size() / kRowsPerPart);
    PartMeans means{Matrix::Zero(static_cast<Eigen::Index>(parts), columnsOf(rows)),
                    Vector::Zero(static_cast<Eigen::Index>(parts))};
    Vector weights = Vector::Zero(static_cast<Eigen::Index>(parts));
    for (std::size_t i = 0; i < rows.size() && parts > 0; ++i) {
        const auto part = std::min(static_cast<Eigen::Index>(rows.phases[i] * static_cast<float>(parts)),
                                   static_cast<Eigen::Index>(parts) - 1);
        forEachEntry(rows, i,
                     [&](Eigen::Index column, double share) { means.shares(part, column) += share * rows.weights[i]; });
        means.values(part) += rows.values[i] * rows.weights[i];
        weights(part) += rows.weights[i];
    }
    for (Eigen::Index part = 0; part < weights.size(); ++part) {
        const double weight = std::max(weights(part), 1e-30);
        means.shares.row(part) /= weight;
        means.values(part) /= weight;
    }
    return means;
}

Message reasonAgainstPowers(const OccupancyRows& rows)
{
    if (rows.columnCount == 0)
        return translatable("Energy", "no ops were recorded in the time of the samples");
    if (rows.size() < std::max(kMinRows, rows.columnCount / kColumnsPerRow))
        return translatable("Energy", "too few samples for this number of ops: record more steps, or sample faster");
    return {};
}

} // namespace

Message reasonAgainstFit(const OccupancyRows& rows)
{
    if (Message reason = reasonAgainstPowers(rows); !reason.empty())
        return reason;
    std::uint32_t steps = 1;
    for (std::size_t i = 1; i < rows.size(); ++i)
        steps += rows.steps[i] != rows.steps[i - 1] ? 1 : 0;
    if (steps < kMinSteps)
        return translatable("Energy", "too few steps for an interval: record more steps");
    return {};
}

namespace {

/// Autocorrelation that is worth removing.
constexpr double kMinAutocorrelation = 0.1;

/// Share of the time of the samples in which no work is known to run.
double pauseShareOf(const OccupancyRows& rows)
{
    const std::size_t firstRamp = rows.columnCount - rows.rampCount;
    double pauses = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        double work = 0;
        for (std::size_t j = rows.rowBegin[i]; j < rows.rowBegin[i + 1]; ++j)
            work += rows.columns[j] < firstRamp ? static_cast<double>(rows.shares[j]) : 0;
        pauses += std::max(1 - work, 0.0);
    }
    return pauses / static_cast<double>(std::max<std::size_t>(rows.size(), 1));
}

/// Widens the intervals of powers that include the idle power for that of the pauses, which they include too. It is
/// between none and the mean power.
void addPauseErrors(OccupancyFit& fit)
{
    const double share = fit.pauseShare / std::max(1 - fit.pauseShare, 0.5);
    std::vector<double> deviation = fit.powers;
    for (double& power : deviation)
        power *= share / 2;
    fit.addUncertainty(deviation);
}

SampleNoise noiseOf(const OccupancyRows& rows, std::span<const SelfTimeInterval> intervals,
                    std::span<const double> powers)
{
    std::vector<double> positive(powers.begin(), powers.end());
    for (double& power : positive)
        power = std::max(power, 0.0);
    return {rows, intervals, positive};
}

/// Carries out fitOccupancy().
class Fit
{
public:
    /// `moments` are those of the rows.
    Fit(const OccupancyRows& rows, std::span<const ColumnKind> kinds, Moments moments, bool hasIdle)
        : m_original(rows)
        , m_kinds(kinds)
        , m_rows(rows)
        , m_prior(rows.columnCount, rows.rampCount, kinds)
        , m_regression(std::move(moments), m_prior, hasIdle)
    {}
    OccupancyFit compute(const OccupancyRows& misplaced, std::span<const SelfTimeInterval> intervals,
                         const std::stop_token& stop)
    {
        OccupancyFit fit;
        const double variance = m_regression.moments().variance();
        solve(stop);
        scaleScatter(stop);
        if (!intervals.empty() && m_original.size() >= kRowsPerKnownNoise * m_original.columnCount)
            whiten(intervals, stop);
        removeAutocorrelation(stop);
        if (const double correlated = correlatedRows(residualsOf(m_rows, m_solution.powers)); correlated > 1.3) {
            m_scale = 1 / correlated;
            m_regression.scale(m_scale);
            solve(stop);
        }
        if (stop.stop_requested())
            return fit;
        m_noiseVariance = m_solution.noiseVariance;
        const Vector residuals = residualsOf(m_rows, m_solution.powers);
        m_variance = m_scale * m_scale * clusteredVariance(m_rows, residuals, m_regression.columns());
        if (misplaced.size() >= kRowsPerPart)
            addMisplaced(partMeansOf(misplaced));
        fit.hasIdle = m_regression.hasIdle();
        fit.noise = std::sqrt(m_noiseVariance);
        const Vector all = store(fit);
        double error = 0;
        for (std::size_t i = 0; i < m_original.size(); ++i)
            error += m_original.weights[i] * std::pow(m_original.values[i] - predictedBy(m_original, i, all), 2);
        fit.drift = driftOf(m_original, residualsOf(m_original, all));
        fit.explained = variance > 0 ? std::clamp(1 - error / variance, 0.0, 1.0) : 0;
        fit.pauseShare = pauseShareOf(m_original);
        if (!fit.hasIdle)
            addPauseErrors(fit);
        return fit;
    }

private:
    void solve(const std::stop_token& stop)
    {
        m_penalties = m_regression.likeliest(stop);
        m_solution = m_regression.solve(m_penalties);
    }
    /// Lets powers scatter in proportion to the mean of their family where this is likelier: on the rail of a GPU, the
    /// CPU's parts of ops do not scatter at all.
    void scaleScatter(const std::stop_token& stop)
    {
        const Solution solution = m_solution;
        const Penalties penalties = m_penalties;
        m_prior.scaleBy(powersOfColumns(), m_regression.moments().gram.bottomRows(1).transpose());
        solve(stop);
        if (m_solution.score < solution.score)
            return;
        m_prior.setScales({});
        m_solution = solution;
        m_penalties = penalties;
    }
    /// The prior of other rows, with the same scatter.
    void replacePrior(const OccupancyRows& rows)
    {
        Prior prior(rows.columnCount, rows.rampCount, m_kinds);
        prior.setScales(m_prior.scales());
        m_prior = std::move(prior);
    }
    /// Twice, since the first solution shows the noise less well.
    void whiten(std::span<const SelfTimeInterval> intervals, const std::stop_token& stop)
    {
        const double score = m_solution.score;
        OccupancyRows detailed = withPowerCourses(m_original, intervals, m_kinds, powersOfColumns());
        replacePrior(detailed);
        replaceRows(detailed);
        solve(stop);
        if (m_solution.score >= score) { // power is constant, as far as the samples tell
            detailed = m_original;
            replacePrior(detailed);
            replaceRows(detailed);
            solve(stop);
        }
        for (int round = 0; round < 2 && !stop.stop_requested(); ++round) {
            OccupancyRows steady = withoutSlowChange(detailed, m_solution.powers);
            const SampleNoise noise = noiseOf(steady, intervals, powersOfColumns());
            m_instanceRatio = noise.likeliestRatio(residualsOf(steady, m_solution.powers));
            if (m_instanceRatio > 0) {
                steady = noise.whitening(m_instanceRatio).applied(steady);
                steady.weights.assign(steady.size(), 1);
            }
            m_white = std::move(steady);
            replaceRows(m_white);
            m_solution = m_regression.solve(m_penalties); // their search would take most of the time
        }
        solve(stop);
    }
    /// Solve afterwards.
    void replaceRows(OccupancyRows rows)
    {
        m_rows = std::move(rows);
        m_regression = Regression(momentsOf(m_rows), m_prior, m_regression.hasIdle());
    }
    [[nodiscard]] std::span<const double> powersOfColumns() const { return {m_solution.powers.data(), m_kinds.size()}; }
    /// Twice, since the first solution without it hides a part of it.
    void removeAutocorrelation(const std::stop_token& stop)
    {
        for (int round = 0; round < 2 && !stop.stop_requested(); ++round) {
            const OccupancyRows& rows = m_white.size() > 0 ? m_white : m_original;
            const double found = autocorrelationOf(rows, residualsOf(rows, m_solution.powers));
            if (found < kMinAutocorrelation)
                return;
            m_autocorrelation = found;
            replaceRows(RowFilter::autocorrelated(rows, found).applied(rows));
            solve(stop);
        }
    }
    /// Adds the means of misplaced rows with the variance by which they deviate from the solution beyond its own error.
    void addMisplaced(const PartMeans& means)
    {
        // The courses of power average out over a part of the step.
        const Eigen::Index known = columnsOf(m_original) - 1;
        Matrix shares = Matrix::Zero(means.shares.rows(), m_regression.columns());
        shares.leftCols(known) = means.shares.leftCols(known);
        if (m_regression.hasIdle())
            shares.rightCols(1) = means.shares.rightCols(1);
        const Vector deviation = means.values - shares * m_solution.powers;
        const Matrix spread = m_solution.factor.matrixL().solve(shares.transpose());
        const double expected = m_noiseVariance * spread.squaredNorm();
        const auto parts = static_cast<double>(means.values.size());
        const double least = std::pow(kMinPartError * means.values.mean(), 2);
        const double variance = std::max((deviation.squaredNorm() - expected) / parts, least);
        const double weight = variance > 0 ? m_noiseVariance / variance : 0;
        Matrix gram = Matrix::Zero(columnsOf(m_rows), columnsOf(m_rows));
        gram.topLeftCorner(shares.cols(), shares.cols()) = weight * (shares.transpose() * shares);
        Vector product = Vector::Zero(columnsOf(m_rows));
        product.head(shares.cols()) = weight * (shares.transpose() * means.values);
        m_regression.add(gram, product);
        m_solution = m_regression.solve(m_penalties);
        m_variance += weight * weight * variance * (shares.transpose() * shares);
    }
    /// Returns the powers of all columns of the original rows.
    Vector store(OccupancyFit& fit) const
    {
        const Eigen::Index columns = m_regression.columns();
        const Matrix inverse = m_solution.factor.solve(Matrix::Identity(columns, columns));
        Vector powers = m_solution.powers;
        const auto ramps = static_cast<Eigen::Index>(m_rows.rampCount);
        const Eigen::Index count = columnsOf(m_rows) - 1 - ramps;
        if (powers.head(count).minCoeff() < 0 || (fit.hasIdle && powers(columns - 1) < 0))
            powers = nonNegativeLeastSquares(inverse, m_regression.moments().product.head(columns), count, ramps);
        fit.powers.assign(powers.data(), powers.data() + count);
        fit.idlePower = fit.hasIdle ? powers(columns - 1) : 0;
        // The prior's part of the variance: what the penalty leaves uncertain.
        Matrix variance = Matrix::Zero(columns, columns);
        m_prior.addTo(variance, m_penalties);
        variance.triangularView<Eigen::StrictlyUpper>() = variance.transpose();
        variance = m_variance + m_noiseVariance * variance;
        const Matrix half = variance * inverse;
        Matrix robust(columns, columns);
        robust.triangularView<Eigen::Lower>() = inverse * half;
        robust.triangularView<Eigen::StrictlyUpper>() = robust.transpose();
        fit.covariance = expanded(m_noiseVariance * inverse);
        fit.clusteredCovariance = expanded(robust);
        const auto steps = static_cast<double>(stepNumbers(m_rows).back());
        // The scatter of the prior is known from the scatter of the columns.
        const auto scatterFreedom =
            static_cast<double>(m_rows.columnCount) - static_cast<double>(m_prior.familyCount());
        fit.halfWidths = studentQuantile(0.975, std::max(scatterFreedom, 1.0));
        fit.penaltyWithinType = m_penalties.withinType;
        fit.penaltyBetweenTypes = m_penalties.betweenTypes;
        fit.scatterScales = m_prior.scales();
        fit.autocorrelation = m_autocorrelation;
        fit.instanceRatio = m_instanceRatio;
        fit.rowInformation = m_scale;
        fit.clusteredHalfWidths = studentQuantile(0.975, std::max(steps, 1.0));
        Vector all = Vector::Zero(columnsOf(m_original));
        all.head(all.size() - 1) = powers.head(all.size() - 1);
        all(all.size() - 1) = fit.idlePower;
        return all;
    }
    /// Without the ramps; with zeros for the idle term where it is not separable.
    [[nodiscard]] std::vector<double> expanded(const Matrix& matrix) const
    {
        const auto ramps = static_cast<Eigen::Index>(m_rows.rampCount);
        std::vector<Eigen::Index> kept;
        for (Eigen::Index i = 0; i < columnsOf(m_rows); ++i) {
            if (i < columnsOf(m_rows) - 1 - ramps || i == columnsOf(m_rows) - 1)
                kept.push_back(i);
        }
        Matrix all = Matrix::Zero(columnsOf(m_rows), columnsOf(m_rows));
        all.topLeftCorner(matrix.rows(), matrix.cols()) = matrix;
        const Matrix part = all(kept, kept);
        return {part.data(), part.data() + part.size()};
    }

    const OccupancyRows& m_original;
    std::span<const ColumnKind> m_kinds;
    OccupancyRows m_white; ///< with independent errors, see SampleNoise; without rows where that is not known
    double m_instanceRatio = 0;
    OccupancyRows m_rows; ///< without autocorrelation
    Prior m_prior;
    Regression m_regression;
    double m_autocorrelation = 0;
    Penalties m_penalties;
    Solution m_solution;
    Matrix m_variance; ///< of X'e
    double m_noiseVariance = 0;
    double m_scale = 1; ///< information of a row
};

} // namespace

std::vector<double> occupancyPowers(const OccupancyRows& rows, std::span<const ColumnKind> kinds,
                                    const OccupancyFit& fit, std::span<const SelfTimeInterval> intervals)
{
    Prior prior(rows.columnCount, rows.rampCount, kinds);
    prior.setScales(fit.scatterScales);
    OccupancyRows white = rows;
    if (fit.instanceRatio > 0) {
        white = noiseOf(rows, intervals, fit.powers).whitening(fit.instanceRatio).applied(rows);
        white.weights.assign(white.size(), 1);
    }
    if (fit.autocorrelation > 0)
        white = RowFilter::autocorrelated(white, fit.autocorrelation).applied(white);
    Moments moments = momentsOf(white);
    moments.scale(fit.rowInformation);
    const Vector powers = Regression(std::move(moments), prior, fit.hasIdle)
                              .solve({fit.penaltyWithinType, fit.penaltyBetweenTypes})
                              .powers;
    const std::size_t count = rows.columnCount - rows.rampCount;
    std::vector<double> all(powers.data(), powers.data() + count);
    all.push_back(fit.hasIdle ? powers(powers.size() - 1) : 0);
    return all;
}

double occupancyLikelihood(const OccupancyRows& rows, std::span<const ColumnKind> kinds)
{
    constexpr std::array<Penalties, 3> kPenalties{{{0.3, 0.1}, {1e-2, 1e-2}, {1e-4, 1e-4}}};
    if (!reasonAgainstPowers(rows).empty()) // any number of steps: it would depend on the sensor's lag
        return -INFINITY;
    const Prior prior(rows.columnCount, rows.rampCount, kinds);
    const auto likeliest = [&](const Regression& regression) {
        Solution best;
        for (const Penalties& penalties : kPenalties) {
            Solution solution = regression.solve(penalties);
            if (solution.score < best.score)
                best = std::move(solution);
        }
        return best;
    };
    Moments moments = momentsOf(rows);
    const bool hasIdle = idleIndependence(moments, prior).share > kDependentIdle;
    const Regression regression(std::move(moments), prior, hasIdle);
    const Solution plain = likeliest(regression);
    if (!std::isfinite(plain.score))
        return -INFINITY;
    const double design = regression.designLogarithm();
    const double found = autocorrelationOf(rows, residualsOf(rows, plain.powers));
    if (found < kMinAutocorrelation)
        return 0.5 * (design - plain.score);
    const Regression reduced(momentsOf(RowFilter::autocorrelated(rows, found).applied(rows)), prior, hasIdle);
    const auto starts = static_cast<double>(std::count(rows.follows.begin(), rows.follows.end(), false));
    const double reducedScore = likeliest(reduced).score - starts * std::log(1 - found * found);
    return 0.5 * (design - std::min(plain.score, reducedScore));
}

OccupancyFit fitOccupancy(const OccupancyRows& rows, std::span<const ColumnKind> kinds, const OccupancyRows& misplaced,
                          const std::stop_token& stop, std::span<const SelfTimeInterval> intervals)
{
    OccupancyFit fit;
    fit.reason = reasonAgainstFit(rows);
    if (!fit.reason.empty() || stop.stop_requested())
        return fit;
    const Moments moments = momentsOf(rows);
    const Prior prior(rows.columnCount, rows.rampCount, kinds);
    const IdleIndependence independence = idleIndependence(moments, prior);
    if (independence.share < kDependentIdle)
        return Fit(rows, kinds, moments, false).compute(misplaced, intervals, stop);
    fit = Fit(rows, kinds, moments, true).compute(misplaced, intervals, stop);
    if (fit.powers.empty())
        return fit;
    return addIdleErrors(rows, prior, independence, moments.sum / moments.count, fit)
               ? fit
               : Fit(rows, kinds, moments, false).compute(misplaced, intervals, stop);
}

} // namespace stepscope::analysis
