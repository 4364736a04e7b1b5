#include "analysis/energy/mixedmodel.h"

#include <Eigen/Dense>

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <stop_token>
#include <utility>

extern "C" void openblas_set_num_threads(int count); // NOLINT(readability-identifier-naming): the name of OpenBLAS

namespace stepscope::analysis {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

void Moments::scale(double factor)
{
    gram *= factor;
    product *= factor;
    square *= factor;
    sum *= factor;
    count *= factor;
}

namespace {

void addSparse(const OccupancyRows& rows, std::size_t i, Moments& moments)
{
    forEachEntry(rows, i, [&](Eigen::Index a, double shareA) {
        const double weighted = shareA * rows.weights[i];
        forEachEntry(rows, i, [&](Eigen::Index b, double shareB) {
            if (b <= a)
                moments.gram(a, b) += weighted * shareB;
        });
        moments.product(a) += weighted * rows.values[i];
    });
}

/// Rows with many entries are added in blocks of dense rows, which is faster.
class DenseBlock
{
public:
    explicit DenseBlock(Eigen::Index columns)
        : m_rows(Matrix::Zero(columns, kRows))
    {}
    void add(const OccupancyRows& rows, std::size_t i, Moments& moments)
    {
        const double root = std::sqrt(static_cast<double>(rows.weights[i]));
        forEachEntry(rows, i, [&](Eigen::Index column, double share) {
            m_rows(column, m_used) = share * root;
            moments.product(column) += share * rows.weights[i] * rows.values[i];
        });
        if (++m_used == kRows)
            flush(moments);
    }
    void flush(Moments& moments)
    {
        if (m_used == 0)
            return;
        moments.gram.selfadjointView<Eigen::Lower>().rankUpdate(m_rows.leftCols(m_used));
        m_rows.setZero();
        m_used = 0;
    }

private:
    static constexpr Eigen::Index kRows = 128;
    Matrix m_rows;
    Eigen::Index m_used = 0;
};

} // namespace

Moments momentsOf(const OccupancyRows& rows)
{
    constexpr std::size_t kDenseShare = 8;
    Moments moments(columnsOf(rows));
    DenseBlock block(moments.gram.cols());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if ((rows.rowBegin[i + 1] - rows.rowBegin[i]) * kDenseShare > rows.columnCount)
            block.add(rows, i, moments);
        else
            addSparse(rows, i, moments);
        const double weight = rows.weights[i];
        moments.square += weight * rows.values[i] * rows.values[i];
        moments.sum += weight * rows.values[i];
        moments.count += weight;
    }
    block.flush(moments);
    return moments;
}

Prior::Prior(std::size_t columns, std::size_t ramps, std::span<const ColumnKind> kinds)
    : m_types(columns)
{
    std::map<std::uint32_t, std::size_t> types;
    std::map<std::uint32_t, std::size_t> families;
    for (std::size_t i = 0; i < columns; ++i) {
        constexpr ColumnKind kOther{UINT32_MAX, UINT32_MAX};
        constexpr ColumnKind kRamp{UINT32_MAX - 1, UINT32_MAX - 1};
        const ColumnKind kind = i + ramps >= columns ? kRamp
                                : i < kinds.size()   ? kinds[i]
                                : kinds.empty()      ? ColumnKind{}
                                                     : kOther;
        const auto [type, isNew] = types.try_emplace(kind.type, m_sizes.size());
        if (isNew) {
            m_sizes.push_back(0);
            m_families.push_back(families.try_emplace(kind.family, families.size()).first->second);
        }
        m_types[i] = type->second;
        ++m_sizes[type->second];
    }
    m_familyCount = families.size();
}

Prior::Variances Prior::variancesOf(std::size_t family, const Penalties& penalties) const
{
    // A prior that takes the scales of another one may have more families.
    const double scale = family < m_scales.size() ? m_scales[family] * m_scales[family] : 1;
    return {scale / penalties.withinType, scale / penalties.betweenTypes};
}

