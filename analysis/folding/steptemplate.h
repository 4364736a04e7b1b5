#pragma once

#include "analysis/energy/selftime.h"
#include "analysis/folding/fold.h"
#include "analysis/steps/steplist.h"

#include <cstddef>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace stepscope::analysis {

/// Coarse mean and variance of one channel by phase, for comparing steps with it. Not for display.
class StepTemplate
{
public:
    StepTemplate(std::string name, std::span<const FoldSample> samples, double stepSeconds);

    [[nodiscard]] const std::string& name() const { return m_name; }
    /// Squared distance of a sample from the mean at its phase, in units of the variance there.
    [[nodiscard]] double squaredDeviation(double seconds, double value) const;
    /// False with fewer than 40 samples, or when they do not vary.
    [[nodiscard]] bool isUsable() const { return m_isUsable; }

private:
    std::string m_name;
    double m_step;
    std::vector<double> m_mean;
    std::vector<double> m_variances; ///< of the samples around the mean, by bin
    double m_variance = 0;           ///< of the nine tenths of the samples that are nearest to the mean
    bool m_isUsable = false;
};

/// How long each group of ops ran in each step with recorded ops.
struct StepSelfTimes
{
    std::vector<OpGroup> groups;
    std::vector<std::size_t> steps; ///< StepEntry::number
    std::vector<double> seconds;    ///< steps x groups; self time, over all lanes
    std::vector<double> between;    ///< s of each step in which no op ran

    [[nodiscard]] double of(std::size_t step, std::size_t group) const { return seconds[step * groups.size() + group]; }
};

/// Of the traced steps, with the 96 longest groups. Reads the spans twice instead of keeping their intervals. Empty
/// when cancelled.
StepSelfTimes stepSelfTimes(const trace::TraceView& view, const StepList& steps, const std::stop_token& stop = {});

} // namespace stepscope::analysis
