#include "analysis/algorithms/bootstrap.h"

#include <algorithm>
#include <cmath>

namespace stepscope::analysis {
namespace {

/// SplitMix64 (Steele, Lea and Flood 2014): the same numbers with every library.
class Random
{
public:
    explicit Random(std::uint64_t seed)
        : m_state(seed)
    {}
    /// 0 <= number < bound, which is small.
    std::size_t below(std::size_t bound)
    {
        constexpr unsigned kHalf = 32;
        return static_cast<std::size_t>(((next() >> kHalf) * bound) >> kHalf);
    }

private:
    std::uint64_t next()
    {
        std::uint64_t mixed = (m_state += 0x9e3779b97f4a7c15U);
        mixed = (mixed ^ (mixed >> 30U)) * 0xbf58476d1ce4e5b9U;
        mixed = (mixed ^ (mixed >> 27U)) * 0x94d049bb133111ebU;
        return mixed ^ (mixed >> 31U);
    }
    std::uint64_t m_state;
};

struct Estimate
{
    double value = 0;
    double variance = 0; ///< of the value
};

/// Sums from which a ratio and, linearized, its variance follow (Cochran 1977, 6.13).
class Moments
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
    [[nodiscard]] Estimate estimate() const
    {
        Estimate estimate;
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

/// Measured from the side's own estimate, so that sums of squares do not swallow small differences.
class Side
{
public:
    explicit Side(std::span<const SampleUnit> units)
        : m_units(joinedUnits(units))
        , m_estimate(ratioEstimate(m_units))
    {
        for (SampleUnit& unit : m_units)
            unit.sum -= m_estimate * unit.weight;
        Moments moments;
        for (const SampleUnit& unit : m_units)
            moments.add(unit);
        m_variance = moments.estimate().variance;
    }
    [[nodiscard]] std::size_t size() const { return m_units.size(); }
    [[nodiscard]] double estimate() const { return m_estimate; }
    [[nodiscard]] double variance() const { return m_variance; }
    [[nodiscard]] Estimate drawn(Random& random) const
    {
        Moments moments;
        for (std::size_t i = 0; i < m_units.size(); ++i)
            moments.add(m_units[random.below(m_units.size())]);
        return moments.estimate();
    }

private:
    std::vector<SampleUnit> m_units;
    double m_estimate = 0;
    double m_variance = 0;
};

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
    const std::size_t each = std::max<std::size_t>((units.size() + kMostUnits - 1) / kMostUnits, 1);
    std::vector<SampleUnit> joined;
    for (std::size_t i = 0; i < units.size(); ++i) {
        if (i % each == 0)
            joined.emplace_back();
        joined.back().sum += units[i].sum;
        joined.back().weight += units[i].weight;
    }
    return joined;
}

std::optional<Interval> differenceInterval(std::span<const SampleUnit> a, std::span<const SampleUnit> b)
{
    if (a.size() < kFewestUnits || b.size() < kFewestUnits)
        return std::nullopt;
    const Side one(a);
    const Side other(b);
    const double difference = other.estimate() - one.estimate();
    const double error = std::sqrt(one.variance() + other.variance());
    if (error == 0)
        return Interval{difference, difference};

    constexpr std::uint64_t kSeed = 20190412;
    Random random(kSeed);
    std::vector<double> studentized;
    studentized.reserve(kResamples);
    for (std::size_t i = 0; i < kResamples; ++i) {
        const Estimate from = one.drawn(random);
        const Estimate to = other.drawn(random);
        const double off = to.value - from.value;
        const double spread = std::sqrt(from.variance + to.variance);
        // Drawn all alike: as far off as can be.
        studentized.push_back(spread > 0 ? off / spread : off == 0 ? 0 : std::copysign(HUGE_VAL, off));
    }
    // The 2.5 % and 97.5 % ranks of 1999: the 50th and the 1950th.
    constexpr std::size_t kLow = (kResamples + 1) / 40 - 1;
    constexpr std::size_t kHigh = kResamples - 1 - kLow;
    std::nth_element(studentized.begin(), studentized.begin() + kLow, studentized.end());
    const double low = studentized[kLow];
    std::nth_element(studentized.begin(), studentized.begin() + kHigh, studentized.end());
    const double high = studentized[kHigh];
    if (!std::isfinite(low) || !std::isfinite(high))
        return std::nullopt;
    return Interval{difference - high * error, difference - low * error};
}

} // namespace stepscope::analysis