double Prior::addTo(Matrix& gram, const Penalties& penalties) const
{
    std::vector<double> within(m_familyCount);  // precision
    std::vector<double> between(m_familyCount); // variance
    for (std::size_t family = 0; family < m_familyCount; ++family) {
        const Variances variances = variancesOf(family, penalties);
        within[family] = 1 / variances.withinType;
        between[family] = variances.betweenTypes;
    }
    std::vector<double> precision(m_sizes.size()); // of the sum over the columns of a type, per column
    std::vector<double> totals(m_familyCount);
    double logarithm = 0;
    for (std::size_t type = 0; type < m_sizes.size(); ++type) {
        const std::size_t family = m_families[type];
        const double size = static_cast<double>(m_sizes[type]);
        precision[type] = 1 / (1 / within[family] + size * between[family]);
        totals[family] += size * precision[type];
        logarithm += (size - 1) * std::log(within[family]) + std::log(precision[type]);
    }
    for (const double total : totals)
        logarithm -= std::log(total);
    const auto columns = static_cast<Eigen::Index>(m_types.size());
    for (Eigen::Index j = 0; j < columns; ++j) {
        const std::size_t typeJ = m_types[static_cast<std::size_t>(j)];
        const std::size_t family = m_families[typeJ];
        gram(j, j) += within[family];
        for (Eigen::Index i = j; i < columns; ++i) {
            const std::size_t typeI = m_types[static_cast<std::size_t>(i)];
            if (typeI == typeJ)
                gram(i, j) -= within[family] * between[family] * precision[typeI];
            if (m_families[typeI] == family)
                gram(i, j) -= precision[typeI] * precision[typeJ] / totals[family];
        }
    }
    return logarithm;
}

void Prior::scaleBy(std::span<const double> powers, const Vector& weights)
{
    constexpr double kLeast = 0.03; ///< of the mean of all columns
    std::vector<double> sums(m_familyCount);
    std::vector<double> families(m_familyCount);
    double sum = 0;
    double all = 0;
    for (std::size_t i = 0; i < powers.size(); ++i) {
        const double weight = weights(static_cast<Eigen::Index>(i));
        sums[familyOf(i)] += weight * powers[i];
        families[familyOf(i)] += weight;
        sum += weight * powers[i];
        all += weight;
    }
    m_scales.assign(m_familyCount, 1);
    for (std::size_t family = 0; family < m_familyCount && sum > 0; ++family) {
        if (families[family] > 0)
            m_scales[family] = std::max(sums[family] / families[family] / (sum / all), kLeast);
    }
}

Regression::Regression(Moments moments, const Prior& prior, bool hasIdle)
    : m_moments(std::move(moments))
    , m_prior(&prior)
    , m_hasIdle(hasIdle)
{
    // Rails are fitted in parallel; threads of the library beside them would take longer.
    [[maybe_unused]] static const bool kIsSet = (openblas_set_num_threads(1), true);
    m_columns = m_moments.gram.cols() - (m_hasIdle ? 0 : 1);
    m_free = static_cast<double>(prior.familyCount()) + (m_hasIdle ? 1 : 0);
}

void Regression::add(const Matrix& gram, const Vector& product)
{
    m_moments.gram += gram;
    m_moments.product += product;
}

Matrix Regression::penalised(const Penalties& penalties, double& logarithm) const
{
    Matrix gram = m_moments.gram.topLeftCorner(m_columns, m_columns);
    logarithm = m_prior->addTo(gram, penalties);
    gram.diagonal().array() += 1e-9 * (1 + gram.diagonal().maxCoeff());
    return gram;
}

Solution Regression::solve(const Penalties& penalties) const
{
    Solution solution;
    double logarithm = 0;
    solution.factor.compute(penalised(penalties, logarithm));
    if (solution.factor.info() != Eigen::Success)
        return solution;
    const Vector product = m_moments.product.head(m_columns);
    solution.powers = solution.factor.solve(product);
    const double freedom = std::max(m_moments.count - m_free, 1.0);
    const double rest = std::max(m_moments.square - solution.powers.dot(product), 1e-12 * m_moments.square);
    solution.noiseVariance = rest / freedom;
    const double determinant = 2 * solution.factor.matrixLLT().diagonal().array().log().sum();
    solution.score = freedom * std::log(solution.noiseVariance) + determinant - logarithm;
    return solution;
}

