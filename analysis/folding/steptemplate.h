#pragma once

#include "analysis/folding/fold.h"

#include <cstddef>
#include <span>
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

} // namespace stepscope::analysis
