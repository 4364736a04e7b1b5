#pragma once

#include "analysis/trace/model.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace stepscope::analysis {

/// The load as a function of time (1 in its phases, 0 between them), and its mean over windows. O(log phases).
class LoadIntegral
{
public:
    /// Disjoint phases in order of time. All other times are seconds after `origin` (ns).
    LoadIntegral(std::span<const trace::TimeRange> phases, std::int64_t origin)
    {
        double sum = 0;
        for (const trace::TimeRange& phase : phases) {
            m_begins.push_back(static_cast<double>(phase.begin - origin) * 1e-9);
            m_before.push_back(sum);
            m_lengths.push_back(phase.seconds());
            sum += phase.seconds();
        }
    }
    /// Mean over [end - window, end]; the value at `end` for windows below 1 us.
    [[nodiscard]] double mean(double end, double window) const
    {
        constexpr double kShortestLoadWindow = 1e-6;
        const double length = std::max(window, kShortestLoadWindow);
        return (until(end) - until(end - length)) / length;
    }

private:
    [[nodiscard]] double until(double time) const
    {
        const auto next = std::upper_bound(m_begins.begin(), m_begins.end(), time) - m_begins.begin();
        if (next == 0)
            return 0;
        const auto i = static_cast<std::size_t>(next - 1);
        return m_before[i] + std::min(time - m_begins[i], m_lengths[i]);
    }

    std::vector<double> m_begins;
    std::vector<double> m_before; ///< load before each phase, s
    std::vector<double> m_lengths;
};

} // namespace stepscope::analysis
