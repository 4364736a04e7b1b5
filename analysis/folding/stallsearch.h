#pragma once

#include "analysis/energy/samplewindows.h"
#include "analysis/folding/outliersteps.h"
#include "analysis/folding/steptemplate.h"

#include <cstdint>
#include <span>
#include <vector>

namespace stepscope::analysis {

/// Locates the stall in a long step without recorded ops: the place at which, with the excess time cut out there, the
/// step's samples follow the mean step best. The cause is the op that runs there in the mean step.
class StallSearch
{
public:
    /// `templates`: one for each channel of the view with followsSteps(), in order. All arguments must outlive the
    /// object.
    StallSearch(const trace::TraceView& view, const FoldedSteps& steps, const std::vector<StepTemplate>& templates,
                std::span<const NamedSensor> sensors);
    /// Sets cause, op and excess of the step, or the reason why they are not known.
    void findCause(OutlierStep& step) const;

private:
    struct Reading
    {
        double seconds = 0; ///< since the start of the step; middle of the sample's window
        double value = 0;
        const StepTemplate* usual = nullptr;
    };
    [[nodiscard]] std::vector<Reading> readingsOf(const OutlierStep& step) const;
    /// Innermost op on the threads of the mean step; 0 = none.
    [[nodiscard]] std::uint32_t opAt(double seconds) const;

    const trace::TraceView& m_view;
    const FoldedSteps& m_steps;
    const std::vector<StepTemplate>& m_templates;
    std::span<const NamedSensor> m_sensors;
};

} // namespace stepscope::analysis
