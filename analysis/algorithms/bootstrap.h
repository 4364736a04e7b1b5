#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace stepscope::analysis {

/// What is drawn anew as a whole: a step, or one instance. The quantity estimated is sum of sums / sum of weights:
/// seconds and instances give the mean duration, joules and seconds the mean power.
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

inline constexpr std::size_t kFewestUnits = 4;  ///< of a side; of fewer nothing can be said
inline constexpr std::size_t kMostUnits = 100;  ///< of a side; more are joined in order into blocks of the same size
inline constexpr std::size_t kResamples = 1999; ///< fewer shift the ends by a per cent of coverage

/// 95 % interval of (estimate of b) - (estimate of a), by the studentized bootstrap (Efron 1979; Hall 1988): units are
/// drawn with replacement, each side by itself, and the difference is measured in its own standard error, which keeps
/// the promised coverage down to few units where plain percentiles are too narrow. Blocks keep neighbours together, as
/// the block bootstrap does (Kuensch 1989), since what drifts makes neighbours alike. The seed is fixed: the same input
/// gives the same interval. Nothing with too few units, or when they vary too little to say.
std::optional<Interval> differenceInterval(std::span<const SampleUnit> a, std::span<const SampleUnit> b);

/// Sum of sums / sum of weights; 0 without weight.
double ratioEstimate(std::span<const SampleUnit> units);

/// At most kMostUnits, neighbours joined.
std::vector<SampleUnit> joinedUnits(std::span<const SampleUnit> units);

/// Takes any number of units in order and keeps few: whenever there are twice as many as are wanted, neighbours are
/// joined and from then on so many make one.
class UnitCollector
{
public:
    void add(double sum, double weight)
    {
        if (m_inLast == 0)
            m_units.emplace_back();
        m_units.back().sum += sum;
        m_units.back().weight += weight;
        m_inLast = (m_inLast + 1) % m_each;
        if (m_inLast == 0 && m_units.size() >= 2 * kMostUnits)
            joinPairs();
    }
    [[nodiscard]] const std::vector<SampleUnit>& units() const { return m_units; }

private:
    void joinPairs()
    {
        for (std::size_t i = 0; i + 1 < m_units.size(); i += 2)
            m_units[i / 2] = {m_units[i].sum + m_units[i + 1].sum, m_units[i].weight + m_units[i + 1].weight};
        m_units.resize(m_units.size() / 2);
        m_each *= 2;
    }

    std::vector<SampleUnit> m_units;
    std::size_t m_each = 1;
    std::size_t m_inLast = 0;
};

} // namespace stepscope::analysis
