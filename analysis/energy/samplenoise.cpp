#include "analysis/energy/samplenoise.h"

#include <Eigen/Cholesky>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace stepscope::analysis {
namespace {

constexpr std::size_t kMostReach = 16;
/// Entries of filtered rows, at most: bounds their memory, 8 bytes each.
constexpr std::size_t kMostEntries = 8'000'000;
/// Instances in the longest windows: more are joined to blocks, whose variances add up.
constexpr std::size_t kMostInstances = 48;

/// Adds weighted rows of the same columns up to one row.
class RowSum
{
public:
    explicit RowSum(std::size_t columns)
        : m_shares(columns, 0)
    {}
    void add(const OccupancyRows& rows, std::size_t row, double factor)
    {
        for (std::size_t k = rows.rowBegin[row]; k < rows.rowBegin[row + 1]; ++k) {
            if (m_shares[rows.columns[k]] == 0)
                m_entries.push_back(rows.columns[k]);
            m_shares[rows.columns[k]] += factor * rows.shares[k];
        }
    }
    /// Ends the current row of `rows` with the sum, and begins the next sum.
    void end(OccupancyRows& rows)
    {
        for (const std::uint32_t column : m_entries) {
            if (m_shares[column] == 0)
                continue;
            rows.columns.push_back(column);
            rows.shares.push_back(static_cast<float>(m_shares[column]));
            m_shares[column] = 0;
        }
        m_entries.clear();
        rows.endRow();
    }

private:
    std::vector<double> m_shares;
    std::vector<std::uint32_t> m_entries;
};

/// Error of a sample by the instances in its window: a block of instances, and its standard deviation.
struct BlockError
{
    std::uint32_t block = 0;
    double deviation = 0;
};

/// By row, the errors that the instances in its window cause, where the power of each scatters by its own amount.
class InstanceErrors
{
public:
    InstanceErrors(const OccupancyRows& rows, std::span<const SelfTimeInterval> intervals,
                   std::span<const double> powers)
        : m_intervals(intervals)
        , m_powers(powers)
    {
        std::size_t most = 1;
        for (std::size_t i = 0; i < rows.size(); i += std::max<std::size_t>(rows.size() / 64, 1)) {
            const auto begin = firstAfter(rows.windows[i].begin);
            most = std::max(most, firstAfter(rows.windows[i].end) - begin);
        }
        m_blockSize = (most + kMostInstances - 1) / kMostInstances;
        for (std::size_t i = 0; i < rows.size(); ++i)
            addRow(rows.windows[i]);
    }
    [[nodiscard]] double covariance(std::size_t a, std::size_t b) const
    {
        double sum = 0;
        auto other = m_errors.begin() + static_cast<std::ptrdiff_t>(m_begins[b]);
        const auto end = m_errors.begin() + static_cast<std::ptrdiff_t>(m_begins[b + 1]);
        for (std::size_t k = m_begins[a]; k < m_begins[a + 1]; ++k) {
            while (other != end && other->block < m_errors[k].block)
                ++other;
            if (other == end)
                break;
            sum += other->block == m_errors[k].block ? other->deviation * m_errors[k].deviation : 0;
        }
        return sum;
    }

private:
    [[nodiscard]] std::size_t firstAfter(std::int64_t time) const
    {
        return static_cast<std::size_t>(
            std::upper_bound(m_intervals.begin(), m_intervals.end(), time,
                             [](std::int64_t at, const SelfTimeInterval& interval) { return at < interval.begin; }) -
            m_intervals.begin());
    }
    /// Rows are in order of time.
    void addRow(const trace::TimeRange& window)
    {
        for (; m_next < m_intervals.size() && m_intervals[m_next].begin < window.end; ++m_next)
            m_running.push_back(static_cast<std::uint32_t>(m_next));
        std::erase_if(m_running, [&](std::uint32_t i) { return m_intervals[i].end <= window.begin; });
        const auto length = static_cast<double>(window.duration());
        for (const std::uint32_t i : m_running) {
            const SelfTimeInterval& interval = m_intervals[i];
            const std::int64_t inside = std::min(interval.end, window.end) - std::max(interval.begin, window.begin);
            if (inside <= 0)
                continue;
            const double error = m_powers[interval.column] * static_cast<double>(inside) / length;
            const auto block = i / static_cast<std::uint32_t>(m_blockSize);
            if (m_errors.size() > m_begins.back() && m_errors.back().block == block)
                m_errors.back().deviation = std::hypot(m_errors.back().deviation, error);
            else
                m_errors.push_back({block, error});
        }
        m_begins.push_back(m_errors.size());
    }

