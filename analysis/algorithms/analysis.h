#pragma once

#include "analysis/algorithms/report.h"

#include <nlohmann/json_fwd.hpp>

#include <memory>
#include <vector>

namespace stepscope::analysis {

class TextPage;
using Json = nlohmann::ordered_json;

/// One question that is asked of a recording, and its part of the report.
///
/// To add one:
///   1. give what it finds a place in Report (report.h), with units, and say there what stands for "not known",
///   2. write analysis/algorithms/xanalysis.cpp with a class that implements this, and `std::unique_ptr<Analysis>
///      makeXAnalysis()`; calculations that others need too (a selection in the window, say) are functions in
///      metrics.h,
///   3. declare the maker below, give it a line in analysistable.cpp (the order is that of the text), and its file one
///   in
///      analysis/CMakeLists.txt,
///   4. show in tests/analysis/algorithms that it finds a truth worked out by hand, and add its lines to
///      tests/golden/report.txt.
class Analysis
{
public:
    virtual ~Analysis() = default;

    /// Fills its fields; report.header, facts, ending, extent and summary are there already. Pure: looks at the view
    /// only. May leave its fields as they are when cancelled.
    virtual void compute(const trace::TraceView& view, Report& report, const Cancelled& cancelled) const = 0;
    /// Adds its keys. SI units; null = not known.
    virtual void writeJson(const Report& report, Json& json) const = 0;
    /// Adds its lines for people; nothing where there is nothing to say.
    virtual void writeText(const Report& report, TextPage& page) const = 0;
};

std::unique_ptr<Analysis> makeRunAnalysis();
std::unique_ptr<Analysis> makeLossAnalysis();
std::unique_ptr<Analysis> makeStepAnalysis();
std::unique_ptr<Analysis> makePeriodAnalysis();
std::unique_ptr<Analysis> makeCpuAnalysis();
std::unique_ptr<Analysis> makeGpuAnalysis();
std::unique_ptr<Analysis> makeMemoryAnalysis();
std::unique_ptr<Analysis> makeEnergyAnalysis();
std::unique_ptr<Analysis> makeThermalAnalysis();
std::unique_ptr<Analysis> makeOpAnalysis();
std::unique_ptr<Analysis> makeAttributionAnalysis();    ///< behind the ops: adds to their JSON
std::unique_ptr<Analysis> makeBreakdownAnalysis();      ///< behind that: adds to it
std::unique_ptr<Analysis> makeUntracedAnalysis();       ///< behind the ops, too
std::unique_ptr<Analysis> makePredictabilityAnalysis(); ///< behind the ops, their account and the period
std::unique_ptr<Analysis> makeObservationAnalysis();    ///< behind the steps, cores, rails and memory
std::unique_ptr<Analysis> makeTracingAnalysis();
std::unique_ptr<Analysis> makeAgentAnalysis();

/// All of them, in the order in which the text has them.
const std::vector<std::unique_ptr<Analysis>>& analyses();

} // namespace stepscope::analysis