double Regression::designLogarithm() const
{
    const auto families = static_cast<Eigen::Index>(m_prior->familyCount());
    const auto parameterOf = [&](Eigen::Index column) {
        const bool isIdle = column + 1 == m_moments.gram.cols();
        return isIdle ? families : static_cast<Eigen::Index>(m_prior->familyOf(static_cast<std::size_t>(column)));
    };
    const Eigen::Index size = families + (m_hasIdle ? 1 : 0);
    Matrix gram = Matrix::Zero(size, size);
    for (Eigen::Index j = 0; j < m_columns; ++j) {
        for (Eigen::Index i = j; i < m_columns; ++i) {
            gram(parameterOf(i), parameterOf(j)) += m_moments.gram(i, j);
            if (i != j)
                gram(parameterOf(j), parameterOf(i)) += m_moments.gram(i, j);
        }
    }
    gram.diagonal().array() += 1e-9 * (1 + gram.diagonal().maxCoeff());
    return 2 * Matrix(gram.llt().matrixL()).diagonal().array().log().sum();
}

namespace {

/// Columns L with L L' = the matrix, of which only the lower triangle is read: a Cholesky decomposition with pivots
/// that ends where nothing is left (Higham, Accuracy and Stability of Numerical Algorithms, section 10.3). O(n r^2) for
/// the rank r.
struct LowRankFactor
{
    Matrix columns;
    std::vector<Eigen::Index> pivots; ///< rows of `columns` that are a lower triangle
};

/// Nothing if the rank is above `most`.
std::optional<LowRankFactor> lowRankFactorOf(const Matrix& gram, Eigen::Index size, Eigen::Index most)
{
    constexpr double kNegligible = 1e-11; ///< of the largest diagonal element; below the rounding of the shares
    LowRankFactor factor{Matrix(size, most), {}};
    Vector rest = gram.diagonal().head(size);
    const double least = kNegligible * std::max(rest.maxCoeff(), 0.0);
    Eigen::Index pivot = 0;
    Eigen::Index rank = 0;
    for (; rest.maxCoeff(&pivot) > least; ++rank) {
        if (rank == most)
            return std::nullopt;
        auto column = factor.columns.col(rank);
        column.head(pivot) = gram.row(pivot).head(pivot).transpose();
        column.tail(size - pivot) = gram.col(pivot).segment(pivot, size - pivot);
        column.noalias() -= factor.columns.leftCols(rank) * factor.columns.row(pivot).head(rank).transpose();
        for (const Eigen::Index earlier : factor.pivots)
            column(earlier) = 0;
        column /= std::sqrt(column(pivot));
        rest -= column.cwiseAbs2();
        rest(pivot) = 0;
        factor.pivots.push_back(pivot);
    }
    factor.columns.conservativeResize(size, rank);
    return factor;
}

/// The restricted likelihood of any penalties, from a Gram matrix X'X of small rank r: with X'X = L L' and the prior's
/// covariance C of the deviations from the means F of the families,
///     det(X'X + P) / pdet(P) = det(V) det(A' V^-1 A) x constant,    V = I + L'C L,  A = L'F
/// (Harville, Journal of the American Statistical Association 72, 1977). O(r^3) instead of O(n^3) for n columns.
class LowRankLikelihood
{
public:
    static std::optional<LowRankLikelihood> make(const Moments& moments, const Prior& prior, Eigen::Index columns,
                                                 double freedom)
    {
        constexpr std::size_t kMostFamilies = 16; ///< each has two matrices of r x r
        constexpr Eigen::Index kColumnsPerRank = 3;
        if (prior.familyCount() > kMostFamilies)
            return std::nullopt;
        auto factor = lowRankFactorOf(moments.gram, columns, columns / kColumnsPerRank);
        if (!factor || factor->pivots.empty())
            return std::nullopt;
        return LowRankLikelihood(moments, prior, *factor, freedom);
    }

