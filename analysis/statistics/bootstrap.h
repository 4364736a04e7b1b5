#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace stepscope::analysis {

/// A figure with its 95 % interval (block bootstrap over steps), in the unit of the values.
struct Estimate
{
    double value = 0;
    double low = 0;
    double high = 0;
};

/// The unit of resampling: a step, or one instance of an op. The quantity estimated is (sum of sums) / (sum of
/// weights): with seconds and instances the mean duration, with joules and seconds the mean power.
struct SampleUnit
{
    double sum = 0;
    double weight = 0;
};

struct Interval
{
    double low = 0;
    double high = 0;
    [[nodiscard]] bool holdsZero() const { return low <= 0 && 0 <= high; }
};

inline constexpr std::size_t kMinUnits = 4;     ///< per side; fewer give no interval
inline constexpr std::size_t kMaxUnits = 100;   ///< per side; more are joined in order into blocks of equal size
inline constexpr std::size_t kResamples = 1999; ///< fewer change the coverage by about 1 %

/// 95 % interval of (estimate of b) - (estimate of a), by the studentized bootstrap (Efron 1979; Hall 1988): units are
/// drawn with replacement, separately on each side, and the difference is divided by its own standard error. This keeps
/// the nominal coverage with few units, where percentile intervals are too narrow. Joining neighbours into blocks is
/// the block bootstrap (Kuensch 1989), which allows for drift. Deviations count up to the 99.9 % range of Student's t,
/// so that one outlier among equal units gives no interval without limit. The seed is fixed: the same input gives the
/// same interval. None with fewer than kMinUnits units. O(kResamples x kMaxUnits).
std::optional<Interval> differenceInterval(std::span<const SampleUnit> a, std::span<const SampleUnit> b);

/// Sum of sums / sum of weights; 0 without weight.
double ratioEstimate(std::span<const SampleUnit> units);

/// At most kMaxUnits units, neighbours joined.
std::vector<SampleUnit> joinedUnits(std::span<const SampleUnit> units);

/// Collects any number of units in order in bounded memory: when 2 x kMaxUnits units are stored, neighbours are joined,
/// and each unit that is added later is the sum of twice as many additions.
class UnitCollector
{
public:
    void add(double sum, double weight)
    {
        if (m_inLast == 0)
            m_units.emplace_back();
        m_units.back().sum += sum;
        m_units.back().weight += weight;
        m_inLast = (m_inLast + 1) % m_perUnit;
        if (m_inLast == 0 && m_units.size() >= 2 * kMaxUnits)
            joinPairs();
    }
    [[nodiscard]] const std::vector<SampleUnit>& units() const { return m_units; }

private:
    void joinPairs()
    {
        for (std::size_t i = 0; i + 1 < m_units.size(); i += 2)
            m_units[i / 2] = {m_units[i].sum + m_units[i + 1].sum, m_units[i].weight + m_units[i + 1].weight};
        m_units.resize(m_units.size() / 2);
        m_perUnit *= 2;
    }

    std::vector<SampleUnit> m_units;
    std::size_t m_perUnit = 1;
    std::size_t m_inLast = 0;
};

} // namespace stepscope::analysis

/// Quantiles and probabilities of distributions, by Boost.Math. Each call costs up to a few microseconds: keep the
/// result outside of inner loops.
namespace stepscope::analysis {

/// The z for which a standard normal variable is at most z with this probability, 0 < probability < 1.
double normalQuantile(double probability);

/// Probability that a standard normal variable is greater than z. Accurate for large z.
double normalTail(double z);

/// Probability that a standard normal variable lies in [-z, z], z >= 0.
double normalCoverage(double z);

/// The same as normalQuantile() for Student's t with this number of degrees of freedom, > 0.
double studentQuantile(double probability, double degreesOfFreedom);

/// The same as normalTail() for Student's t.
double studentTail(double t, double degreesOfFreedom);

/// Half width of a two-sided 95 % interval, in standard deviations of a normal distribution: about 1.96.
double normalHalfWidth95();

} // namespace stepscope::analysis
