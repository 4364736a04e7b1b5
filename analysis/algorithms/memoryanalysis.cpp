#include "analysis/algorithms/jsonvalues.h"
#include "analysis/algorithms/sampling.h"
#include "analysis/algorithms/textpage.h"

#include <cmath>

namespace stepscope::analysis {
namespace {

class MemoryAnalysis : public Analysis
{
public:
    void compute(const trace::TraceView& view, Report& report, const Cancelled& /*cancelled*/) const override
    {
        if (report.header.device.memoryBytes > 0)
            report.totalMemoryBytes = static_cast<double>(report.header.device.memoryBytes);
        else if (const auto* channel = findChannel(view, "memory.total"); channel && channel->size() > 0)
            report.totalMemoryBytes = channel->extremes(0, channel->size()).max;
    }

    void writeJson(const Report& report, Json& json) const override
    {
        json["memory"] = {{"peak_bytes", orNull(report.summary.peakMemoryBytes)},
                          {"process_peak_bytes", orNull(report.summary.peakProcessBytes)},
                          {"allocator_peak_bytes", orNull(report.summary.tensors.used)},
                          {"tensors", tensorsJson(report.summary.tensors)},
                          {"total_bytes", orNull(report.totalMemoryBytes)}};
    }

    void writeText(const Report& report, TextPage& page) const override
    {
        page.heading("Memory");
        std::string peak = orUnknown(report.summary.peakMemoryBytes, bytesText);
        if (report.summary.peakMemoryBytes && report.totalMemoryBytes)
            peak += " of " + bytesText(*report.totalMemoryBytes);
        page.line("peak", peak);
        page.line("training", orUnknown(report.summary.peakProcessBytes, bytesText));
        const TensorBytes& tensors = report.summary.tensors;
        if (!std::isnan(tensors.used))
            page.line("GPU tensors", bytesText(tensors.used) + " at most where it was looked");
        if (!std::isnan(tensors.intermediate))
            page.line("intermediate", bytesText(tensors.intermediate) +
                                          " at most: what is no parameter, gradient, optimizer state or input");
    }

private:
    static Json tensorsJson(const TensorBytes& tensors)
    {
        return {{"parameter_bytes", orNull(tensors.parameters)},
                {"gradient_bytes", orNull(tensors.gradients)},
                {"optimizer_bytes", orNull(tensors.optimizer)},
                {"input_bytes", orNull(tensors.inputs)},
                {"intermediate_peak_bytes", orNull(tensors.intermediate)},
                {"reserved_peak_bytes", orNull(tensors.reserved)}};
    }
};

} // namespace

std::unique_ptr<Analysis> makeMemoryAnalysis()
{
    return std::make_unique<MemoryAnalysis>();
}

} // namespace stepscope::analysis
