#include "analysis/algorithms/jsonvalues.h"
#include "analysis/algorithms/sampling.h"
#include "analysis/algorithms/textpage.h"

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
                          {"allocator_peak_bytes", orNull(report.summary.peakAllocatorBytes)},
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
        if (report.summary.peakAllocatorBytes)
            page.line("GPU tensors", bytesText(*report.summary.peakAllocatorBytes) + " at most where it was looked");
    }
};

} // namespace

std::unique_ptr<Analysis> makeMemoryAnalysis()
{
    return std::make_unique<MemoryAnalysis>();
}

} // namespace stepscope::analysis