    /// -2 x the restricted log likelihood, but for a constant.
    [[nodiscard]] double score(const Penalties& penalties) const
    {
        const Eigen::Index rank = m_product.size();
        Matrix covariance = Matrix::Identity(rank, rank);
        for (std::size_t family = 0; family < m_families.size(); ++family) {
            const Prior::Variances variances = m_prior->variancesOf(family, penalties);
            covariance += variances.withinType * m_families[family].within;
            covariance += variances.betweenTypes * m_families[family].between;
        }
        const Eigen::LLT<Matrix> factor(covariance);
        if (factor.info() != Eigen::Success)
            return INFINITY;
        const Matrix means = factor.matrixL().solve(m_means);
        const Vector product = factor.matrixL().solve(m_product);
        Matrix design = means.transpose() * means;
        design.diagonal() += m_jitter;
        const Eigen::LLT<Matrix> designFactor(design);
        const Vector fitted = means.transpose() * product;
        const double rest = m_rest + product.squaredNorm() - fitted.dot(designFactor.solve(fitted));
        const auto logarithmOf = [](const Eigen::LLT<Matrix>& decomposed) {
            return 2 * decomposed.matrixLLT().diagonal().array().log().sum();
        };
        return m_freedom * std::log(std::max(rest, m_leastRest) / m_freedom) + logarithmOf(factor) +
               logarithmOf(designFactor);
    }

private:
    struct Family
    {
        Matrix within;  ///< L'L over its columns
        Matrix between; ///< the same of the sums over its types
    };

    LowRankLikelihood(const Moments& moments, const Prior& prior, const LowRankFactor& factor, double freedom)
        : m_prior(&prior)
        , m_freedom(freedom)
        , m_leastRest(1e-12 * moments.square)
    {
        const Matrix& columns = factor.columns;
        const Eigen::Index rank = columns.cols();
        const auto families = static_cast<Eigen::Index>(prior.familyCount());
        std::vector<std::vector<Eigen::Index>> members(prior.familyCount());
        Matrix sums = Matrix::Zero(static_cast<Eigen::Index>(prior.typeCount()), rank);
        std::vector<std::size_t> familyOfType(prior.typeCount());
        // The idle column, which is the last one, has no prior, as the mean of a family has none.
        const bool hasIdle = columns.rows() == moments.gram.cols();
        m_means = Matrix::Zero(rank, families + (hasIdle ? 1 : 0));
        m_jitter = Vector::Zero(m_means.cols());
        const double jitter = 1e-9 * (1 + moments.gram.diagonal().head(columns.rows()).maxCoeff());
        for (Eigen::Index i = 0; i < columns.rows(); ++i) {
            const bool isIdle = i + 1 == moments.gram.cols();
            const auto column = static_cast<std::size_t>(i);
            const std::size_t family = isIdle ? prior.familyCount() : prior.familyOf(column);
            m_means.col(static_cast<Eigen::Index>(family)) += columns.row(i).transpose();
            m_jitter(static_cast<Eigen::Index>(family)) += jitter;
            if (isIdle)
                continue;
            members[family].push_back(i);
            sums.row(static_cast<Eigen::Index>(prior.typeOf(column))) += columns.row(i);
            familyOfType[prior.typeOf(column)] = family;
        }
        for (std::size_t family = 0; family < members.size(); ++family) {
            std::vector<Eigen::Index> types;
            for (std::size_t type = 0; type < familyOfType.size(); ++type) {
                if (familyOfType[type] == family)
                    types.push_back(static_cast<Eigen::Index>(type));
            }
            m_families.push_back({squareOf(columns(members[family], Eigen::all)), squareOf(sums(types, Eigen::all))});
        }
        const Matrix triangle = columns(factor.pivots, Eigen::all);
        const Vector product = moments.product(factor.pivots);
        m_product = triangle.triangularView<Eigen::Lower>().solve(product);
        m_rest = std::max(moments.square - m_product.squaredNorm(), 0.0);
    }

    [[nodiscard]] static Matrix squareOf(const Matrix& rows) { return rows.transpose() * rows; }

    const Prior* m_prior;
    double m_freedom;
    double m_leastRest;
    double m_rest = 0; ///< of y'y, which no powers explain
    Vector m_product;  ///< z with L z = X'y
    Matrix m_means;    ///< L'F
    Vector m_jitter;   ///< keeps means apart that the samples do not separate
    std::vector<Family> m_families;
};

} // namespace

