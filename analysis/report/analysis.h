#pragma once

#include "analysis/report/report.h"
#include "remote/format/result.h"

#include <span>
#include <stop_token>
#include <string_view>
#include <vector>

namespace stepscope::analysis {

/// One question about a recording. It fills one result of Report and writes nothing: reportjson.cpp and the report text
/// files write the results.
///
/// To add an analysis:
///   1. add a result struct with units to report.h, and a member of it to Report; state which value means "not known",
///   2. write `void computeX(const trace::TraceView&, Report&, const std::stop_token&)` in the *analyses.cpp of its
///      topic and declare it below; calculations that other rooms need are functions of metrics/ or energy/,
///   3. add a row to the table in analyses.cpp, with the names of the analyses whose results it reads; the run
///      order follows from these,
///   4. add its keys to reportjson.cpp and resources/schemas/report.json, and a section to the list in reporttext.cpp,
///   5. compare its result with a manually computed truth in tests/analysis/report, and update tests/golden/report.txt.
struct Analysis
{
    std::string_view name;
    std::vector<std::string_view> needs; ///< names of the analyses whose results compute() reads
    /// Fills its result. Report::header, facts, ending, extent and summary are set before. Reads the view and the
    /// needed results only: other analyses run at the same time. After a stop request the result may be incomplete.
    void (*compute)(const trace::TraceView& view, Report& report, const std::stop_token& stop);
    /// As `needs`, in a recording without marked steps.
    std::vector<std::string_view> needsWithoutMarks{};

    /// Whether compute() reads the result of the other analysis.
    [[nodiscard]] bool reads(std::string_view other, bool hasMarkedSteps) const;
};

inline constexpr std::string_view kPeriodAnalysis = "period"; ///< takes as long as all others together

/// All analyses.
const std::vector<Analysis>& analyses();

/// The analyses sorted so that each follows those it needs; otherwise in the given order. Error: a needed analysis does
/// not exist, or needs form a circle.
format::Result<std::vector<const Analysis*>> runOrder(std::span<const Analysis> table);

/// In observationfacts.cpp; the other functions of the table are beside it.
void computeObservations(const trace::TraceView& view, Report& report, const std::stop_token& stop);

} // namespace stepscope::analysis
