#pragma once

#include "analysis/algorithms/outliersteps.h"
#include "analysis/algorithms/samplewindows.h"
#include "analysis/algorithms/steptemplate.h"

#include <cstdint>
#include <span>
#include <vector>

namespace stepscope::analysis {

/// Where a long step stood still, when nobody recorded its ops: the place at which, if the extra time is cut out there,
/// its readings follow those of the mean step best. Its op is the one that runs there in the mean step.
class StallSearch
{
public:
    /// Templates by channel of the view, that follow steps.
    StallSearch(const trace::TraceView& view, const FoldedSteps& steps, const std::vector<StepTemplate>& templates,
                std::span<const NamedSensor> sensors);
    /// Fills in cause, op and excess, or the reason why they are not known.
    void blame(OutlierStep& step) const;

private:
    struct Reading
    {
        double seconds = 0; ///< since the step's start; middle of its window
        double value = 0;
        const StepTemplate* usual = nullptr;
    };
    [[nodiscard]] std::vector<Reading> readingsOf(const OutlierStep& step) const;
    /// Innermost op of the mean step's threads; 0 = none.
    [[nodiscard]] std::uint32_t opAt(double seconds) const;

    const trace::TraceView& m_view;
    const FoldedSteps& m_steps;
    const std::vector<StepTemplate>& m_templates;
    std::span<const NamedSensor> m_sensors;
};

} // namespace stepscope::analysis
