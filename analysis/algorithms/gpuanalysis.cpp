#include "analysis/algorithms/jsonvalues.h"
#include "analysis/algorithms/textpage.h"

namespace stepscope::analysis {
namespace {

/// Equation 3.
class GpuAnalysis : public Analysis
{
public:
    void compute(const trace::TraceView& /*view*/, Report& /*report*/, const Cancelled& /*cancelled*/) const override {}

    void writeJson(const Report& report, Json& json) const override
    {
        const auto& utilization = report.summary.gpuUtilization;
        json["gpu"] = utilization ? Json{{"utilization", *utilization}} : Json(nullptr);
    }

    void writeText(const Report& report, TextPage& page) const override
    {
        if (!report.summary.gpuUtilization)
            return;
        page.heading("GPU");
        page.line("utilization", percentText(*report.summary.gpuUtilization));
    }
};

} // namespace

std::unique_ptr<Analysis> makeGpuAnalysis()
{
    return std::make_unique<GpuAnalysis>();
}

} // namespace stepscope::analysis