Penalties Regression::likeliest(const std::stop_token& stop) const
{
    const auto lowRank =
        LowRankLikelihood::make(m_moments, *m_prior, m_columns, std::max(m_moments.count - m_free, 1.0));
    const auto scoreOf = [&](const Penalties& penalties) {
        return lowRank ? lowRank->score(penalties) : solve(penalties).score;
    };
    Penalties best;
    double lowest = scoreOf(best);
    const auto attempt = [&](const Penalties& penalties) {
        if (stop.stop_requested())
            return;
        const double score = scoreOf(penalties);
        if (score < lowest) {
            lowest = score;
            best = penalties;
        }
    };
    for (const double within : {1e-6, 1e-4, 1e-3, 1e-2, 0.1, 1.0, 10.0, 100.0})
        attempt({within, best.betweenTypes});
    for (const double between : {1e-4, 1e-2, 1.0, 10.0})
        attempt({best.withinType, between});
    for (const double factor : {3.0, 1.0 / 3})
        attempt({best.withinType * factor, best.betweenTypes});
    return best;
}

namespace {

template <typename Predicate>
std::vector<Eigen::Index> indicesOf(Eigen::Index size, const Predicate& isMeant)
{
    std::vector<Eigen::Index> indices;
    for (Eigen::Index i = 0; i < size; ++i) {
        if (isMeant(i))
            indices.push_back(i);
    }
    return indices;
}

/// The minimum of x'Gx / 2 - x'p where some components are fixed at zero, from that of all, with the multipliers of the
/// fixed ones: G x - p is zero but for them.
struct FixedSolution
{
    Vector x;
    Vector multipliers; ///< in the order of `fixed`
};

FixedSolution solutionWith(const std::vector<Eigen::Index>& fixed, const Matrix& inverse, const Vector& all)
{
    if (fixed.empty())
        return {all, Vector()};
    const Matrix chosen = inverse(fixed, fixed);
    const Vector values = -all(fixed);
    const Eigen::LLT<Matrix> factor(chosen);
    FixedSolution solution{all, factor.info() == Eigen::Success ? Vector(factor.solve(values))
                                                                : Vector(chosen.ldlt().solve(values))};
    solution.x.noalias() += inverse(Eigen::all, fixed) * solution.multipliers;
    solution.x(fixed).setZero();
    return solution;
}

} // namespace

Vector nonNegativeLeastSquares(const Matrix& inverse, const Vector& product, Eigen::Index firstSigned,
                               Eigen::Index signedCount)
{
    const auto isSigned = [&](Eigen::Index i) { return i >= firstSigned && i < firstSigned + signedCount; };
    const Eigen::Index size = product.size();
    const double tolerance = 1e-10 * std::max(1e-300, product.cwiseAbs().maxCoeff());
    const Vector all = inverse * product;
    // Nearly all components are positive in practice: start with all of them free and fix those that are not.
    std::vector<Eigen::Index> fixed;
    Vector x = Vector::Zero(size);
    for (Eigen::Index round = 0; round < 3 * size + 10; ++round) {
        FixedSolution candidate = solutionWith(fixed, inverse, all);
        // Move back towards the last solution until no component is negative; components that reach zero are fixed.
        const auto isNegative = [&](Eigen::Index i) { return candidate.x(i) < 0 && !isSigned(i); };
        for (std::vector<Eigen::Index> negative = indicesOf(size, isNegative); !negative.empty();
             negative = indicesOf(size, isNegative)) {
            double step = 1;
            for (const Eigen::Index i : negative)
                step = std::min(step, x(i) > 0 ? x(i) / (x(i) - candidate.x(i)) : 0.0);
            x += step * (candidate.x - x);
            std::copy_if(negative.begin(), negative.end(), std::back_inserter(fixed),
                         [&](Eigen::Index i) { return x(i) <= 1e-14; });
            x(fixed).setZero();
            candidate = solutionWith(fixed, inverse, all);
        }
        x = std::move(candidate.x);
        // Free the component with the steepest descent; without one, the solution is optimal.
        Eigen::Index steepest = 0;
        if (fixed.empty() || candidate.multipliers.minCoeff(&steepest) >= -tolerance)
            break;
        fixed.erase(fixed.begin() + steepest);
    }
    return x;
}

} // namespace stepscope::analysis
