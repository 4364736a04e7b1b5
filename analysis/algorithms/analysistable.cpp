#include "analysis/algorithms/analysis.h"

namespace stepscope::analysis {

const std::vector<std::unique_ptr<Analysis>>& analyses()
{
    static const auto all = [] {
        std::vector<std::unique_ptr<Analysis>> made;
        made.push_back(makeRunAnalysis());
        made.push_back(makeLossAnalysis());
        made.push_back(makeStepAnalysis());
        made.push_back(makePeriodAnalysis());
        made.push_back(makeCpuAnalysis());
        made.push_back(makeGpuAnalysis());
        made.push_back(makeMemoryAnalysis());
        made.push_back(makeEnergyAnalysis());
        made.push_back(makeThermalAnalysis());
        made.push_back(makeOpAnalysis());
        made.push_back(makeAttributionAnalysis());
        made.push_back(makeBreakdownAnalysis());
        made.push_back(makeUntracedAnalysis());
        made.push_back(makePredictabilityAnalysis());
        made.push_back(makeObservationAnalysis());
        made.push_back(makeTracingAnalysis());
        made.push_back(makeAgentAnalysis());
        return made;
    }();
    return all;
}

} // namespace stepscope::analysis