    std::span<const SelfTimeInterval> m_intervals;
    std::span<const double> m_powers;
    std::size_t m_blockSize = 1;
    std::size_t m_next = 0;
    std::vector<std::uint32_t> m_running; ///< in order of begin
    std::vector<BlockError> m_errors;
    std::vector<std::size_t> m_begins{0};
};

} // namespace

RowFilter RowFilter::autocorrelated(const OccupancyRows& rows, double autocorrelation)
{
    RowFilter filter;
    filter.reach = 1;
    for (const bool isFollowing : rows.follows) {
        filter.earlier.push_back(isFollowing ? autocorrelation : 0);
        filter.scales.push_back(isFollowing ? 1 : std::sqrt(1 - autocorrelation * autocorrelation));
    }
    return filter;
}

OccupancyRows RowFilter::applied(const OccupancyRows& rows) const
{
    OccupancyRows filtered;
    filtered.columnCount = rows.columnCount;
    filtered.rampCount = rows.rampCount;
    filtered.phaseWidth = rows.phaseWidth;
    RowSum sum(rows.columnCount);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        double value = rows.values[i];
        double idle = rows.idleShares[i];
        sum.add(rows, i, scales[i]);
        for (std::size_t k = 0; k < reach; ++k) {
            const double share = earlier[i * reach + k];
            if (share == 0)
                continue;
            value -= share * rows.values[i - k - 1];
            idle -= share * rows.idleShares[i - k - 1];
            sum.add(rows, i - k - 1, -share * scales[i]);
        }
        filtered.beginRow(value * scales[i], rows.steps[i], rows.phases[i], rows.weights[i], rows.follows[i]);
        filtered.idleShares.back() = static_cast<float>(idle * scales[i]);
        sum.end(filtered);
    }
    return filtered;
}

Eigen::VectorXd RowFilter::applied(const Eigen::VectorXd& values) const
{
    Eigen::VectorXd filtered = values;
    for (Eigen::Index i = 0; i < values.size(); ++i) {
        const auto row = static_cast<std::size_t>(i);
        for (std::size_t k = 0; k < reach && k < row; ++k)
            filtered(i) -= earlier[row * reach + k] * values(i - static_cast<Eigen::Index>(k) - 1);
        filtered(i) *= scales[row];
    }
    return filtered;
}

OccupancyRows differenceOf(const OccupancyRows& a, const OccupancyRows& b)
{
    OccupancyRows rows;
    rows.columnCount = a.columnCount;
    RowSum sum(a.columnCount);
    for (std::size_t i = 0; i < a.size(); ++i) {
        rows.beginRow(a.values[i], a.steps[i], a.phases[i], a.weights[i], a.follows[i]);
        rows.idleShares.back() = 0;
        sum.add(a, i, 1);
        sum.add(b, i, -1);
        sum.end(rows);
    }
    return rows;
}

