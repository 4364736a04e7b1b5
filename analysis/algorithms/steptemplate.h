#pragma once

#include "analysis/algorithms/fold.h"
#include "analysis/trace/traceview.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace stepscope::analysis {

/// What one channel usually reads in a step: mean and spread by phase, coarse. To tell steps that are different, not
/// to show.
class StepTemplate
{
public:
    StepTemplate(std::string name, std::span<const FoldSample> samples, double stepSeconds);

    [[nodiscard]] const std::string& name() const { return m_name; }
    /// Square of how far a reading is from the usual one at its place, in usual deviations.
    [[nodiscard]] double off(double seconds, double value) const;
    /// False when there is too little to compare with.
    [[nodiscard]] bool isUsable() const { return m_isUsable; }

private:
    std::string m_name;
    double m_step;
    std::vector<double> m_mean;
    std::vector<double> m_variances; ///< of readings around it, by bin
    double m_variance = 0;           ///< of most of them
    bool m_isUsable = false;
};

} // namespace stepscope::analysis
