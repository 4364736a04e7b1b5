#include "analysis/algorithms/analysis.h"

namespace stepscope::analysis {

const std::vector<std::unique_ptr<Analysis>>& analyses()
{
    static const auto all = [] {
        using Maker = std::unique_ptr<Analysis> (*)();
        constexpr Maker kTable[] = {
            makeRunAnalysis,       makeLossAnalysis,    makeStepAnalysis,    makeCpuAnalysis, makeGpuAnalysis,
            makeMemoryAnalysis,    makeEnergyAnalysis,  makeThermalAnalysis, makeOpAnalysis,  makeAttributionAnalysis,
            makeBreakdownAnalysis, makeTracingAnalysis, makeAgentAnalysis,
        };
        std::vector<std::unique_ptr<Analysis>> made;
        for (const Maker make : kTable)
            made.push_back(make());
        return made;
    }();
    return all;
}

} // namespace stepscope::analysis