SampleNoise::SampleNoise(const OccupancyRows& rows, std::span<const SelfTimeInterval> intervals,
                         std::span<const double> powers)
{
    m_reach = std::min({kMostReach, rows.size() / 4, kMostEntries / std::max<std::size_t>(rows.columns.size(), 1)});
    const InstanceErrors errors(rows, intervals, powers);
    m_covariances.assign(rows.size() * (m_reach + 1), 0);
    double mean = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        for (std::size_t k = 0; k <= std::min(m_reach, i); ++k)
            m_covariances[i * (m_reach + 1) + k] = errors.covariance(i, i - k);
        mean += covariance(i, 0) / static_cast<double>(rows.size());
        m_own.push_back(1.0 / rows.weights[i]);
    }
    for (double& value : m_covariances)
        value /= std::max(mean, 1e-30);
}

SampleNoise::Conditional SampleNoise::conditionalOf(std::size_t row, double ratio, std::span<double> earlier) const
{
    constexpr int kSize = static_cast<int>(kMostReach);
    using Small = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor, kSize, kSize>;
    using SmallVector = Eigen::Matrix<double, Eigen::Dynamic, 1, Eigen::ColMajor, kSize, 1>;
    const double variance = ratio * covariance(row, 0) + m_own[row];
    std::size_t used = std::min(m_reach, row);
    // Rows without a common instance between them tell nothing.
    for (std::size_t k = 0; k < used; ++k) {
        if (ratio * covariance(row - k, 1) < 1e-3 * variance)
            used = k;
    }
    if (used == 0)
        return {variance, 0};
    const auto size = static_cast<Eigen::Index>(used);
    Small matrix(size, size);
    SmallVector product(size);
    for (std::size_t a = 0; a < used; ++a) {
        product(static_cast<Eigen::Index>(a)) = ratio * covariance(row, a + 1);
        for (std::size_t b = a; b < used; ++b)
            matrix(static_cast<Eigen::Index>(b), static_cast<Eigen::Index>(a)) =
                ratio * covariance(row - a - 1, b - a) + (a == b ? m_own[row - a - 1] : 0);
    }
    const SmallVector shares = Eigen::LLT<Small>(matrix).solve(product);
    for (std::size_t k = 0; k < used; ++k)
        earlier[k] = shares(static_cast<Eigen::Index>(k));
    return {std::max(variance - shares.dot(product), 1e-6 * variance), used};
}

double SampleNoise::likeliestRatio(const Eigen::VectorXd& residuals) const
{
    constexpr std::array kRatios{0.0, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0};
    const auto score = [&](double ratio) {
        std::array<double, kMostReach> earlier{};
        double squares = 0;
        double logarithms = 0;
        for (std::size_t i = 0; i < m_own.size(); ++i) {
            const Conditional conditional = conditionalOf(i, ratio, earlier);
            double value = residuals(static_cast<Eigen::Index>(i));
            for (std::size_t k = 0; k < conditional.used; ++k)
                value -= earlier[k] * residuals(static_cast<Eigen::Index>(i - k - 1));
            squares += value * value / conditional.variance;
            logarithms += std::log(conditional.variance);
        }
        const auto count = static_cast<double>(m_own.size());
        return count * std::log(squares / count) + logarithms;
    };
    double best = 0;
    double lowest = score(0);
    for (const double ratio : kRatios) {
        if (const double value = ratio > 0 ? score(ratio) : lowest; value < lowest) {
            lowest = value;
            best = ratio;
        }
    }
    for (const double factor : {1.7, 1 / 1.7}) {
        if (const double value = score(best * factor); value < lowest) {
            lowest = value;
            best *= factor;
        }
    }
    return best;
}

RowFilter SampleNoise::whitening(double ratio) const
{
    RowFilter filter;
    filter.reach = m_reach;
    filter.earlier.assign(m_own.size() * m_reach, 0);
    double mean = 0;
    for (std::size_t i = 0; i < m_own.size(); ++i) {
        const double variance =
            conditionalOf(i, ratio, std::span(filter.earlier).subspan(i * m_reach, m_reach)).variance;
        filter.scales.push_back(variance);
        mean += variance / static_cast<double>(m_own.size());
    }
    for (double& scale : filter.scales)
        scale = std::sqrt(mean / scale);
    return filter;
}

} // namespace stepscope::analysis
