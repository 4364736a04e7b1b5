#include "analysis/statistics/bootstrap.h"

#include "analysis/statistics/orderstatistics.h"
#include "analysis/statistics/random.h"

#include <algorithm>
#include <boost/math/distributions/complement.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <boost/math/special_functions/erf.hpp>
#include <cmath>
#include <numbers>

namespace stepscope::analysis {
namespace {

struct RatioWithVariance
{
    double value = 0;
    double variance = 0; ///< of the value
};

/// Sums that give a ratio and its linearized variance (Cochran 1977, section 6.13).
class RatioMoments
{
public:
    void add(const SampleUnit& unit)
    {
        ++m_count;
        m_sum += unit.sum;
        m_weight += unit.weight;
        m_squares += unit.sum * unit.sum;
        m_products += unit.sum * unit.weight;
        m_weightSquares += unit.weight * unit.weight;
    }
    [[nodiscard]] RatioWithVariance estimate() const
    {
        RatioWithVariance estimate;
        if (m_weight <= 0 || m_count < 2)
            return estimate;
        const auto count = static_cast<double>(m_count);
        estimate.value = m_sum / m_weight;
        const double residual =
            m_squares - 2 * estimate.value * m_products + estimate.value * estimate.value * m_weightSquares;
        estimate.variance = std::max(residual, 0.0) * count / (count - 1) / (m_weight * m_weight);
        return estimate;
    }

private:
    std::size_t m_count = 0;
    double m_sum = 0, m_weight = 0, m_squares = 0, m_products = 0, m_weightSquares = 0;
};

/// One side of the difference. Sums are stored relative to the side's estimate: squares of large values would otherwise
/// lose small differences to rounding.
class Side
{
public:
    explicit Side(std::span<const SampleUnit> units)
        : m_units(joinedUnits(units))
        , m_estimate(ratioEstimate(m_units))
    {
        for (SampleUnit& unit : m_units)
            unit.sum -= m_estimate * unit.weight;
        RatioMoments moments;
        for (const SampleUnit& unit : m_units)
            moments.add(unit);
        m_variance = moments.estimate().variance;
    }
    [[nodiscard]] std::size_t size() const { return m_units.size(); }
    [[nodiscard]] double estimate() const { return m_estimate; }
    [[nodiscard]] double variance() const { return m_variance; }
    [[nodiscard]] RatioWithVariance resampled(Random& random) const
    {
        RatioMoments moments;
        for (std::size_t i = 0; i < m_units.size(); ++i)
            moments.add(m_units[random.below(m_units.size())]);
        return moments.estimate();
    }

private:
    std::vector<SampleUnit> m_units;
    double m_estimate = 0;
    double m_variance = 0;
};

/// The largest studentized deviation that counts. A resample that lacks the only outlier has hardly any spread, and a
/// deviation without limit: Student's t with the degrees of freedom of Welch (1947) is beyond this once in 1000 times.
double largestDeviation(const Side& a, const Side& b)
{
    constexpr double kLikely = 0.9995;
    const double variance = a.variance() + b.variance();
    const auto part = [&](const Side& side) {
        return std::pow(side.variance() / variance, 2) / (static_cast<double>(side.size()) - 1);
    };
    return studentQuantile(kLikely, 1 / (part(a) + part(b)));
}

} // namespace

double ratioEstimate(std::span<const SampleUnit> units)
{
    double sum = 0;
    double weight = 0;
    for (const SampleUnit& unit : units) {
        sum += unit.sum;
        weight += unit.weight;
    }
    return weight > 0 ? sum / weight : 0;
}

std::vector<SampleUnit> joinedUnits(std::span<const SampleUnit> units)
{
    const std::size_t perUnit = std::max<std::size_t>((units.size() + kMaxUnits - 1) / kMaxUnits, 1);
    std::vector<SampleUnit> joined;
    for (std::size_t i = 0; i < units.size(); ++i) {
        if (i % perUnit == 0)
            joined.emplace_back();
        joined.back().sum += units[i].sum;
        joined.back().weight += units[i].weight;
    }
    return joined;
}

std::optional<Interval> differenceInterval(std::span<const SampleUnit> a, std::span<const SampleUnit> b)
{
    if (a.size() < kMinUnits || b.size() < kMinUnits)
        return std::nullopt;
    const Side sideA(a);
    const Side sideB(b);
    const double difference = sideB.estimate() - sideA.estimate();
    const double error = std::sqrt(sideA.variance() + sideB.variance());
    if (error == 0)
        return Interval{difference, difference};

    constexpr std::uint64_t kSeed = 20190412;
    Random random(kSeed);
    std::vector<double> studentized;
    studentized.reserve(kResamples);
    for (std::size_t i = 0; i < kResamples; ++i) {
        const RatioWithVariance drawnA = sideA.resampled(random);
        const RatioWithVariance drawnB = sideB.resampled(random);
        const double off = drawnB.value - drawnA.value;
        const double spread = std::sqrt(drawnA.variance + drawnB.variance);
        // All units of this resample are equal: an infinite deviation.
        studentized.push_back(spread > 0 ? off / spread : off == 0 ? 0 : std::copysign(HUGE_VAL, off));
    }
    // The 2.5 % and 97.5 % ranks of 1999: the 50th and the 1950th.
    constexpr std::size_t kLow = (kResamples + 1) / 40 - 1;
    constexpr std::size_t kHigh = kResamples - 1 - kLow;
    const double most = largestDeviation(sideA, sideB);
    const double low = std::max(nthSmallest(studentized, kLow), -most);
    const double high = std::min(nthSmallest(studentized, kHigh), most);
    return Interval{difference - high * error, difference - low * error};
}

double normalQuantile(double probability)
{
    return boost::math::quantile(boost::math::normal(), probability);
}

double normalTail(double z)
{
    return boost::math::cdf(boost::math::complement(boost::math::normal(), z));
}

double normalCoverage(double z)
{
    return boost::math::erf(z / std::numbers::sqrt2);
}

double studentQuantile(double probability, double degreesOfFreedom)
{
    return boost::math::quantile(boost::math::students_t(degreesOfFreedom), probability);
}

double studentTail(double t, double degreesOfFreedom)
{
    return boost::math::cdf(boost::math::complement(boost::math::students_t(degreesOfFreedom), t));
}

double normalHalfWidth95()
{
    static const double width = normalQuantile(0.975);
    return width;
}

} // namespace stepscope::analysis
