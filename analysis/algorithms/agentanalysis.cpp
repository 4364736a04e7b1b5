#include "analysis/algorithms/jsonvalues.h"
#include "analysis/algorithms/sampling.h"
#include "analysis/algorithms/textpage.h"

namespace stepscope::analysis {
namespace {

/// The cost of looking.
class AgentAnalysis : public Analysis
{
public:
    void compute(const trace::TraceView& view, Report& report, const Cancelled& /*cancelled*/) const override
    {
        const trace::TimeRange range = report.summary.range;
        if (const auto* cpu = findChannel(view, "agent.cpu")) {
            const auto integral = cpu->integral(range);
            if (integral.coveredSeconds > 0)
                report.agentCpuFraction = integral.mean();
        }
        if (const auto* memory = findChannel(view, "agent.memory")) {
            const auto extremes = memory->extremes(memory->lowerBound(range.begin), memory->lowerBound(range.end));
            if (extremes.samples > 0)
                report.agentRssBytes = extremes.max;
        }
    }

    void writeJson(const Report& report, Json& json) const override
    {
        json["agent"] = {{"cpu_fraction", orNull(report.agentCpuFraction)},
                         {"rss_bytes", orNull(report.agentRssBytes)}};
    }

    void writeText(const Report& report, TextPage& page) const override
    {
        page.heading("Cost of sampling");
        const auto ofOneCore = [](double share) { return fixedText(share * 100, 2) + " % of one core"; };
        page.line("processor", orUnknown(report.agentCpuFraction, ofOneCore));
        page.line("memory", orUnknown(report.agentRssBytes, bytesText));
    }
};

} // namespace

std::unique_ptr<Analysis> makeAgentAnalysis()
{
    return std::make_unique<AgentAnalysis>();
}

} // namespace stepscope::analysis
